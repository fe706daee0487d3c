/* Decodes version 1 of the compression of attributes, which Khronos' text about KHR_meshopt_compression describes
 * (appendix A, mode 0).
 *
 * Elements come in blocks, and those of a block in groups of 16. A block has, for each byte of an element, a plane: the
 * differences of this byte from one element to the next, in few bits where they are small. Four planes make a channel,
 * whose mode says what is made of the four differences. */
#include "base/lanes/vectors.h"
#include "files/format/gltf/meshopt/meshopt.h"
#include <string.h>

enum {
    CHANNEL = 4,       /* bytes of an element */
    GROUP = 16,        /* elements */
    BLOCK_MOST = 256,  /* elements */
    BLOCK_BYTES = 8192 /* decoded, at most */
};

/* How the planes of a block are stored. */
enum { PLANE_SMALL, PLANE_LARGE, PLANE_ZERO, PLANE_PLAIN };
/* What the differences of a channel are. */
enum { CHANNEL_BYTES, CHANNEL_HALVES, CHANNEL_BITS };

/* The bytes that are not decoded yet. Behind `end` are at least as many as a group may have, so that a group can be
 * read before it is known whether it reaches beyond. */
typedef struct stream {
    const uint8_t *at, *end;
} stream;

typedef struct planes {
    uint8_t differences[CHANNEL][BLOCK_MOST];
} planes;

static bool has(const stream *in, size_t size)
{
    return size <= (size_t)(in->end - in->at);
}

/* ---- planes --------------------------------------------------------------------------------------------------- */

/* Decodes a group of numbers of `bits` bits, where the largest number stands for a byte behind them all. A byte begins
 * with its highest bits, or with its lowest for a `bits` of 1. `bits` is a constant in each call. */
HONE_ALWAYS_INLINE const uint8_t *decode_numbers(const uint8_t *at, unsigned bits, uint8_t out[GROUP])
{
    const uint8_t *next = at + GROUP * bits / 8;
    const unsigned largest = (1u << bits) - 1, each = 8 / bits;
    for (unsigned i = 0; i < GROUP; i++) {
        unsigned place = i % each, shift = bits == 1 ? place : 8 - bits - place * bits;
        unsigned number = (unsigned)at[i / each] >> shift & largest;
        bool is_behind = number == largest;
        out[i] = is_behind ? *next : (uint8_t)number;
        next += is_behind;
    }
    return next;
}

/* Decodes a group whose numbers have 0, 1, 2, 4 or 8 bits. */
static const uint8_t *decode_group(const uint8_t *at, unsigned bits, uint8_t out[GROUP])
{
    switch (bits) {
    case 0:
        memset(out, 0, GROUP);
        return at;
    case 1:
        return decode_numbers(at, 1, out);
    case 2:
        return decode_numbers(at, 2, out);
    case 4:
        return decode_numbers(at, 4, out);
    default:
        memcpy(out, at, GROUP);
        return at + GROUP;
    }
}

/* Decodes a plane of groups whose sizes are in front of them, two bits each. */
static bool decode_groups(stream *in, const uint8_t sizes[4], uint32_t groups, uint8_t *out)
{
    const uint8_t *head = in->at;
    if (!has(in, (groups + 3) / 4))
        return false;
    in->at += (groups + 3) / 4;
    for (uint32_t g = 0; g < groups; g++) {
        in->at = decode_group(in->at, sizes[head[g / 4] >> g % 4 * 2 & 3], out + g * GROUP);
        if (in->at > in->end)
            return false;
    }
    return true;
}

/* Decodes `count` differences. The last group may be cut; a plane that is stored as it is then has fewer bytes. */
static bool decode_plane(stream *in, unsigned kind, uint32_t count, uint8_t out[BLOCK_MOST])
{
    static const uint8_t sizes[][4] = {[PLANE_SMALL] = {0, 1, 2, 4}, [PLANE_LARGE] = {1, 2, 4, 8}};
    switch (kind) {
    case PLANE_ZERO:
        memset(out, 0, count);
        return true;
    case PLANE_PLAIN:
        if (!has(in, count))
            return false;
        memcpy(out, in->at, count);
        in->at += count;
        return true;
    default:
        return decode_groups(in, sizes[kind], (count + GROUP - 1) / GROUP, out);
    }
}

/* ---- channels ------------------------------------------------------------------------------------------------- */

