/* The error metric: measures how far bones and vertices are off because keys were left out, or because of linear
 * blend skinning. */
#ifndef HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H
#define HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H

#include "base/arena.h"
#include "offline/bake/mmd_playback.h"
#include "offline/bake/vertex_error.h"
#include <hone/skin.h>
#include <math.h>

typedef struct hone_error_metric {
    const hone_model_data *model;
    hone_allocator allocator;
    hone_mmd_playback *playback;  /* NULL: a player without MMD's rig, with parents only */
    hone_affine *model_from_bone; /* [bone_count] bones as the keys place them */
    hone_vertex_error vertices;
    /* For the error of linear blend skinning, if some vertices are SDEF or QDEF: */
    hone_skin *kinds;                         /* each vertex skinned by its kind; NULL: all are linear */
    hone_skin *linear;                        /* all vertices skinned linearly, with weights of sum 1 */
    hone_skin_rest *kinds_rest, *linear_rest; /* NULL: no morph moves a vertex */
    hone_palette palette;
    float (*posed[2])[3]; /* [vertex_count] linear; by kind */
} hone_error_metric;

bool hone_error_metric_make(const hone_sample_chunk *chunk, hone_mmd_playback *playback,
                            const hone_allocator *allocator, hone_arena *memory, hone_error_metric *out,
                            hone_error *error);
void hone_error_metric_release(hone_error_metric *metric);

/* The largest errors found, and where. */
typedef struct bake_error {
    double joint, vertex;
    uint32_t worst_bone, worst_vertex;
} bake_error;

/* The errors of a chunk, at whole frames and at the samples between them. */
typedef struct bake_errors {
    bake_error whole, between;
} bake_errors;

static inline double bake_error_of(const bake_error *error)
{
    return fmax(error->joint, error->vertex);
}

/* Measures every sample of the chunk as the player shows it with the chosen keys. */
void hone_error_metric_keys(hone_error_metric *metric, const hone_sample_chunk *chunk, bake_errors *out);

/* Measures the error of linear blend skinning at whole frames, with the bones as the actor had them. *worst never
 * decreases. */
bool hone_error_metric_deform(hone_error_metric *metric, const hone_sample_chunk *chunk, double *worst,
                              uint32_t *worst_vertex, hone_error *error);

#endif
