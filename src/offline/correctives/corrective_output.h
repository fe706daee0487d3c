/* What is under way while corrective shapes are made, and what comes of it. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_OUTPUT_H
#define HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_OUTPUT_H

#include "base/byte_writer.h"
#include "offline/bake/key_reduction.h"
#include "offline/correctives/corrective_basis.h"

/* How far linear skinning takes the vertices of a bone. */
typedef struct corrective_need {
    double error, angle;
    uint32_t worst; /* vertex */
} corrective_need;

typedef struct corrective_context {
    const hone_corrective_desc *desc;
    hone_corrective_report *report;
    hone_error *error;
    hone_builder *memory;
    hone_skinning_error residuals;
    int32_t *bones;         /* [vertex_count of the model] whose shapes move a vertex; HONE_NONE: it needs none */
    corrective_need *needs; /* [bone_count] */
    uint32_t group_count;
    hone_corrective_basis *groups; /* of bones with a vertex that is further off than the bound */

    uint32_t count;          /* shapes that are kept, of all groups */
    hone_bake_track *tracks; /* [count] their weights in a window */
    float *peaks;            /* [count] the weight furthest from 0 */
    uint32_t *kept;          /* [SAMPLE_CHUNK_FRAMES] */
    hone_writer frames;      /* of the keys */
    hone_writer weights;     /* [count] a key */

    hone_channels player; /* of those keys */
    float *played;        /* [count] weights as the player has them */
} corrective_context;

/* Brings the shapes to weights of at most 1, and leaves out offsets too small to be worth a place: all that a group
 * leaves out of a vertex is at most `least`. */
void hone_corrective_output_trim(corrective_context *c, double least);

/* The shapes and the motion; NULL, with the error. */
hone_correctives *hone_corrective_output_finish(const corrective_context *c);

#endif
