#include "fuzz.h"
#include "base/files/byte_writer.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);

void require(bool condition)
{
    if (!condition)
        abort();
}

hone_bytes fuzz_bytes(const void *bytes, size_t size)
{
    hone_writer writer = hone_writer_make(NULL);
    hone_bytes out;
    hone_write_bytes(&writer, bytes, size);
    require(hone_writer_finish(&writer, &out, NULL));
    return out;
}

static void require_held(uint64_t most, const char *what)
{
    uint64_t held = memory_most_held();
    if (held > most)
        fprintf(stderr, "%s held %llu bytes, but %llu are allowed\n", what, (unsigned long long)held,
                (unsigned long long)most);
    require(held <= most);
}

void fuzz_count(void)
{
    memory_count();
}

void fuzz_require_loader(size_t size)
{
    require_held(16 * (uint64_t)size + (1 << 20), "the loader");
}

void fuzz_use(const fuzz_target *target, const uint8_t *bytes, size_t size)
{
    clock_t begin = clock();
    memory_count();
    target->use(bytes, size);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    require_held((uint64_t)target->per_byte * size + ((uint64_t)target->fixed << 20), "the target");
    double allowed = 2 + target->seconds + (double)size / 1000;
    if (seconds > allowed)
        fprintf(stderr, "%zu bytes took %.1f s\n", size, seconds);
    require(seconds <= allowed);
}

/* Random bytes are almost never a valid file: sometimes replaces them by a whole one. */
size_t fuzz_mutate(const fuzz_target *target, uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    size_t head = target->head;
    if (target->make && (size <= head || seed % 256 == 0)) {
        hone_bytes file = target->make(seed / 256);
        size_t made = file.size < max_size ? file.size : max_size;
        if (made)
            memcpy(bytes, file.data, made);
        hone_bytes_release(&file);
        return made;
    }
    head = head < size ? head : 0;
    return head + (target->mutate ? target->mutate(bytes + head, size - head, max_size - head, seed / 256)
                                  : LLVMFuzzerMutate(bytes + head, size - head, max_size - head));
}
