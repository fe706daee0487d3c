/** bake: writes what an actor does as plain keys, which need no rig to play (baking and key reduction).
 *
 * The actor is played at four times of each frame, 30 frames a second. The transforms of its bones at these times
 * (after IK, append, bone morphs and physics) become keys. Key reduction removes each key that interpolation between
 * its neighbours replaces within a tolerance. How this works, and what the tolerance covers: docs/motions.md.
 *
 * Writing what an actor does as a GLB, for players without a rig:
 * ```c
 * bool write_dance(hone_actor *actor, uint32_t last_frame, hone_bytes *glb, hone_error *error)
 * {
 *     hone_bake_desc desc = {.actor = actor, .last_frame = last_frame, .tolerance = 0.001f};
 *     hone_motion *keys = hone_bake(&desc, NULL, error);
 *     hone_gltf_desc gltf = {.motion = keys, .motion_name = "dance"};
 *     bool ok = keys && hone_model_write_gltf(hone_actor_model(actor), &gltf, glb, NULL, error);
 *     hone_motion_release(keys);
 *     return ok;
 * }
 * ```
 */
#ifndef HONE_BAKE_H
#define HONE_BAKE_H

#include <hone/actor.h>
#include <hone/base.h>
#include <hone/motion.h>
#include <hone/rig.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The most frames of a bake: six hours. A longer one is a mistake, or a damaged file. */
enum { HONE_BAKE_MAX_FRAMES = 6 * 3600 * HONE_FRAMES_PER_SECOND };

/** How often the actor is sampled within a frame: at the frame itself and at each quarter after it. */
enum { HONE_BAKE_TIMES_PER_FRAME = 4 };

/** Which player the keys are made for. */
typedef enum hone_bake_player {
    /** A plain hierarchy without a rig, such as a player of glTF. The motion has channels. */
    HONE_BAKE_HIERARCHY,
    /** MMD's rig with its IK chains switched off by the motion. Appends still take effect there, and the keys allow for
     * them. The motion has tracks. */
    HONE_BAKE_MMD_RIG
} hone_bake_player;

