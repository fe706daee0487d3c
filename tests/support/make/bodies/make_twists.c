#include "support/make/bodies/make_twists.h"
#include "base/memory/builder.h"
#include "support/support.h"
#include <hone/math.h>

#include <stdio.h>
#include <string.h>

enum { LIMBS = 8, MOST = 3 };

/* The twist bones of one limb, by VRM's roles of the left side. */
static const struct twist_row {
    hone_humanoid_bone role;
    struct {
        const char *name;
        float place;
        bool nested; /* the parent is the twist bone before */
    } bones[MOST];
} rows[MAKE_TWISTS_KINDS][4] = {
    [MAKE_TWISTS_BESIDE] =
        {
            {HONE_HUMANOID_UPPER_ARM, {{"upperarm_twist_01_%c", 0, false}, {"upperarm_twist_02_%c", 0.6f, false}}},
            {HONE_HUMANOID_LOWER_ARM, {{"lowerarm_twist_01_%c", 0.5f, false}, {"lowerarm_twist_02_%c", 0.9f, true}}},
            {HONE_HUMANOID_UPPER_LEG, {{"thigh_twist_01_%c", 0.25f, false}}},
            {HONE_HUMANOID_LOWER_LEG, {{"calf_twist_01_%c", 0.5f, false}}},
        },
    [MAKE_TWISTS_BETWEEN] =
        {
            {HONE_HUMANOID_UPPER_ARM, {{"DEF-upper_arm.%c.001", 0.5f, false}}},
            {HONE_HUMANOID_LOWER_ARM, {{"DEF-forearm.%c.001", 0.3f, false}, {"DEF-forearm.%c.002", 0.6f, true}}},
            {HONE_HUMANOID_UPPER_LEG, {{"DEF-thigh.%c.001", 0.5f, false}}},
            {HONE_HUMANOID_LOWER_LEG, {{"DEF-shin.%c.001", 0.5f, false}}},
        },
    [MAKE_TWISTS_MADE] =
        {
            {HONE_HUMANOID_UPPER_ARM, {{"%cShldrTwist", 0.5f, false}}},
            {HONE_HUMANOID_LOWER_ARM, {{"%cForearmTwist1", 0.4f, false}, {"%cForearmTwist2", 0.8f, true}}},
            {HONE_HUMANOID_UPPER_LEG, {{"%cThighTwist", 0.5f, false}}},
            {HONE_HUMANOID_LOWER_LEG, {{NULL, 0, false}}},
        },
};

static hone_affine rest_of(const hone_bone *bones, int32_t bone)
{
    hone_affine out = bones[bone].rest_local;
    for (int32_t b = bones[bone].parent; b != HONE_NONE; b = bones[b].parent)
        out = hone_affine_multiply(&bones[b].rest_local, &out);
    return out;
}

/* Gives a bone another parent; it stays where it is. */
static void hang(hone_bone *bones, int32_t bone, const hone_affine *at, int32_t parent)
{
    hone_affine on = rest_of(bones, parent), back;
    CHECK(hone_affine_invert(&on, &back));
    bones[bone].parent = parent;
    bones[bone].rest_local = hone_affine_multiply(&back, at);
    bones[bone].rest = (hone_transform){0};
}

/* Returns the affine of a twist bone at rest, which is rotated, so that its axes are not the limb's. */
static hone_affine place_on(const hone_bone *bones, int32_t own, int32_t next, float place)
{
    const hone_affine a = rest_of(bones, own), b = rest_of(bones, next);
    float turn[4], at[3];
    for (int i = 0; i < 3; i++) at[i] = a.m[i][3] + place * (b.m[i][3] - a.m[i][3]);
    hone_quat_from_euler(HONE_EULER_YXZ, (float[3]){0.7f, -0.4f, 1.1f}, turn);
    return hone_affine_from_rotation(turn, at);
}

static void add_limb(hone_builder *b, hone_bone *bones, uint32_t *count, const hone_humanoid *human,
                     const struct twist_row *row, make_twists_kind kind, int side)
{
    int32_t own = human->bones[(int)row->role + side], next = human->bones[(int)row->role + 2 + side], last = own;
    const hone_affine joint = rest_of(bones, next);
    for (int i = 0; i < MOST && row->bones[i].name; i++) {
        char name[32];
        int32_t made = (int32_t)(*count)++;
        hone_affine at = place_on(bones, own, next, row->bones[i].place);
        snprintf(name, sizeof name, row->bones[i].name, kind == MAKE_TWISTS_BETWEEN ? "LR"[side] : "lr"[side]);
        bones[made] = bones[own];
        bones[made].name = hone_builder_text(b, name, strlen(name));
        hang(bones, made, &at, row->bones[i].nested ? last : own);
        last = made;
    }
    if (kind != MAKE_TWISTS_BESIDE && last != own)
        hang(bones, next, &joint, last);
}

hone_model *make_twists(hone_model *human, make_twists_kind kind)
{
    const hone_skeleton *from = hone_model_skeleton(human);
    const hone_humanoid map = hone_model_humanoid(human);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, from->bone_count + LIMBS * MOST, sizeof *bones);
    uint32_t count = from->bone_count;
    memcpy(bones, from->bones, count * sizeof *bones);
    for (uint32_t i = 0; i < count; i++) {
        bones[i].name = hone_builder_text(b, bones[i].name, strlen(bones[i].name));
        bones[i].english_name = "";
    }
    for (int i = 0; i < LIMBS; i++) add_limb(b, bones, &count, &map, &rows[kind][i / 2], kind, i % 2);
    const hone_model_data data = {.space = HONE_SPACE_GLTF, .skeleton = {.bone_count = count, .bones = bones}};
    hone_model_release(human);
    return test_model_create(b, &data);
}
