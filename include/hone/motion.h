/* motion: what moves a character. Tracks and channels of keys, sampled at any time into a local pose.
 *
 * A motion is made by a loader (format.h) or by program (hone_motion_create), is then never changed, may be shared
 * between threads, and is counted. A sampler binds it to a model. MMD's tracks say offsets from rest, with a key a
 * frame at most, and curves: cubic Beziers through (0,0), (x1,y1)/127, (x2,y2)/127, (1,1). Channels, of .x and glTF,
 * say what replaces the parts of the rest transform, with keys at any time. Sources: docs/motions.md.
 */
#ifndef HONE_MOTION_H
#define HONE_MOTION_H

#include <hone/base.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- curves ------------------------------------------------------------------------------------------------- */

/* Control points, 0..127 each. The eased value runs from 0 at the key before to 1 at the key that owns the curve. */
typedef struct hone_curve {
    uint8_t x1, y1, x2, y2;
} hone_curve;

#define HONE_CURVE_LINEAR                                                                                              \
    {                                                                                                                  \
        20, 20, 107, 107                                                                                               \
    }

typedef enum hone_curve_mode {
    HONE_CURVE_EXACT, /* solved to 1e-6 in x */
    HONE_CURVE_MMD    /* MMD's own 12 halvings, up to 3.7e-4 off; smooth motion moves in small steps */
} hone_curve_mode;

/* The eased value at s, 0..1 between two keys; s outside is clamped. */
HONE_API double hone_curve_evaluate(hone_curve curve, double s, hone_curve_mode mode);

/* ---- keys --------------------------------------------------------------------------------------------------- */

/* What a track is called. MMD compares raw bytes: the first 15 (of IK names 20) in CP932. */
typedef struct hone_track_name {
    const char *text;   /* UTF-8; never NULL in a finished motion */
    uint8_t cp932_size; /* 0: compare text only */
    char cp932[20];     /* as in the file, no NUL */
} hone_track_name;

typedef struct hone_bone_key {
    uint32_t frame;
    float translation[3]; /* offset from rest, parent's axes */
    float rotation[4];    /* on top of rest; unit length */
    hone_curve curves[4]; /* X, Y, Z, rotation; of the segment that ends at this key */
    bool physics_off;     /* from this key on */
} hone_bone_key;

typedef struct hone_bone_track {
    hone_track_name name;
    uint32_t key_count;
    const hone_bone_key *keys; /* ascending frames, no two alike */
} hone_bone_track;

typedef struct hone_morph_key {
    uint32_t frame;
    float weight;
} hone_morph_key;

typedef struct hone_morph_track {
    hone_track_name name;
    uint32_t key_count;
    const hone_morph_key *keys;
} hone_morph_track;

enum { HONE_CAMERA_X, HONE_CAMERA_Y, HONE_CAMERA_Z, HONE_CAMERA_ANGLES, HONE_CAMERA_DISTANCE, HONE_CAMERA_FOV };

/* V = T(0,0,-distance) Rz Rx Ry T(-target), left-handed view space that looks along +Z. */
typedef struct hone_camera {
    float target[3];
    float angles[3]; /* radians */
    float distance;  /* usually negative: the eye is in front of the target, at -Z */
    float fov;       /* vertical, degrees */
    bool orthographic;
} hone_camera;

#define HONE_CAMERA_DEFAULT                                                                                            \
    {                                                                                                                  \
        {0, 10, 0}, {0, 0, 0}, -45, 30, false                                                                          \
    }

typedef struct hone_camera_key {
    uint32_t frame;
    hone_camera camera;
    hone_curve curves[6]; /* HONE_CAMERA_X .. HONE_CAMERA_FOV */
} hone_camera_key;

typedef struct hone_light {
    float colour[3];
    float direction[3]; /* from the light into the scene; of unit length once sampled */
} hone_light;

#define HONE_LIGHT_DEFAULT                                                                                             \
    {                                                                                                                  \
        {154 / 255.0f, 154 / 255.0f, 154 / 255.0f},                                                                    \
        {                                                                                                              \
            -0.40824829f, -0.81649658f, 0.40824829f                                                                    \
        }                                                                                                              \
    }

typedef struct hone_light_key {
    uint32_t frame;
    hone_light light;
} hone_light_key;

typedef struct hone_shadow_key {
    uint32_t frame;
    uint8_t mode; /* 0 off, 1, 2 */
    float distance;
} hone_shadow_key;

typedef struct hone_ik_state {
    hone_track_name name; /* of the IK bone */
    bool enabled;
} hone_ik_state;

typedef struct hone_property_key {
    uint32_t frame;
    bool visible;
    uint32_t state_count;
    const hone_ik_state *states;
} hone_property_key;

/* ---- channels ----------------------------------------------------------------------------------------------- */

