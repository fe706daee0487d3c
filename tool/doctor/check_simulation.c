/* Measures in running physics which joints open, and which bodies have to be held. */
#include "tool/doctor/checks.h"

#include <math.h>
#include <stdlib.h>

bool joint_gaps_make(const hone_model *model, joint_gaps *out)
{
    const hone_model_data *data = hone_model_get(model);
    *out = (joint_gaps){.data = data,
                        .widest = calloc((size_t)data->joint_count + 1, sizeof *out->widest),
                        .frames = calloc((size_t)data->joint_count + 1, sizeof *out->frames)};
    return out->widest && out->frames;
}

void joint_gaps_release(joint_gaps *gaps)
{
    free(gaps->widest);
    free(gaps->frames);
    *gaps = (joint_gaps){0};
}

static hone_affine place_of(const float position[3], const float angles[3])
{
    float rotation[4];
    hone_quat_from_euler(HONE_EULER_YXZ, angles, rotation);
    return hone_affine_from_rotation(rotation, position);
}

/* Where the joint is on a body, in the world. */
static hone_affine joint_on(const hone_joint *joint, const hone_body *body, const hone_affine *now)
{
    const hone_affine frame = place_of(joint->position, joint->rotation);
    const hone_affine rest = place_of(body->position, body->rotation);
    const hone_affine back = hone_affine_invert_rigid(&rest), local = hone_affine_multiply(&back, &frame);
    return hone_affine_multiply(now, &local);
}

/* How far the joint's ends are apart beyond its limits. */
static float gap_of(const hone_joint *joint, const hone_affine *a, const hone_affine *b)
{
    const hone_affine back = hone_affine_invert_rigid(a);
    bool limited = joint->kind == HONE_JOINT_SPRING_6DOF || joint->kind == HONE_JOINT_6DOF;
    float at[3], offset[3];
    hone_affine_origin(b, at);
    hone_affine_point(&back, at, offset);
    for (int i = 0; limited && i < 3; i++) {
        float low = joint->linear_lower[i], high = joint->linear_upper[i];
        offset[i] = low > high ? 0 : offset[i] - fminf(fmaxf(offset[i], low), high);
    }
    return joint->kind == HONE_JOINT_SLIDER ? 0 : hone_vec3_length(offset);
}

void joint_gaps_measure(joint_gaps *gaps, const hone_physics *physics, double frame)
{
    const hone_model_data *data = gaps->data;
    for (uint32_t j = 0; j < data->joint_count; j++) {
        const hone_joint *joint = &data->joints[j];
        hone_body_motion a, b;
        if (joint->body_a == HONE_NONE || joint->body_b == HONE_NONE ||
            !hone_physics_body_motion(physics, (uint32_t)joint->body_a, &a) ||
            !hone_physics_body_motion(physics, (uint32_t)joint->body_b, &b))
            continue;
        const hone_affine from = joint_on(joint, &data->bodies[joint->body_a], &a.place);
        const hone_affine to = joint_on(joint, &data->bodies[joint->body_b], &b.place);
        float gap = gap_of(joint, &from, &to);
        if (gap > gaps->widest[j]) {
            gaps->widest[j] = gap;
            gaps->frames[j] = frame;
        }
    }
}

static void check_held_bodies(const hone_model_data *data, const hone_physics *physics, findings *out)
{
    enum { STEPS = 60, SHARE = 10 };
    finding_names held = {0};
    for (uint32_t b = 0; b < data->body_count; b++) {
        uint32_t steps = 0, count = hone_physics_held_steps(physics, b, &steps);
        if (count >= STEPS && count >= steps / SHARE)
            finding_names_add(&held, "%s: %u / %u", data->bodies[b].name, count, steps);
    }
    findings_add(out, FINDING_WARNING, "held-body", &held,
                 "bodies had to be held at their joints in more than a tenth of the steps");
}

void check_gaps(const joint_gaps *gaps, const hone_physics *physics, bool moving, findings *out)
{
    const float wide = 0.5f; /* units: 4 cm */
    finding_names open = {0};
    for (uint32_t j = 0; j < gaps->data->joint_count; j++)
        if (gaps->widest[j] > wide && moving)
            finding_names_add(&open, "%s: %.3g (%g)", gaps->data->joints[j].name, (double)gaps->widest[j],
                              gaps->frames[j]);
        else if (gaps->widest[j] > wide)
            finding_names_add(&open, "%s: %.3g", gaps->data->joints[j].name, (double)gaps->widest[j]);
    if (moving)
        findings_add(out, FINDING_WARNING, "joint-opens", &open,
                     "joints open by more than half a unit in the motion (units, and the frame)");
    else
        findings_add(out, FINDING_WARNING, "joint-opens-at-rest", &open,
                     "joints open by more than half a unit while the model stands still (units)");
    check_held_bodies(gaps->data, physics, out);
}