static uint32_t load(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void store(uint8_t *at, uint32_t value)
{
    for (int k = 0; k < CHANNEL; k++) at[k] = (uint8_t)(value >> 8 * k);
}

/* Adds differences to bytes or halves, which are side by side in a word. A difference d is stored as 2 d, or as
 * -2 d - 1 if it is negative. lowest: a word with the lowest bit of each byte or half. bits: of each. */
HONE_ALWAYS_INLINE uint32_t add(uint32_t before, uint32_t stored, uint32_t lowest, unsigned bits)
{
    const uint32_t highest = lowest << (bits - 1), negative = (stored & lowest) * ((1u << bits) - 1);
    uint32_t difference = (stored >> 1 & ~highest) ^ negative;
    return ((before & ~highest) + (difference & ~highest)) ^ ((before ^ difference) & highest); /* without carries */
}

HONE_ALWAYS_INLINE uint32_t follow(uint32_t before, uint32_t stored, unsigned mode, unsigned turn)
{
    switch (mode) {
    case CHANNEL_BYTES:
        return add(before, stored, 0x01010101, 8);
    case CHANNEL_HALVES:
        return add(before, stored, 0x00010001, 16);
    default:
        return before ^ (stored >> turn | stored << ((32 - turn) & 31));
    }
}

/* Writes four bytes of each element, from their differences and those of the element before. Returns those of the last.
 * `mode` is a constant in each call. */
HONE_ALWAYS_INLINE uint32_t write_words(const planes *p, uint32_t count, uint32_t before, unsigned mode, unsigned turn,
                                        uint8_t *out, size_t stride)
{
    for (uint32_t i = 0; i < count; i++, out += stride) {
        uint32_t stored = p->differences[0][i] | (uint32_t)p->differences[1][i] << 8 |
                          (uint32_t)p->differences[2][i] << 16 | (uint32_t)p->differences[3][i] << 24;
        before = follow(before, stored, mode, turn);
        store(out, before);
    }
    return before;
}

/* mode: with the turn of CHANNEL_BITS in its upper half. before: the word of the element before; becomes the last. */
static void write_channel(const planes *p, uint32_t count, uint8_t mode, uint32_t *before, uint8_t *out, size_t stride)
{
    switch (mode & 15) {
    case CHANNEL_BYTES:
        *before = write_words(p, count, *before, CHANNEL_BYTES, 0, out, stride);
        break;
    case CHANNEL_HALVES:
        *before = write_words(p, count, *before, CHANNEL_HALVES, 0, out, stride);
        break;
    default:
        *before = write_words(p, count, *before, CHANNEL_BITS, mode >> 4, out, stride);
    }
}

static bool are_modes(const uint8_t *modes, size_t count)
{
    for (size_t c = 0; c < count; c++)
        if (modes[c] > CHANNEL_HALVES && (modes[c] & 15) != CHANNEL_BITS)
            return false;
    return true;
}

/* ---- elements ------------------------------------------------------------------------------------------------- */

/* Decodes a block. modes, before: [stride / 4] of the channels. */
static bool decode_block(stream *in, uint32_t count, size_t stride, const uint8_t *modes, uint32_t *before,
                         uint8_t *out)
{
    planes p;
    const uint8_t *kinds = in->at;
    if (!has(in, stride / CHANNEL))
        return false;
    in->at += stride / CHANNEL;
    for (size_t c = 0; c < stride / CHANNEL; c++) {
        for (int k = 0; k < CHANNEL; k++)
            if (!decode_plane(in, kinds[c] >> 2 * k & 3, count, p.differences[k]))
                return false;
        write_channel(&p, count, modes[c], &before[c], out + c * CHANNEL, stride);
    }
    return true;
}

bool hone_meshopt_decode_attributes(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out)
{
    enum { TAIL_LEAST = 24, CHANNELS_MOST = 64 };
    size_t stride = (size_t)layout->stride, channels = stride / CHANNEL, tail = stride + channels;
    size_t behind = tail < TAIL_LEAST ? TAIL_LEAST : tail;
    if (size < 1 + behind)
        return false;
    stream in = {data + 1, data + size - behind};
    const uint8_t *first = data + size - tail, *modes = first + stride;
    uint32_t before[CHANNELS_MOST], most = BLOCK_BYTES / (uint32_t)stride / GROUP * GROUP;
    most = most < BLOCK_MOST ? most : BLOCK_MOST;
    for (size_t c = 0; c < channels; c++) before[c] = load(first + c * CHANNEL);
    if (!are_modes(modes, channels))
        return false;
    for (uint64_t left = layout->count; left;) {
        uint32_t count = left < most ? (uint32_t)left : most;
        if (!decode_block(&in, count, stride, modes, before, out))
            return false;
        out += count * stride;
        left -= count;
    }
    return in.at == in.end;
}
