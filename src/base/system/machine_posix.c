/* The clock, the name and the processors of a machine, and aligned memory, on POSIX. */
#define _DEFAULT_SOURCE /* gethostname, the names of sysconf */
#define _POSIX_C_SOURCE 200809L
#include "base/system/machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

uint64_t hone_clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

uint64_t hone_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 44;
}

void hone_host_name(char *out, size_t size)
{
    if (gethostname(out, size) != 0)
        out[0] = '\0';
    out[size - 1] = '\0';
}

long hone_processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count;
}

void *hone_system_allocate(size_t size, size_t align)
{
    void *memory = NULL;
    return posix_memalign(&memory, align, size) == 0 ? memory : NULL;
}

void hone_system_free(void *memory)
{
    free(memory);
}

#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#if defined(__linux__) && defined(MADV_HUGEPAGE) && !SANITIZED
void *hone_system_large_pages(size_t size)
{
    enum { PAGE = 2 << 20 };
    char *memory = mmap(NULL, size + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    memory += (PAGE - (uintptr_t)memory % PAGE) % PAGE;
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}
#else
void *hone_system_large_pages(size_t size)
{
    (void)size;
    return NULL;
}
#endif

void hone_reason(int number, char *out, size_t size)
{
    if (strerror_r(number, out, size) != 0)
        snprintf(out, size, "error %d", number);
}
