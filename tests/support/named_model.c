#include "support/named_model.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <string.h>

const char *named_text(hone_builder *builder, const char *utf8)
{
    return hone_builder_text(builder, utf8, strlen(utf8));
}

hone_model *named_model(const char *const *bone_names, uint32_t bone_count, const char *const *morph_names,
                        uint32_t morph_count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, bone_count, sizeof *bones);
    hone_ik *iks = hone_builder_array(builder, bone_count, sizeof *iks);
    hone_morph *morphs = hone_builder_array(builder, morph_count, sizeof *morphs);
    hone_model_data data = {.skeleton = {.bone_count = bone_count, .bones = bones, .iks = iks},
                            .morph_count = morph_count,
                            .morphs = morphs};
    for (uint32_t i = 0; i < bone_count; i++) {
        bones[i] = (hone_bone){.name = named_text(builder, bone_names[i]),
                               .parent = HONE_NONE,
                               .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        if (strncmp(bone_names[i], "IK", 2) != 0)
            continue;
        hone_ik_link *link = hone_builder_array(builder, 1, sizeof *link);
        CHECK(link);
        iks[data.skeleton.ik_count++] = (hone_ik){(int32_t)i, 1, 10, 1, 1, link};
        bones[i].flags |= HONE_BONE_IK;
    }
    for (uint32_t i = 0; i < morph_count; i++)
        morphs[i] = (hone_morph){.name = named_text(builder, morph_names[i]), .kind = HONE_MORPH_VERTEX};
    return test_model_create(builder, &data);
}

hone_pose *named_pose(named_pose_arrays *arrays, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    memset(arrays, 0, sizeof *arrays); /* also the padding, because poses are compared as bytes */
    arrays->pose = (hone_pose){.bone_count = data->skeleton.bone_count,
                               .morph_count = data->morph_count,
                               .ik_count = data->skeleton.ik_count,
                               .bones = arrays->bones,
                               .animated = arrays->moved,
                               .physics_off = arrays->physics_off,
                               .morphs = arrays->morphs,
                               .ik_enabled = arrays->ik_enabled};
    hone_pose_reset(&arrays->pose, model);
    return &arrays->pose;
}

bool same_named_pose(const named_pose_arrays *a, const named_pose_arrays *b)
{
    return memcmp(a->bones, b->bones, sizeof a->bones) == 0 && memcmp(a->moved, b->moved, sizeof a->moved) == 0 &&
           memcmp(a->physics_off, b->physics_off, sizeof a->physics_off) == 0 &&
           memcmp(a->ik_enabled, b->ik_enabled, sizeof a->ik_enabled) == 0 &&
           memcmp(a->morphs, b->morphs, sizeof a->morphs) == 0 && a->pose.visible == b->pose.visible;
}

hone_sampler *named_sampler(const hone_model *model, const hone_motion *motion, hone_curve_mode curve)
{
    hone_error error = {0};
    hone_sampler *sampler =
        hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion, .rules = {.curve = curve}}, &error);
    if (!sampler)
        fail_msg("%s", error.message);
    return sampler;
}

const char *const named_plain_bones[] = {"センター", "上半身", "IK足", "右腕", "左腕", "IK2"};
const char *const named_plain_morphs[] = {"あ", "まばたき"};

hone_model *named_plain_model(void)
{
    return named_model(named_plain_bones, 6, named_plain_morphs, 2);
}

hone_motion *named_random_motion(const hone_model *model, uint64_t seed)
{
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = seed, .scene = true}, NULL);
    CHECK(motion);
    return motion;
}

hone_motion *named_motion(const named_track *tracks, uint32_t count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *out = hone_builder_array(builder, count, sizeof *out);
    hone_bone_key *keys = hone_builder_array(builder, count, sizeof *keys);
    CHECK(out && keys);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = (hone_bone_key){.translation = {tracks[i].x}, .rotation = {0, 0, 0, 1}};
        out[i] = (hone_bone_track){tracks[i].name, 1, &keys[i]};
        if (tracks[i].name.text)
            out[i].name.text = named_text(builder, tracks[i].name.text);
    }
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.bone_tracks = out, .bone_track_count = count}, NULL, NULL);
    CHECK(motion);
    return motion;
}
