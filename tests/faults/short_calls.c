/* Loaded before the C library (LD_PRELOAD): reads and writes of files that transfer fewer bytes than were asked for, as
 * POSIX allows. Each call transfers 1 byte, or half of what was asked for, or all of it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

static size_t shorter(size_t size)
{
    static _Thread_local unsigned state = 1;
    state = state * 1664525U + 1013904223U;
    unsigned kind = state >> 30;
    return size < 2 || kind == 0 ? size : kind == 1 ? 1 : size - size / 2;
}

ssize_t read(int file, void *data, size_t size)
{
    static ssize_t (*real)(int, void *, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "read");
    return real(file, data, shorter(size));
}

ssize_t pread(int file, void *data, size_t size, off_t at)
{
    static ssize_t (*real)(int, void *, size_t, off_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "pread");
    return real(file, data, shorter(size), at);
}

ssize_t pread64(int file, void *data, size_t size, off64_t at)
{
    return pread(file, data, size, at);
}

ssize_t write(int file, const void *data, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    return real(file, data, shorter(size));
}
