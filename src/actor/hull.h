/* The points of a figure that decide how far it reaches: of the vertices that a bone carries those that lie outermost,
 * so that nobody has to skin all of them. */
#ifndef HONE_SRC_ACTOR_HULL_H
#define HONE_SRC_ACTOR_HULL_H

#include <hone/actor.h>

typedef struct hone_hull hone_hull;

/* Retains nothing: the model must outlive it. Errors: MEMORY. Cost: about a hundred operations a vertex. */
hone_hull *hone_hull_create(const hone_model *model, const hone_allocator *allocator, hone_error *error);
void hone_hull_destroy(hone_hull *hull); /* NULL is fine */

/* How many points there are: vertices, or of a model without any its bones. */
uint32_t hone_hull_count(const hone_hull *hull);

typedef struct hone_hull_pose {
    const float (*rest)[3]; /* [vertex_count] at rest, as morphs leave them */
    const hone_palette *palette;
    const hone_affine *bones; /* [bone_count] model space */
    bool simulated;           /* physics moves bones: points that hang on them stay within reach of the others */
} hone_hull_pose;

/* Where a point is, model space; not finite where a bone is not. Spherical and dual-quaternion vertices are blended
 * linearly. */
void hone_hull_point(const hone_hull *hull, const hone_hull_pose *pose, uint32_t index, float out[3]);

/* The actor's own, made when first asked for. Errors: MEMORY. */
const hone_hull *hone_actor_hull(hone_actor *actor, hone_error *error);

#endif
