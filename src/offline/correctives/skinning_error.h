/* Measures what linear blend skinning lacks, vertex by vertex and frame by frame: the distance to the exact position
 * that the exact method gives, and the offset at rest that would remove it. */
#ifndef HONE_SRC_OFFLINE_CORRECTIVES_SKINNING_ERROR_H
#define HONE_SRC_OFFLINE_CORRECTIVES_SKINNING_ERROR_H

#include "base/memory/arena.h"
#include "core/motion/channel.h"
#include <hone/correctives.h>

/* Offset of a morph for one of the examined vertices. */
typedef struct bake_offset {
    uint32_t morph, at;
    float offset[3];
} bake_offset;

typedef struct hone_skinning_error {
    const hone_model_data *model;
    hone_skin_method method;
    const hone_skin *whole; /* of the model, with what the method needs */
    /* For methods that skin all vertices at once, each [vertex_count of the model]: rest positions of those that are
     * examined, and results of all. NULL for other methods. */
    float (*whole_rest)[3], (*whole_places)[3], (*whole_normals)[3];
    void *room; /* hone_skin_job.room */
    const hone_allocator *allocator;

    hone_channels channels; /* channels of a motion that hone_bake made for HONE_BAKE_HIERARCHY; targets are indices */
    hone_pose pose;
    uint32_t *order; /* [bone_count] parents before children */
    hone_affine *model_from_bone;
    hone_palette palette;

    hone_mesh mesh;     /* the examined vertices, without triangles */
    uint32_t *vertices; /* [mesh.vertex_count] their indices in the model */
    uint32_t *linear_begin;
    hone_influence *linear; /* weights of sum 1 */
    uint32_t offset_count;
    bake_offset *offsets;
    hone_skin *skin; /* skins each vertex by `method`; `whole`, if that skins all at once */
    hone_skin_rest *rest;

    /* Results of the last frame, each [mesh.vertex_count]. */
    float (*places)[3];               /* rest positions with morphs applied */
    float (*exact)[3], (*normals)[3]; /* as the exact method gives them */
    hone_affine *blends;              /* the blended matrix of linear blend skinning */
    float (*gaps)[3];                 /* exact - blend * place */
    /* Computed by hone_skinning_error_solve. */
    /* Offset to add to the rest position: blend * shift is the gap, as nearly as the blended matrix allows. */
    float (*shifts)[3];
    /* Offset to add to the rest normal, so that it points in the exact direction. */
    float (*tilts)[3];
} hone_skinning_error;

/* Binds the motion; examines no vertex yet. Release it also after an error. Errors: ARGUMENT (a channel is not
 * linear, or moves something that the model lacks), MEMORY. */
bool hone_skinning_error_make(const hone_model *model, const hone_motion *motion, hone_skin_method method,
                              const hone_allocator *allocator, hone_arena *memory, hone_skinning_error *out,
                              hone_error *error);
void hone_skinning_error_release(hone_skinning_error *skinning);

/* Chooses the vertices of the model to examine from now on. vertices: [count], must live as long as this struct. */
bool hone_skinning_error_choose(hone_skinning_error *skinning, uint32_t *vertices, uint32_t count, hone_arena *memory,
                                hone_error *error);

/* Evaluates frame `frame` (30 frames per second). */
bool hone_skinning_error_play(hone_skinning_error *skinning, double frame, hone_error *error);

/* Computes shifts and tilts of that frame. */
void hone_skinning_error_solve(hone_skinning_error *skinning);

/* Returns how far a vertex is off if `shift` is added to its rest position. */
double hone_skinning_error_error(const hone_skinning_error *skinning, uint32_t at, const float shift[3]);
/* Returns how far its normal is off, in radians, if `tilt` is added to the rest normal. */
double hone_skinning_error_angle(const hone_skinning_error *skinning, uint32_t at, const float tilt[3]);

#endif
