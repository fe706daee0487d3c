/* The easing curves in use at a time. Tracks that have keys at the same frames with the same curve share one, so a
 * curve is solved once for all of them. */
#ifndef HONE_SRC_MOTION_EASES_H
#define HONE_SRC_MOTION_EASES_H

#include "base/arena.h"
#include <hone/motion.h>

/* A curve between two keys. */
typedef struct hone_ease {
    double begin, length; /* frames */
    hone_curve curve;
    uint32_t users, next; /* next: of the same hash, or the next free one */
} hone_ease;

typedef struct hone_eases {
    hone_ease *eases; /* [capacity] */
    double *values;   /* [capacity] 0 to 1: the eased positions at the frame evaluated last */
    uint32_t *heads;  /* [1 << bits] the first of each hash */
    uint32_t capacity, used, free, bits;
    hone_curve_mode mode;
} hone_eases;

enum { HONE_NO_EASE = -1 };

/* Makes room for `capacity` curves. Returns false if out of memory. */
bool hone_eases_make(hone_eases *eases, uint32_t capacity, hone_curve_mode mode, hone_arena *memory);

/* Returns the index of a curve between two keys. It must be given back. Its place in `values` does not change. */
int32_t hone_eases_take(hone_eases *eases, double begin, double length, hone_curve curve);

/* Gives an index back. HONE_NO_EASE is allowed. */
void hone_eases_give_back(hone_eases *eases, int32_t index);

/* Computes the values at a frame, which must be between the keys of all curves in use. */
void hone_eases_evaluate(hone_eases *eases, double frame);

#endif