typedef enum hone_channel_path {
    HONE_CHANNEL_TRANSLATION, /* 3 numbers a value */
    HONE_CHANNEL_ROTATION,    /* 4: x,y,z,w */
    HONE_CHANNEL_SCALE,       /* 3 */
    HONE_CHANNEL_WEIGHTS,     /* one a target: weights of morphs */
    HONE_CHANNEL_PATH_COUNT
} hone_channel_path;

typedef enum hone_interpolation {
    HONE_INTERPOLATION_LINEAR, /* rotations the short way round at an even speed (slerp) */
    HONE_INTERPOLATION_STEP,   /* the key before */
    HONE_INTERPOLATION_CUBIC,  /* Hermite; a key has three values: in-tangent, value, out-tangent, each a second.
                                  Rotations are brought to unit length afterwards */
    HONE_INTERPOLATION_COUNT
} hone_interpolation;

/* A bone or a morph, as the file that the motion came from calls and counts it. */
typedef struct hone_channel_target {
    const char *name; /* UTF-8; NULL becomes "", which binds to nothing by name */
    int32_t index;    /* HONE_NONE: by name alone */
} hone_channel_target;

typedef struct hone_channel {
    uint8_t path;          /* hone_channel_path */
    uint8_t interpolation; /* hone_interpolation */
    uint32_t target_count; /* 1, but of WEIGHTS */
    const hone_channel_target *targets;
    uint32_t key_count;
    const double *times; /* [key_count] seconds, ascending, no two alike */
    const float *values; /* [key_count] values, or three times as many of CUBIC */
} hone_channel;

/* Everything a motion says. All arrays live as long as the motion. */
typedef struct hone_motion_data {
    hone_format format; /* UNKNOWN: made by program */
    hone_space space;
    uint64_t source; /* which file it came from: with a model of the same source channels bind by index, with any other
                        by name; 0: by name always */
    const char *model_name;
    double ticks_per_second; /* of .x, the file's own; else 0 */
    uint32_t channel_count;
    const hone_channel *channels; /* of .x and glTF */
    uint32_t clip_count;
    const hone_clip *clips; /* of .x and glTF: all that its file holds, this one among them */
    uint32_t bone_track_count;
    const hone_bone_track *bone_tracks; /* in the order of their first record */
    uint32_t morph_track_count;
    const hone_morph_track *morph_tracks;
    uint32_t camera_key_count;
    const hone_camera_key *camera_keys;
    uint32_t light_key_count;
    const hone_light_key *light_keys;
    uint32_t shadow_key_count;
    const hone_shadow_key *shadow_keys;
    uint32_t property_key_count;
    const hone_property_key *property_keys;
    uint32_t last_frame; /* of all keys of tracks, also those that another key at the same frame replaced */
    double duration;     /* seconds: the last key of all, channels too */
    struct {             /* records as read; at least the keys above, where those of channels count as bone and morph */
        uint32_t bone, morph, camera, light, shadow, property;
    } records;
} hone_motion_data;

typedef struct hone_motion hone_motion;

HONE_API hone_motion *hone_motion_retain(const hone_motion *motion); /* returns it; NULL is fine */
HONE_API void hone_motion_release(const hone_motion *motion);        /* the last release destroys it; NULL is fine */
HONE_API const hone_motion_data *hone_motion_get(const hone_motion *motion); /* never NULL, of NULL an empty one's */
HONE_API hone_warnings hone_motion_warnings(const hone_motion *motion);
HONE_API double hone_motion_duration(const hone_motion *motion); /* seconds, of its last key */

/* Whether the motion was made for a model of this name, as MMD compares: by the first 20 bytes of CP932. Also true of
 * one that names no model, or moves none (only camera, light or shadow), and of a VPD, which names a file. Dances are
 * played on other models all the time; tracks bind by name nevertheless. */
HONE_API bool hone_motion_is_for(const hone_motion *motion, const hone_model *model);

typedef struct hone_motion_desc {
    bool strict; /* a warning is an error */
} hone_motion_desc;

/* As hone_model_create: sorts keys by frame or time (of several at one the last stays), normalises rotations (but of
 * CUBIC), mends what can be mended, counts records where `data` has none, and hands over the motion. Consumes the
 * builder in any case. Arrays are mended where they lie, so that no two tracks or channels may share keys. A name that
 * is given as text gets its CP932, one given as CP932 (text NULL) its text. Errors: FORMAT (with `strict`), MEMORY,
 * ARGUMENT. */
HONE_API hone_motion *hone_motion_create(hone_builder *builder, const hone_motion_data *data,
                                         const hone_motion_desc *desc, hone_error *error);

/* ---- sampling ----------------------------------------------------------------------------------------------- */

/* A local pose: what motions say before the rig speaks. The caller owns the arrays (hone_actor has one ready).
 * Of an MMD-space model a bone's transform is its offset from rest (identity: at rest); of any other it replaces the
 * rest transform, but only where `animated` is set: elsewhere bone.rest_local holds, whatever matrix that is. */
