#include "view/record/record_context.h"
#include <hone/io.h>

#include <stdlib.h>

/* Finds the GPU model of an earlier member with the same model; NULL: none. */
static hone_gpu_model *find_figure(const record_context *crew, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (crew->desc->members[i].actor.model == crew->desc->members[index].actor.model)
            return crew->items[i].gpu_model;
    return NULL;
}

static bool add_member(record_context *crew, uint32_t index, hone_error *error)
{
    const record_member *member = &crew->desc->members[index];
    hone_draw_item *item = &crew->items[index];
    item->actor = hone_actor_create(&member->actor, error);
    for (uint32_t i = 0; i < member->motion_count && item->actor; i++) {
        const record_motion *motion = &member->motions[i];
        uint32_t handle = hone_actor_play(item->actor, motion->motion, &motion->play, error);
        if (!handle || !hone_actor_set_weight(item->actor, handle, motion->weight, error))
            return false;
    }
    hone_file_resolver own = hone_file_resolver_in_folder(member->folder ? member->folder : "");
    const hone_file_resolver *files = member->folder ? &own : member->files.read ? &member->files : NULL;
    item->gpu_model = find_figure(crew, index);
    if (item->actor && !item->gpu_model)
        item->gpu_model = hone_gpu_model_create(crew->renderer, member->actor.model, files, error);
    item->hidden = member->hidden;
    crew->places[index] = (hone_instance){.world = HONE_AFFINE_IDENTITY};
    for (int i = 0; i < 3; i++) crew->places[index].world.m[i][3] = member->place[i];
    item->instances = &crew->places[index];
    item->instance_count = 1;
    return item->gpu_model != NULL;
}

bool record_context_make(record_context *crew, const record_desc *desc, const _Atomic bool *cancelled,
                         hone_error *error)
{
    uint32_t count = desc->member_count;
    *crew = (record_context){.desc = desc, .cancelled = cancelled};
    crew->items = calloc(count + 1, sizeof *crew->items);
    crew->places = calloc(count + 1, sizeof *crew->places);
    if (!crew->items || !crew->places)
        return hone_fail_memory(error);
    crew->renderer = hone_renderer_create(NULL, error);
    bool ok = crew->renderer != NULL;
    for (uint32_t i = 0; i < count && ok; i++) ok = add_member(crew, i, error);
    return ok;
}

void record_context_release(record_context *crew)
{
    for (uint32_t i = 0; crew->items && i < crew->desc->member_count; i++) {
        if (!find_figure(crew, i))
            hone_gpu_model_destroy(crew->items[i].gpu_model);
        hone_actor_destroy(crew->items[i].actor);
    }
    hone_renderer_destroy(crew->renderer);
    free(crew->items);
    free(crew->places);
    *crew = (record_context){0};
}

/* Physics may take long: works in parts, so that it can be stopped. */
static bool pose(record_context *crew, double frame, hone_error *error)
{
    const double stride = HONE_FRAMES_PER_SECOND;
    uint32_t count = crew->desc->member_count;
    for (double at = crew->reached + stride; at < frame && !atomic_load(crew->cancelled); at += stride)
        for (uint32_t i = 0; i < count; i++)
            if (!hone_actor_simulate_frame(crew->items[i].actor, at, error))
                return false;
    if (atomic_load(crew->cancelled))
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (!hone_actor_update_frame(crew->items[i].actor, frame, error))
            return false;
    crew->reached = frame;
    return true;
}

bool record_context_draw(record_context *crew, double frame, hone_error *error)
{
    const record_desc *d = crew->desc;
    hone_draw_desc picture = d->look;
    hone_curve_mode curve = d->member_count ? d->members[0].actor.curve : HONE_CURVE_EXACT;
    hone_light light;
    hone_self_shadow shadow;
    if (!pose(crew, frame, error))
        return false;
    picture.items = crew->items;
    picture.item_count = d->member_count;
    if (d->camera_keys)
        hone_motion_camera(d->camera_keys, frame, curve, &picture.camera);
    if (d->light_keys && hone_motion_light(d->light_keys, frame, &light))
        picture.light = &light;
    if (d->shadow_keys && hone_motion_shadow(d->shadow_keys, frame, &shadow.mode, &shadow.distance))
        picture.self_shadow = &shadow;
    return hone_renderer_draw(crew->renderer, &picture, error);
}
