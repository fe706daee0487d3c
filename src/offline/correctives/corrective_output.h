/* What is under way while corrective shapes are made, and what comes of it. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_OUTPUT_H
#define HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_OUTPUT_H

#include "base/byte_writer.h"
#include "offline/bake/key_reduction.h"
#include "offline/correctives/corrective_basis.h"

/* How far linear skinning takes the vertices of a bone. */
typedef struct correcting_need {
    double error, angle;
    uint32_t worst; /* vertex */
} correcting_need;

typedef struct correcting {
    const hone_corrective_desc *desc;
    hone_corrective_report *report;
    hone_error *error;
    hone_builder *memory;
    bake_residuals residuals;
    int32_t *bones;         /* [vertex_count of the model] whose shapes move a vertex; HONE_NONE: it needs none */
    correcting_need *needs; /* [bone_count] */
    uint32_t group_count;
    bake_shapes *groups; /* of bones with a vertex that is further off than the bound */

    uint32_t count;      /* shapes that are kept, of all groups */
    bake_track *tracks;  /* [count] their weights in a window */
    float *peaks;        /* [count] the weight furthest from 0 */
    uint32_t *kept;      /* [BAKE_WINDOW] */
    hone_writer frames;  /* of the keys */
    hone_writer weights; /* [count] a key */

    hone_channels player; /* of those keys */
    float *played;        /* [count] weights as the player has them */
} correcting;

/* Brings the shapes to weights of at most 1, and leaves out offsets too small to be worth a place: all that a group
 * leaves out of a vertex is at most `least`. */
void correcting_trim(correcting *c, double least);

/* The shapes and the motion; NULL, with the error. */
hone_correctives *correcting_finish(const correcting *c);

#endif
