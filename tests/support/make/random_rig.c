#include "support/make/random_rig.h"
#include "base/trigonometry.h" /* the same model on every machine */
#include <stdio.h>
#include <string.h>

static bool chance(test_random *random, uint32_t one_in)
{
    return test_random_u32(random) % one_in == 0;
}

static void random_direction(test_random *random, float out[3])
{
    float length = 0;
    while (length < 0.1f || length > 1) {
        for (int i = 0; i < 3; i++) out[i] = test_random_float(random, -1, 1);
        length = sqrtf(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    }
    for (int i = 0; i < 3; i++) out[i] /= length;
}

/* place[i] is the index in the file of bone i of the hierarchy. */
static void shuffle(test_random *random, uint32_t *place, uint32_t count, bool in_order)
{
    for (uint32_t i = 0; i < count; i++) place[i] = i;
    for (uint32_t i = count; i > 1 && !in_order; i--) {
        uint32_t j = test_random_u32(random) % i, kept = place[i - 1];
        place[i - 1] = place[j], place[j] = kept;
    }
}

static void make_bone(test_random *random, const random_rig_desc *desc, const uint32_t *place, uint32_t i,
                      hone_bone *bones)
{
    hone_bone *bone = &bones[place[i]];
    float d[3], length = test_random_float(random, 0.3f, 3);
    random_direction(random, d);
    *bone = (hone_bone){
        .name = "", .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    if (i && !chance(random, 12)) /* mostly long chains */
        bone->parent = (int32_t)place[chance(random, 3) ? test_random_u32(random) % i : i - 1];
    for (int c = 0; c < 3; c++)
        bone->position[c] = bone->parent != HONE_NONE ? bones[bone->parent].position[c] + length * d[c]
                                                      : test_random_float(random, -5, 5);
    if (!desc->in_order)
        bone->layer = (int32_t)(test_random_u32(random) % 4) - 1;
    if (!desc->in_order && chance(random, 8))
        bone->flags |= HONE_BONE_AFTER_PHYSICS;
    if (chance(random, 8)) {
        bone->flags |= HONE_BONE_FIXED_AXIS;
        for (int c = 0; c < 3; c++) bone->fixed_axis[c] = 2 * d[c];
    }
}

static void make_append(test_random *random, hone_bone *bone, uint32_t source)
{
    static const float ratios[] = {1, 0.5f, -1, -0.3f, 1.7f, 2, 0};
    static const uint16_t kinds[] = {HONE_BONE_APPEND_ROTATION, HONE_BONE_APPEND_TRANSLATION,
                                     HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION};
    bone->flags =
        (uint16_t)(bone->flags | kinds[test_random_u32(random) % 3] | (chance(random, 5) ? HONE_BONE_APPEND_LOCAL : 0));
    bone->append_source = (int32_t)source;
    bone->append_ratio =
        chance(random, 2) ? ratios[test_random_u32(random) % 7] : test_random_float(random, -1.5f, 1.5f);
}

/* One, two or three free angles, with bounds such that each order of angles occurs. */
static void make_limits(test_random *random, hone_ik_link *link)
{
    const float half_turn = 3.1415927f;
    uint32_t kind = test_random_u32(random) % 8;
    link->limited = kind < 6;
    if (kind < 3) { /* a hinge: bends to one side, or to both */
        int axis = (int)(test_random_u32(random) % 3);
        bool wide = axis == 0 && chance(random, 2);
        link->lower[axis] = chance(random, 2) ? test_random_float(random, -1.4f, -0.2f) : 0.01f;
        link->upper[axis] = wide ? half_turn : test_random_float(random, 0.3f, 1.4f);
        if (chance(random, 3)) {
            float lower = link->lower[axis];
            link->lower[axis] = -link->upper[axis], link->upper[axis] = -lower;
        }
        return;
    }
    for (int k = 0; k < 3; k++) {
        link->lower[k] = test_random_float(random, -1.3f, 0.1f);
        link->upper[k] = test_random_float(random, 0.15f, 1.3f);
    }
    if (kind == 4 || kind == 5)
        link->lower[0] = -half_turn, link->upper[0] = 2.5f;
    if (kind == 5)
        link->lower[1] = -2.2f, link->upper[1] = 2.8f;
}

/* Links from the effector's parent upwards, with some left out; none if the effector is a root. */
static uint32_t make_links(test_random *random, const hone_bone *bones, int32_t effector, hone_ik_link *links)
{
    uint32_t count = 0;
    int32_t bone = bones[effector].parent;
    for (; bone != HONE_NONE && count < RANDOM_RIG_LINKS; bone = bones[bone].parent) {
        if (count && chance(random, 4))
            continue;
        links[count] = (hone_ik_link){.bone = bone};
        make_limits(random, &links[count++]);
    }
    return count;
}

/* A separate goal bone, a root at the rest place of its effector, so that most goals can be reached. */
static void make_goal(test_random *random, const random_rig_desc *desc, const hone_bone *effector, hone_bone *goal)
{
    *goal = (hone_bone){
        .name = "", .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    memcpy(goal->position, effector->position, sizeof goal->position);
    goal->layer = desc->in_order || !chance(random, 6) ? 5 : 0;
    goal->flags = effector->flags & HONE_BONE_AFTER_PHYSICS;
}

static void make_chains(test_random *random, const random_rig_desc *desc, hone_builder *b, hone_skeleton *skeleton)
{
    hone_bone *bones = (hone_bone *)skeleton->bones;
    hone_ik *iks = hone_builder_array(b, RANDOM_RIG_CHAINS, sizeof *iks);
    uint32_t body = skeleton->bone_count, wanted = 1 + test_random_u32(random) % RANDOM_RIG_CHAINS;
    for (uint32_t k = 0; k < wanted && skeleton->bone_count < RANDOM_RIG_BONES; k++) {
        hone_ik_link *links = hone_builder_array(b, RANDOM_RIG_LINKS, sizeof *links);
        uint32_t effector = test_random_u32(random) % body;
        uint32_t count = make_links(random, bones, (int32_t)effector, links), goal = skeleton->bone_count;
        if (!count)
            continue;
        make_goal(random, desc, &bones[effector], &bones[goal]);
        bones[goal].flags |= HONE_BONE_IK;
        iks[skeleton->ik_count++] =
            (hone_ik){.bone = (int32_t)goal,
                      .effector = (int32_t)effector,
                      .max_iterations = (int32_t)(1 + test_random_u32(random) % 40),
                      .unit_angle = chance(random, 3) ? test_random_float(random, 0.05f, 0.5f) : 2,
                      .link_count = count,
                      .links = links};
        skeleton->bone_count++;
    }
    skeleton->iks = iks;
}

/* Names b0, b1, …, so that motions find them. */
static void name_bones(hone_builder *builder, hone_bone *bones, uint32_t count)
{
    for (uint32_t b = 0; b < count; b++) {
        char name[16];
        int size = snprintf(name, sizeof name, "b%u", b);
        bones[b].name = hone_builder_text(builder, name, (size_t)size);
    }
}

hone_model *random_rig_make(test_random *random, const random_rig_desc *desc)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, RANDOM_RIG_BONES, sizeof *bones);
    uint32_t place[RANDOM_RIG_BONES], count = 3 + test_random_u32(random) % (RANDOM_RIG_BONES - RANDOM_RIG_CHAINS - 3);
    shuffle(random, place, count, desc->in_order);
    for (uint32_t i = 0; i < count; i++) make_bone(random, desc, place, i, bones);
    for (uint32_t i = 1; i < count && desc->appends; i++)
        if (chance(random, 4)) /* sometimes from a bone that comes later */
            make_append(random, &bones[place[i]],
                        place[!desc->in_order && chance(random, 8) ? test_random_u32(random) % count
                                                                   : test_random_u32(random) % i]);
    hone_model_data data = {.space = HONE_SPACE_MMD, .skeleton = {.bone_count = count, .bones = bones}};
    if (desc->chains)
        make_chains(random, desc, b, &data.skeleton);
    name_bones(b, bones, data.skeleton.bone_count);
    return test_model_create(b, &data);
}

/* ---- poses --------------------------------------------------------------------------------------------------- */

hone_pose *random_pose_make(random_pose *out, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    out->pose = (hone_pose){.bone_count = data->skeleton.bone_count,
                            .morph_count = data->morph_count,
                            .ik_count = data->skeleton.ik_count,
                            .bones = out->bones,
                            .animated = out->animated,
                            .physics_off = out->physics_off,
                            .morphs = out->morphs,
                            .ik_enabled = out->ik_enabled};
    hone_pose_reset(&out->pose, model);
    return &out->pose;
}

void random_pose_turn(test_random *random, random_pose *out, float most)
{
    for (uint32_t b = 0; b < out->pose.bone_count; b++) {
        float axis[3], half = test_random_float(random, -most, most) / 2;
        random_direction(random, axis);
        for (int i = 0; i < 3; i++) out->bones[b].rotation[i] = hone_sinf(half) * axis[i];
        out->bones[b].rotation[3] = hone_cosf(half);
        for (int i = 0; i < 3; i++)
            out->bones[b].translation[i] = chance(random, 3) ? test_random_float(random, -1, 1) : 0;
        out->animated[b] = 1;
    }
    for (uint32_t k = 0; k < out->pose.ik_count; k++) out->ik_enabled[k] = !chance(random, 6);
}

double random_rig_size(const hone_model *model)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, square = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        for (int i = 0; i < 3; i++) {
            low[i] = fmin(low[i], skeleton->bones[b].position[i]);
            high[i] = fmax(high[i], skeleton->bones[b].position[i]);
        }
    for (int i = 0; i < 3; i++) square += (high[i] - low[i]) * (high[i] - low[i]);
    return sqrt(square);
}
