/** motion: the movement of a character. Tracks and channels of keys, sampled at any time into a local pose.
 *
 * A motion is made by a loader (format.h) or by a program (hone_motion_create) and never changes afterwards. Threads
 * may share it; it is reference counted. A sampler binds it to a model.
 *
 * Tracks are MMD's: offsets from rest, at most one key a frame, with easing curves. Channels are those of .x and glTF:
 * they replace parts of the rest transform, with keys at any time. Sources: docs/motions.md.
 *
 * Sampling a motion into a pose:
 * ```c
 * hone_pose *pose_at(const hone_model *model, const hone_motion *motion, double seconds, hone_error *error)
 * {
 *     hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, error);
 *     hone_pose *pose = sampler ? hone_pose_create(model, NULL, error) : NULL; // at rest
 *     if (pose)
 *         hone_sampler_sample(sampler, hone_frame_from_seconds(seconds), pose);
 *     hone_sampler_destroy(sampler);
 *     return pose;
 * }
 * ```
 */
#ifndef HONE_MOTION_H
#define HONE_MOTION_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/mmd_rules.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- easing curves ------------------------------------------------------------------------------------------ */

/** An easing curve: a cubic Bezier curve through (0,0), (x1,y1)/127, (x2,y2)/127, (1,1). The eased value runs from 0 at
 * the key before to 1 at the key that owns the curve. */
typedef struct hone_curve {
    uint8_t x1; /**< time of the first control point, 0 to 127 */
    uint8_t y1; /**< value of the first control point, 0 to 127 */
    uint8_t x2; /**< time of the second control point, 0 to 127 */
    uint8_t y2; /**< value of the second control point, 0 to 127 */
} hone_curve;

/* clang-format off */
/** The linear curve, as MMD writes it: an initialiser of hone_curve. */
#define HONE_CURVE_LINEAR {20, 20, 107, 107}
/* clang-format on */

/** Evaluates an easing curve.
 *
 * s: where between the two keys, 0 to 1; clamped.
 * Returns: the eased value, 0 to 1.
 */
HONE_API double hone_curve_evaluate(hone_curve curve, double s, hone_curve_mode mode);

/* ---- tracks and keys ---------------------------------------------------------------------------------------- */

/** The name of a track. MMD compares raw bytes: the first 15 (20 of IK names) in CP932. */
typedef struct hone_track_name {
    const char *text;   /**< UTF-8; never NULL in a finished motion */
    uint8_t cp932_size; /**< bytes in cp932; 0: only the text is compared */
    char cp932[20];     /**< as in the file, without a NUL */
} hone_track_name;

/** A key of a bone track. */
typedef struct hone_bone_key {
    uint32_t frame;       /**< 30ths of a second */
    float translation[3]; /**< offset from rest, the parent's axes, model units */
    float rotation[4];    /**< on top of rest; a quaternion x,y,z,w of unit length */
    hone_curve curves[4]; /**< of x, y, z and rotation, for the segment that ends at this key */
    bool physics_off;     /**< whether physics is off for the bone's bodies from this key on */
} hone_bone_key;

/** The keys of one bone. */
typedef struct hone_bone_track {
    hone_track_name name;      /**< of the bone */
    uint32_t key_count;        /**< how many keys there are */
    const hone_bone_key *keys; /**< [key_count] ascending, at most one a frame */
} hone_bone_track;

/** A key of a morph track. */
typedef struct hone_morph_key {
    uint32_t frame; /**< 30ths of a second */
    float weight;   /**< of the morph; not clamped */
} hone_morph_key;

/** The keys of one morph. */
typedef struct hone_morph_track {
    hone_track_name name;       /**< of the morph */
    uint32_t key_count;         /**< how many keys there are */
    const hone_morph_key *keys; /**< [key_count] ascending, at most one a frame */
} hone_morph_track;

