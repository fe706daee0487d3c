/* actor: a playing character. Model, motions, pose, physics and skin, one step a frame.
 *
 * Belongs to one thread at a time; retains what it plays; allocates nothing after the calls that make and equip it.
 */
#ifndef HONE_ACTOR_H
#define HONE_ACTOR_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/physics.h>
#include <hone/rig.h>
#include <hone/skin.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_actor hone_actor;

/* Changes what the motions say at `frame`, before the rig reads it: of every frame, and of every step of physics. The
 * place for a blend tree of your own: `pose` may be written whole, and what it holds depends on `frame` alone if exact
 * physics is to stay exact. */
typedef void hone_pose_edit(void *user, double frame, hone_pose *pose);

typedef struct hone_actor_physics {
    bool on;                      /* simulate the bodies of a model that has some */
    hone_physics_options options; /* exact: what motions play must be known before the first update, or it begins anew
                                             each time that they change. Not exact: for what is played live */
    hone_physics_world *world;    /* shared with other actors, which it outlives; `options` are then the world's own.
                                                   An update of one takes all of them along; NULL: a world of its own */
} hone_actor_physics;

typedef struct hone_actor_desc {
    const hone_model *model; /* required */
    hone_curve_mode curve;
    hone_fixed_axis fixed_axis;
    hone_rig_options rig;
    hone_actor_physics physics; /* zero: none */
    hone_pose_edit *edit;       /* NULL: none; also the place for a blend tree of your own */
    void *edit_user;
    hone_workers *workers; /* for skinning; NULL: the caller's thread alone. Not owned, must outlive the actor */
    const hone_allocator *allocator; /* NULL: malloc */
} hone_actor_desc;

/* Stands in the rest pose, updated but for physics, which begins with the first update.
 * Errors: ARGUMENT (no model, physics' options out of range), UNSUPPORTED (physics is not built in), MEMORY. */
HONE_API hone_actor *hone_actor_create(const hone_actor_desc *desc, hone_error *error);
HONE_API void hone_actor_destroy(hone_actor *actor); /* NULL is fine */

/* ---- motions ------------------------------------------------------------------------------------------------ */

/* Motions lie over one another in the order in which they were added. The weight of a motion is how much of it covers
 * what the motions below it say, of the bones, morphs and chains that it has keys for: at 1 it wins, at 0.3 the pose is
 * three tenths on its way from theirs to its own (see hone_pose_blend). To go from one motion to another, call
 * hone_actor_cross_fade. A blend tree of your own belongs into hone_actor_desc.edit: sample motions there with samplers
 * of your own (hone_sampler_sample), mix them (hone_pose_blend) and write the pose; physics sees the result. */
typedef struct hone_play_desc {
    bool loop;         /* start again after the motion's last key */
    double start;      /* seconds of the actor's time at which the motion begins; it holds its first key before */
    double speed;      /* of its time to the actor's; 0: 1 */
    double fade_in;    /* seconds in which its weight, or its share of a cross-fade, goes from 0 to 1, from the later of
                                        `start` and now; 0: 1 at all times */
    const float *mask; /* [bone_count] 0..1, by which its weight is multiplied bone by bone; copied; NULL: 1 */
} hone_play_desc;

/* Adds a motion above the others. desc NULL: defaults.
 * Returns a handle, which names this motion on this actor until it is stopped, and which the actor gives to no other
 *         motion; 0 on failure.
 * Errors: ARGUMENT (NULL, a number out of range; as hone_sampler_create), MEMORY. */
HONE_API uint32_t hone_actor_play(hone_actor *actor, const hone_motion *motion, const hone_play_desc *desc,
                                  hone_error *error);

/* Adds a motion in the place of `from`, and goes over to it within desc->fade_in seconds. The pose is, at every moment,
 * between the pose that the actor would have with `from` alone and the one that it would have with the new motion
 * alone; the share of the new one goes straight from 0 to 1. So
 *   - what both motions say alike does not move during the fade;
 *   - what one of them has no keys for goes to, or comes from, what the motions below say, or rest;
 *   - nothing moves when the fade ends. `from` then counts as stopped: its handle is unknown from there on.
 * Chains that one motion has on and the other off fade their effect. What knows no between (physics, visibility)
 * changes at the middle of the fade.
 *
 * A third motion may be cross-faded in before a fade has ended; `from` is then any motion of the fade. It takes its
 * share from both, which go on with their own fade: shares always add up to 1.
 *
 * The new motion has the weight of `from`, and a fade of that weight goes on. The mask, the clock and the loop are its
 * own: `start` is usually the actor's time of now. Times may go back: before the fade the pose is that of `from`, until
 * the next call that plays, cross-fades or stops a motion, which frees the motions that have ended at that time.
 *
 * Returns: the handle of the new motion; 0 on failure, when nothing has changed.
 * Errors:  as hone_actor_play; ARGUMENT if `from` is not playing.
 * Cost:    allocates as hone_actor_play; a frame within the fade takes one sampling and one hone_pose_blend more for
 * each motion of the fade, and allocates nothing. */
HONE_API uint32_t hone_actor_cross_fade(hone_actor *actor, uint32_t from, const hone_motion *motion,
                                        const hone_play_desc *desc, hone_error *error);

/* Stops a motion at once, also within a cross-fade, whose other motions then share what it had. The handles of other
 * motions stay. Errors: ARGUMENT (no such motion). */