/** Settings of hone_bake. */
typedef struct hone_bake_desc {
    /** Required. It is updated at frames 0, 0.25, 0.5, … and is left at the last of them. */
    hone_actor *actor;
    uint32_t last_frame; /**< the frame of the last key; below HONE_BAKE_MAX_FRAMES */
    /** The largest error of any bone's origin and any vertex at any sampled time, in the model's unit; for MMD_RIG at
     * whole frames. 0: a key at each whole frame, unless its neighbours give the same value. */
    float tolerance;
    hone_bake_player player; /**< which player the keys are for */
    hone_mmd_rules rules;    /**< MMD_RIG: how the player evaluates */
    /** MMD_RIG, for an actor of a .x or glTF model: what hone_model_to_mmd made of the actor's model. Scales of bones
     * are lost. NULL: the actor's own model. */
    const hone_model *mmd_model;
    float scale; /**< the scale that hone_model_to_mmd was given for mmd_model */
    /** Where the actor is, in the axes and units of its model: its root bones get keys that take it there. Keys cannot
     * tell it from a movement of these bones. For keys of a model in MMD's space, or of mmd_model. NULL: at the origin.
     */
    hone_actor_path *path;
    void *path_user; /**< passed to path; with `copies`, several threads call it at the same time */
    /** Threads that share the work; the result is the same, bit for bit. NULL: the calling thread alone. */
    hone_workers *workers;
    /** [copy_count] Actors that play the same motions on the same model, without physics, and have the same
     * hone_actor_desc.edit, which threads then call at once. With one for each thread but the first, frames are played
     * on all threads; otherwise `actor` plays them, and the other threads only choose and measure keys. Not used if
     * `actor` has physics. They are left at any time. NULL: none. */
    hone_actor *const *copies;
    uint32_t copy_count; /**< how many copies there are */
    /** Called for each frame that has been played; false cancels the bake. NULL: not called. */
    bool (*progress)(void *user, uint32_t frame);
    void *user;                      /**< passed to progress */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_bake_desc;

/** The measurements of a bake. Lengths are in the model's unit. */
typedef struct hone_bake_report {
    uint64_t keys_before; /**< keys of the motion's tracks or channels without key reduction: one a frame */
    uint64_t keys_after;  /**< keys of the motion */
    /** The largest error of a bone's origin at the times that the tolerance covers: four times of each frame; whole
     * frames for MMD_RIG, and with a tolerance of 0. */
    double joint_error;
    /** The largest error of a vertex at these times. Both vertices, baked and original, are skinned linearly. */
    double vertex_error;
    /** The largest error of a bone's origin at the three quarters between whole frames. Within the tolerance, except
     * for MMD_RIG, whose keys are on whole frames, and with a tolerance of 0. */
    double joint_error_between;
    double vertex_error_between; /**< the same for vertices */
    /** The largest distance of an SDEF or QDEF vertex that is skinned linearly from where its own method places it, at
     * whole frames. */
    double deform_error;
    /** MMD_RIG: the largest error of a bone with a key at every frame. Keys of a bone with a fixed axis cannot hold
     * every rotation. It is not part of the errors above. */
    double player_error;
    uint32_t worst_bone;     /**< the bone of joint_error */
    uint32_t worst_vertex;   /**< the vertex of vertex_error */
    uint32_t worst_deformed; /**< the vertex of deform_error */
    uint32_t bones_scaled;   /**< MMD_RIG: bones whose scale changes, which MMD does not support */
    uint32_t tracks_lost;    /**< MMD_RIG: tracks left out: MMD cannot write the name, or tell it from another */
} hone_bake_report;

/** Bakes what an actor does into a motion of plain keys.
 *
 * HIERARCHY: the motion has channels for the actor's model, which bind by index: translation, rotation and scale of
 * bones as its poses have them (offsets from rest for an MMD model), interpolated linearly. Keys are on whole frames
 * and, where these do not keep the tolerance, on quarters of frames. Each vertex morph that changes has a channel of
 * weights, which includes what group and flip morphs give it. Bones and morphs that stay at rest have no channel. If
 * the actor plays a single motion unchanged, on a model outside MMD's space and without physics and goals, then what
 * only jumps in the motion has a stepped channel with the times of the jumps.
 *
 * MMD_RIG: the motion has bone tracks with linear curves, morph tracks (also of UV and material morphs) and property
 * keys, which switch IK off and keep the model's visibility. All keys are on whole frames. If the actor had physics,
 * keys of bones with dynamic bodies switch it off. A track whose name has the same first 15 bytes of CP932 as another
 * is left out (hone_bake_report.tracks_lost).
 *
 * report: what was measured; NULL: not wanted.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (no actor, a number out of range, MMD_RIG or a path for a model outside MMD's space, cancelled),
 *         MEMORY.
 * Cost: plays the actor once; memory for 513 samples and for the keys, whatever the length, and for each thread two
 *       copies of the vertices.
 * Source: docs/motions.md, "Baking".
 */
HONE_API hone_motion *hone_bake(const hone_bake_desc *desc, hone_bake_report *report, hone_error *error);

/** Bakes the camera keys of a motion into the keys of a node that looks along its own +Z, with +Y up.
 *
 * A cut takes a quarter of a frame.
 * motion: has camera keys.
 * last_frame: the frame of the last key; below HONE_BAKE_MAX_FRAMES.
 * tolerance: the largest error of the node's origin and of the point that it looks at, at four times of each frame, in
 *            the motion's unit.
 * allocator: NULL: malloc.
 * Returns: a motion with one reference, in the same space, with a channel of translation and one of rotation, whose
 *          target is named "camera"; if the vertical field of view changes, also a channel of weights with its degrees,
 *          whose target is named "fov"; NULL on failure. If the camera is orthographic all the time: half the height of what
 *          it sees, in the motion's unit, in place of these, by the name "height".
 * Errors: ARGUMENT (no camera keys, a number out of range), MEMORY.
 */
HONE_API hone_motion *hone_bake_camera(const hone_motion *motion, uint32_t last_frame, float tolerance,
                                       const hone_allocator *allocator, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