/** Indices into hone_camera_key.curves. */
enum {
    HONE_CAMERA_X,        /**< target[0] */
    HONE_CAMERA_Y,        /**< target[1] */
    HONE_CAMERA_Z,        /**< target[2] */
    HONE_CAMERA_ANGLES,   /**< all three angles */
    HONE_CAMERA_DISTANCE, /**< distance */
    HONE_CAMERA_FOV       /**< fov */
};

/** A camera, as in MMD: view from world is T(0,0,-distance) Rz Rx Ry T(-target), left-handed, looking along +Z. */
typedef struct hone_camera {
    float target[3];   /**< the point that it looks at, world */
    float angles[3];   /**< about x, y, z, radians */
    float distance;    /**< usually negative: the eye is in front of the target, at -Z */
    float fov;         /**< vertical field of view, degrees */
    bool orthographic; /**< whether lines of sight are parallel */
} hone_camera;

/* clang-format off */
/** MMD's camera before any key: an initialiser of hone_camera. */
#define HONE_CAMERA_DEFAULT {{0, 10, 0}, {0, 0, 0}, -45, 30, false}
/* clang-format on */

/** A key of the camera. */
typedef struct hone_camera_key {
    uint32_t frame;       /**< 30ths of a second */
    hone_camera camera;   /**< the camera at this key */
    hone_curve curves[6]; /**< by HONE_CAMERA_X to HONE_CAMERA_FOV, for the segment that ends at this key */
    bool no_cut;          /**< whether the camera moves here even from a key one frame before, where MMD's jumps */
} hone_camera_key;

/** The light of a scene: a directional one. */
typedef struct hone_light {
    float colour[3];    /**< display values (sRGB) */
    float direction[3]; /**< from the light into the scene; of unit length once sampled */
} hone_light;

/* clang-format off */
/** MMD's light before any key: an initialiser of hone_light. */
#define HONE_LIGHT_DEFAULT {{154 / 255.0f, 154 / 255.0f, 154 / 255.0f}, {-0.40824829f, -0.81649658f, 0.40824829f}}
/* clang-format on */

/** A key of the light. */
typedef struct hone_light_key {
    uint32_t frame;   /**< 30ths of a second */
    hone_light light; /**< the light at this key */
} hone_light_key;

/** A key of the self-shadow. */
typedef struct hone_shadow_key {
    uint32_t frame; /**< 30ths of a second */
    uint8_t mode;   /**< 0 off, 1, 2: as in hone_self_shadow (render.h) */
    float distance; /**< as in hone_self_shadow */
} hone_shadow_key;

/** Whether an IK chain is on, from a property key on. */
typedef struct hone_ik_state {
    hone_track_name name; /**< of the goal bone */
    bool enabled;         /**< whether the chain is solved */
} hone_ik_state;

/** A key of properties: visibility, and which IK chains are on. */
typedef struct hone_property_key {
    uint32_t frame;              /**< 30ths of a second */
    bool visible;                /**< whether the model is drawn */
    uint32_t state_count;        /**< how many chains it names */
    const hone_ik_state *states; /**< [state_count] */
} hone_property_key;

/* ---- channels ----------------------------------------------------------------------------------------------- */

/** The part of a pose that a channel changes. */
typedef enum hone_channel_path {
    HONE_CHANNEL_TRANSLATION, /**< 3 numbers a value, the parent's axes */
    HONE_CHANNEL_ROTATION,    /**< 4 numbers a value: a quaternion x,y,z,w */
    HONE_CHANNEL_SCALE,       /**< 3 numbers a value */
    HONE_CHANNEL_WEIGHTS,     /**< one number for each target: weights of morphs */
    HONE_CHANNEL_PATH_COUNT   /**< the number of paths */
} hone_channel_path;

/** How a channel interpolates between two keys. */
typedef enum hone_interpolation {
    HONE_INTERPOLATION_LINEAR, /**< linear; rotations the shorter way at constant speed (slerp) */
    HONE_INTERPOLATION_STEP,   /**< the value of the key before */
    /** Cubic Hermite spline. A key has three values: in-tangent, value, out-tangent; tangents are per second. Rotations
     * are normalised afterwards. */
    HONE_INTERPOLATION_CUBIC,
    HONE_INTERPOLATION_COUNT /**< the number of interpolations */
} hone_interpolation;

