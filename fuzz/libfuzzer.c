/* A program of libFuzzer of the target TARGET. */
#include "fuzz.h"

extern const fuzz_target TARGET;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_use(&TARGET, bytes, size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    return fuzz_mutate(&TARGET, bytes, size, max_size, seed);
}
