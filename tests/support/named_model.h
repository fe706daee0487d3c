/* Models of bones and morphs with wanted names, motions that move them, and poses. */
#ifndef HONE_TESTS_SUPPORT_NAMED_MODEL_H
#define HONE_TESTS_SUPPORT_NAMED_MODEL_H

#include <hone/model.h>
#include <hone/motion.h>

const char *named_text(hone_builder *builder, const char *utf8);

/* A model with bones and morphs of these names. Each bone whose name begins with "IK" has a chain that rotates bone
 * 0. */
hone_model *named_model(const char *const *bone_names, uint32_t bone_count, const char *const *morph_names,
                        uint32_t morph_count);

/* A model of these six bones and two morphs. */
extern const char *const named_plain_bones[6], *const named_plain_morphs[2];
hone_model *named_plain_model(void);

/* One bone track for `name` (CP932 if cp932_size is not 0) with one key that moves x by `x`. */
typedef struct named_track {
    hone_track_name name;
    float x;
} named_track;
hone_motion *named_motion(const named_track *tracks, uint32_t count);
hone_motion *named_random_motion(const hone_model *model, uint64_t seed);

/* A pose for any of these models. */
enum { NAMED_MOST = 64 };
typedef struct named_pose_arrays {
    hone_pose pose;
    hone_transform bones[NAMED_MOST];
    uint8_t moved[NAMED_MOST], physics_off[NAMED_MOST], ik_enabled[NAMED_MOST];
    float morphs[NAMED_MOST], ik_weights[NAMED_MOST];
} named_pose_arrays;
hone_pose *named_pose(named_pose_arrays *arrays, const hone_model *model);
bool same_named_pose(const named_pose_arrays *a, const named_pose_arrays *b);

hone_sampler *named_sampler(const hone_model *model, const hone_motion *motion, hone_curve_mode curve);

#endif
