/* actor: a playing character. Model, motions, pose and skin, one step a frame.
 *
 * Belongs to one thread at a time; retains what it plays; allocates nothing after the calls that make and equip it.
 */
#ifndef HONE_ACTOR_H
#define HONE_ACTOR_H

#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/rig.h>
#include <hone/skin.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_actor hone_actor;

typedef struct hone_actor_desc {
    const hone_model *model;         /* required */
    hone_curve_mode curve;
    hone_fixed_axis fixed_axis;
    hone_rig_options rig;
    hone_workers *workers;           /* for skinning; NULL: the caller's thread alone. Not owned, must outlive the actor */
    const hone_allocator *allocator; /* NULL: malloc */
} hone_actor_desc;

/* Stands in the rest pose, updated. Errors: ARGUMENT (no model), MEMORY. */
HONE_API hone_actor *hone_actor_create(const hone_actor_desc *desc, hone_error *error);
HONE_API void hone_actor_destroy(hone_actor *actor); /* NULL is fine */

typedef struct hone_play_desc {
    bool loop; /* start again after the motion's last key */
} hone_play_desc;

/* Adds a motion; where several move one bone or morph the one added last wins. desc NULL: defaults.
 * Errors: ARGUMENT (NULL), MEMORY. */
HONE_API bool hone_actor_play(hone_actor *actor, const hone_motion *motion, const hone_play_desc *desc,
                              hone_error *error);
HONE_API uint32_t hone_actor_motion_count(const hone_actor *actor);

/* Samples, evaluates the rig, builds the palette. Any order of times. Seconds that are within 1e-6 of a frame count as it. */
HONE_API void hone_actor_update(hone_actor *actor, double seconds);
HONE_API void hone_actor_update_frame(hone_actor *actor, double frame); /* 30ths of a second */

/* Stages of the same, for those who stand between them: sample; (change hone_actor_pose); then the rest. */
HONE_API void hone_actor_sample_frame(hone_actor *actor, double frame);
HONE_API hone_pose *hone_actor_pose(hone_actor *actor);
HONE_API void hone_actor_evaluate(hone_actor *actor); /* rig */
HONE_API void hone_actor_build_palette(hone_actor *actor);

HONE_API const hone_model *hone_actor_model(const hone_actor *actor);
HONE_API const hone_affine *hone_actor_bones(const hone_actor *actor);    /* [bone_count] model space, file order */
HONE_API const float *hone_actor_morphs(const hone_actor *actor);         /* [morph_count] final weights */
/* As hone_rig_materials, hone_rig_morphed_uvs and hone_rig_morphed_extra_uvs. */
HONE_API const hone_material_state *hone_actor_materials(hone_actor *actor);
HONE_API const float (*hone_actor_uvs(hone_actor *actor))[2];
HONE_API const float (*hone_actor_extra_uvs(hone_actor *actor, uint32_t set))[4];
HONE_API const hone_palette *hone_actor_palette(const hone_actor *actor); /* all arrays present */
HONE_API bool hone_actor_visible(const hone_actor *actor);                /* false: a property key hides the model */

typedef struct hone_skin_out {
    hone_stream positions, normals; /* float[3] each, at least vertex_count; NULL data: not wanted */
    hone_skin_method method;
    const char *kernel; /* as in hone_skin_job */
} hone_skin_out;

/* Vertices of the last update, model space, file order. Errors: as hone_skin_run. */
HONE_API bool hone_actor_skin(hone_actor *actor, const hone_skin_out *out, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
