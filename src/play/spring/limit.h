/* Limits of the direction of a joint. */
#ifndef HONE_SRC_SPRING_LIMIT_H
#define HONE_SRC_SPRING_LIMIT_H

#include <hone/avatar.h>

typedef struct hone_limit {
    uint8_t kind;                /* hone_spring_limit_kind */
    double angles[2];            /* within their ranges */
    double sines[2], cosines[2]; /* of the angles */
    double rotation[4];          /* the axes at rest from those of the limit */
} hone_limit;

/* Prepares a limit. axis: the direction of the joint at rest, unit length. */
hone_limit hone_limit_make(const hone_spring_limit *limit, const double axis[3]);

/* Brings a direction of unit length within the limit. direction: in the limit's own axes, in and out. Returns whether
 * it was changed. */
bool hone_limit_apply(const hone_limit *limit, double direction[3]);

#endif
