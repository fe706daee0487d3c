#include "play/actor/goals/goals.h"

#include "base/error.h"
#include <stddef.h>
#include <string.h>

void hone_goals_close(hone_goals *goals, const hone_allocator *allocator)
{
    hone_deallocate(allocator, goals->items, goals->capacity, sizeof *goals->items);
    if (goals->scratch_size)
        hone_deallocate(allocator, goals->scratch.solver, goals->scratch_size, 1);
}

static size_t solver_size(uint32_t bones)
{
    size_t body = hone_full_body_memory_size(bones, HONE_MAX_EFFECTORS), chain = hone_fabrik_memory_size(bones);
    return ((body > chain ? body : chain) + 15) & ~(size_t)15;
}

bool hone_goals_prepare(hone_goals *goals, const hone_goal *goal, const hone_model *model,
                        const hone_allocator *allocator, hone_error *error)
{
    hone_goal_scratch *out = &goals->scratch;
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    goals->apply = hone_goal_apply;
    if (goals->scratch_size || !hone_goal_needs_scratch(goal))
        return true;
    size_t count = skeleton->bone_count, solver = solver_size(skeleton->bone_count);
    size_t bone = sizeof *out->parents + sizeof *out->bones + sizeof *out->limits + sizeof *out->corrections;
    char *memory = hone_allocate(allocator, solver + count * bone, 1);
    if (!memory)
        return hone_fail_memory(error);
    goals->scratch_size = solver + count * bone;
    out->solver = memory; /* first, because it needs the strictest alignment */
    out->bones = (hone_affine *)(void *)(memory + solver);
    out->limits = (hone_limit *)(void *)(out->bones + count);
    out->corrections = (float(*)[4])(void *)(out->limits + count);
    out->parents = (int32_t *)(void *)(out->corrections + count);
    for (size_t i = 0; i < count; i++) out->parents[i] = skeleton->bones[i].parent;
    return true;
}

static bool make_room(hone_goals *goals, uint32_t count, const hone_allocator *allocator, hone_error *error)
{
    if (count <= goals->capacity)
        return true;
    uint32_t capacity = goals->capacity ? goals->capacity : 4;
    while (capacity < count) capacity *= 2;
    hone_goal_item *items = hone_allocate(allocator, capacity, sizeof *items);
    if (!items)
        return hone_fail_memory(error);
    if (goals->count)
        memcpy(items, goals->items, goals->count * sizeof *items);
    hone_deallocate(allocator, goals->items, goals->capacity, sizeof *goals->items);
    goals->items = items;
    goals->capacity = capacity;
    return true;
}

uint32_t hone_goals_add(hone_goals *goals, const hone_goal *goal, const hone_allocator *allocator, hone_error *error)
{
    if (!make_room(goals, goals->count + 1, allocator, error))
        return 0;
    goals->last_handle += goals->last_handle < UINT32_MAX ? 1 : 2; /* 0 is not a handle */
    goals->items[goals->count++] = (hone_goal_item){goals->last_handle, false, *goal};
    return goals->last_handle;
}

void hone_goals_remove(hone_goals *goals, hone_goal_item *item)
{
    hone_goal_item *end = goals->items + goals->count;
    memmove(item, item + 1, (size_t)(end - item - 1) * sizeof *item);
    goals->count--;
}

hone_goal_item *hone_goals_find(const hone_goals *goals, uint32_t handle)
{
    for (uint32_t i = 0; i < goals->count; i++)
        if (goals->items[i].handle == handle)
            return &goals->items[i];
    return NULL;
}

void hone_goals_apply(hone_goals *goals, const hone_goal_context *context, bool record)
{
    hone_goal_context with = *context;
    with.scratch = &goals->scratch;
    for (uint32_t i = 0; i < goals->count; i++) {
        hone_goal_item *item = &goals->items[i];
        bool reached = false;
        if (item->goal.weight > 0) {
            if (hone_goal_needs_bones(&item->goal))
                hone_rig_before_physics(context->rig, context->pose);
            reached = goals->apply(&item->goal, &with);
        }
        if (record)
            item->reached = reached;
    }
}

/* ---- saved states ---------------------------------------------------------------------------------------------- */

typedef struct state_head {
    uint32_t count, last_handle;
} state_head;

size_t hone_goals_state_size(const hone_goals *goals)
{
    return sizeof(state_head) + goals->count * sizeof *goals->items;
}

char *hone_goals_save(const hone_goals *goals, char *to)
{
    state_head head = {goals->count, goals->last_handle};
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    if (goals->count)
        memcpy(to, goals->items, goals->count * sizeof *goals->items);
    return to + goals->count * sizeof *goals->items;
}

bool hone_goals_state_fits(hone_goals *goals, const char *from, size_t size, const hone_model *model,
                           const hone_allocator *allocator, hone_error *error)
{
    state_head head = {0};
    if (size >= sizeof head)
        memcpy(&head, from, sizeof head);
    from += sizeof head;
    bool sound = size >= sizeof head && (size - sizeof head) / sizeof *goals->items == head.count &&
                 (size - sizeof head) % sizeof *goals->items == 0;
    for (uint32_t i = 0; sound && i < head.count; i++, from += sizeof *goals->items) {
        hone_goal_item item;
        sound = (uint8_t)from[offsetof(hone_goal_item, reached)] <= 1;
        if (sound)
            memcpy(&item, from, sizeof item);
        sound = sound && hone_goal_check(&item.goal, model, NULL);
        if (sound && !hone_goals_prepare(goals, &item.goal, model, allocator, error))
            return false;
    }
    if (!sound)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the state is not of the goals of this actor");
    return make_room(goals, head.count, allocator, error);
}

void hone_goals_restore(hone_goals *goals, const char *from)
{
    state_head head;
    memcpy(&head, from, sizeof head);
    if (head.count)
        memcpy(goals->items, from + sizeof head, head.count * sizeof *goals->items);
    goals->count = head.count;
    goals->last_handle = head.last_handle;
}
