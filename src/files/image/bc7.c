/* Blocks of BC7. Source: Khronos Data Format Specification 1.3, "BPTC Compressed Texture Image Formats"; Microsoft,
 * "BC7 Format". */
#include "files/image/bc7.h"
#include <string.h>

enum { TEXELS = 16, SUBSETS_MAX = 3 };

/* How the fields of a mode are packed: bits of each. */
typedef struct bc7_mode {
    uint8_t subsets, partition, rotation, selection;
    uint8_t colour, alpha;   /* of a channel of an end point */
    uint8_t own_low_bits;    /* each end point has a low bit for all of its channels */
    uint8_t shared_low_bits; /* both end points of a subset have one */
    uint8_t index, second;
} bc7_mode;

static const bc7_mode modes[8] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

/* The subset of each texel: a bit each, the first texel lowest. */
static const uint16_t two_subsets[64] = {
    0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80, 0xC800, 0xFFEC, 0xFE80, 0xE800, 0xFFE8,
    0xFF00, 0xFFF0, 0xF000, 0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310, 0x3100, 0x8CCE, 0x088C, 0x3110,
    0x6666, 0x366C, 0x17E8, 0x0FF0, 0x718E, 0x399C, 0xAAAA, 0xF0F0, 0x5A5A, 0x33CC, 0x3C3C, 0x55AA, 0x9696,
    0xA55A, 0x73CE, 0x13C8, 0x324C, 0x3BDC, 0x6996, 0xC33C, 0x9966, 0x0660, 0x0272, 0x04E4, 0x4E40, 0x2720,
    0xC936, 0x936C, 0x39C6, 0x639C, 0x9336, 0x9CC6, 0x817E, 0xE718, 0xCCF0, 0x0FCC, 0x7744, 0xEE22,
};

/* Two bits each. */
static const uint32_t three_subsets[64] = {
    0xAA685050, 0x6A5A5040, 0x5A5A4200, 0x5450A0A8, 0xA5A50000, 0xA0A05050, 0x5555A0A0, 0x5A5A5050,
    0xAA550000, 0xAA555500, 0xAAAA5500, 0x90909090, 0x94949494, 0xA4A4A4A4, 0xA9A59450, 0x2A0A4250,
    0xA5945040, 0x0A425054, 0xA5A5A500, 0x55A0A0A0, 0xA8A85454, 0x6A6A4040, 0xA4A45000, 0x1A1A0500,
    0x0050A4A4, 0xAAA59090, 0x14696914, 0x69691400, 0xA08585A0, 0xAA821414, 0x50A4A450, 0x6A5A0200,
    0xA9A58000, 0x5090A0A8, 0xA8A09050, 0x24242424, 0x00AA5500, 0x24924924, 0x24499224, 0x50A50A50,
    0x500AA550, 0xAAAA4444, 0x66660000, 0xA5A0A5A0, 0x50A050A0, 0x69286928, 0x44AAAA44, 0x66666600,
    0xAA444444, 0x54A854A8, 0x95809580, 0x96969600, 0xA85454A8, 0x80959580, 0xAA141414, 0x96960000,
    0xAAAA1414, 0xA05050A0, 0xA0A5A5A0, 0x96000000, 0x40804080, 0xA9A8A9A8, 0xAAAAAA44, 0x2A4A5254,
};

/* The texel of a subset whose index has one bit less; that of subset 0 is texel 0. */
static const uint8_t second_anchors[2][64] = {
    {15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2,  8, 2, 2, 8,
     8,  15, 2,  8,  2,  2,  8,  8,  2,  2,  15, 15, 6,  8,  2,  8,  15, 15, 2, 8, 2, 2,
     2,  15, 15, 6,  6,  2,  6,  8,  15, 15, 2,  2,  15, 15, 15, 15, 15, 2,  2, 15},
    {3,  3,  15, 15, 8, 3,  15, 15, 8,  8,  6, 6,  6, 5,  3, 3,  3,  3,  8,  15, 3,  3,
     6,  10, 5,  8,  8, 6,  8,  5,  15, 15, 8, 15, 3, 5,  6, 10, 8,  15, 15, 3,  15, 5,
     15, 15, 15, 15, 3, 15, 5,  5,  5,  8,  5, 10, 5, 10, 8, 13, 15, 12, 3,  3},
};
static const uint8_t third_anchors[64] = {
    15, 8, 8, 3,  15, 15, 3,  8,  15, 15, 15, 15, 15, 15, 15, 8,  15, 8,  15, 3,  15, 8,
    15, 8, 3, 15, 6,  10, 15, 15, 10, 8,  15, 3,  15, 10, 10, 8,  9,  10, 6,  15, 8,  15,
    3,  6, 6, 8,  15, 3,  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3,  15, 15, 8,
};

