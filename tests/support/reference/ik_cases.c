#include "support/reference/ik_cases.h"

#include "base/memory/builder.h"

#include <string.h>

static hone_bone plain_bone(int32_t parent, double x, double y, double z)
{
    return (hone_bone){.name = "",
                       .parent = parent,
                       .position = {(float)x, (float)y, (float)z},
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
}

static hone_model *finish(hone_builder *b, hone_bone *bones, uint32_t bone_count, hone_ik *iks, uint32_t ik_count)
{
    const hone_model_data data = {
        .space = HONE_SPACE_MMD,
        .skeleton = {.bone_count = bone_count, .bones = bones, .ik_count = ik_count, .iks = iks}};
    return test_model_create(b, &data);
}

static void key(random_pose *pose, uint32_t bone, const float rotation[4])
{
    memcpy(pose->pose.bones[bone].rotation, rotation, 4 * sizeof *rotation);
}

static void key_place(random_pose *pose, const hone_model *model, uint32_t bone, const double place[3])
{
    const float *rest = hone_model_skeleton(model)->bones[bone].position;
    for (int i = 0; i < 3; i++) pose->pose.bones[bone].translation[i] = (float)(place[i] - rest[i]);
}

/* ---- legs ---------------------------------------------------------------------------------------------------- */

hone_model *ik_leg_make(const ik_leg *leg)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, IK_LEG_BONES, sizeof *bones);
    bones[IK_LEG_ROOT] = plain_bone(HONE_NONE, leg->root[0], leg->root[1], leg->root[2]);
    for (int i = 0; i < 3; i++) {
        const float *from = bones[i].position, *arm = leg->offsets[i];
        bones[i + 1] = plain_bone(i, from[0] + arm[0], from[1] + arm[1], from[2] + arm[2]);
    }
    bones[IK_LEG_GOAL] = plain_bone(HONE_NONE, leg->goal[0], leg->goal[1], leg->goal[2]);
    if (leg->fixed)
        bones[IK_LEG_KNEE].flags |= HONE_BONE_FIXED_AXIS;
    memcpy(bones[IK_LEG_KNEE].fixed_axis, leg->axis, sizeof leg->axis);
    hone_ik_link *links = hone_builder_array(b, 2, sizeof *links);
    links[0] = (hone_ik_link){.bone = IK_LEG_KNEE, .limited = leg->limited};
    links[1] = (hone_ik_link){.bone = IK_LEG_THIGH};
    memcpy(links[0].lower, leg->lower, sizeof leg->lower);
    memcpy(links[0].upper, leg->upper, sizeof leg->upper);
    hone_ik *ik = hone_builder_array(b, 1, sizeof *ik);
    *ik = (hone_ik){IK_LEG_GOAL, IK_LEG_FOOT, leg->loop_count, leg->unit_angle, 2, links};
    return finish(b, bones, IK_LEG_BONES, ik, 1);
}

hone_pose *ik_leg_pose(const ik_leg *leg, const hone_model *model, random_pose *out)
{
    random_pose_make(out, model);
    for (uint32_t i = 0; i < 3; i++) key(out, IK_LEG_THIGH + i, leg->starts[i]);
    return &out->pose;
}

/* ---- toes ---------------------------------------------------------------------------------------------------- */

void ik_turn_point(reference_turn turn, const double point[3], double out[3])
{
    reference_turn p = {{point[0], point[1], point[2], 0}};
    p = reference_turn_multiply(reference_turn_multiply(turn, p), reference_turn_back(turn));
    memcpy(out, p.q, 3 * sizeof *out);
}

reference_turn ik_shortest_turn(const double a[3], const double b[3])
{
    double lengths = sqrt((a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]));
    reference_turn out = {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
                           lengths + a[0] * b[0] + a[1] * b[1] + a[2] * b[2]}};
    double square = 0;
    for (int i = 0; i < 4; i++) square += out.q[i] * out.q[i];
    for (int i = 0; i < 4; i++) out.q[i] /= sqrt(square);
    return out;
}

