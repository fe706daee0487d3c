/* The easing curves that the tracks of a sampler are in, each with two keys. The same curve between the same keys is
 * solved once, however many bones and coordinates are in it: dances key many bones at the same frames alike. */
#ifndef HONE_SRC_MOTION_EASES_H
#define HONE_SRC_MOTION_EASES_H

#include "base/memory/arena.h"
#include "core/motion/slerps.h"
#include <hone/motion.h>

/* What is the same in half a curve: t from 0 to 1/2, or from 1/2 to 1. The part of x in which the root is, is a cubic
 * of its own: t = begin + r or begin - r, and |x(t) - x(begin)| is ((a r + bend) r + slope) r, for r from 0 to 1/2. It
 * begins at that end of the half where x is flatter, because there t depends most on x. */
typedef struct hone_ease_half {
    _Alignas(32) float edge[HONE_BLOCK_LANES]; /* x at `begin` */
    float begin[HONE_BLOCK_LANES];             /* t there: 0, 1/2 or 1 */
    float bend[HONE_BLOCK_LANES], slope[HONE_BLOCK_LANES];
    float per_rise[HONE_BLOCK_LANES]; /* 1 / how much x rises in the half; below 0: t = begin - r */
} hone_ease_half;

/* Eight curves, which are solved at once. */
typedef struct hone_ease_group {
    _Alignas(64) double begin[HONE_BLOCK_LANES];                   /* the frame of the first key */
    double length[HONE_BLOCK_LANES], per_length[HONE_BLOCK_LANES]; /* frames to the second; 1 / length */
    /* Cubics ((k[0] t + k[1]) t + k[2]) t, in units of 1/127, which make all numbers whole. [coefficient] */
    float x[3][HONE_BLOCK_LANES], y[3][HONE_BLOCK_LANES];
    float middle[HONE_BLOCK_LANES]; /* x at 1/2 */
    hone_ease_half halves[2];
    /* What the rest is computed from. curves: see hone_curve_word; first, last: the frames of the keys */
    uint32_t curves[HONE_BLOCK_LANES], first[HONE_BLOCK_LANES], last[HONE_BLOCK_LANES];
    double *values; /* [HONE_BLOCK_LANES] out: the eased positions, 0 to 1; aligned as `begin` */
    bool cubes;     /* lanes may have no slope and no bend where a part begins */
    bool stale;     /* the cubics are older than the curves */
} hone_ease_group;

/* Each curve has a place: 1 + its lane + 8 times the number of its group. The place is free as soon as the frame is not
 * between the curve's keys. */
typedef struct hone_eases {
    hone_ease_group *groups;  /* [group_count]; no place is taken after `taken_count` of them */
    double *values;           /* [1 + 8 * group_count] by place; the first is for lanes without a curve */
    hone_ease_group **solved; /* [solved_count] those in which a place is not free */
    uint32_t *found;          /* by hash: the place that was taken last for it */
    uint32_t group_count, taken_count, solved_count;
    uint32_t hash_shift;
    uint32_t at;   /* the frame of hone_eases_begin, rounded down */
    uint32_t next; /* no place before it is free at that frame */
} hone_eases;

#define HONE_CURVE_UNIT (1 / 127.0)

/* The numbers of a curve: x1 in the lowest byte, then y1, x2, y2. 0 is straight. */
static inline uint32_t hone_curve_word(hone_curve curve)
{
    return (uint32_t)curve.x1 | (uint32_t)curve.y1 << 8 | (uint32_t)curve.x2 << 16 | (uint32_t)curve.y2 << 24;
}

/* Returns false for a straight curve, which need not be solved. */
static inline bool hone_curve_word_bends(uint32_t word)
{
    return ((word ^ word >> 8) & 0x00ff00ff) != 0;
}

/* Makes room for `most` curves at a time. Returns false if out of memory. */
bool hone_eases_make(hone_eases *eases, uint32_t most, hone_arena *memory);

/* Begins to take curves that hold a frame. Returns true if it is before that of the last call: then curves that hold it
 * may be in no use. They must be forgotten, so that there is room for others. */
bool hone_eases_begin(hone_eases *eases, double frame);

/* Forgets all curves that are not kept after this call. */
void hone_eases_forget(hone_eases *eases);

static inline hone_ease_group *hone_ease_group_of(const hone_eases *eases, uint32_t place)
{
    return &eases->groups[(place - 1) / HONE_BLOCK_LANES];
}

static inline uint32_t hone_ease_lane_of(uint32_t place)
{
    return (place - 1) % HONE_BLOCK_LANES;
}

/* Returns whether the place is taken by a curve that holds the frame. */
static inline bool hone_ease_is_taken(const hone_eases *eases, uint32_t place)
{
    const hone_ease_group *group = hone_ease_group_of(eases, place);
    const uint32_t lane = hone_ease_lane_of(place);
    return group->first[lane] <= eases->at && eases->at < group->last[lane];
}

static inline void hone_eases_keep(hone_eases *eases, uint32_t place)
{
    hone_ease_group *group = hone_ease_group_of(eases, place);
    const uint32_t lane = hone_ease_lane_of(place);
    group->last[lane] = group->first[lane] + (uint32_t)group->length[lane];
}

/* Returns the first free place from the next one on. */
uint32_t hone_eases_search(const hone_eases *eases);

/* Puts a curve into a free place. Returns the place. */
static inline uint32_t hone_eases_put(hone_eases *eases, uint32_t curve, uint32_t first, uint32_t last)
{
    const uint32_t place = hone_ease_is_taken(eases, eases->next) ? hone_eases_search(eases) : eases->next;
    eases->next = place + 1;
    hone_ease_group *group = hone_ease_group_of(eases, place);
    const uint32_t lane = hone_ease_lane_of(place);
    group->curves[lane] = curve;
    group->first[lane] = first;
    group->last[lane] = last;
    group->begin[lane] = first;
    group->length[lane] = last - first;
    group->per_length[lane] = 1 / group->length[lane];
    group->stale = true;
    return place;
}

/* Returns the place of a curve between the keys at two frames. */
static inline uint32_t hone_eases_take(hone_eases *eases, uint32_t curve, uint32_t first, uint32_t last)
{
    const uint32_t key = curve ^ first * 0x85ebca6bu ^ last * 0xc2b2ae35u;
    uint32_t *found = &eases->found[key * 0x9e3779b1u >> eases->hash_shift];
    const hone_ease_group *group = hone_ease_group_of(eases, *found);
    const uint32_t lane = hone_ease_lane_of(*found);
    if (group->curves[lane] != curve || group->first[lane] != first || group->last[lane] != last)
        *found = hone_eases_put(eases, curve, first, last);
    return *found;
}

/* Prepares the curves that were taken, by a kernel's function, and lists the groups that are solved. */
void hone_eases_end(hone_eases *eases, void (*set_curves)(hone_ease_group *group));

#endif
