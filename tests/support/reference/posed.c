#include "support/reference/posed.h"
#include "support/support.h"
#include <string.h>

hone_model *posed_model(void)
{
    static const char *const names[BONES] = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11"};
    static const char *const morph_names[MORPHS] = {"m0", "m1", "m2", "m3", "m4"};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    hone_morph *morphs = hone_builder_array(b, MORPHS, sizeof *morphs);
    hone_ik *iks = hone_builder_array(b, CHAINS, sizeof *iks);
    for (int i = 0; i < BONES; i++)
        bones[i] = (hone_bone){.name = names[i],
                               .parent = i - 1,
                               .position = {0, (float)i, 0},
                               .flags = i == 3 || i == 4 ? HONE_BONE_IK | HONE_BONE_MOVABLE : HONE_BONE_MOVABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = i == 3 || i == 4 ? i - 3 : HONE_NONE};
    for (int i = 0; i < CHAINS; i++) {
        hone_ik_link *link = hone_builder_array(b, 1, sizeof *link);
        *link = (hone_ik_link){.bone = 1};
        iks[i] = (hone_ik){
            .bone = 3 + i, .effector = 2, .max_iterations = 1, .unit_angle = 1, .link_count = 1, .links = link};
    }
    for (int i = 0; i < MORPHS; i++) morphs[i] = (hone_morph){.name = morph_names[i], .kind = HONE_MORPH_GROUP};
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .name = "model",
                            .skeleton = {.bone_count = BONES, .bones = bones, .ik_count = CHAINS, .iks = iks},
                            .morph_count = MORPHS,
                            .morphs = morphs};
    return test_model_create(b, &data);
}

hone_pose *open_pose(posed *p)
{
    memset(p, 0, sizeof *p);
    p->pose = (hone_pose){.bone_count = BONES,
                          .morph_count = MORPHS,
                          .ik_count = CHAINS,
                          .bones = p->bones,
                          .animated = p->animated,
                          .physics_off = p->physics_off,
                          .morphs = p->morphs,
                          .ik_enabled = p->ik_enabled,
                          .ik_weights = p->ik_weights};
    return &p->pose;
}

bool same_pose(const hone_pose *a, const hone_pose *b)
{
    return memcmp(a->bones, b->bones, BONES * sizeof *a->bones) == 0 && memcmp(a->animated, b->animated, BONES) == 0 &&
           memcmp(a->physics_off, b->physics_off, BONES) == 0 &&
           memcmp(a->morphs, b->morphs, MORPHS * sizeof *a->morphs) == 0 &&
           memcmp(a->ik_enabled, b->ik_enabled, CHAINS) == 0 &&
           memcmp(a->ik_weights, b->ik_weights, CHAINS * sizeof *a->ik_weights) == 0 && a->visible == b->visible;
}
