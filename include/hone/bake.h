/* bake: what an actor does, as plain keys that need no rig to be played.
 *
 * An actor is played at four times of each frame, 30 frames a second; where its bones come to be (by IK, append, bone
 * morphs, physics) is turned into keys; and keys that the way between their neighbours says as well are left out,
 * within a bound. How, and what the bound means: docs/motions.md.
 */
#ifndef HONE_BAKE_H
#define HONE_BAKE_H

#include <hone/actor.h>
#include <hone/base.h>
#include <hone/motion.h>
#include <hone/rig.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Six hours: what is longer is a slip, or a broken file. */
enum { HONE_BAKE_FRAMES_MAX = 6 * 3600 * HONE_FRAMES_PER_SECOND };

/* At how many times of a frame the actor is looked at: at the frame and at each quarter behind it. */
enum { HONE_BAKE_TIMES_PER_FRAME = 4 };

/* Who plays the keys. */
typedef enum hone_bake_player {
    HONE_BAKE_HIERARCHY, /* a hierarchy and nothing else: glTF's. The motion has channels */
    HONE_BAKE_MMD_RIG    /* MMD's rig with its chains switched off, as the motion says. Appends take place there, and
                            keys leave room for them. The motion has tracks */
} hone_bake_player;

typedef struct hone_bake_desc {
    hone_actor *actor;   /* required; is updated at frames 0, 0.25, 0.5, …, and left at the last */
    uint32_t last_frame; /* below HONE_BAKE_FRAMES_MAX */
    float tolerance; /* how far any bone's origin and any vertex may be off at any of the times that are looked at, in
                        the model's unit; MMD_RIG at whole frames. 0: a key at each whole frame that says anything */
    hone_bake_player player;
    hone_rig_options rig;        /* of the player: MMD_RIG */
    const hone_model *mmd_model; /* MMD_RIG, of an actor that is of .x or glTF: what hone_model_to_mmd made of its
                                    model. What scales bones is lost */
    float scale;                 /* as it was given there */
    /* After each frame; false: give up. NULL: not asked */
    bool (*progress)(void *user, uint32_t frame);
    void *user;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_bake_desc;

/* What was measured, with keys and without. Lengths are in the model's unit. */
typedef struct hone_bake_report {
    uint64_t keys_before, keys_after; /* of the tracks that the motion has: one a frame; those that there are */
    /* How far the worst bone's origin and the worst vertex, skinned linearly both times, are off at the times that the
     * tolerance is for: at four times of each frame; MMD_RIG, and with a tolerance of 0, at whole frames. */
    double joint_error, vertex_error;
    /* The same at the three quarters between whole frames. Below the tolerance but MMD_RIG, whose keys stand on whole
     * frames, and with a tolerance of 0. */
    double joint_error_between, vertex_error_between;
    /* How far linear skinning takes the worst SDEF or QDEF vertex from where its kind does, at whole frames. */
    double deform_error;
    double player_error; /* MMD_RIG: how far keys at every frame bring the worst bone from where it was; keys of a
                            bone with a fixed axis cannot say everything. Not part of the errors above */
    uint32_t worst_bone, worst_vertex, worst_deformed;
    uint32_t bones_scaled; /* MMD_RIG: whose scale changes, which MMD has not */
    uint32_t tracks_lost;  /* MMD_RIG: whose names MMD cannot tell from others', or cannot write */
} hone_bake_report;

/* HIERARCHY: channels for this model, which bind by index: translation, rotation and scale of bones as its poses have
 * them (of MMD's offsets from rest), interpolated straight, with keys on whole frames and, where these do not keep the
 * tolerance, on quarters of frames; and a channel for each vertex morph that moves, with what
 * groups and flips hand on in it. Bones and morphs that stay at rest have none.
 * MMD_RIG, whose keys stand on whole frames: bone tracks with straight curves, morph tracks (of UV and material morphs
 * too), and property keys: chains are off, and the model is visible where it was. Where the actor had physics, keys of
 * bones with dynamic bodies switch it off. A name that is another bone's in its first 15 bytes of CP932 is left out:
 * see tracks_lost. report may be NULL. Errors: ARGUMENT (no actor, a number out of range, not of MMD's space, given
 * up), MEMORY. */
HONE_API hone_motion *hone_bake(const hone_bake_desc *desc, hone_bake_report *report, hone_error *error);

/* Camera keys as the keys of a node that looks along +Z of its own with +Y up: channels of translation and rotation,
 * in the space of the motion, of a target called "camera". The node's origin and the point that it looks at are off by
 * at most `tolerance` at four times of each frame; a cut takes a quarter of a frame. Errors: ARGUMENT (no camera keys,
 * last_frame out of range), MEMORY. */
HONE_API hone_motion *hone_bake_camera(const hone_motion *motion, uint32_t last_frame, float tolerance,
                                       const hone_allocator *allocator, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
