#include "actor/goals.h"

#include "base/error.h"
#include <string.h>

void hone_goals_close(hone_goals *goals, const hone_allocator *allocator)
{
    hone_deallocate(allocator, goals->items, goals->capacity, sizeof *goals->items);
}

static bool make_room(hone_goals *goals, const hone_allocator *allocator, hone_error *error)
{
    if (goals->count < goals->capacity)
        return true;
    uint32_t capacity = goals->capacity ? goals->capacity * 2 : 4;
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
    if (!make_room(goals, allocator, error))
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
    for (uint32_t i = 0; i < goals->count; i++) {
        hone_goal_item *item = &goals->items[i];
        bool reached = false;
        if (item->goal.weight > 0) {
            hone_rig_before_physics(context->rig, context->pose);
            reached = hone_goal_apply(&item->goal, context);
        }
        if (record)
            item->reached = reached;
    }
}
