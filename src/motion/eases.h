/* The easing curves in use at a time. Tracks that have keys at the same frames with the same curve share one, so a
 * curve is solved once for all of them. */
#ifndef HONE_SRC_MOTION_EASES_H
#define HONE_SRC_MOTION_EASES_H

#include "base/arena.h"
#include <hone/motion.h>

/* A curve between two keys. */
typedef struct hone_ease {
    uint32_t begin, length; /* frames */
    hone_curve curve;
    uint32_t users, next; /* next: of the same hash, or the next free one */
    bool alone;           /* it is not solved together with others: see hone_curve_is_flat */
} hone_ease;

enum { HONE_EASE_LANES = 4 };

/* Four curves: cubics in x and in y. Those not in use have any numbers. */
typedef struct hone_ease_lanes {
    double begin[HONE_EASE_LANES], per_length[HONE_EASE_LANES];
    double xa[HONE_EASE_LANES], xb[HONE_EASE_LANES], xc[HONE_EASE_LANES];
    double ya[HONE_EASE_LANES], yb[HONE_EASE_LANES], yc[HONE_EASE_LANES];
} hone_ease_lanes;

typedef struct hone_motion_kernel hone_motion_kernel;

typedef struct hone_eases {
    hone_ease *eases;       /* [capacity] */
    hone_ease_lanes *lanes; /* [capacity / HONE_EASE_LANES] */
    double *values;         /* [capacity] 0 to 1: the eased positions at the frame evaluated last */
    uint32_t *heads;        /* [1 << bits] the first of each hash */
    uint32_t capacity, used, free, bits;
    uint32_t alone; /* how many of those in use are */
    hone_curve_mode mode;
    const hone_motion_kernel *kernel;
} hone_eases;

enum { HONE_NO_EASE = -1 };

/* Makes room for `capacity` curves. Returns false if out of memory. */
bool hone_eases_make(hone_eases *eases, uint32_t capacity, hone_curve_mode mode, const hone_motion_kernel *kernel,
                     hone_arena *memory);

/* Returns the index of a curve between two keys. It must be given back. Its place in `values` does not change. */
int32_t hone_eases_take(hone_eases *eases, uint32_t begin, uint32_t length, hone_curve curve);

/* Frees the place of a curve without users. */
void hone_eases_drop(hone_eases *eases, uint32_t index);

/* Gives an index back. HONE_NO_EASE is allowed. */
static inline void hone_eases_give_back(hone_eases *eases, int32_t index)
{
    if (index != HONE_NO_EASE && --eases->eases[index].users == 0)
        hone_eases_drop(eases, (uint32_t)index);
}

/* Computes the values at a frame, which must be between the keys of all curves in use. */
void hone_eases_evaluate(hone_eases *eases, double frame);

#endif
