/* bake: what an actor does, as plain keys that need no rig to be played.
 *
 * An actor is played frame by frame, 30 a second; where its bones come to be (by IK, append, bone morphs, physics) is
 * turned into keys; and keys that the way between their neighbours says as well are left out, within a bound. How, and
 * what the bound means: docs/motions.md.
 */
#ifndef HONE_BAKE_H
#define HONE_BAKE_H

#include <hone/actor.h>
#include <hone/base.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Six hours: what is longer is a slip, or a broken file. */
enum { HONE_BAKE_FRAMES_MAX = 6 * 3600 * HONE_FRAMES_PER_SECOND };

typedef struct hone_bake_desc {
    hone_actor *actor;   /* required; is updated at frames 0, 1, 2, …, and left at the last */
    uint32_t last_frame; /* below HONE_BAKE_FRAMES_MAX */
    float tolerance;     /* how far any bone's origin and any vertex may be off at any frame, in the model's unit; 0: no
                            key is left out that says anything */
    /* After each frame; false: give up. NULL: not asked */
    bool (*progress)(void *user, uint32_t frame);
    void *user;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_bake_desc;

/* What was measured, with keys and without, at every frame. Lengths are in the model's unit. */
typedef struct hone_bake_report {
    uint64_t keys_before, keys_after; /* of the tracks that the motion has: one a frame; those that are left */
    double joint_error, vertex_error; /* how far the worst is off: vertices skinned linearly both times */
    double deform_error; /* how far linear skinning takes the worst SDEF or QDEF vertex from where its kind does */
    uint32_t worst_bone, worst_vertex, worst_deformed;
} hone_bake_report;

/* The motion has channels for this model, which bind by index: translation, rotation and scale of bones as its poses
 * have them (of MMD's offsets from rest), interpolated straight, and a channel for each vertex morph that moves, with
 * what groups and flips hand on in it. Bones and morphs that stay at rest have none. Play it on a rig of parents alone:
 * MMD's would solve chains and append once more. report may be NULL.
 * Errors: ARGUMENT (no actor, a number out of range, given up), MEMORY. */
HONE_API hone_motion *hone_bake(const hone_bake_desc *desc, hone_bake_report *report, hone_error *error);

/* Camera keys as the keys of a node that looks along +Z of its own with +Y up: channels of translation and rotation,
 * in the space of the motion, of a target called "camera". The node's origin and the point that it looks at are off by
 * at most `tolerance`. Errors: ARGUMENT (no camera keys, last_frame out of range), MEMORY. */
HONE_API hone_motion *hone_bake_camera(const hone_motion *motion, uint32_t last_frame, float tolerance,
                                       const hone_allocator *allocator, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
