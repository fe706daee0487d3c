/* Finds the times of a table's rows: those of the keys, or times at equal distances; and more between them where
 * interpolation of two rows would be off by more than a tolerance, or turn too far. */
#ifndef HONE_SRC_CROWD_KNOTS_H
#define HONE_SRC_CROWD_KNOTS_H

#include "play/crowd/source.h"

typedef struct hone_crowd_knot_desc {
    const hone_crowd_source *source;
    const hone_motion *clip;
    uint32_t bone_count;
    uint32_t limit; /* the most rows */
    float rate;     /* rows in a second, without regard to keys and tolerances; 0: those of the keys */
    float angle;    /* tolerance of rotations, radians */
    float length;   /* tolerance of translations */
    float size;     /* tolerance of scales */
} hone_crowd_knot_desc;

/* times: out: [count] ascending, from the scratch. Returns false if out of memory, or with `over` if there would be
 * more rows than the limit. */
bool hone_crowd_find_knots(const hone_crowd_knot_desc *desc, hone_arena *scratch, double **times, uint32_t *count,
                           bool *over);

#endif
