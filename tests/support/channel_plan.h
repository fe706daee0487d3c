/* Motions of channels, and a plain model for them. */
#ifndef HONE_TESTS_SUPPORT_CHANNEL_PLAN_H
#define HONE_TESTS_SUPPORT_CHANNEL_PLAN_H

#include "support/support.h"
#include <hone/motion.h>

enum { BONES = 4, MORPHS = 3, KEYS = 5 };

/* The local transform of bone 1 at rest. */
extern const float channel_shear[3][4];

/* The parts of the plain model that tests change before it is created. */
typedef struct channel_model_parts {
    hone_bone *bones;
    hone_morph *morphs;
    hone_model_data data;
} channel_model_parts;

typedef struct channel_pose_arrays {
    hone_pose pose;
    hone_transform bones[BONES];
    uint8_t animated[BONES], physics_off[BONES];
    float morphs[MORPHS];
} channel_pose_arrays;

/* A channel and its arrays. */
typedef struct channel_plan {
    hone_channel_path path;
    hone_interpolation interpolation;
    hone_channel_target targets[MORPHS];
    uint32_t target_count, key_count;
    double times[KEYS];
    float values[KEYS * 3 * 4];
} channel_plan;

/* Bones "root", "arm" (sheared), "arm" again and "" (child of the second arm, before it in the file); morphs "a",
 * "b", "a". */
channel_model_parts channel_parts(hone_builder *b);

/* Creates the model of these parts; channel_model does so without a change. */
hone_model *channel_model_of(hone_builder *b, const channel_model_parts *p);
hone_model *channel_model(uint64_t source);

/* Resets a pose that lives in `a`. */
hone_pose *channel_rest_pose(channel_pose_arrays *a, const hone_model *model);

/* Numbers in a value, and in a key. */
uint32_t channel_plan_width(const channel_plan *p);
uint32_t channel_plan_stride(const channel_plan *p);

/* Returns NULL if out of memory. */
const void *channel_copy(hone_builder *b, const void *from, size_t count, size_t size);

/* A motion of these channels. channel_motion_try returns NULL where channel_motion fails the test. */
hone_motion *channel_motion_try(hone_builder *b, const channel_plan *plans, uint32_t count, uint64_t source,
                                hone_error *error);
hone_motion *channel_motion(const channel_plan *plans, uint32_t count, uint64_t source);
hone_sampler *channel_sampler(const hone_model *model, const hone_motion *motion);

/* Random keys for bone 1, or for all morphs. */
channel_plan channel_plan_random(hone_channel_path path, hone_interpolation interpolation, test_random *random);

#endif
