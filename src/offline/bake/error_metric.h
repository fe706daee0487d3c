/* What leaving keys out, and linear skinning, do to bones and vertices. */
#ifndef HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H
#define HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H

#include "offline/bake/mmd_playback.h"
#include "offline/bake/vertex_error.h"
#include <hone/skin.h>
#include <math.h>

typedef struct hone_error_metric {
    const hone_model_data *model;
    hone_allocator allocator;
    hone_mmd_playback *player; /* NULL: one that knows parents alone */
    hone_affine *worlds;       /* [bone_count] as the keys have them */
    hone_vertex_error vertices;
    /* What linear skinning does, where some vertices are SDEF or QDEF: */
    hone_skin *kinds;                         /* each vertex as its kind says; NULL: none is */
    hone_skin *linear;                        /* by weights of sum 1 */
    hone_skin_rest *kinds_rest, *linear_rest; /* NULL: no morph moves a vertex */
    hone_palette palette;
    float (*posed[2])[3]; /* [vertex_count] linear; by their kinds */
} hone_error_metric;

bool hone_error_metric_make(const hone_sample_chunk *window, hone_mmd_playback *player, const hone_allocator *allocator,
                            hone_builder *memory, hone_error_metric *out, hone_error *error);
void hone_error_metric_release(hone_error_metric *measure);

/* What is off at worst. */
typedef struct bake_error {
    double joint, vertex;
    uint32_t worst_bone, worst_vertex;
} bake_error;

/* In a window: at whole frames, and at the samples between them. */
typedef struct bake_errors {
    bake_error whole, between;
} bake_errors;

static inline double bake_error_of(const bake_error *error)
{
    return fmax(error->joint, error->vertex);
}

/* Every sample of it, as the player has it by the keys. */
void hone_error_metric_keys(hone_error_metric *measure, const hone_sample_chunk *window, bake_errors *out);

/* What linear skinning does at whole frames, as the actor had them; *worst may only grow. */
bool hone_error_metric_deform(hone_error_metric *measure, const hone_sample_chunk *window, double *worst,
                              uint32_t *worst_vertex, hone_error *error);

#endif
