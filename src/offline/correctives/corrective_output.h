/* The state while corrective shapes are made, and the functions that write the result. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_OUTPUT_H
#define HONE_SRC_OFFLINE_CORRECTIVES_CORRECTIVE_OUTPUT_H

#include "base/files/byte_writer.h"
#include "base/memory/arena.h"
#include "offline/bake/key_reduction.h"
#include "offline/correctives/corrective_basis.h"
#include <hone/io.h>

/* How far linear blend skinning moves the vertices of a bone off. */
typedef struct corrective_need {
    double error, angle;
    uint32_t worst; /* the worst vertex */
} corrective_need;

typedef struct corrective_context {
    const hone_corrective_desc *desc;
    hone_corrective_report *report;
    hone_error *error;
    hone_arena *memory;
    hone_skinning_error skinning;
    /* [vertex_count of the model] The bone whose shapes correct the vertex; HONE_NONE: none needed. */
    int32_t *bones;
    corrective_need *needs; /* [bone_count] */
    uint32_t group_count;
    hone_corrective_basis *groups; /* one for each bone with a vertex that is off by more than the bound */

    uint32_t count;          /* number of kept shapes of all groups */
    hone_bake_track *tracks; /* [count] their weights in a chunk */
    float *peaks;            /* [count] each weight's value furthest from 0 */
    uint32_t *kept;          /* [SAMPLE_CHUNK_FRAMES] */
    hone_writer frames;      /* frame number of each key */
    hone_writer weights;     /* [count] weights per key */

    hone_channels player; /* plays these keys */
    float *played;        /* [count] weights as the player computes them */
} corrective_context;

/* Scales the shapes so that their weights are at most 1, and drops offsets too small to matter. All that is dropped
 * from a vertex of a group adds up to at most `least`. */
void hone_corrective_output_trim(corrective_context *c, double least);

/* Creates the morphs and the motion. Returns NULL with the error on failure. */
hone_correctives *hone_corrective_output_finish(const corrective_context *c);

#endif