/* The rotation of the ankle's key with which its toe is placed as described. */
static reference_turn keyed_turn(const ik_toe *toe)
{
    double arm[3];
    for (int i = 0; i < 3; i++) arm[i] = toe->placed[i] - toe->ankle[i];
    return ik_shortest_turn(toe->offset, arm);
}

/* The rotation that the leg's chain must apply to the leg. */
static reference_turn leg_turn(const ik_toe *toe)
{
    reference_turn turned;
    memcpy(turned.q, toe->turned, sizeof turned.q);
    return reference_turn_multiply(turned, reference_turn_back(keyed_turn(toe)));
}

/* A unit direction perpendicular to a rotation's axis: a chain of one link that turns it applies exactly that
 * rotation. */
static void across(reference_turn turn, double out[3])
{
    const double *v = turn.q;
    int least = fabs(v[0]) < fabs(v[1]) ? 0 : 1;
    least = fabs(v[2]) < fabs(v[least]) ? 2 : least;
    double side[3] = {least == 0, least == 1, least == 2};
    double c[3] = {v[1] * side[2] - v[2] * side[1], v[2] * side[0] - v[0] * side[2], v[0] * side[1] - v[1] * side[0]};
    double length = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    for (int i = 0; i < 3; i++) out[i] = length > 0 ? c[i] / length : side[(i + 1) % 3];
}

hone_model *ik_toe_make(const ik_toe *toe)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, IK_TOE_BONES, sizeof *bones);
    const double *at = toe->ankle, *arm = toe->offset;
    double helper[3];
    across(leg_turn(toe), helper);
    bones[IK_TOE_LEG] = plain_bone(HONE_NONE, at[0], at[1], at[2]);
    bones[IK_TOE_ANKLE] = plain_bone(IK_TOE_LEG, at[0], at[1], at[2]);
    bones[IK_TOE_TOE] = plain_bone(IK_TOE_ANKLE, at[0] + arm[0], at[1] + arm[1], at[2] + arm[2]);
    bones[IK_TOE_HELPER] = plain_bone(IK_TOE_LEG, at[0] + helper[0], at[1] + helper[1], at[2] + helper[2]);
    bones[IK_TOE_LEG_GOAL] = plain_bone(HONE_NONE, at[0] + helper[0], at[1] + helper[1], at[2] + helper[2]);
    bones[IK_TOE_GOAL] = plain_bone(HONE_NONE, at[0] + arm[0], at[1] + arm[1], at[2] + arm[2]);
    hone_ik_link *links = hone_builder_array(b, 2, sizeof *links);
    links[0] = (hone_ik_link){.bone = IK_TOE_LEG};
    links[1] = (hone_ik_link){.bone = IK_TOE_ANKLE};
    hone_ik *iks = hone_builder_array(b, 2, sizeof *iks);
    iks[0] = (hone_ik){IK_TOE_LEG_GOAL, IK_TOE_HELPER, 10, 4, 1, &links[0]};
    iks[1] = (hone_ik){IK_TOE_GOAL, IK_TOE_TOE, toe->loop_count, toe->unit_angle, 1, &links[1]};
    return finish(b, bones, IK_TOE_BONES, iks, 2);
}

hone_pose *ik_toe_pose(const ik_toe *toe, const hone_model *model, random_pose *out)
{
    random_pose_make(out, model);
    reference_turn keyed = keyed_turn(toe);
    key(out, IK_TOE_ANKLE, (float[]){(float)keyed.q[0], (float)keyed.q[1], (float)keyed.q[2], (float)keyed.q[3]});
    double helper[3], leg_goal[3];
    across(leg_turn(toe), helper);
    ik_turn_point(leg_turn(toe), helper, leg_goal);
    for (int i = 0; i < 3; i++) leg_goal[i] += toe->ankle[i];
    key_place(out, model, IK_TOE_LEG_GOAL, leg_goal);
    key_place(out, model, IK_TOE_GOAL, toe->goal);
    return &out->pose;
}