HONE_API bool hone_actor_stop(hone_actor *actor, uint32_t motion, hone_error *error);
/* How many motions play at the time of the last update; without those whose cross-fade has ended. */
HONE_API uint32_t hone_actor_motion_count(const hone_actor *actor);
/* The handle of the motion at an index, counted from below; 0: no such index. The indices of those above a motion go
 * down by one when it stops. */
HONE_API uint32_t hone_actor_motion_at(const hone_actor *actor, uint32_t index);
HONE_API uint32_t hone_actor_bound_count(const hone_actor *actor, uint32_t motion); /* as hone_sampler_bound_count */

/* The weight from now on, 0..1, reached within some seconds of the actor's time, straight from what it is now; 0 s: at
 * all times. Now is the time of the last update. Times may still go back: before now it is then what it was now.
 * Within a cross-fade it is the weight of this motion alone, beside its share of the fade.
 * Errors: ARGUMENT (no such motion, a number out of range). */
HONE_API bool hone_actor_fade(hone_actor *actor, uint32_t motion, float weight, double seconds, hone_error *error);
HONE_API bool hone_actor_set_weight(hone_actor *actor, uint32_t motion, float weight, hone_error *error);
/* The weight at the time of the last update, times the motion's share of a cross-fade; 0 of no such motion. */
HONE_API float hone_actor_weight(const hone_actor *actor, uint32_t motion);

/* ---- a frame ------------------------------------------------------------------------------------------------ */

/* Samples, evaluates the rig, with physics in it, applies morphs, builds the palette. Any order of times; but what
 * physics makes of one depends on the way there unless it is exact: hone_physics_seek. Seconds within 1e-6 of a frame
 * count as it. */
HONE_API bool hone_actor_update(hone_actor *actor, double seconds, hone_error *error);
HONE_API bool hone_actor_update_frame(hone_actor *actor, double frame, hone_error *error); /* 30ths of a second */

/* The same in stages, for callers that act between them. An update is the four in this order; a caller that reads bones
 * alone stops after hone_actor_evaluate. */
HONE_API void hone_actor_sample_frame(hone_actor *actor, double frame); /* writes the motions' pose */
/* Physics and rig: bones from the pose. Errors: as hone_actor_update. */
HONE_API bool hone_actor_evaluate(hone_actor *actor, hone_error *error);
HONE_API void hone_actor_apply_morphs(hone_actor *actor);  /* mesh and materials from the morph weights */
HONE_API void hone_actor_build_palette(hone_actor *actor); /* the palette from the bones */

/* Physics alone, on the way to `frame`; it needs no vertex and nothing after it. Evaluating does the rest of the way.
 * So an actor can run ahead and leave checkpoints for others, which then begin anywhere (hone_actor_copy_checkpoints).
 * Errors: as hone_actor_update. */
HONE_API bool hone_actor_simulate_frame(hone_actor *actor, double frame, hone_error *error);

/* `to`, which plays the same motions on the same model, may begin wherever exact physics of `from` has passed; what it
 * shows is then the same, to the bit. Errors: ARGUMENT (no physics, or as hone_physics_copy_checkpoints). */
HONE_API bool hone_actor_copy_checkpoints(hone_actor *to, const hone_actor *from, hone_error *error);

/* The pose that the motions write and the rig reads: the actor's own, for the caller to look at, and to change between
 * sampling (which starts it anew from rest) and evaluating. Sizes are the model's and stay as they are. Physics samples
 * for itself and does not see such changes: hone_actor_desc.edit is for what it shall see. */
HONE_API hone_pose *hone_actor_pose(hone_actor *actor);

/* ---- what came of it ---------------------------------------------------------------------------------------- */

/* All the actor's own, of its last update, and where they are as long as it lives. */
HONE_API const hone_model *hone_actor_model(const hone_actor *actor); /* retain it to keep it longer */
HONE_API const hone_rig *hone_actor_rig(const hone_actor *actor);
HONE_API const hone_physics *hone_actor_physics_of(const hone_actor *actor); /* NULL: off, or no bodies */
HONE_API const hone_affine *hone_actor_bones(const hone_actor *actor);       /* [bone_count] model space, file order */
HONE_API const float *hone_actor_morphs(const hone_actor *actor);            /* [morph_count] final weights */
/* Mesh and materials with morphs applied, as hone_rig_morph_result. */
HONE_API const hone_morph_result *hone_actor_morph_result(const hone_actor *actor);
HONE_API const hone_palette *hone_actor_palette(const hone_actor *actor);    /* all arrays present */
HONE_API const hone_skin *hone_actor_compiled_skin(const hone_actor *actor); /* its mesh, ready for skinning */
HONE_API bool hone_actor_visible(const hone_actor *actor);                   /* false: a property key hides the model */

typedef struct hone_skin_out {      /* as hone_skin_job */
    hone_stream positions, normals; /* float[3] each; NULL data: not wanted */
    hone_skin_method method;
    hone_skin_order order;       /* LANES: as hone_skin_lanes(hone_actor_compiled_skin(actor)) says */
    const char *kernel;          /* as in hone_skin_job */
    const hone_palette *palette; /* in place of the actor's own; NULL: that */
} hone_skin_out;

/* Vertices of the last update, model space. Errors: as hone_skin_run. */
HONE_API bool hone_actor_skin(hone_actor *actor, const hone_skin_out *out, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