typedef struct bit_reader {
    const uint8_t *block;
    uint32_t at;
} bit_reader;

static uint32_t take(bit_reader *bits, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++, bits->at++)
        value |= (uint32_t)(bits->block[bits->at / 8] >> bits->at % 8 & 1) << i;
    return value;
}

typedef struct bc7_block {
    const bc7_mode *mode;
    uint32_t partition, rotation, selection;
    uint8_t ends[2 * SUBSETS_MAX][4]; /* 0..255 */
    uint8_t index[TEXELS], second[TEXELS];
} bc7_block;

static uint32_t subset_of(const bc7_block *b, uint32_t texel)
{
    if (b->mode->subsets == 1)
        return 0;
    return b->mode->subsets == 2 ? two_subsets[b->partition] >> texel & 1u
                                 : three_subsets[b->partition] >> 2 * texel & 3u;
}

static bool is_anchor(const bc7_block *b, uint32_t texel)
{
    uint32_t subsets = b->mode->subsets;
    return texel == 0 || (subsets > 1 && texel == second_anchors[subsets - 2][b->partition]) ||
           (subsets == 3 && texel == third_anchors[b->partition]);
}

/* Fills the low bits of a byte with the high ones. */
static uint8_t widen(uint32_t value, uint32_t bits)
{
    uint32_t high = value << (8 - bits);
    return (uint8_t)(high | high >> bits);
}

static void read_ends(bit_reader *bits, bc7_block *b)
{
    const bc7_mode *mode = b->mode;
    uint32_t ends = 2u * mode->subsets, low[2 * SUBSETS_MAX] = {0};
    uint32_t raw[2 * SUBSETS_MAX][4] = {{0}}, extra = mode->own_low_bits | mode->shared_low_bits;
    for (uint32_t c = 0; c < 4; c++)
        for (uint32_t e = 0; e < ends; e++) raw[e][c] = take(bits, c < 3 ? mode->colour : mode->alpha);
    for (uint32_t e = 0; e < ends; e++)
        low[e] = mode->own_low_bits || (mode->shared_low_bits && e % 2 == 0) ? take(bits, 1) : e ? low[e - 1] : 0;
    for (uint32_t e = 0; e < ends; e++)
        for (uint32_t c = 0; c < 4; c++) {
            uint32_t width = c < 3 ? mode->colour : mode->alpha;
            b->ends[e][c] = width ? widen(extra ? raw[e][c] << 1 | low[e] : raw[e][c], width + extra) : 255;
        }
}

static uint8_t between(uint32_t from, uint32_t to, uint32_t index, uint32_t bits)
{
    static const uint8_t weights[3][TEXELS] = {
        {0, 21, 43, 64}, {0, 9, 18, 27, 37, 46, 55, 64}, {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};
    uint32_t weight = weights[bits - 2][index];
    return (uint8_t)(((64 - weight) * from + weight * to + 32) >> 6);
}

static void write_texel(const bc7_block *b, uint32_t texel, uint8_t out[4])
{
    const bc7_mode *mode = b->mode;
    const uint8_t *from = b->ends[2 * subset_of(b, texel)], *to = from + 4;
    bool swapped = b->selection != 0;
    for (uint32_t c = 0; c < 4; c++) {
        bool second = mode->second && (c == 3) != swapped;
        out[c] = second ? between(from[c], to[c], b->second[texel], mode->second)
                        : between(from[c], to[c], b->index[texel], mode->index);
    }
    if (b->rotation) {
        uint8_t alpha = out[3];
        out[3] = out[b->rotation - 1], out[b->rotation - 1] = alpha;
    }
}

void hone_bc7_decode(const uint8_t block[16], uint8_t out[16][4])
{
    bit_reader bits = {block, 0};
    bc7_block b = {0};
    uint32_t mode = 0;
    while (mode < 8 && !(block[0] >> mode & 1)) mode++;
    memset(out, 0, 4 * (size_t)TEXELS);
    if (mode == 8) /* reserved */
        return;
    b.mode = &modes[mode];
    bits.at = mode + 1;
    b.partition = take(&bits, b.mode->partition);
    b.rotation = take(&bits, b.mode->rotation);
    b.selection = take(&bits, b.mode->selection);
    read_ends(&bits, &b);
    for (uint32_t t = 0; t < TEXELS; t++) b.index[t] = (uint8_t)take(&bits, b.mode->index - (uint32_t)is_anchor(&b, t));
    for (uint32_t t = 0; t < TEXELS && b.mode->second; t++)
        b.second[t] = (uint8_t)take(&bits, b.mode->second - (uint32_t)(t == 0));
    for (uint32_t t = 0; t < TEXELS; t++) write_texel(&b, t, out[t]);
}