typedef struct hone_pose {
    uint32_t bone_count, morph_count, ik_count; /* the model's */
    hone_transform *bones;                      /* [bone_count] */
    uint8_t *animated;                          /* [bone_count] 1 where a track spoke */
    uint8_t *physics_off;                       /* [bone_count] 1 where a motion switched physics off */
    float *morphs;                              /* [morph_count] track weights, unclamped */
    uint8_t *ik_enabled;                        /* [ik_count] */
    float *ik_weights; /* [ik_count] 0..1, how much of its turns a chain that is on gives its links: less than 1 only
                          between two motions of which one has it off; NULL: 1 */
    bool visible;
} hone_pose;

/* How much of its turns a chain gives its links, 0 where it is off. */
static inline float hone_pose_ik_weight(const hone_pose *pose, uint32_t ik)
{
    if (!pose->ik_enabled[ik])
        return 0;
    return pose->ik_weights ? pose->ik_weights[ik] : 1;
}

/* The rest pose: what hone_bone.rest says, default weights, every chain on, visible.
 * Sizes must be the model's. */
HONE_API void hone_pose_reset(hone_pose *pose, const hone_model *model);

/* Copies all of a pose into the arrays of another of the same sizes. */
HONE_API void hone_pose_copy(hone_pose *to, const hone_pose *from);

/* Mixes `over` into `pose`: weight 0 leaves it, 1 makes it `over`, to the bit. Between them translations, scales and
 * morph weights go straight, rotations the short way round at an even speed (slerp); so do weights of chains, 0 where
 * off, if both poses have ik_weights. What knows no between (physics, visibility, chains without weights) is over's
 * from 0.5 on. Numbers that are alike in both stay to the bit. bone_weights: [bone_count] 0..1, by which the weight of
 * each bone is multiplied, and that of the chain whose goal it is; NULL: 1 everywhere. Sizes are the model's. Cost: a
 * comparison a bone, and a slerp where rotations differ. */
HONE_API void hone_pose_blend(hone_pose *pose, const hone_pose *over, float weight, const float *bone_weights,
                              const hone_model *model);

/* A motion bound to a model, with a cursor a track. Retains both. */
typedef struct hone_sampler hone_sampler;

/* When the rotation of a bone with a fixed axis is turned onto that axis: its angle stays, the axis is replaced. */
typedef enum hone_fixed_axis {
    HONE_FIXED_AXIS_KEY,   /* as MMD: each key, before the way between two of them is sought */
    HONE_FIXED_AXIS_SAMPLE /* what was sampled */
} hone_fixed_axis;

typedef struct hone_sampler_desc {
    const hone_model *model;   /* required */
    const hone_motion *motion; /* required */
    hone_curve_mode curve;
    hone_fixed_axis fixed_axis;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_sampler_desc;

/* Binds tracks by name: raw CP932 bytes first, then text; of bones alike in their first 15 bytes the first wins. Binds
 * channels by index if motion and model are of one source, else by name; of bones called alike the first wins. What the
 * model lacks is passed over. Errors: ARGUMENT (also where a motion that moves anything is not in the model's space),
 * MEMORY. */
HONE_API hone_sampler *hone_sampler_create(const hone_sampler_desc *desc, hone_error *error);
HONE_API void hone_sampler_destroy(hone_sampler *sampler); /* NULL is fine */

/* How many of the motion's bone and morph tracks and channels found a bone or morph. */
HONE_API uint32_t hone_sampler_bound_count(const hone_sampler *sampler);

/* Lists the bone and morph tracks that move nothing on a model, because it lacks a bone or morph of that name or
 * because they have no keys; the tracks with most keys first. names: [capacity] out, texts of the motion; NULL with a
 * capacity of 0. *count: how many such tracks there are, of which the first `capacity` are listed. Channels are not
 * looked at. Errors: ARGUMENT (NULL), MEMORY. Cost: binds the tracks; allocates while it runs. */
HONE_API bool hone_motion_unbound(const hone_motion *motion, const hone_model *model, const char **names,
                                  uint32_t capacity, uint32_t *count, hone_error *error);

/* Writes into `pose` what the motion says at `frame` (30ths of a second, any real number), over what is there; tracks
 * and channels hold their first key before it and their last after it. A channel writes its own part of a bone's
 * transform and leaves the others. A time within 1e-6 frame before a channel's key is that key. Fastest when frames
 * ascend in small steps; any order is right. Allocates nothing. */
HONE_API void hone_sampler_sample(hone_sampler *sampler, double frame, hone_pose *pose);

/* Camera, light and shadow at a frame; false, and *out untouched, if the motion has no such keys.
 * Between camera keys at most one frame apart the first holds: a cut. */
HONE_API bool hone_motion_camera(const hone_motion *motion, double frame, hone_curve_mode curve, hone_camera *out);
HONE_API bool hone_motion_light(const hone_motion *motion, double frame, hone_light *out);
HONE_API bool hone_motion_shadow(const hone_motion *motion, double frame, uint8_t *mode, float *distance);

#ifdef __cplusplus
}
#endif
#endif
