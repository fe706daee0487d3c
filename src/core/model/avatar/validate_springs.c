/* Checks and repairs springs and their colliders. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "core/model/parents_first.h"
#include "core/model/validate.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which bones are below which ---- */

/* A numbering of bones in which those of a subtree follow its root. Arrays are [bone_count]. */
typedef struct bone_numbers {
    uint32_t *first; /* the number of a bone */
    uint32_t *size;  /* how many bones its subtree has */
    uint32_t *order; /* parents first */
    uint32_t *next;  /* the number of the next child */
    uint8_t *taken;  /* whether a joint turns the bone already */
    uint32_t count;
} bone_numbers;

static bool is_below(const bone_numbers *numbers, int32_t bone, int32_t root)
{
    return bone != root && numbers->first[bone] - numbers->first[root] < numbers->size[root];
}

static void number_bones(const hone_skeleton *skeleton, bone_numbers *out)
{
    const hone_bone *bones = skeleton->bones;
    uint32_t roots = 0;
    hone_parents_first(skeleton, (int32_t *)out->next, out->taken, out->order);
    for (uint32_t b = 0; b < out->count; b++) out->size[b] = 1;
    for (uint32_t i = out->count; i-- > 0;)
        if (bones[out->order[i]].parent != HONE_NONE)
            out->size[bones[out->order[i]].parent] += out->size[out->order[i]];
    for (uint32_t i = 0; i < out->count; i++) {
        uint32_t b = out->order[i], *from = bones[b].parent == HONE_NONE ? &roots : &out->next[bones[b].parent];
        out->first[b] = *from;
        *from += out->size[b];
        out->next[b] = out->first[b] + 1;
    }
    memset(out->taken, 0, out->count);
}

static void close_numbers(const hone_allocator *allocator, bone_numbers *n)
{
    uint32_t *arrays[] = {n->first, n->size, n->order, n->next};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        hone_deallocate(allocator, arrays[i], n->count, sizeof *arrays[i]);
    hone_deallocate(allocator, n->taken, n->count, 1);
}

static bool open_numbers(const hone_allocator *allocator, const hone_skeleton *skeleton, bone_numbers *out)
{
    *out = (bone_numbers){.count = skeleton->bone_count};
    if (out->count == 0)
        return true;
    uint32_t **arrays[] = {&out->first, &out->size, &out->order, &out->next};
    bool ok = true;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        ok = (*arrays[i] = hone_allocate(allocator, out->count, sizeof **arrays[i])) != NULL && ok;
    out->taken = hone_allocate(allocator, out->count, 1);
    ok = ok && out->taken;
    if (!ok)
        return close_numbers(allocator, out), false;
    memset(out->taken, 0, out->count);
    number_bones(skeleton, out);
    return true;
}

/* ---- colliders ---- */

static void repair_collider(const hone_validate *check, hone_collider *collider, uint64_t at)
{
    static const char what[] = "collider with a number that is not finite: set to 0";
    hone_repair_index(check, &collider->bone, check->data->skeleton.bone_count, at,
                      "collider whose bone is missing: touches nothing");
    hone_repair_floats(check, collider->offset, 3, at, what);
    hone_repair_floats(check, collider->tail, 3, at, what);
    hone_repair_floats(check, collider->normal, 3, at, what);
    hone_repair_floats(check, &collider->radius, 1, at, what);
    if (collider->radius < 0) {
        collider->radius = 0;
        hone_builder_warn(check->builder, "collider with a negative radius: set to 0", at);
    }
    if (collider->kind > HONE_COLLIDER_PLANE) {
        collider->kind = HONE_COLLIDER_SPHERE;
        hone_builder_warn(check->builder, "collider of an unknown kind: set to a sphere", at);
    }
    if (collider->kind == HONE_COLLIDER_PLANE && !hone_vec3_normalise(collider->normal, collider->normal)) {
        hone_vec3_set(0, 0, 1, collider->normal);
        hone_builder_warn(check->builder, "plane of colliders without a direction: set to z", at);
    }
}

/* ---- joints ---- */