/** A bone or morph, by name and number of the file that the motion came from. */
typedef struct hone_channel_target {
    const char *name; /**< UTF-8; NULL becomes "", which binds to nothing by name */
    int32_t index;    /**< of the bone or morph; HONE_NONE: by name alone */
} hone_channel_target;

/** The keys of one part of a bone's transform, or of the weights of some morphs. */
typedef struct hone_channel {
    uint8_t path;                       /**< hone_channel_path */
    uint8_t interpolation;              /**< hone_interpolation */
    uint32_t target_count;              /**< 1; WEIGHTS: any number */
    const hone_channel_target *targets; /**< [target_count] */
    uint32_t key_count;                 /**< how many keys there are */
    const double *times;                /**< [key_count] seconds, ascending, no two equal */
    const float *values;                /**< [key_count] values; CUBIC: three for each key */
} hone_channel;

/* ---- packed motions ----------------------------------------------------------------------------------------- */

/** From when on physics is on or off for the bodies of a bone. */
typedef struct hone_physics_switch {
    uint32_t bone;  /**< of the clip */
    uint32_t frame; /**< 30ths of a second */
    bool off;       /**< whether physics is off from this frame on */
} hone_physics_switch;

/** A packed clip: clip.h. */
typedef struct hone_packed_clip hone_packed_clip;

/** A packed clip in a motion: it moves bones and morphs in place of tracks and channels; bones that keep their keys
 * have tracks beside it. Its parts replace those of the pose; in an MMD-space motion they are offsets from rest, as in
 * tracks. A part that is always at rest is set to the rest of the model that it plays on. */
typedef struct hone_packed_motion {
    hone_packed_clip *clip;              /**< its bytes and it belong to the motion, which closes it */
    double duration;                     /**< seconds */
    const hone_channel_target *bones;    /**< [bone_count of the clip] they bind as those of channels */
    const hone_channel_target *morphs;   /**< [weight_count of the clip] */
    uint32_t switch_count;               /**< how many switches of physics there are */
    const hone_physics_switch *switches; /**< [switch_count] by bone, then by frame */
} hone_packed_motion;

/* ---- motions ------------------------------------------------------------------------------------------------ */

/** All data of a motion. The arrays live as long as the motion. */
typedef struct hone_motion_data {
    hone_format format; /**< UNKNOWN: made by a program */
    hone_space space;   /**< the axes and units of all positions */
    /** A hash of the bytes that give bones their indices: of a .x file, of the JSON of a glTF or GLB. Channels bind by
     * index to a model of the same source, by name to any other. 0: always by name. */
    uint64_t source;
    const char *model_name;           /**< of the model that it was made for; never NULL */
    bool vrm_animation;               /**< whether it is for any humanoid: hone_model_data.vrm_animation of its file */
    double ticks_per_second;          /**< .x: the file's own; otherwise 0 */
    uint32_t channel_count;           /**< how many channels there are (.x and glTF) */
    const hone_channel *channels;     /**< [channel_count] */
    const hone_packed_motion *packed; /**< NULL: the motion is not packed (.hclip) */
    uint32_t clip_count;              /**< how many clips the file holds (.x, glTF, FBX, .hclip) */
    const hone_clip *clips;           /**< [clip_count] all of the file's, this one included */
    uint32_t bone_track_count;        /**< how many bone tracks there are */
    const hone_bone_track *bone_tracks;     /**< [bone_track_count] in the order of their first record */
    uint32_t morph_track_count;             /**< how many morph tracks there are */
    const hone_morph_track *morph_tracks;   /**< [morph_track_count] in the order of their first record */
    uint32_t camera_key_count;              /**< how many camera keys there are */
    const hone_camera_key *camera_keys;     /**< [camera_key_count] ascending */
    uint32_t light_key_count;               /**< how many light keys there are */
    const hone_light_key *light_keys;       /**< [light_key_count] ascending */
    uint32_t shadow_key_count;              /**< how many self-shadow keys there are */
    const hone_shadow_key *shadow_keys;     /**< [shadow_key_count] ascending */
    uint32_t property_key_count;            /**< how many property keys there are */
    const hone_property_key *property_keys; /**< [property_key_count] ascending */
    /** The last frame of all keys of tracks, including those that another key at the same frame replaced. */
    uint32_t last_frame;
    double duration; /**< seconds: the time of the last key of tracks and channels */
    /** Records as read from the file: at least the keys above. Keys of channels count as bone or morph. */
    struct {
        uint32_t bone;     /**< of bones */
        uint32_t morph;    /**< of morphs */
        uint32_t camera;   /**< of the camera */
        uint32_t light;    /**< of the light */
        uint32_t shadow;   /**< of the self-shadow */
        uint32_t property; /**< of properties */
    } records;
} hone_motion_data;

