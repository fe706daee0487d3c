/* Uses bytes to change the bones of two humanoids, and retargets a motion from one to the other. */
#include "use/use.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

enum { MORPHS = 6, FRAMES = 3 };

typedef struct input {
    const uint8_t *at, *end;
    bool wild; /* with numbers that may overflow when they are multiplied */
} input;

static uint32_t take(input *in, size_t size)
{
    uint32_t out = 0;
    for (size_t i = 0; i < size && in->at < in->end; i++) out = out << 8 | *in->at++;
    return out;
}

/* Usually a small number, sometimes any bit pattern. */
static float take_float(input *in)
{
    uint32_t kind = take(in, 1);
    float out;
    if (kind < 240)
        return ((float)kind - 120) / 8;
    uint32_t bits = take(in, 4);
    in->wild = true;
    memcpy(&out, &bits, sizeof out);
    return out;
}

/* ---- a humanoid -------------------------------------------------------------------------------------------------- */

static void spoil_place(input *in, hone_bone *bone)
{
    for (int i = 0; i < 3; i++) bone->position[i] = bone->rest_local.m[i][3] = take_float(in);
}

static void spoil_matrix(input *in, hone_bone *bone)
{
    in->wild = true;
    for (int i = 0; i < 9; i++) bone->rest_local.m[i / 3][i % 3] = take_float(in);
}

static void spoil_append(input *in, hone_bone *bone, uint32_t count)
{
    bone->append_source = (int32_t)(take(in, 1) % count);
    bone->append_ratio = take_float(in);
    bone->flags |= HONE_BONE_APPEND_ROTATION;
}

static void spoil_axis(input *in, hone_bone *bone)
{
    for (int i = 0; i < 3; i++) bone->fixed_axis[i] = take_float(in);
    bone->flags |= HONE_BONE_FIXED_AXIS;
}

static void spoil(input *in, hone_bone *bones, uint32_t count)
{
    for (uint32_t records = take(in, 1) % 32; records && in->at < in->end; records--) {
        hone_bone *bone = &bones[take(in, 1) % count];
        switch (take(in, 1) % 6) {
        case 0:
            spoil_place(in, bone);
            break;
        case 1:
            bone->parent = (int32_t)(take(in, 1) % (count + 1)) - 1;
            break;
        case 2:
            spoil_matrix(in, bone);
            break;
        case 3:
            bone->name = bones[take(in, 1) % count].name;
            break;
        case 4:
            spoil_append(in, bone, count);
            break;
        default:
            spoil_axis(in, bone);
            break;
        }
    }
}

static const char *copy(hone_builder *builder, const char *text)
{
    return hone_builder_text(builder, text, strlen(text));
}

static hone_bone *copy_bones(hone_builder *builder, const hone_skeleton *from)
{
    hone_bone *bones = hone_builder_array(builder, from->bone_count, sizeof *bones);
    require(bones);
    memcpy(bones, from->bones, from->bone_count * sizeof *bones);
    for (uint32_t b = 0; b < from->bone_count; b++) {
        bones[b].name = copy(builder, bones[b].name);
        bones[b].english_name = "";
        memset(&bones[b].rest, 0, sizeof bones[b].rest); /* computed from rest_local */
    }
    return bones;
}

static hone_ik *copy_chains(hone_builder *builder, const hone_skeleton *from)
{
    hone_ik *iks = hone_builder_array(builder, from->ik_count, sizeof *iks);
    require(iks);
    for (uint32_t i = 0; i < from->ik_count; i++) {
        hone_ik_link *links = hone_builder_array(builder, from->iks[i].link_count, sizeof *links);
        require(links);
        memcpy(links, from->iks[i].links, from->iks[i].link_count * sizeof *links);
        iks[i] = from->iks[i];
        iks[i].links = links;
    }
    return iks;
}

static hone_morph *make_morphs(input *in, hone_builder *builder)
{
    static const char *const names[] = {"あ", "aa", "A", "まばたき", "blink", ""};
    hone_morph *morphs = hone_builder_array(builder, MORPHS, sizeof *morphs);
    hone_morph_child *children = hone_builder_array(builder, MORPHS, sizeof *children);
    require(morphs && children);
    for (uint32_t m = 0; m < MORPHS; m++) {
        uint32_t bits = take(in, 1);
        children[m] = (hone_morph_child){(int32_t)(bits / 8 % MORPHS), take_float(in)};
        morphs[m] = (hone_morph){.name = copy(builder, names[bits % 6]),
                                 .kind = bits & 64    ? HONE_MORPH_GROUP
                                         : bits & 128 ? HONE_MORPH_FLIP
                                                      : HONE_MORPH_VERTEX};
        if (bits & 192)
            morphs[m].u.children = &children[m], morphs[m].count = 1;
    }
    return morphs;
}

