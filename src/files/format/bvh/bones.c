/* Makes the bones of a model from the joints of a BVH file, and guesses the length of its unit. */
#include "base/memory/builder.h"
#include "files/format/bvh/skeleton.h"
#include <hone/math.h>

#include <math.h>
#include <string.h>

/* ---- unit ------------------------------------------------------------------------------------------------------ */

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Returns the longest way along bones from one end of the skeleton to another, in the file's unit. Rotations do not
 * change it. */
static double find_span(const hone_bvh_skeleton *skeleton, const hone_bvh_joint **joints, double *reach)
{
    double span = 0;
    for (uint32_t j = 0; j < skeleton->joint_count; j++)
        reach[j] = joints[j]->has_tail ? length_of(joints[j]->tail) : 0;
    for (uint32_t j = skeleton->joint_count; j-- > 0;) { /* a joint comes after its parent */
        const hone_bvh_joint *parent = joints[j]->parent;
        span = fmax(span, reach[j]);
        if (!parent)
            continue;
        double whole = length_of(joints[j]->offset) + reach[j], *other = &reach[parent->index];
        span = fmax(span, whole + *other);
        *other = fmax(*other, whole);
    }
    return span;
}

/* Chooses the unit with which the span is nearest, by ratio, to that of a human. */
static double nearest_unit(double span)
{
    static const double units[] = {1, 0.1, 0.0254 / 0.45, 0.0254, 0.01, 0.001};
    const double human = 2.2;
    double best = 1, least = INFINITY;
    for (size_t i = 0; i < sizeof units / sizeof *units && span > 0; i++) {
        double off = fabs(log(span * units[i] / human));
        if (off < least)
            best = units[i], least = off;
    }
    return best;
}

double hone_bvh_guess_unit(hone_reading *reader, const hone_bvh_skeleton *skeleton)
{
    const hone_bvh_joint **joints;
    double *reach;
    if (!hone_reading_scratch(reader, skeleton->joint_count, sizeof *joints, &joints) ||
        !hone_reading_scratch(reader, skeleton->joint_count, sizeof *reach, &reach))
        return 1;
    for (const hone_bvh_joint *j = skeleton->first; j; j = j->next) joints[j->index] = j;
    return nearest_unit(find_span(skeleton, joints, reach));
}

/* ---- bones ----------------------------------------------------------------------------------------------------- */

static void to_metres(const hone_bvh_skeleton *skeleton, const double from[3], float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (float)(from[i] * skeleton->unit);
    if (skeleton->z_up)
        hone_bvh_stand_up(out);
}

/* Puts the tail of a bone into model space. */
static void place_tail(const hone_bvh_skeleton *skeleton, const hone_bvh_joint *joint, float out[3])
{
    to_metres(skeleton, joint->tail, out);
    for (; joint; joint = joint->parent) hone_quat_rotate(joint->rest, out, out);
}

static hone_affine rest_transform(const hone_bvh_skeleton *skeleton, const hone_bvh_joint *joint)
{
    float offset[3];
    to_metres(skeleton, joint->offset, offset);
    return hone_affine_from_rotation(joint->rest, offset);
}

bool hone_bvh_build_bones(const hone_bvh_skeleton *skeleton, hone_builder *out, hone_model_data *model)
{
    hone_bone *bones = hone_builder_array(out, skeleton->joint_count, sizeof *bones), *bone = bones;
    for (const hone_bvh_joint *joint = skeleton->first; bones && joint; joint = joint->next, bone++) {
        *bone = (hone_bone){
            .name = hone_builder_text(out, joint->name, strlen(joint->name)),
            .parent = joint->parent ? joint->parent->index : HONE_NONE,
            .rest_local = rest_transform(skeleton, joint),
            .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE,
            .tail_bone = HONE_NONE,
            .append_source = HONE_NONE,
            .ik = HONE_NONE,
        };
        place_tail(skeleton, joint, bone->tail_offset);
    }
    model->skeleton = (hone_skeleton){.bone_count = skeleton->joint_count, .bones = bones};
    return !hone_builder_failed(out);
}