/** A motion: immutable, shareable between threads, reference counted. */
typedef struct hone_motion hone_motion;

/** Adds a reference to a motion. NULL is allowed.
 *
 * Returns: the motion.
 */
HONE_API hone_motion *hone_motion_retain(const hone_motion *motion);

/** Removes a reference from a motion. The last one destroys it. NULL is allowed. */
HONE_API void hone_motion_release(const hone_motion *motion);

/** Returns all data of a motion, valid as long as the motion; that of an empty motion if `motion` is NULL. Never NULL.
 */
HONE_API const hone_motion_data *hone_motion_get(const hone_motion *motion);

/** Returns the warnings of a motion, the faults of its data and how they were repaired, valid as long as the motion;
 * none if `motion` is NULL. */
HONE_API hone_warnings hone_motion_warnings(const hone_motion *motion);

/** Returns the duration of a motion: the time of its last key, in seconds; 0 if `motion` is NULL. */
HONE_API double hone_motion_duration(const hone_motion *motion);

/** Tells whether a motion moves bones or morphs, or shows and hides a model: not only a camera, a light or shadows.
 *
 * Returns: whether it does; false if `motion` is NULL.
 */
HONE_API bool hone_motion_moves(const hone_motion *motion);

/** Tells whether a motion was made for a model of this name, as MMD compares: by the first 20 bytes of CP932.
 *
 * It is only a hint: dances are often played on other models, and tracks bind by name in any case.
 * Returns: true also for a motion that names no model or moves none (only camera, light or shadow), and for a VPD,
 *          which names a file.
 */
HONE_API bool hone_motion_is_for(const hone_motion *motion, const hone_model *model);

/** Settings of hone_motion_create. */
typedef struct hone_motion_desc {
    bool strict; /**< whether a warning is an error */
} hone_motion_desc;

/** Creates a motion from data, after it has checked and repaired it.
 *
 * It sorts keys by frame (the last of several at one frame stays) or time (of several at one time the first gets the
 * time just before, and the last stays, so that the value jumps), normalises rotations (except of CUBIC),
 * repairs what can be repaired, with a warning, and counts records where `data` gives none. A name given as text gets
 * its CP932, one given as CP932 (text NULL) its text.
 * builder: the memory of all arrays and texts in `data`. The motion takes it over. Do not use the builder afterwards,
 *          even if the call fails.
 * data: the motion. The struct is copied, the arrays are not: they are repaired in place, so no two tracks or channels
 *       may share keys. Channels may share `times` that need no repair: finite, ascending, no two equal. A packed
 *       clip is taken over like the builder, also if the call fails.
 * desc: NULL: defaults.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: FORMAT (any warning, with `strict`), UNSUPPORTED (what hone does not evaluate, with `strict`), MEMORY,
 * ARGUMENT (NULL, a channel of an unknown path or interpolation or with a wrong number of targets).
 */
HONE_API hone_motion *hone_motion_create(hone_builder *builder, const hone_motion_data *data,
                                         const hone_motion_desc *desc, hone_error *error);

