#include "view/record/record_context.h"
#include "base/error.h"
#include "base/file.h"

#include <stdlib.h>

/* Finds the figure of an earlier member with the same model; NULL: there is none. */
static hone_figure *find_figure(const record_crew *crew, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (crew->desc->members[i].actor.model == crew->desc->members[index].actor.model)
            return crew->placements[i].figure;
    return NULL;
}

static bool add_member(record_crew *crew, uint32_t index, hone_error *error)
{
    const record_member *member = &crew->desc->members[index];
    hone_placement *placement = &crew->placements[index];
    placement->actor = hone_actor_create(&member->actor, error);
    for (uint32_t i = 0; i < member->motion_count && placement->actor; i++) {
        const record_motion *motion = &member->motions[i];
        uint32_t handle = hone_actor_play(placement->actor, motion->motion, &motion->play, error);
        if (!handle || !hone_actor_set_weight(placement->actor, handle, motion->weight, error))
            return false;
    }
    hone_files own = hone_files_in_folder(member->folder ? member->folder : "");
    const hone_files *files = member->folder ? &own : member->files.read ? &member->files : NULL;
    placement->figure = find_figure(crew, index);
    if (placement->actor && !placement->figure)
        placement->figure = hone_figure_create(crew->renderer, member->actor.model, files, error);
    placement->hidden = member->hidden;
    crew->places[index] = (hone_instance){.world = HONE_AFFINE_IDENTITY};
    for (int i = 0; i < 3; i++) crew->places[index].world.m[i][3] = member->place[i];
    placement->instances = &crew->places[index];
    placement->instance_count = 1;
    return placement->figure != NULL;
}

bool record_crew_make(record_crew *crew, const record_desc *desc, const _Atomic bool *cancelled, hone_error *error)
{
    uint32_t count = desc->member_count;
    *crew = (record_crew){.desc = desc, .cancelled = cancelled};
    crew->placements = calloc(count + 1, sizeof *crew->placements);
    crew->places = calloc(count + 1, sizeof *crew->places);
    if (!crew->placements || !crew->places)
        return hone_fail_memory(error);
    crew->renderer = hone_renderer_create(NULL, error);
    bool ok = crew->renderer != NULL;
    for (uint32_t i = 0; i < count && ok; i++) ok = add_member(crew, i, error);
    return ok;
}

void record_crew_release(record_crew *crew)
{
    for (uint32_t i = 0; crew->placements && i < crew->desc->member_count; i++) {
        if (!find_figure(crew, i))
            hone_figure_destroy(crew->placements[i].figure);
        hone_actor_destroy(crew->placements[i].actor);
    }
    hone_renderer_destroy(crew->renderer);
    free(crew->placements);
    free(crew->places);
    *crew = (record_crew){0};
}

/* Physics may have a long way to go, on which it shall be possible to stop. */
static void pose(record_crew *crew, double frame)
{
    const double stride = HONE_FRAMES_PER_SECOND;
    for (double at = crew->reached + stride; at < frame && !atomic_load(crew->cancelled); at += stride)
        for (uint32_t i = 0; i < crew->desc->member_count; i++)
            hone_actor_simulate_frame(crew->placements[i].actor, at);
    if (atomic_load(crew->cancelled))
        return;
    for (uint32_t i = 0; i < crew->desc->member_count; i++) hone_actor_update_frame(crew->placements[i].actor, frame);
    crew->reached = frame;
}

bool record_crew_draw(record_crew *crew, double frame, hone_error *error)
{
    const record_desc *d = crew->desc;
    hone_picture_desc picture = d->look;
    hone_curve_mode curve = d->member_count ? d->members[0].actor.curve : HONE_CURVE_EXACT;
    hone_light light;
    hone_self_shadow shadow;
    pose(crew, frame);
    picture.placements = crew->placements;
    picture.placement_count = d->member_count;
    if (d->camera_keys)
        hone_motion_camera(d->camera_keys, frame, curve, &picture.camera);
    if (d->light_keys && hone_motion_light(d->light_keys, frame, &light))
        picture.light = &light;
    if (d->shadow_keys && hone_motion_shadow(d->shadow_keys, frame, &shadow.mode, &shadow.distance))
        picture.self_shadow = &shadow;
    return hone_render_draw(crew->renderer, &picture, error);
}
