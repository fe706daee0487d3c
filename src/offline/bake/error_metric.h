/* What leaving keys out, and linear skinning, do to bones and vertices. */
#ifndef HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H
#define HONE_SRC_OFFLINE_BAKE_ERROR_METRIC_H

#include "offline/bake/mmd_playback.h"
#include "offline/bake/vertex_error.h"
#include <hone/skin.h>
#include <math.h>

typedef struct bake_measure {
    const hone_model_data *model;
    hone_allocator allocator;
    bake_player *player; /* NULL: one that knows parents alone */
    hone_affine *worlds; /* [bone_count] as the keys have them */
    bake_vertices vertices;
    /* What linear skinning does, where some vertices are SDEF or QDEF: */
    hone_skin *kinds;                         /* each vertex as its kind says; NULL: none is */
    hone_skin *linear;                        /* by weights of sum 1 */
    hone_skin_rest *kinds_rest, *linear_rest; /* NULL: no morph moves a vertex */
    hone_palette palette;
    float (*posed[2])[3]; /* [vertex_count] linear; by their kinds */
} bake_measure;

bool bake_measure_make(const bake_window *window, bake_player *player, const hone_allocator *allocator,
                       hone_builder *memory, bake_measure *out, hone_error *error);
void bake_measure_release(bake_measure *measure);

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
void bake_measure_keys(bake_measure *measure, const bake_window *window, bake_errors *out);

/* What linear skinning does at whole frames, as the actor had them; *worst may only grow. */
bool bake_measure_deform(bake_measure *measure, const bake_window *window, double *worst, uint32_t *worst_vertex,
                         hone_error *error);

#endif
