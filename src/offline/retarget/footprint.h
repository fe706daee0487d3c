/* The outermost points of a foot at rest: those of its sole, and those above it, which are the lowest ones of a steep
 * foot. */
#ifndef HONE_SRC_OFFLINE_RETARGET_FOOTPRINT_H
#define HONE_SRC_OFFLINE_RETARGET_FOOTPRINT_H

#include "offline/retarget/humanoid_rest.h"

enum { FOOTPRINT_POINTS = 16, FOOTPRINT_FOOT = 0, FOOTPRINT_TOES = 1, FOOTPRINT_PARTS = 2 };

/* In common space: of the foot relative to the ankle, of the toes relative to their joint. */
typedef struct retarget_footprint {
    float points[FOOTPRINT_PARTS][FOOTPRINT_POINTS][3];
    uint8_t counts[FOOTPRINT_PARTS];
} retarget_footprint;

/* Errors: returns false if out of memory. */
bool hone_footprint_make(const hone_humanoid_rest *humanoid, int side, hone_arena *memory, retarget_footprint *out);

#endif
