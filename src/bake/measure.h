/* What leaving keys out, and linear skinning, do to bones and vertices. */
#ifndef HONE_SRC_BAKE_MEASURE_H
#define HONE_SRC_BAKE_MEASURE_H

#include "bake/window.h"
#include <hone/skin.h>

typedef struct bake_measure {
    const hone_model_data *model;
    hone_allocator allocator;
    hone_affine *worlds;                 /* [bone_count] as the keys have them */
    hone_palette palettes[2];            /* as the actor was; as the keys have it */
    float (*rest[2])[3], (*posed[2])[3]; /* [vertex_count] */
    hone_skin *linear;                   /* weights of sum 1 */
    hone_skin *kinds;                    /* each vertex as its kind says; NULL: none is SDEF or QDEF */
    hone_skin_rest *rests[2], *kinds_rest;
} bake_measure;

bool bake_measure_make(const bake_window *window, const hone_allocator *allocator, hone_builder *memory,
                       bake_measure *out, hone_error *error);
void bake_measure_release(bake_measure *measure);

/* Every frame of a window whose samples are where the keys have them. */
bool bake_measure_window(bake_measure *measure, const bake_window *window, hone_bake_report *report, hone_error *error);

#endif
