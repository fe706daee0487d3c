/* What linear skinning lacks, vertex by vertex and frame by frame: how far it takes a vertex from where its kind does,
 * and what would have to be added to the vertex at rest so that it did not. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_SKINNING_ERROR_H
#define HONE_SRC_OFFLINE_CORRECTIVES_SKINNING_ERROR_H

#include "base/builder.h"
#include "motion/channel.h"
#include <hone/correctives.h>

/* What a morph adds to one of the vertices that are looked at. */
typedef struct bake_offset {
    uint32_t morph, at;
    float offset[3];
} bake_offset;

typedef struct hone_skinning_error {
    const hone_model_data *model;
    hone_skin_method method;
    const hone_allocator *allocator;

    hone_channels channels; /* of a motion as hone_bake makes it for parents: by index */
    hone_pose pose;
    uint32_t *order; /* [bone_count] parents before children */
    hone_affine *worlds;
    hone_palette palette;

    hone_mesh mesh;     /* the vertices looked at, and no triangles */
    uint32_t *vertices; /* [mesh.vertex_count] which of the model's they are */
    uint32_t *linear_begin;
    hone_influence *linear; /* weights of sum 1 */
    uint32_t offset_count;
    bake_offset *offsets;
    hone_skin *skin; /* each as `method` says */
    hone_skin_rest *rest;

    /* Of the last frame, each [mesh.vertex_count]. */
    float (*places)[3];               /* at rest, as morphs move them */
    float (*exact)[3], (*normals)[3]; /* where the method has them */
    hone_affine *blends;              /* the linear player's matrix */
    float (*gaps)[3];                 /* exact - blend * place */
    /* And once it is solved. */
    float (*shifts)[3]; /* what to add to the place: blend * shift is the gap, as nearly as blends allow */
    float (*tilts)[3];  /* what to add to the normal at rest, so that it points where the exact one does */
} hone_skinning_error;

/* Binds the motion; looks at no vertex yet. Release in any case. Errors: ARGUMENT (what is not straight, or moves what
 * the model lacks), MEMORY. */
bool hone_skinning_error_make(const hone_model *model, const hone_motion *motion, hone_skin_method method,
                              const hone_allocator *allocator, hone_builder *memory, hone_skinning_error *out,
                              hone_error *error);
void hone_skinning_error_release(hone_skinning_error *residuals);

/* Looks at these of the model's vertices from now on. vertices: [count], must live as long. */
bool hone_skinning_error_look(hone_skinning_error *residuals, uint32_t *vertices, uint32_t count, hone_builder *memory,
                              hone_error *error);

/* Frame `frame`, a 30th of a second each. */
bool hone_skinning_error_play(hone_skinning_error *residuals, double frame, hone_error *error);

/* Of that frame, shifts and tilts. */
void hone_skinning_error_solve(hone_skinning_error *residuals);

/* How far a vertex is off if `shift` is added to its place. */
double hone_skinning_error_error(const hone_skinning_error *residuals, uint32_t at, const float shift[3]);
/* And its normal, in radians, if `tilt` is added to it. */
double hone_skinning_error_angle(const hone_skinning_error *residuals, uint32_t at, const float tilt[3]);

#endif
