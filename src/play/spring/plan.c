#include "play/spring/plan.h"
#include "base/double_affine.h"
#include "base/error.h"
#include <string.h>

/* ---- checking -------------------------------------------------------------------------------------------------- */

static bool is_bone(const hone_spring_desc *desc, int32_t bone, bool may_be_none)
{
    return bone == HONE_NONE ? may_be_none : bone >= 0 && (uint32_t)bone < desc->skeleton->bone_count;
}

static bool check_spring(const hone_spring_desc *desc, const hone_spring *spring)
{
    bool fine = is_bone(desc, spring->center, true) && (spring->joints || !spring->joint_count) &&
                (spring->colliders || !spring->collider_count);
    for (uint32_t j = 0; fine && j < spring->joint_count; j++)
        fine = is_bone(desc, spring->joints[j].bone, false) && is_bone(desc, spring->joints[j].tail_bone, true) &&
               spring->joints[j].limit.kind <= HONE_SPRING_LIMIT_SPHERICAL;
    for (uint32_t c = 0; fine && c < spring->collider_count; c++) fine = spring->colliders[c] < desc->collider_count;
    return fine;
}

static bool check(const hone_spring_desc *desc, hone_error *error)
{
    if (!desc || !desc->skeleton || (!desc->springs && desc->spring_count) ||
        (!desc->colliders && desc->collider_count))
        return hone_fail_null(error, "the skeleton, its springs or their colliders");
    for (uint32_t i = 0; i < desc->collider_count; i++)
        if (!is_bone(desc, desc->colliders[i].bone, true) || desc->colliders[i].kind > HONE_COLLIDER_PLANE)
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "the bone or the kind of collider %u does not exist", i);
    for (uint32_t i = 0; i < desc->spring_count; i++)
        if (!check_spring(desc, &desc->springs[i]))
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "spring %u has an index that is out of range", i);
    return true;
}

/* ---- joints ---------------------------------------------------------------------------------------------------- */

/* The tail at rest in the axes of the bone. */
static void find_tail(const hone_skeleton *skeleton, const hone_spring_joint *joint, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (double)joint->tail_offset[i];
    if (joint->tail_bone == HONE_NONE)
        return;
    int32_t bone = joint->tail_bone;
    out[0] = out[1] = out[2] = 0;
    for (uint32_t guard = 0; bone != HONE_NONE && bone != joint->bone && guard < skeleton->bone_count; guard++) {
        hone_double_affine local = hone_double_affine_from(&skeleton->bones[bone].rest_local);
        hone_double_affine_point(&local, out, out);
        bone = skeleton->bones[bone].parent;
    }
    if (bone != joint->bone) /* it is not below the joint */
        out[0] = out[1] = out[2] = 0;
}

static void turn_rest(const float by[4], double rotation[4])
{
    double q[4], sum = 0;
    for (int i = 0; i < 4; i++) q[i] = (double)by[i], sum += q[i] * q[i];
    if (!(sum > 0))
        return;
    hone_multiply4(rotation, q, rotation);
    hone_normalise4(rotation);
}

static hone_spring_link make_link(const hone_spring_desc *desc, const hone_spring_joint *joint, uint32_t spring)
{
    hone_spring_link out = {.bone = (uint32_t)joint->bone, .tail_bone = joint->tail_bone, .spring = spring};
    hone_spring_numbers *n = &out.numbers;
    float rest[4];
    n->hit_radius = (double)joint->hit_radius;
    n->stiffness = (double)joint->stiffness;
    n->keep = 1 - (double)joint->drag_force;
    hone_quat_from_affine(&desc->skeleton->bones[joint->bone].rest_local, rest);
    for (int i = 0; i < 4; i++) n->rotation[i] = (double)rest[i];
    hone_normalise4(n->rotation);
    turn_rest(joint->rest_rotation, n->rotation);
    for (int i = 0; i < 3; i++) n->gravity[i] = (double)joint->gravity_direction[i] * (double)joint->gravity_power;
    find_tail(desc->skeleton, joint, n->tail_offset);
    hone_copy3(n->tail_offset, n->axis);
    if (!hone_normalise3(n->axis, n->axis))
        n->axis[0] = n->axis[1] = n->axis[2] = 0;
    out.limit = hone_limit_make(&joint->limit, n->axis);
    return out;
}

static bool make_links(hone_spring_plan *plan, const hone_spring_desc *desc, uint8_t *taken, hone_error *error)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < desc->spring_count; s++)
        for (uint32_t j = 0; j < desc->springs[s].joint_count; j++) {
            const hone_spring_joint *joint = &desc->springs[s].joints[j];
            if (taken[joint->bone]++)
                return hone_fail(error, HONE_ERROR_ARGUMENT, s, "bone %d is in two joints of springs", joint->bone);
            plan->links[count++] = make_link(desc, joint, s);
        }
    return true;
}

