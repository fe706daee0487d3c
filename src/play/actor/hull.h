/* Extreme points of a figure: for each bone the outermost of its vertices. They give the extent of a posed figure
 * without skinning all vertices. */
#ifndef HONE_SRC_ACTOR_HULL_H
#define HONE_SRC_ACTOR_HULL_H

#include <hone/actor.h>

typedef struct hone_hull hone_hull;

/* Does not retain the model, which must outlive the hull. Errors: MEMORY. Cost: about a hundred operations per
 * vertex. */
hone_hull *hone_hull_create(const hone_model *model, const hone_allocator *allocator, hone_error *error);
void hone_hull_destroy(hone_hull *hull); /* NULL is fine */

/* The number of points: vertices, or joints and tails of bones in a model without vertices. */
uint32_t hone_hull_count(const hone_hull *hull);

/* The bone that moves a point most; HONE_NONE: none does. */
int32_t hone_hull_owner(const hone_hull *hull, uint32_t index);

typedef struct hone_hull_pose {
    const float (*rest)[3]; /* [vertex_count] at rest, with morphs applied */
    const hone_palette *palette;
    const hone_affine *bones; /* [bone_count] model space */
    bool simulated; /* physics moves bones: points on simulated bones are kept within the reach of their tethers */
} hone_hull_pose;

/* Returns a point in model space; not finite if a bone's transform is not. SDEF and dual-quaternion vertices are
 * blended linearly. */
void hone_hull_point(const hone_hull *hull, const hone_hull_pose *pose, uint32_t index, float out[3]);

/* The actor's own hull, created in the first call. Errors: MEMORY. */
const hone_hull *hone_actor_hull(hone_actor *actor, hone_error *error);

#endif
