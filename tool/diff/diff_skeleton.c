/* Differences of bones and their IK chains. */
#include "tool/diff/diff_models.h"

#include <string.h>

static const hone_bone *bone_at(const void *data, uint32_t index)
{
    return &((const hone_model_data *)data)->skeleton.bones[index];
}

static const char *bone_item(const void *data, uint32_t index)
{
    return bone_at(data, index)->name;
}

static void compare_links(const hone_model_data *a, const hone_ik *x, const hone_model_data *b, const hone_ik *y,
                          change_text *out)
{
    detail_text(out, "IK effector", bone_name_of(a, x->effector), bone_name_of(b, y->effector));
    detail_number(out, "IK iterations", x->max_iterations, y->max_iterations);
    detail_number(out, "IK angle", x->unit_angle, y->unit_angle);
    detail_number(out, "IK links", x->link_count, y->link_count);
    for (uint32_t i = 0; i < x->link_count && i < y->link_count; i++) {
        const hone_ik_link *p = &x->links[i], *q = &y->links[i];
        detail_text(out, "IK link", bone_name_of(a, p->bone), bone_name_of(b, q->bone));
        detail_number(out, "IK link limited", p->limited, q->limited);
        if (p->limited && q->limited) {
            detail_numbers(out, "lower limit", p->lower, q->lower, 3);
            detail_numbers(out, "upper limit", p->upper, q->upper, 3);
        }
    }
}

static void compare_rest(const hone_bone *x, const hone_bone *y, change_text *out)
{
    float distance = hone_vec3_distance(x->position, y->position);
    if (!(distance <= 1e-6f))
        detail_add(out, "moved by %.4g units", (double)distance);
    detail_numbers(out, "rest rotation", x->rest.rotation, y->rest.rotation, 4);
    detail_numbers(out, "rest scale", x->rest.scale, y->rest.scale, 3);
}

static void compare_bones(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const hone_bone *x = bone_at(a, i), *y = bone_at(b, k);
    const hone_model_data *from = a, *to = b;
    (void)user;
    detail_text(out, "parent", bone_name_of(a, x->parent), bone_name_of(b, y->parent));
    compare_rest(x, y, out);
    detail_text(out, "english name", x->english_name, y->english_name);
    detail_number(out, "layer", x->layer, y->layer);
    if (x->flags != y->flags)
        detail_add(out, "flags %04x -> %04x", x->flags, y->flags);
    detail_text(out, "append", bone_name_of(a, x->append_source), bone_name_of(b, y->append_source));
    if (x->append_source != HONE_NONE && y->append_source != HONE_NONE)
        detail_number(out, "append ratio", x->append_ratio, y->append_ratio);
    if (x->flags & y->flags & HONE_BONE_FIXED_AXIS)
        detail_numbers(out, "axis", x->fixed_axis, y->fixed_axis, 3);
    if (x->ik != HONE_NONE && y->ik != HONE_NONE)
        compare_links(from, &from->skeleton.iks[x->ik], to, &to->skeleton.iks[y->ik], out);
}

void diff_skeleton(const model_pair *models, differences *out)
{
    static const diff_kind kind = {"bones", compare_bones};
    diff_section(&kind, (named_items){models->a, models->a->skeleton.bone_count, bone_item},
                 (named_items){models->b, models->b->skeleton.bone_count, bone_item}, models, out);
}