static void make_chains(hone_spring_plan *plan, const hone_spring_desc *desc)
{
    for (uint32_t s = 0; s < desc->spring_count; s++) {
        const hone_spring *from = &desc->springs[s];
        hone_spring_chain *to = &plan->chains[s];
        to->center = from->center;
        to->colliders = hone_arena_array(plan->memory, from->collider_count, sizeof *to->colliders);
        for (uint32_t c = 0; to->colliders && c < from->collider_count; c++)
            if (desc->colliders[from->colliders[c]].bone != HONE_NONE)
                to->colliders[to->collider_count++] = from->colliders[c];
    }
}

/* ---- colliders -------------------------------------------------------------------------------------------------- */

/* Sorts colliders by the place that carries them. */
static void carry_colliders(hone_spring_plan *plan)
{
    for (uint32_t c = 0; c < plan->collider_count; c++) {
        int32_t bone = plan->colliders[c].bone;
        if (bone == HONE_NONE)
            continue;
        if (plan->place_of[bone] == HONE_NONE)
            plan->fixed[plan->fixed_count++] = c;
        else
            plan->places[plan->place_of[bone]].end++;
    }
    uint32_t begin = 0;
    for (uint32_t p = 0; p < plan->place_count; p++) {
        uint32_t count = plan->places[p].end;
        plan->places[p].begin = plan->places[p].end = begin;
        begin += count;
    }
    for (uint32_t c = 0; c < plan->collider_count; c++) {
        int32_t bone = plan->colliders[c].bone;
        if (bone != HONE_NONE && plan->place_of[bone] != HONE_NONE)
            plan->carried[plan->places[plan->place_of[bone]].end++] = c;
    }
}

/* ---- plans ------------------------------------------------------------------------------------------------------ */

static bool allocate(hone_spring_plan *plan, const hone_spring_desc *desc, hone_error *error)
{
    size_t links = 0;
    for (uint32_t s = 0; s < desc->spring_count; s++) links += desc->springs[s].joint_count;
    if (links > desc->skeleton->bone_count) /* also keeps the count within 32 bits */
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "springs have more joints than there are bones");
    plan->bone_count = desc->skeleton->bone_count;
    plan->link_count = (uint32_t)links;
    plan->chain_count = desc->spring_count;
    plan->collider_count = desc->collider_count;
    plan->links = hone_arena_array(plan->memory, links, sizeof *plan->links);
    plan->chains = hone_arena_array(plan->memory, plan->chain_count, sizeof *plan->chains);
    plan->colliders = hone_arena_array(plan->memory, plan->collider_count, sizeof *plan->colliders);
    plan->carried = hone_arena_array(plan->memory, plan->collider_count, sizeof *plan->carried);
    plan->fixed = hone_arena_array(plan->memory, plan->collider_count, sizeof *plan->fixed);
    plan->place_of = hone_arena_array(plan->memory, plan->bone_count, sizeof *plan->place_of);
    if (hone_arena_failed(plan->memory))
        return hone_arena_fail(plan->memory, error);
    if (plan->collider_count)
        memcpy(plan->colliders, desc->colliders, plan->collider_count * sizeof *plan->colliders);
    return true;
}

static bool fill(hone_spring_plan *plan, const hone_spring_desc *desc, hone_arena *scratch, hone_error *error)
{
    bool circle = false;
    uint8_t *taken = hone_arena_array(scratch, desc->skeleton->bone_count, 1);
    if (hone_arena_failed(scratch))
        return hone_arena_fail(scratch, error);
    if (!make_links(plan, desc, taken, error))
        return false;
    make_chains(plan, desc);
    bool ordered = !hone_arena_failed(plan->memory) && hone_spring_order(plan, desc->skeleton, scratch, &circle);
    if (circle)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "parents of bones form a circle");
    if (!ordered)
        return hone_fail_memory(error);
    carry_colliders(plan);
    return true;
}

hone_spring_plan *hone_spring_plan_create(const hone_spring_desc *desc, hone_error *error)
{
    if (!check(desc, error))
        return NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    hone_arena *scratch = memory ? hone_arena_create(desc->allocator, 0, error) : NULL;
    hone_spring_plan *plan = scratch ? hone_arena_array(memory, 1, sizeof *plan) : NULL;
    bool ok = false;
    if (plan) {
        plan->memory = memory;
        ok = allocate(plan, desc, error) && fill(plan, desc, scratch, error);
    } else if (scratch) {
        hone_arena_fail(memory, error);
    }
    hone_arena_destroy(scratch);
    if (!ok)
        hone_arena_destroy(memory);
    return ok ? plan : NULL;
}

void hone_spring_plan_destroy(hone_spring_plan *plan)
{
    if (plan)
        hone_arena_destroy(plan->memory);
}

uint32_t hone_spring_joint_count(const hone_spring_plan *plan)
{
    return plan->link_count;
}

const uint32_t *hone_spring_bones(const hone_spring_plan *plan, uint32_t *count)
{
    *count = plan->place_count;
    return plan->bones;
}
