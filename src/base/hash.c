/* A hash of bytes in 64 bits. */
#include <hone/io.h>

static uint64_t load_word(const uint8_t *b)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)b[i] << 8 * i;
    return word;
}

/* Mixes a word into a hash. It is invertible, so no change of a single word is lost. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash << 29 | hash >> 35;
}

/* Four independent hashes take 32 bytes in each step, so that the processor can overlap their multiplications. */
uint64_t hone_hash(const void *bytes, size_t size)
{
    const uint8_t *b = bytes, *end = size ? b + size : b;
    uint64_t lanes[4] = {1, 2, 3, 4}, hash = size;
    for (; end - b >= 32; b += 32)
        for (int i = 0; i < 4; i++) lanes[i] = mix(lanes[i], load_word(b + 8 * i));
    for (; end - b >= 8; b += 8) hash = mix(hash, load_word(b));
    for (; b < end; b++) hash = mix(hash, *b);
    for (int i = 0; i < 4; i++) hash = mix(hash, lanes[i]);
    hash = mix(hash ^ hash >> 32, size);
    return hash ? hash : 1;
}
