#include "support/make/bodies/make_robot.h"
#include "base/memory/builder.h"
#include "support/support.h"
#include <hone/math.h>

#include <stdio.h>
#include <string.h>

static const struct robot_bone {
    const char *name;
    int32_t parent;
    float at[3];
} table[ROBOT_LEFT_END] = {
    [ROBOT_ROOT] = {"Bone", HONE_NONE, {0, 0, 0}},
    [ROBOT_BODY] = {"Body", ROBOT_ROOT, {0, 0.9f, 0}},
    [ROBOT_HIPS] = {"Hips", ROBOT_BODY, {0, 0.92f, 0}},
    [ROBOT_ABDOMEN] = {"Abdomen", ROBOT_HIPS, {0, 1.05f, 0}},
    [ROBOT_TORSO] = {"Torso", ROBOT_ABDOMEN, {0, 1.2f, 0}},
    [ROBOT_NECK] = {"Neck", ROBOT_TORSO, {0, 1.45f, 0}},
    [ROBOT_HEAD] = {"Head", ROBOT_NECK, {0, 1.52f, 0}},
    [ROBOT_SHOULDER] = {"Shoulder", ROBOT_TORSO, {0.05f, 1.42f, 0}},
    [ROBOT_UPPER_ARM] = {"UpperArm", ROBOT_SHOULDER, {0.16f, 1.42f, 0}},
    [ROBOT_LOWER_ARM] = {"LowerArm", ROBOT_UPPER_ARM, {0.42f, 1.42f, 0}},
    [ROBOT_PALM_INDEX] = {"Palm1", ROBOT_LOWER_ARM, {0.66f, 1.42f, 0.02f}},
    [ROBOT_PALM] = {"Palm2", ROBOT_LOWER_ARM, {0.66f, 1.42f, 0}},
    [ROBOT_INDEX] = {"Index", ROBOT_PALM_INDEX, {0.75f, 1.42f, 0.02f}},
    [ROBOT_MIDDLE] = {"Middle1", ROBOT_PALM, {0.76f, 1.42f, 0}},
    [ROBOT_THUMB] = {"Thumb", ROBOT_LOWER_ARM, {0.65f, 1.41f, 0.04f}},
    [ROBOT_UPPER_LEG] = {"UpperLeg", ROBOT_BODY, {0.1f, 0.9f, 0}},
    [ROBOT_LOWER_LEG] = {"LowerLeg", ROBOT_UPPER_LEG, {0.1f, 0.5f, 0.01f}},
    [ROBOT_FOOT] = {"Foot", ROBOT_ROOT, {0.1f, 0.09f, -0.02f}},
};

static void describe(uint32_t bone, char name[32], int32_t *parent, float at[3])
{
    bool right = bone >= ROBOT_LEFT_END;
    const struct robot_bone *row = &table[right ? bone - ROBOT_SIDE : bone];
    snprintf(name, 32, "%s%s", row->name, bone < ROBOT_TRUNK ? "" : right ? ".R" : ".L");
    *parent = right && row->parent >= ROBOT_TRUNK ? row->parent + ROBOT_SIDE : row->parent;
    memcpy(at, row->at, sizeof row->at);
    at[0] = right ? -at[0] : at[0];
}

hone_model *make_robot(const float foot[3])
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, ROBOT_BONES, sizeof *bones);
    for (uint32_t i = 0; i < ROBOT_BONES; i++) {
        char name[32];
        hone_transform local = HONE_TRANSFORM_IDENTITY;
        bones[i] = (hone_bone){.english_name = "", .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
        describe(i, name, &bones[i].parent, bones[i].position);
        if (i == ROBOT_FOOT && foot)
            memcpy(bones[i].position, foot, sizeof bones[i].position);
        bones[i].name = hone_builder_text(b, name, strlen(name));
        for (int k = 0; k < 3; k++)
            local.translation[k] =
                bones[i].position[k] - (bones[i].parent == HONE_NONE ? 0 : bones[bones[i].parent].position[k]);
        bones[i].rest_local = hone_affine_from_transform(&local);
    }
    const hone_model_data data = {.space = HONE_SPACE_GLTF, .skeleton = {.bone_count = ROBOT_BONES, .bones = bones}};
    return test_model_create(b, &data);
}