static float clamp_angle(float angle, float max)
{
    return angle < 0 ? 0 : angle > max ? max : angle;
}

static void repair_limit(const hone_validate *check, hone_spring_limit *limit, uint64_t at)
{
    const float half_turn = 3.14159274f;
    static const char what[] = "limit of a spring with a number that is not finite: set to 0";
    hone_repair_floats(check, limit->angles, 2, at, what);
    hone_repair_floats(check, limit->rotation, 4, at, what);
    if (limit->kind > HONE_SPRING_LIMIT_SPHERICAL) {
        limit->kind = HONE_SPRING_LIMIT_NONE;
        hone_builder_warn(check->builder, "limit of a spring of an unknown kind: dropped", at);
    }
    limit->angles[0] = clamp_angle(limit->angles[0], half_turn);
    limit->angles[1] = clamp_angle(limit->angles[1], half_turn / 2);
    hone_quat_normalise(limit->rotation, limit->rotation);
}

static void repair_joint_numbers(const hone_validate *check, hone_spring_joint *joint, uint64_t at)
{
    static const char what[] = "spring with a number that is not finite: set to 0";
    float *const not_negative[] = {&joint->hit_radius, &joint->stiffness, &joint->drag_force};
    hone_repair_floats(check, joint->tail_offset, 3, at, what);
    hone_repair_floats(check, joint->gravity_direction, 3, at, what);
    hone_repair_floats(check, &joint->gravity_power, 1, at, what);
    for (size_t i = 0; i < sizeof not_negative / sizeof *not_negative; i++) {
        hone_repair_floats(check, not_negative[i], 1, at, what);
        if (*not_negative[i] >= 0)
            continue;
        *not_negative[i] = 0;
        hone_builder_warn(check->builder, "spring with a negative radius, stiffness or drag: set to 0", at);
    }
    if (joint->drag_force > 1) {
        joint->drag_force = 1;
        hone_builder_warn(check->builder, "spring with a drag above 1: set to 1", at);
    }
    hone_repair_floats(check, joint->rest_rotation, 4, at, what);
    repair_limit(check, &joint->limit, at);
}

/* The way from a tail up to its joint is walked for each joint, so a long one could cost the square of the bones. */
enum { TAIL_DEPTH_MOST = 256 };

static bool is_near(const hone_bone *bones, int32_t bone, int32_t root)
{
    for (int i = 0; i < TAIL_DEPTH_MOST && bone != root; i++) bone = bones[bone].parent;
    return bone == root;
}

/* Returns what is wrong with a joint that cannot be used; NULL: nothing. */
static const char *fault_of_joint(const hone_validate *check, const bone_numbers *numbers,
                                  const hone_spring_joint *joint)
{
    const hone_bone *bones = check->data->skeleton.bones;
    if (!hone_index_is_in(joint->bone, numbers->count) ||
        (joint->tail_bone != HONE_NONE && !hone_index_is_in(joint->tail_bone, numbers->count)))
        return "spring with a joint whose bone is missing: joint dropped";
    if (joint->tail_bone != HONE_NONE && !is_below(numbers, joint->tail_bone, joint->bone))
        return "spring with a joint whose tail is not below it: joint dropped";
    if (joint->tail_bone != HONE_NONE && !is_near(bones, joint->tail_bone, joint->bone))
        return "spring with a joint whose tail is more than 256 bones below it: joint dropped";
    if (numbers->taken[joint->bone])
        return "spring with a joint that another spring moves: joint dropped";
    float length = joint->tail_bone == HONE_NONE
                       ? hone_vec3_length(joint->tail_offset)
                       : hone_vec3_distance(bones[joint->bone].position, bones[joint->tail_bone].position);
    return length > 0 && length < INFINITY ? NULL : "spring with a joint of no length: joint dropped";
}

typedef struct numbered_joint {
    uint32_t number, at;
} numbered_joint;

static int by_number(const void *a, const void *b)
{
    uint32_t one = ((const numbered_joint *)a)->number, other = ((const numbered_joint *)b)->number;
    return one < other ? -1 : one > other;
}

