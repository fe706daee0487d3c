/* Checks and repairs bodies, joints and soft bodies. */
#include "core/model/validate.h"

static const float SMALLEST = 1e-4f; /* smallest size and mass with which a body can be simulated */

static uint8_t repair_group(const hone_validate *check, uint8_t group, uint64_t at)
{
    if (group > 15)
        hone_builder_warn(check->builder, "body with a group beyond 15: its lowest four bits are used", at);
    return group & 15;
}

static void repair_body_numbers(const hone_validate *check, hone_body *body, uint64_t at)
{
    static const char what[] = "body with a number that is not finite: set to 0";
    hone_repair_floats(check, body->size, 3, at, what);
    hone_repair_floats(check, body->position, 3, at, what);
    hone_repair_floats(check, body->rotation, 3, at, what);
    hone_repair_floats(check, &body->mass, 1, at, what);
    hone_repair_floats(check, &body->linear_damping, 1, at, what);
    hone_repair_floats(check, &body->angular_damping, 1, at, what);
    hone_repair_floats(check, &body->restitution, 1, at, what);
    hone_repair_floats(check, &body->friction, 1, at, what);
}

/* Checks only the sizes that the shape uses, because files contain anything in the others. */
static void repair_extent(const hone_validate *check, hone_body *body, uint64_t at)
{
    static const int used[] = {[HONE_BODY_SPHERE] = 1, [HONE_BODY_BOX] = 3, [HONE_BODY_CAPSULE] = 2};
    for (int k = 0; k < used[body->shape]; k++) {
        if (body->size[k] > 0)
            continue;
        body->size[k] = SMALLEST;
        hone_builder_warn(check->builder, "body without a size: set to 1e-4", at);
    }
    if (body->mode != HONE_BODY_FOLLOWS && body->mass <= 0) {
        body->mass = SMALLEST;
        hone_builder_warn(check->builder, "dynamic body without mass: set to 1e-4", at);
    }
}

static void repair_body(const hone_validate *check, hone_body *body, uint64_t at)
{
    hone_repair_text(check, &body->name, at);
    hone_repair_text(check, &body->english_name, at);
    hone_repair_index(check, &body->bone, check->data->skeleton.bone_count, at,
                      "body whose bone is missing: set to none");
    repair_body_numbers(check, body, at);
    body->group = repair_group(check, body->group, at);
    if (body->shape > HONE_BODY_CAPSULE) {
        body->shape = HONE_BODY_SPHERE;
        hone_builder_warn(check->builder, "body with an unknown shape: set to a sphere", at);
    }
    if (body->mode > HONE_BODY_DYNAMIC_ALIGNED) {
        body->mode = HONE_BODY_FOLLOWS;
        hone_builder_warn(check->builder, "body with an unknown mode: set to follow its bone", at);
    }
    repair_extent(check, body, at);
}

static void repair_joint(const hone_validate *check, hone_joint *joint, uint64_t at)
{
    static const char what[] = "joint with a number that is not finite: set to 0";
    static const char gone[] = "joint whose body is missing: set to none";
    float *parts[] = {joint->position,      joint->rotation,      joint->linear_lower,  joint->linear_upper,
                      joint->angular_lower, joint->angular_upper, joint->linear_spring, joint->angular_spring};
    hone_repair_text(check, &joint->name, at);
    hone_repair_text(check, &joint->english_name, at);
    hone_repair_index(check, &joint->body_a, check->data->body_count, at, gone);
    hone_repair_index(check, &joint->body_b, check->data->body_count, at, gone);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) hone_repair_floats(check, parts[i], 3, at, what);
    if (joint->kind > HONE_JOINT_HINGE) {
        joint->kind = HONE_JOINT_SPRING_6DOF;
        hone_builder_warn(check->builder, "joint of an unknown kind: set to a spring", at);
    }
}

static void repair_attachments(const hone_validate *check, hone_soft_body *soft, uint64_t at)
{
    static const char what[] = "soft body with an anchor or pin that is missing: dropped";
    uint32_t vertex_count = check->data->mesh.vertex_count, kept = 0;
    hone_soft_anchor *anchors = (hone_soft_anchor *)soft->anchors;
    for (uint32_t i = 0; i < soft->anchor_count; i++) {
        if (hone_index_is_in(anchors[i].body, check->data->body_count) && anchors[i].vertex < vertex_count)
            anchors[kept++] = anchors[i];
        else
            hone_builder_warn(check->builder, what, at);
    }
    soft->anchor_count = kept;
    kept = 0;
    uint32_t *pins = (uint32_t *)soft->pins;
    for (uint32_t i = 0; i < soft->pin_count; i++) {
        if (pins[i] < vertex_count)
            pins[kept++] = pins[i];
        else
            hone_builder_warn(check->builder, what, at);
    }
    soft->pin_count = kept;
}

static bool check_soft_body(const hone_validate *check, hone_soft_body *soft, uint64_t at)
{
    static const char what[] = "soft body with a number that is not finite: set to 0";
    if (!hone_validate_array(check, soft->anchors, soft->anchor_count, "anchors") ||
        !hone_validate_array(check, soft->pins, soft->pin_count, "pins"))
        return false;
    hone_repair_text(check, &soft->name, at);
    hone_repair_text(check, &soft->english_name, at);
    hone_repair_index(check, &soft->material, check->data->material_count, at,
                      "soft body whose material is missing: set to none");
    hone_repair_floats(check, &soft->mass, 1, at, what);
    hone_repair_floats(check, &soft->margin, 1, at, what);
    hone_repair_floats(check, soft->config, 12, at, what);
    hone_repair_floats(check, soft->cluster, 6, at, what);
    hone_repair_floats(check, soft->stiffness, 3, at, what);
    soft->group = repair_group(check, soft->group, at);
    if (soft->shape > 1) {
        soft->shape = 0;
        hone_builder_warn(check->builder, "soft body with an unknown shape: set to a triangle mesh", at);
    }
    repair_attachments(check, soft, at);
    return true;
}

bool hone_validate_physics(const hone_validate *check)
{
    const hone_model_data *data = check->data;
    if (!hone_validate_array(check, data->bodies, data->body_count, "bodies") ||
        !hone_validate_array(check, data->joints, data->joint_count, "joints") ||
        !hone_validate_array(check, data->soft_bodies, data->soft_body_count, "soft bodies"))
        return false;
    hone_body *bodies = (hone_body *)data->bodies;
    hone_joint *joints = (hone_joint *)data->joints;
    hone_soft_body *soft_bodies = (hone_soft_body *)data->soft_bodies;
    for (uint32_t i = 0; i < data->body_count; i++) repair_body(check, &bodies[i], i);
    for (uint32_t i = 0; i < data->joint_count; i++) repair_joint(check, &joints[i], i);
    for (uint32_t i = 0; i < data->soft_body_count; i++)
        if (!check_soft_body(check, &soft_bodies[i], i))
            return false;
    return true;
}
