#include "support/channel_plan.h"
#include <string.h>

const float channel_shear[3][4] = {{1, 0.5f, 0, 2}, {0, 1, 0, 3}, {0.25f, 0, 2, 4}};

channel_model_parts channel_parts(hone_builder *b)
{
    static const char *const bone_names[BONES] = {"root", "arm", "", "arm"};
    static const char *const morph_names[MORPHS] = {"a", "b", "a"};
    static const int32_t parents[BONES] = {HONE_NONE, 0, 3, 0};
    channel_model_parts p = {hone_builder_array(b, BONES, sizeof *p.bones),
                             hone_builder_array(b, MORPHS, sizeof *p.morphs),
                             {.space = HONE_SPACE_GLTF, .source = 7, .name = "plain"}};
    for (int i = 0; p.bones && i < BONES; i++)
        p.bones[i] = (hone_bone){.name = bone_names[i],
                                 .parent = parents[i],
                                 .rest_local = {{{1, 0, 0, (float)i}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
                                 .tail_bone = HONE_NONE,
                                 .append_source = HONE_NONE,
                                 .ik = HONE_NONE};
    if (p.bones)
        memcpy(p.bones[1].rest_local.m, channel_shear, sizeof channel_shear);
    for (int i = 0; p.morphs && i < MORPHS; i++)
        p.morphs[i] =
            (hone_morph){.name = morph_names[i], .kind = HONE_MORPH_VERTEX, .default_weight = 0.25f * (float)(i + 1)};
    p.data.skeleton = (hone_skeleton){.bone_count = BONES, .bones = p.bones};
    p.data.morph_count = MORPHS, p.data.morphs = p.morphs;
    return p;
}

hone_model *channel_model_of(hone_builder *b, const channel_model_parts *p)
{
    hone_error error = {0};
    hone_model *model = hone_model_create(b, &p->data, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

hone_model *channel_model(uint64_t source)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    channel_model_parts p = channel_parts(b);
    p.data.source = source;
    return channel_model_of(b, &p);
}

hone_pose *channel_rest_pose(channel_pose_arrays *a, const hone_model *model)
{
    memset(a, 0, sizeof *a);
    a->pose = (hone_pose){.bone_count = BONES,
                          .morph_count = MORPHS,
                          .bones = a->bones,
                          .animated = a->animated,
                          .physics_off = a->physics_off,
                          .morphs = a->morphs};
    hone_pose_reset(&a->pose, model);
    return &a->pose;
}

uint32_t channel_plan_width(const channel_plan *p)
{
    return p->path == HONE_CHANNEL_WEIGHTS ? p->target_count : p->path == HONE_CHANNEL_ROTATION ? 4 : 3;
}

uint32_t channel_plan_stride(const channel_plan *p)
{
    return channel_plan_width(p) * (p->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1);
}

const void *channel_copy(hone_builder *b, const void *from, size_t count, size_t size)
{
    void *to = hone_builder_array(b, count, size);
    return to ? memcpy(to, from, count * size) : NULL;
}

hone_motion *channel_motion_try(hone_builder *b, const channel_plan *plans, uint32_t count, uint64_t source,
                                hone_error *error)
{
    hone_channel *channels = hone_builder_array(b, count, sizeof *channels);
    for (uint32_t i = 0; channels && i < count; i++) {
        const channel_plan *p = &plans[i];
        channels[i] = (hone_channel){
            .path = (uint8_t)p->path,
            .interpolation = (uint8_t)p->interpolation,
            .target_count = p->target_count,
            .targets = channel_copy(b, p->targets, p->target_count, sizeof *p->targets),
            .key_count = p->key_count,
            .times = channel_copy(b, p->times, p->key_count, sizeof *p->times),
            .values = channel_copy(b, p->values, (size_t)p->key_count * channel_plan_stride(p), sizeof *p->values),
        };
    }
    const hone_motion_data data = {
        .space = HONE_SPACE_GLTF, .source = source, .channel_count = count, .channels = channels};
    return hone_motion_create(b, &data, NULL, error);
}

hone_motion *channel_motion(const channel_plan *plans, uint32_t count, uint64_t source)
{
    hone_error error = {0};
    hone_motion *motion = channel_motion_try(hone_builder_create(NULL, 0, NULL), plans, count, source, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

hone_sampler *channel_sampler(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, &error);
    if (!sampler)
        fail_msg("%s", error.message);
    return sampler;
}

channel_plan channel_plan_random(hone_channel_path path, hone_interpolation interpolation, test_random *random)
{
    channel_plan p = {.path = path, .interpolation = interpolation, .target_count = 1, .key_count = KEYS};
    p.targets[0] = (hone_channel_target){"arm", 1};
    if (path == HONE_CHANNEL_WEIGHTS) {
        p.target_count = MORPHS;
        for (int t = 0; t < MORPHS; t++) p.targets[t] = (hone_channel_target){NULL, t};
    }
    double time = -0.1;
    for (int k = 0; k < KEYS; k++) {
        p.times[k] = time += (double)test_random_float(random, 0.01f, 0.7f);
        float *key = p.values + (uint32_t)k * channel_plan_stride(&p);
        for (uint32_t i = 0; i < channel_plan_stride(&p); i++) key[i] = test_random_float(random, -2, 2);
        if (path == HONE_CHANNEL_ROTATION)
            test_random_quat(random, key + (interpolation == HONE_INTERPOLATION_CUBIC ? 4 : 0));
    }
    return p;
}
