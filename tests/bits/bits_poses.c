#include "bits/bits.h"
#include "core/motion/lanes/kernel.h"
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include <hone/bake.h>
#include <hone/rig.h>
#include <stdio.h>
#include <stdlib.h>

enum { RIGS = 12, POSES = 4, FRAMES = 12 };

/* ---- rigs ------------------------------------------------------------------------------------------------------- */

static void add_transforms(bits_hash *hash, const hone_transform *bones, uint32_t count)
{
    for (uint32_t b = 0; b < count; b++) {
        bits_add(hash, bones[b].translation, 3);
        bits_add(hash, bones[b].rotation, 4);
        bits_add(hash, bones[b].scale, 3);
    }
}

static void add_rig(hone_model *model, const hone_mmd_rules *rules, test_random *random, bits_hash *hash)
{
    hone_error error = {0};
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model, .rules = *rules}, &error);
    if (!rig)
        fail_msg("%s", error.message);
    for (int i = 0; i < POSES; i++) {
        random_pose pose;
        random_pose_make(&pose, model);
        random_pose_turn(random, &pose, 2);
        hone_rig_evaluate(rig, &pose.pose);
        const hone_affine *bones = hone_rig_bones(rig);
        for (uint32_t b = 0; b < pose.pose.bone_count; b++) bits_add(hash, bones[b].m[0], 12);
    }
    hone_rig_destroy(rig);
}

static uint64_t hash_of_rigs(random_rig_desc desc, hone_mmd_rules rules)
{
    bits_hash hash = {0};
    test_random random = {5};
    for (int i = 0; i < RIGS; i++) {
        hone_model *model = random_rig_make(&random, &desc);
        add_rig(model, &rules, &random, &hash);
        hone_model_release(model);
    }
    return hash.value;
}

static void rigs(bits_line *line, void *user)
{
    const random_rig_desc plain = {0}, appends = {.appends = true}, all = {.appends = true, .chains = true};
    line(user, "rig-hierarchy", hash_of_rigs(plain, (hone_mmd_rules){0}));
    line(user, "rig-append", hash_of_rigs(appends, (hone_mmd_rules){0}));
    line(user, "rig-ik-ccd", hash_of_rigs(all, (hone_mmd_rules){0}));
    line(user, "rig-ik-ccd-clamped", hash_of_rigs(all, (hone_mmd_rules){.ik = HONE_IK_CCD_CLAMPED}));
}

/* ---- motions ---------------------------------------------------------------------------------------------------- */

/* A model with morphs of all kinds, and a motion that moves everything. */
typedef struct scene {
    hone_model *model;
    hone_motion *motion;
} scene;

static scene make_scene(void)
{
    hone_error error = {0};
    make_pmx_desc desc = make_pmx_rich(7);
    scene out = {.model = make_pmx_model(&desc, NULL, &error)};
    if (out.model)
        out.motion = make_motion(out.model, &(make_motion_desc){.seed = 8}, &error);
    if (!out.motion)
        fail_msg("%s", error.message);
    return out;
}

static void release_scene(scene *s)
{
    hone_motion_release(s->motion);
    hone_model_release(s->model);
}

static uint64_t hash_of_samples(const scene *s, const hone_motion_kernel *kernel)
{
    bits_hash hash = {0};
    hone_error error = {0};
    hone_pose *pose = hone_pose_create(s->model, NULL, &error);
    hone_sampler_desc desc = {.motion = s->motion, .model = s->model};
    hone_sampler *sampler = hone_sampler_create_with(&desc, kernel, &error);
    if (!pose || !sampler)
        fail_msg("%s", error.message);
    for (int i = 0; i < 6 * FRAMES; i++) {
        hone_sampler_sample(sampler, 0.7 * i, pose);
        add_transforms(&hash, pose->bones, pose->bone_count);
        bits_add(&hash, pose->morphs, pose->morph_count);
    }
    hone_sampler_destroy(sampler);
    hone_pose_destroy(pose);
    return hash.value;
}

static hone_actor *make_actor(const scene *s, hone_mmd_rules rules)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s->model, .rules = rules}, &error);
    if (!actor || !hone_actor_play(actor, s->motion, NULL, &error).id)
        fail_msg("%s", error.message);
    return actor;
}

static void add_skinned(hone_actor *actor, uint32_t vertices, bits_hash *hash)
{
    hone_error error = {0};
    float *out = calloc((size_t)vertices + 1, 3 * sizeof *out);
    assert_non_null(out);
    hone_skin_out to = {.positions = {out, vertices, 3 * sizeof *out}, .kernel = "scalar"};
    if (!hone_actor_skin(actor, &to, &error))
        fail_msg("%s", error.message);
    bits_add(hash, out, 3 * (size_t)vertices);
    free(out);
}

/* Bones and vertices of a model with morphs. */
static uint64_t hash_of_actor(const scene *s)
{
    bits_hash hash = {0};
    hone_error error = {0};
    const hone_model_data *data = hone_model_get(s->model);
    hone_actor *actor = make_actor(s, (hone_mmd_rules){0});
    for (int i = 0; i < FRAMES; i++) {
        if (!hone_actor_update_frame(actor, 3.3 * i, &error))
            fail_msg("%s", error.message);
        for (uint32_t b = 0; b < data->skeleton.bone_count; b++) bits_add(&hash, hone_actor_bones(actor)[b].m[0], 12);
        add_skinned(actor, data->mesh.vertex_count, &hash);
    }
    hone_actor_destroy(actor);
    return hash.value;
}

static void add_motion(bits_hash *hash, const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    for (uint32_t c = 0; c < data->channel_count; c++) {
        const hone_channel *channel = &data->channels[c];
        uint32_t numbers = channel->path == HONE_CHANNEL_ROTATION ? 4 : channel->path == HONE_CHANNEL_WEIGHTS ? 1 : 3;
        bits_add_doubles(hash, channel->times, channel->key_count);
        bits_add(hash, channel->values, (size_t)channel->key_count * numbers * channel->target_count);
    }
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        for (uint32_t k = 0; k < data->bone_tracks[t].key_count; k++) {
            const hone_bone_key *key = &data->bone_tracks[t].keys[k];
            bits_add_word(hash, key->frame);
            bits_add(hash, key->translation, 3);
            bits_add(hash, key->rotation, 4);
        }
}

static uint64_t hash_of_bake(const scene *s, hone_bake_player player)
{
    bits_hash hash = {0};
    hone_error error = {0};
    hone_actor *actor = make_actor(s, (hone_mmd_rules){0});
    hone_bake_desc desc = {.actor = actor, .last_frame = 40, .tolerance = 0.01f, .player = player};
    hone_motion *baked = hone_bake(&desc, NULL, &error);
    if (!baked)
        fail_msg("%s", error.message);
    add_motion(&hash, baked);
    hone_motion_release(baked);
    hone_actor_destroy(actor);
    return hash.value;
}

void bits_of_poses(bits_line *line, void *user)
{
    scene s = make_scene();
    rigs(line, user);
    line(user, "samples-portable", hash_of_samples(&s, &hone_motion_portable));
#if HONE_KERNEL_AVX2
    if (hone_kernel_supported(&hone_motion_avx2.kernel))
        line(user, "samples-avx2", hash_of_samples(&s, &hone_motion_avx2));
#endif
    line(user, "actor", hash_of_actor(&s));
    line(user, "bake-hierarchy", hash_of_bake(&s, HONE_BAKE_HIERARCHY));
    line(user, "bake-mmd", hash_of_bake(&s, HONE_BAKE_MMD_RIG));
    release_scene(&s);
}
