/* Differences of rigid bodies and joints. */
#include "tool/diff/diff_models.h"

static const hone_body *body_at(const void *data, uint32_t index)
{
    return &((const hone_model_data *)data)->bodies[index];
}

static const char *body_item(const void *data, uint32_t index)
{
    return body_at(data, index)->name;
}

static const hone_joint *joint_at(const void *data, uint32_t index)
{
    return &((const hone_model_data *)data)->joints[index];
}

static const char *joint_item(const void *data, uint32_t index)
{
    return joint_at(data, index)->name;
}

static const char *body_name(const hone_model_data *data, int32_t body)
{
    return body == HONE_NONE ? "" : data->bodies[body].name;
}

static void compare_bodies(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const hone_body *x = body_at(a, i), *y = body_at(b, k);
    (void)user;
    detail_text(out, "bone", bone_name_of(a, x->bone), bone_name_of(b, y->bone));
    detail_number(out, "mode", x->mode, y->mode);
    detail_number(out, "group", x->group, y->group);
    if (x->mask != y->mask)
        detail_add(out, "mask %04x -> %04x", x->mask, y->mask);
    detail_number(out, "shape", x->shape, y->shape);
    detail_numbers(out, "size", x->size, y->size, 3);
    detail_numbers(out, "position", x->position, y->position, 3);
    detail_numbers(out, "rotation", x->rotation, y->rotation, 3);
    detail_number(out, "mass", x->mass, y->mass);
    detail_number(out, "linear damping", x->linear_damping, y->linear_damping);
    detail_number(out, "angular damping", x->angular_damping, y->angular_damping);
    detail_number(out, "restitution", x->restitution, y->restitution);
    detail_number(out, "friction", x->friction, y->friction);
}

static void compare_joints(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const hone_joint *x = joint_at(a, i), *y = joint_at(b, k);
    (void)user;
    detail_number(out, "kind", x->kind, y->kind);
    detail_text(out, "body A", body_name(a, x->body_a), body_name(b, y->body_a));
    detail_text(out, "body B", body_name(a, x->body_b), body_name(b, y->body_b));
    detail_numbers(out, "position", x->position, y->position, 3);
    detail_numbers(out, "rotation", x->rotation, y->rotation, 3);
    detail_numbers(out, "linear lower", x->linear_lower, y->linear_lower, 3);
    detail_numbers(out, "linear upper", x->linear_upper, y->linear_upper, 3);
    detail_numbers(out, "angular lower", x->angular_lower, y->angular_lower, 3);
    detail_numbers(out, "angular upper", x->angular_upper, y->angular_upper, 3);
    detail_numbers(out, "linear spring", x->linear_spring, y->linear_spring, 3);
    detail_numbers(out, "angular spring", x->angular_spring, y->angular_spring, 3);
}

void diff_bodies(const model_pair *models, differences *out)
{
    static const diff_kind bodies = {"bodies", compare_bodies}, joints = {"joints", compare_joints};
    diff_section(&bodies, (named_items){models->a, models->a->body_count, body_item},
                 (named_items){models->b, models->b->body_count, body_item}, models, out);
    diff_section(&joints, (named_items){models->a, models->a->joint_count, joint_item},
                 (named_items){models->b, models->b->joint_count, joint_item}, models, out);
}
