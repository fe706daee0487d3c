/* The layout of a block, and the tables of an open clip. docs/formats.md describes the bytes.
 *
 * The parts of bones that change are tracks. Tracks are in groups: rotations of three components, rotations of four,
 * translations, scales, weights; in each group in the order of the bones or weights. A track has a step in each
 * segment, and each of its components a profile: the numbers of bits of its coefficients. Four tracks of a group are
 * decoded at once: in a segment come the x of all four, then their y, and so on. */
#ifndef HONE_SRC_CLIP_LAYOUT_H
#define HONE_SRC_CLIP_LAYOUT_H

#include "base/memory/arena.h"
#include "core/clip/basis.h"
#include "core/clip/kernels/kernels.h"
#include <hone/clip.h>
#include <math.h>

enum {
    HONE_CLIP_VERSION = 2,
    HONE_CLIP_HEADER = 48,      /* bytes */
    HONE_CLIP_TAIL = 16,        /* zero bytes at the end, so that any 16 bytes may be read at once */
    HONE_CLIP_PROFILES = 256,   /* the most profiles of a clip */
    HONE_CLIP_QUARTERS = 4,     /* of the coefficients of a component */
    HONE_CLIP_STEPS = 256,      /* steps: see hone_clip_step */
    HONE_CLIP_BITS = 30,        /* the most bits of a coefficient */
    HONE_CLIP_TARGETS = 1 << 20 /* the most bones, and the most weights */
};

/* How a part of a bone, or a weight, is stored. Two bits for each part in a byte for each bone. */
typedef enum hone_clip_kind { CLIP_ABSENT, CLIP_REST, CLIP_CONSTANT, CLIP_ANIMATED } hone_clip_kind;

enum { CLIP_T, CLIP_R, CLIP_S, CLIP_PARTS };
enum { CLIP_FOUR = 1 << 6 }; /* in the byte of a bone: its rotation has four components */

static inline hone_clip_kind hone_clip_kind_of(uint8_t kinds, int part)
{
    return (hone_clip_kind)(kinds >> 2 * part & 3);
}

/* The groups of tracks. */
enum { CLIP_ROTATIONS, CLIP_FOURS, CLIP_TRANSLATIONS, CLIP_SCALES, CLIP_WEIGHTS, CLIP_GROUPS };

static inline uint32_t hone_clip_width(int group)
{
    static const uint8_t widths[CLIP_GROUPS] = {3, 4, 3, 3, 1};
    return widths[group];
}

/* How eight coefficients are read at once: from 16 bytes of the block, the four bytes in which each begins are put side
 * by side, and shifted. */
typedef struct hone_clip_half {
    uint8_t places[HONE_CLIP_SEGMENT / 2][4]; /* of these bytes among the 16; CLIP_NO_BYTE: none */
    uint8_t shifts[2][HONE_CLIP_SEGMENT / 2]; /* to the left, so that the sign is the highest bit; then to the right */
} hone_clip_half;

enum { CLIP_NO_BYTE = 0x80 };

/* The way to fill vectors: each half into 16 bytes; else each quarter into 16 bytes; else nothing. */
typedef enum hone_clip_fit { CLIP_HALVES, CLIP_QUARTERS, CLIP_NUMBERS } hone_clip_fit;

/* The numbers of bits of one component's coefficients, and how they are read. In a block it is a word: bits[0] is in
 * its lowest five bits. A component takes whole bytes. */
typedef struct hone_clip_profile {
    hone_clip_half halves[2]; /* with CLIP_QUARTERS, the 16 bytes are those of a quarter */
    uint8_t bits[HONE_CLIP_WIDTHS];
    uint8_t fit;                         /* hone_clip_fit */
    bool has_long_quarter;               /* four coefficients may take more than 8 bytes */
    uint8_t bytes;                       /* of the component: at most 60 */
    uint8_t offsets[HONE_CLIP_QUARTERS]; /* bytes from the component to its quarters */
    uint8_t shifts[HONE_CLIP_QUARTERS];  /* bits from there to their first coefficient: 0..7 */
    uint8_t unused[16];                  /* so that a profile is in two cache lines */
} hone_clip_profile;

/* Returns how many bytes a component takes. */
uint32_t hone_clip_profile_bytes(const uint8_t bits[HONE_CLIP_WIDTHS]);
/* Computes all fields of a profile from its bits. */
void hone_clip_profile_finish(hone_clip_profile *profile);

/* The step of coefficients: four in each power of two, from 2^8 down. */
static inline float hone_clip_step(uint32_t index)
{
    static const float parts[4] = {1, 0.840896415f, 0.707106781f, 0.594603558f};
    return ldexpf(parts[index % 4], 8 - (int)(index / 4));
}

/* Four tracks' values without their changes: translations and scales, or the rotations that are on the left of those
 * that are stored. */
typedef struct hone_clip_base {
    float lanes[4][4]; /* [component][track] */
} hone_clip_base;

typedef struct hone_clip_constant {
    uint32_t target;
    float value[4];
} hone_clip_constant;

struct hone_packed_clip {
    hone_arena *memory;
    hone_packed_clip_info info;
    uint8_t *parts, *has_weight;
    uint32_t constant_counts[CLIP_PARTS + 1]; /* the last: of weights */
    hone_clip_constant *constants[CLIP_PARTS + 1];
    uint32_t counts[CLIP_GROUPS]; /* tracks */
    uint32_t *targets[CLIP_GROUPS];
    hone_clip_base *bases[CLIP_GROUPS]; /* [ceil(count / 4)]; NULL for fours and weights */
    uint32_t track_count, component_count;
    uint32_t interval_count; /* between the samples of a segment, except of the last */
    uint32_t reciprocal;     /* 2^32 / interval_count, rounded up */
    uint32_t segment_count;
    const uint8_t **segments; /* [segment_count] */
    hone_clip_profile *profiles;
    float steps[HONE_CLIP_STEPS];
    const hone_clip_kernel *kernel;
};

/* Returns how many samples a segment has, which begins at the sample segment * interval_count. */
static inline uint32_t hone_clip_segment_size(uint32_t sample_count, uint32_t interval_count, uint32_t segment)
{
    uint32_t left = sample_count - segment * interval_count;
    return left < interval_count + 1 ? left : interval_count + 1;
}

/* Returns w of a unit quaternion from x, y, z; w is not negative. */
static inline float hone_clip_last(float x, float y, float z)
{
    float square = 1 - x * x - y * y - z * z;
    return square > 0 ? sqrtf(square) : 0;
}

/* A constant rotation in three words: all components but the largest, in units of 2^-31; the two lowest bits of the
 * first word are the number of the largest, which is positive. */
void hone_clip_write_rotation(const float rotation[4], uint32_t words[3]);
void hone_clip_read_rotation(const uint32_t words[3], float rotation[4]);

#endif
