/* What leaving keys out, and linear skinning, do to bones and vertices. */
#ifndef HONE_SRC_BAKE_MEASURE_H
#define HONE_SRC_BAKE_MEASURE_H

#include "bake/player.h"
#include <hone/skin.h>

typedef struct bake_measure {
    const hone_model_data *model;
    hone_allocator allocator;
    bake_player *player;                 /* NULL: one that knows parents alone */
    hone_affine *worlds;                 /* [bone_count] as the keys have them */
    hone_palette palettes[2];            /* as the actor was; as the keys have it */
    float (*rest[2])[3], (*posed[2])[3]; /* [vertex_count] */
    hone_skin *linear;                   /* weights of sum 1 */
    hone_skin *kinds;                    /* each vertex as its kind says; NULL: none is SDEF or QDEF */
    hone_skin_rest *rests[2], *kinds_rest;
} bake_measure;

bool bake_measure_make(const bake_window *window, bake_player *player, const hone_allocator *allocator,
                       hone_builder *memory, bake_measure *out, hone_error *error);
void bake_measure_release(bake_measure *measure);

/* What is off in a window at worst. */
typedef struct bake_errors {
    double joint, vertex;
    uint32_t worst_bone, worst_vertex;
} bake_errors;

/* Every frame of it, as the player has it by the keys. */
bool bake_measure_keys(bake_measure *measure, const bake_window *window, bake_errors *out, hone_error *error);

/* The same of linear skinning, as the actor had it; *worst may only grow. */
bool bake_measure_deform(bake_measure *measure, const bake_window *window, double *worst, uint32_t *worst_vertex,
                         hone_error *error);

#endif
