#include "bits/bits.h"
#include "support/support.h"
#include <string.h>

void bits_add_word(bits_hash *hash, uint32_t word)
{
    uint64_t mixed = (hash->value ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash->value = mixed << 29 | mixed >> 35;
}

void bits_add(bits_hash *hash, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        CHECK(isfinite(numbers[i]));
        memcpy(&word, &numbers[i], sizeof word);
        bits_add_word(hash, word);
    }
}

void bits_add_doubles(bits_hash *hash, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        CHECK(isfinite(numbers[i]));
        memcpy(&word, &numbers[i], sizeof word);
        bits_add_word(hash, (uint32_t)word);
        bits_add_word(hash, (uint32_t)(word >> 32));
    }
}
