/* The moments of which direct delta mush is made: what each slot moves around each node, smoothed at rest. */
#ifndef HONE_SRC_SKIN_DEFORM_MOMENTS_H
#define HONE_SRC_SKIN_DEFORM_MOMENTS_H

#include "core/skin/deform/mush_mesh.h"
#include <hone/deform.h>

/* xx, xy, xz, yy, yz, zz, x, y, z, 1 */
enum { HONE_MOMENTS = 10, HONE_MOMENT_FIRST = 6, HONE_MOMENT_WEIGHT = 9 };

/* The moments of one slot at one node: the sum of b w m over the nodes around. */
typedef struct hone_moment {
    int32_t slot;
    double m[HONE_MOMENTS];
} hone_moment;

typedef struct hone_moments {
    size_t *begin;     /* [node_count + 1] of each node's list */
    uint32_t *counts;  /* [node_count] how many of the list count */
    hone_moment *list; /* by slot at each node: about its centre, and divided by its variance */
    double *variance;  /* [node_count] */
    double (*centres)[3];
    double (*sums)[6]; /* [node_count] all second moments of a node, of trace 1: xx, xy, xz, yy, yz, zz */
} hone_moments;

/* Sums and smooths moments. All arrays come from `scratch`, the lists from *steps, which the caller destroys if it is
 * not NULL. Returns false if out of memory. */
bool hone_moments_make(const hone_mush_mesh *nodes, const hone_mush_desc *desc, hone_arena *scratch, hone_arena **steps,
                       hone_moments *out);

#endif
