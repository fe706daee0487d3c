/* Finds the times of a table's rows: those of the keys, and more between them where interpolation of two rows would be
 * off by more than a tolerance. */
#ifndef HONE_SRC_CROWD_KNOTS_H
#define HONE_SRC_CROWD_KNOTS_H

#include "crowd/source.h"

typedef struct hone_crowd_knot_desc {
    const hone_crowd_source *source;
    const hone_motion *clip;
    uint32_t bone_count;
    uint32_t limit; /* the most rows */
    float angle;    /* tolerance of rotations, radians */
    float length;   /* tolerance of translations */
    float size;     /* tolerance of scales */
} hone_crowd_knot_desc;

/* times: out: [count] ascending, from the scratch. Returns false if out of memory, or with `over` if there would be
 * more rows than the limit. */
bool hone_crowd_find_knots(const hone_crowd_knot_desc *desc, hone_arena *scratch, double **times, uint32_t *count,
                           bool *over);

#endif