static hone_model *make_human(input *in, const hone_model *like)
{
    const hone_skeleton *from = hone_model_skeleton(like);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    require(builder);
    hone_model_data data = {.space = take(in, 1) % 2 ? HONE_SPACE_GLTF : HONE_SPACE_MMD, .morph_count = MORPHS};
    hone_bone *bones = copy_bones(builder, from);
    spoil(in, bones, from->bone_count);
    data.skeleton = (hone_skeleton){from->bone_count, bones, from->ik_count, copy_chains(builder, from)};
    data.morphs = make_morphs(in, builder);
    return hone_model_create(builder, &data, NULL, NULL);
}

/* ---- a motion ---------------------------------------------------------------------------------------------------- */

/* The remaining bytes turn and move bones, and set the weights of morphs. */
static void strike_a_pose(void *user, double frame, hone_pose *pose)
{
    input in = *(const input *)user;
    for (uint32_t i = 0; i < 24 && in.at < in.end; i++) {
        hone_transform *bone = &pose->bones[take(&in, 1) % pose->bone_count];
        for (int k = 0; k < 3; k++) bone->rotation[k] = sinf((float)take(&in, 1) + (float)frame);
        bone->translation[i % 3] += (float)take(&in, 1) / 16 - 8;
        hone_quat_normalise(bone->rotation, bone->rotation);
    }
    for (uint32_t m = 0; m < pose->morph_count; m++) pose->morphs[m] = (float)take(&in, 1) / 128;
}

static void check_pose(const hone_pose *pose)
{
    for (uint32_t i = 0; i < pose->bone_count; i++) {
        const float *q = pose->bones[i].rotation, *t = pose->bones[i].translation;
        require(fabsf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-5f);
        require(isfinite(t[0]) && isfinite(t[1]) && isfinite(t[2]));
    }
    for (uint32_t m = 0; m < pose->morph_count; m++) require(isfinite(pose->morphs[m]));
}

static void play(const hone_model *model, const hone_motion *motion)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    require(actor && hone_actor_play(actor, motion, &(hone_play_desc){.allow_unbound = true}, NULL).id);
    for (int frame = 0; frame <= FRAMES; frame++) {
        require(hone_actor_update_frame(actor, frame, NULL));
        check_pose(hone_actor_writable_pose(actor));
    }
    hone_actor_destroy(actor);
}

static void retarget(input *in, const hone_model *source, const hone_model *target, hone_retarget_feet feet)
{
    hone_actor *actor =
        hone_actor_create(&(hone_actor_desc){.model = source, .edit = strike_a_pose, .edit_user = in}, NULL);
    require(actor);
    hone_error error = {0};
    const hone_retarget_desc desc = {.source = actor, .target = target, .last_frame = FRAMES, .feet = feet};
    hone_motion *motion = hone_retarget(&desc, NULL, &error);
    require(motion || error.code == HONE_ERROR_ARGUMENT);
    if (motion) {
        require(in->wild || hone_motion_warnings(motion).count == 0);
        play(target, motion);
    }
    hone_motion_release(motion);
    hone_actor_destroy(actor);
}

static void use(const uint8_t *bytes, size_t size)
{
    static hone_model *like;
    input in = {bytes, bytes + size, false};
    if (!like)
        like = hone_mmd_default_skeleton(NULL, NULL, NULL);
    require(like);
    hone_model *source = make_human(&in, like), *target = make_human(&in, like);
    hone_model *skeleton = hone_vrm_animation_skeleton(source, 0, NULL, NULL);
    if (source && target)
        retarget(&in, source, target, take(&in, 1) % 2 ? HONE_RETARGET_FEET_TURN : HONE_RETARGET_FEET_PLANT);
    if (skeleton)
        retarget(&in, source, skeleton, HONE_RETARGET_FEET_TURN);
    hone_model_release(skeleton);
    hone_model_release(source);
    hone_model_release(target);
}

const fuzz_target fuzz_retarget = {.use = use, .per_byte = 256, .fixed = 4};
