#include "bits/bits.h"
#include "support/make/bodies/make_human.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include <hone/clip.h>
#include <hone/format.h>
#include <hone/ik.h>
#include <hone/retarget.h>
#include <hone/rig.h>
#include <stdlib.h>

enum { LAST = 40, CLIP_BONES = 6, CLIP_SAMPLES = 50, JOBS = 12 };

static void add_bytes(bits_hash *hash, const hone_bytes *bytes)
{
    const uint8_t *b = bytes->data;
    for (size_t i = 0; i < bytes->size; i++) bits_add_word(hash, b[i]);
}

/* ---- solvers ---------------------------------------------------------------------------------------------------- */

static void random_vector(test_random *random, float most, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = test_random_float(random, -most, most);
}

static void add_two_bone(test_random *random, bits_hash *hash)
{
    hone_affine bones[3];
    float at[3] = {0, 0, 0}, corrections[2][4];
    for (int i = 0; i < 3; i++) {
        hone_rigid_transform place = {{0}, {at[0], at[1], at[2]}};
        test_random_quat(random, place.rotation);
        bones[i] = hone_affine_from_rotation(place.rotation, place.translation);
        at[1] -= 3, at[2] += 0.3f;
    }
    hone_two_bone_job job = {
        .start = &bones[0], .middle = &bones[1], .end = &bones[2], .hinge = {1, 0, 0}, .softness = 0.1f, .weight = 1};
    random_vector(random, 5, job.goal);
    random_vector(random, 1, job.pole);
    hone_two_bone_solve(&job, corrections[0], corrections[1]);
    bits_add(hash, corrections[0], 8);
}

static void add_full_body(test_random *random, bits_hash *hash)
{
    int32_t parents[RANDOM_RIG_BONES];
    float corrections[RANDOM_RIG_BONES][4], move[3];
    hone_error error = {0};
    hone_model *model = random_rig_make(random, &(random_rig_desc){.in_order = true});
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, &error);
    const hone_skeleton *skeleton = &hone_model_get(model)->skeleton;
    assert_non_null(rig);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) parents[b] = skeleton->bones[b].parent;
    hone_effector effectors[2] = {{.position_weight = 1, .rotation_weight = 0.5f}, {.position_weight = 1}};
    for (int e = 0; e < 2; e++) {
        effectors[e].bone = (int32_t)(skeleton->bone_count / (uint32_t)(e + 1)) - 1;
        random_vector(random, 6, effectors[e].position);
        test_random_quat(random, effectors[e].rotation);
    }
    hone_full_body_job job = {.bone_count = skeleton->bone_count,
                              .parents = parents,
                              .bones = hone_rig_bones(rig),
                              .effector_count = 2,
                              .effectors = effectors,
                              .root = HONE_NONE,
                              .tolerance = 0.01f,
                              .angle_tolerance = 0.01f,
                              .restarts = 1,
                              .weight = 1};
    job.memory = malloc(hone_full_body_memory_size(job.bone_count, job.effector_count));
    assert_non_null(job.memory);
    hone_full_body_solve(&job, corrections, move);
    bits_add(hash, corrections[0], 4 * (size_t)job.bone_count);
    free(job.memory);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* ---- retargeting, packed clips, files --------------------------------------------------------------------------- */

static hone_model *human(hone_error *error, const make_human_desc *desc)
{
    hone_bytes bytes = make_human(desc);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, error);
    hone_bytes_release(&bytes);
    return model;
}

/* The motion in bytes of a glTF has all that a retarget computes. */
static void add_retarget(bits_hash *retarget, bits_hash *gltf)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    hone_model *from = human(&error, &(make_human_desc){0});
    hone_model *to = human(&error, &(make_human_desc){.names = MAKE_HUMAN_VRM, .size = 1.4f, .stance = 0.12f});
    hone_motion *motion = make_motion(from, &(make_motion_desc){.seed = 4, .keys_per_track = 5}, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = from}, &error);
    assert_true(to && motion && actor && hone_actor_play(actor, motion, NULL, &error).id);
    hone_motion *out = hone_retarget(
        &(hone_retarget_desc){.source = actor, .target = to, .last_frame = LAST, .tolerance = 0.001f}, NULL, &error);
    if (!out || !hone_model_write_gltf(to, &(hone_gltf_desc){.motion = out}, &bytes, NULL, &error))
        fail_msg("%s", error.message);
    const hone_motion_data *data = hone_motion_get(out);
    for (uint32_t c = 0; c < data->channel_count; c++) {
        const hone_channel *channel = &data->channels[c];
        size_t numbers = channel->path == HONE_CHANNEL_ROTATION ? 4 : 3; /* there are no morphs */
        bits_add_doubles(retarget, channel->times, channel->key_count);
        bits_add(retarget, channel->values, numbers * channel->key_count);
    }
    add_bytes(gltf, &bytes);
    hone_bytes_release(&bytes);
    hone_motion_release(out);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(to);
    hone_model_release(from);
}

static void add_clip(bits_hash *packed, bits_hash *decoded)
{
    static hone_transform samples[CLIP_SAMPLES * CLIP_BONES], pose[CLIP_BONES];
    static const int32_t parents[CLIP_BONES] = {HONE_NONE, 0, 1, 2, 1, 4};
    hone_error error = {0};
    hone_bytes bytes = {0};
    test_random random = {9};
    for (int i = 0; i < CLIP_SAMPLES * CLIP_BONES; i++) {
        samples[i] = (hone_transform)HONE_TRANSFORM_IDENTITY;
        random_vector(&random, 1, samples[i].translation);
        test_random_quat(&random, samples[i].rotation);
    }
    hone_clip_pack_desc desc = {.bone_count = CLIP_BONES,
                                .parents = parents,
                                .bones = samples,
                                .rate = 30,
                                .sample_count = CLIP_SAMPLES,
                                .tolerance = 0.001f,
                                .distance = 0.1f};
    if (!hone_clip_pack(&desc, &bytes, NULL, &error))
        fail_msg("%s", error.message);
    hone_packed_clip *clip = hone_packed_clip_open(bytes.data, bytes.size, NULL, &error);
    assert_non_null(clip);
    add_bytes(packed, &bytes);
    for (double at = 0; at < CLIP_SAMPLES; at += 0.37) {
        hone_packed_clip_decode(clip, at, pose);
        for (int b = 0; b < CLIP_BONES; b++) {
            bits_add(decoded, pose[b].translation, 3);
            bits_add(decoded, pose[b].rotation, 4);
        }
    }
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
}

void bits_of_offline(bits_line *line, void *user)
{
    bits_hash two_bone = {0}, full_body = {0}, retarget = {0}, gltf = {0}, packed = {0}, decoded = {0};
    test_random random = {6};
    for (int i = 0; i < 50 * JOBS; i++) add_two_bone(&random, &two_bone);
    for (int i = 0; i < JOBS; i++) add_full_body(&random, &full_body);
    add_retarget(&retarget, &gltf);
    add_clip(&packed, &decoded);
    line(user, "solver-two-bone", two_bone.value);
    line(user, "solver-full-body", full_body.value);
    line(user, "retarget", retarget.value);
    line(user, "gltf-bytes", gltf.value);
    line(user, "clip-bytes", packed.value);
    line(user, "clip-decoded", decoded.value);
}