/* ---- poses -------------------------------------------------------------------------------------------------- */

/** A local pose: one transform for each bone, relative to its parent, and morph weights; what motions write and a rig
 * reads. The caller owns the arrays: its own, or those of hone_pose_create (hone_actor has a pose too).
 *
 * In an MMD-space model the transform of a bone is its offset from rest (the identity at rest). In any other it
 * replaces the rest transform, but only where `animated` is set; elsewhere hone_bone.rest_local holds, whatever matrix
 * it is. */
typedef struct hone_pose {
    uint32_t bone_count;   /**< the model's */
    uint32_t morph_count;  /**< the model's */
    uint32_t ik_count;     /**< the model's */
    hone_transform *bones; /**< [bone_count] relative to the parent */
    uint8_t *animated;     /**< [bone_count] 1 if a track or channel has written the bone */
    uint8_t *physics_off;  /**< [bone_count] 1 if a motion has switched physics off */
    float *morphs;         /**< [morph_count] weights, not clamped */
    uint8_t *ik_enabled;   /**< [ik_count] 1 if the chain is on */
    /** [ik_count] 0 to 1: the part of its rotations that a chain gives to its links, if it is on. It is below 1 only
     * while two motions are blended and one of them has the chain off. NULL: 1. */
    float *ik_weights;
    bool visible; /**< whether the model is drawn */
} hone_pose;

/** Creates a pose with every array, ik_weights too, in a model's rest pose: for a blend tree of the program.
 *
 * model: not retained.
 * allocator: NULL: malloc.
 * Returns: the pose; destroy it with hone_pose_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL), MEMORY.
 */
HONE_API hone_pose *hone_pose_create(const hone_model *model, const hone_allocator *allocator, hone_error *error);

/** Destroys a pose that hone_pose_create has created. NULL is allowed. */
HONE_API void hone_pose_destroy(hone_pose *pose);

/** Sets a pose to the rest pose: hone_bone.rest, default weights of morphs, every chain on, visible.
 *
 * pose: its counts must be the model's.
 */
HONE_API void hone_pose_reset(hone_pose *pose, const hone_model *model);

/** Copies a pose.
 *
 * to: its counts must be those of `from`; its arrays are written.
 */
HONE_API void hone_pose_copy(hone_pose *to, const hone_pose *from);

/** Blends a pose into another.
 *
 * Translations, scales and morph weights are interpolated linearly, rotations the shorter way at constant speed
 * (slerp), weights of IK chains linearly, with 0 for a chain that is off, if both poses have ik_weights. Switches
 * (physics, visibility, chains without weights) are those of `over` from 0.5 on. Numbers that are equal in both poses
 * stay equal to the bit.
 * pose: the lower pose, and the result.
 * over: the upper pose.
 * weight: 0 leaves `pose` as it is, 1 makes it equal to `over`, to the bit.
 * bone_weights: [bone_count] 0 to 1, a factor for each bone, and for the IK chain whose goal it is; NULL: 1.
 * model: the counts of both poses are the model's.
 * Cost: a comparison for each bone, and a slerp where rotations differ; no allocation.
 */
HONE_API void hone_pose_blend(hone_pose *pose, const hone_pose *over, float weight, const float *bone_weights,
                              const hone_model *model);

/* ---- sampling ----------------------------------------------------------------------------------------------- */

/** A motion that is bound to a model, with a cursor for each track. It retains both. It belongs to one thread at a
 * time. */
typedef struct hone_sampler hone_sampler;

