#include "draw/render/draw_list.h"
#include "base/error.h"
#include "draw/render/mesh/gpu_model.h"
#include <math.h>

static bool make_room(hone_draw_list *list, uint32_t count, const hone_allocator *allocator)
{
    if (count <= list->capacity)
        return true;
    hone_draw_entry *entries = hone_allocate(allocator, count, sizeof *entries);
    hone_skinned_vertices *skinned = hone_allocate(allocator, count, sizeof *skinned);
    if (!entries || !skinned) {
        hone_deallocate(allocator, entries, count, sizeof *entries);
        hone_deallocate(allocator, skinned, count, sizeof *skinned);
        return false;
    }
    for (uint32_t i = 0; i < count; i++)
        skinned[i] = i < list->capacity ? list->skinned[i] : (hone_skinned_vertices){0};
    hone_draw_list_destroy(list, allocator);
    *list = (hone_draw_list){.entries = entries, .skinned = skinned, .capacity = count};
    return true;
}

static hone_draw_entry entry_of(const hone_draw_item *item, uint32_t number)
{
    const hone_morph_result *morphs = hone_actor_morph_result(item->actor);
    return (hone_draw_entry){.item = item,
                             .number = number,
                             .gpu_model = item->gpu_model,
                             .morphs = morphs,
                             .materials = morphs->materials,
                             .poses = item->pose_count ? item->poses : hone_actor_palette(item->actor),
                             .pose_count = item->pose_count ? item->pose_count : 1,
                             .opacity = item->opacity > 0 ? fminf(item->opacity, 1) : 1,
                             .world_from_model = hone_world_from_model(item->gpu_model->model)};
}

bool hone_draw_list_make(hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error)
{
    hone_draw_list *list = &renderer->list;
    if (!make_room(list, desc->item_count, &renderer->allocator))
        return hone_fail_memory(error);
    list->count = 0;
    for (uint32_t i = 0; i < desc->item_count; i++)
        if (hone_actor_visible(desc->items[i].actor))
            list->entries[list->count++] = entry_of(&desc->items[i], i);
    return true;
}

void hone_draw_list_discard(hone_draw_list *list)
{
    for (uint32_t i = 0; i < list->capacity; i++) hone_skinned_vertices_destroy(&list->skinned[i]);
}

void hone_draw_list_forget(hone_draw_list *list)
{
    for (uint32_t i = 0; i < list->capacity; i++) list->skinned[i] = (hone_skinned_vertices){0};
}

void hone_draw_list_destroy(hone_draw_list *list, const hone_allocator *allocator)
{
    hone_deallocate(allocator, list->skinned, list->capacity, sizeof *list->skinned);
    hone_deallocate(allocator, list->entries, list->capacity, sizeof *list->entries);
    *list = (hone_draw_list){0};
}