/* Brings joints in an order in which each comes after those that move it. */
static bool sort_joints(const hone_validate *check, const bone_numbers *numbers, hone_spring_joint *joints,
                        uint32_t count)
{
    bool sorted = true;
    for (uint32_t j = 1; j < count; j++)
        sorted = sorted && numbers->first[joints[j - 1].bone] < numbers->first[joints[j].bone];
    if (sorted)
        return true;
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(check->builder));
    numbered_joint *list = hone_allocate(allocator, count, sizeof *list);
    hone_spring_joint *copy = hone_allocate(allocator, count, sizeof *copy);
    for (uint32_t j = 0; list && copy && j < count; j++) list[j] = (numbered_joint){numbers->first[joints[j].bone], j};
    if (list && copy) {
        memcpy(copy, joints, count * sizeof *copy);
        qsort(list, count, sizeof *list, by_number);
        for (uint32_t j = 0; j < count; j++) joints[j] = copy[list[j].at];
    }
    bool ok = list && copy;
    hone_deallocate(allocator, list, count, sizeof *list);
    hone_deallocate(allocator, copy, count, sizeof *copy);
    return ok || hone_fail_memory(check->error);
}

static bool repair_joints(const hone_validate *check, bone_numbers *numbers, hone_spring *spring, uint64_t at)
{
    hone_spring_joint *joints = (hone_spring_joint *)spring->joints;
    uint32_t kept = 0;
    for (uint32_t j = 0; j < spring->joint_count; j++) {
        repair_joint_numbers(check, &joints[j], at);
        const char *fault = fault_of_joint(check, numbers, &joints[j]);
        if (fault) {
            hone_builder_warn(check->builder, fault, at);
            continue;
        }
        numbers->taken[joints[j].bone] = 1;
        joints[kept++] = joints[j];
    }
    spring->joint_count = kept;
    return sort_joints(check, numbers, joints, kept);
}

/* ---- springs ---- */

static void repair_references(const hone_validate *check, hone_spring *spring, uint64_t at)
{
    uint32_t *colliders = (uint32_t *)spring->colliders, kept = 0;
    hone_repair_index(check, &spring->center, check->data->skeleton.bone_count, at,
                      "spring whose centre is missing: set to none");
    for (uint32_t i = 0; i < spring->collider_count; i++) {
        bool known = colliders[i] < check->data->collider_count;
        if (!known)
            hone_builder_warn(check->builder, "spring with a collider that is missing: left out", at);
        if (known && check->data->colliders[colliders[i]].bone != HONE_NONE)
            colliders[kept++] = colliders[i];
    }
    spring->collider_count = kept;
}

static bool check_springs(const hone_validate *check, bone_numbers *numbers)
{
    hone_spring *springs = (hone_spring *)check->data->springs;
    for (uint32_t i = 0; i < check->data->spring_count; i++) {
        if (!hone_validate_array(check, springs[i].joints, springs[i].joint_count, "joints of springs") ||
            !hone_validate_array(check, springs[i].colliders, springs[i].collider_count, "colliders of springs"))
            return false;
        hone_repair_text(check, &springs[i].name, i);
        repair_references(check, &springs[i], i);
        if (!repair_joints(check, numbers, &springs[i], i))
            return false;
    }
    return true;
}

bool hone_validate_springs(const hone_validate *check)
{
    const hone_model_data *data = check->data;
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(check->builder));
    hone_collider *colliders = (hone_collider *)data->colliders;
    bone_numbers numbers;
    if (!hone_validate_array(check, data->colliders, data->collider_count, "colliders") ||
        !hone_validate_array(check, data->springs, data->spring_count, "springs"))
        return false;
    for (uint32_t i = 0; i < data->collider_count; i++) repair_collider(check, &colliders[i], i);
    if (data->spring_count == 0)
        return true;
    if (!open_numbers(allocator, &data->skeleton, &numbers))
        return hone_fail_memory(check->error);
    bool ok = check_springs(check, &numbers);
    close_numbers(allocator, &numbers);
    return ok;
}
