/* The description of a fuzz target. Each fuzz_NAME.c defines `const fuzz_target fuzz_NAME`; libfuzzer.c makes a program
 * of libFuzzer of it, and replay.c one that uses the files of fuzz/corpus. */
#ifndef HONE_FUZZ_FUZZ_H
#define HONE_FUZZ_FUZZ_H

#include <hone/io.h>

typedef struct fuzz_target {
    void (*use)(const uint8_t *bytes, size_t size); /* aborts on any inconsistency */
    hone_bytes (*make)(unsigned kind); /* makes a whole file, for mutations to begin with; NULL: they begin with none */
    size_t (*mutate)(uint8_t *bytes, size_t size, size_t max_size, unsigned seed); /* NULL: libFuzzer's */
    uint32_t head;     /* bytes at the beginning that mutations leave, so that the format is known */
    uint32_t per_byte; /* `use` may hold so many bytes of memory for each byte of the input, */
    uint32_t fixed;    /* and so many MiB besides */
    uint32_t seconds;  /* and take so many seconds more than other targets, in a library of others */
} fuzz_target;

/* Uses an input, and aborts also if it takes more memory than the target says, or more processor time than 2 s and 1 ms
 * for each byte. */
void fuzz_use(const fuzz_target *target, const uint8_t *bytes, size_t size);

/* Counts memory from here on, without what the target has done before. */
void fuzz_count(void);

/* Aborts if the memory that was held at any time since the count began is more than a loader may take: 16 times the
 * size and 1 MiB (hone/format.h). size: of the file, with what is decompressed. */
void fuzz_require_loader(size_t size);

/* libFuzzer's LLVMFuzzerCustomMutator. */
size_t fuzz_mutate(const fuzz_target *target, uint8_t *bytes, size_t size, size_t max_size, unsigned seed);

void require(bool condition);

/* A copy. */
hone_bytes fuzz_bytes(const void *bytes, size_t size);

#endif