/** Settings of hone_sampler_create. */
typedef struct hone_sampler_desc {
    const hone_model *model;         /**< required */
    const hone_motion *motion;       /**< required */
    hone_mmd_rules rules;            /**< `curve` and `fixed_axis` are read */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_sampler_desc;

/** Creates a sampler: binds the tracks and channels of a motion to the bones and morphs of a model.
 *
 * Tracks bind by name: raw CP932 bytes first, then text. If the first 15 bytes of several bones are equal, the first
 * wins. Channels bind by index if motion and model have the same source, otherwise by name, the first of equal names.
 * Tracks and channels without such a bone or morph are ignored: see hone_sampler_bound_count and hone_motion_unbound.
 * Returns: the sampler; destroy it with hone_sampler_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, or a motion of another space than the model's that moves bones or morphs: hone_retarget makes
 *         one that fits), MEMORY.
 */
HONE_API hone_sampler *hone_sampler_create(const hone_sampler_desc *desc, hone_error *error);

/** Destroys a sampler and releases its model and motion. NULL is allowed. */
HONE_API void hone_sampler_destroy(hone_sampler *sampler);

/** Returns how many of the motion's bone tracks, morph tracks and channels, and of the bones and morphs of its packed
 * clip, are bound to a bone or morph. */
HONE_API uint32_t hone_sampler_bound_count(const hone_sampler *sampler);

/** Tells which parts of bones and which morphs a sampler writes.
 *
 * bone_parts: [bone_count of the model] out: bits HONE_CLIP_TRANSLATION and so on (clip.h); NULL: not wanted.
 * morphs: [morph_count of the model] out: 0 or 1; NULL: not wanted.
 */
HONE_API void hone_sampler_bound(const hone_sampler *sampler, uint8_t *bone_parts, uint8_t *morphs);

/** Lists the tracks and channels that move nothing on a model, because it lacks a bone or morph of that name or because
 * they have no keys. Those with most keys come first. A bone that has several channels is counted for each of them, and
 * so is each morph of a channel; bones and morphs of a packed clip count as tracks.
 *
 * names: [capacity] out: texts of the motion, of bones and morphs; NULL with a capacity of 0.
 * capacity: the number of elements of `names`.
 * count: out: how many such tracks there are, of which the first `capacity` are listed.
 * Returns: whether it succeeded.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: binds the tracks; allocates while it runs.
 */
HONE_API bool hone_motion_unbound(const hone_motion *motion, const hone_model *model, const char **names,
                                  uint32_t capacity, uint32_t *count, hone_error *error);

/** Samples a motion: writes its values at a time into a pose. Values without a track or channel stay.
 *
 * Before its first key a track or channel has the value of the first key, after its last key that of the last. A
 * channel writes its part of a bone's transform and leaves the others. A time less than 1e-6 frame before a channel's
 * key counts as that key.
 * frame: 30ths of a second, any real number.
 * pose: its counts are the model's. Call hone_pose_reset first to start from rest.
 * Cost: no allocation. Fastest when frames ascend in small steps; any order is correct.
 */
HONE_API void hone_sampler_sample(hone_sampler *sampler, double frame, hone_pose *pose);

/** Samples the camera of a motion. Between two keys at most one frame apart the first one holds, a cut, unless the
 * second one says otherwise (hone_camera_key.no_cut).
 *
 * frame: 30ths of a second.
 * out: the camera, in the world, which has MMD's axes and units whatever the motion's space; untouched if there is
 * none.
 * Returns: whether the motion has camera keys.
 */
HONE_API bool hone_motion_camera(const hone_motion *motion, double frame, hone_curve_mode curve, hone_camera *out);

/** Samples the light of a motion, interpolated linearly.
 *
 * frame: 30ths of a second.
 * out: the light; untouched if there is none.
 * Returns: whether the motion has light keys.
 */
HONE_API bool hone_motion_light(const hone_motion *motion, double frame, hone_light *out);

/** Samples the self-shadow of a motion. The distance is interpolated linearly, the mode holds from its key on.
 *
 * frame: 30ths of a second.
 * mode: out: 0 off, 1, 2; untouched if there is none.
 * distance: out: as in hone_self_shadow (render.h); untouched if there is none.
 * Returns: whether the motion has self-shadow keys.
 */
HONE_API bool hone_motion_shadow(const hone_motion *motion, double frame, uint8_t *mode, float *distance);

#ifdef __cplusplus
}
#endif
#endif
