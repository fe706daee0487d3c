#include "tool/play/crowd/dancers.h"

uint32_t dancers_count(const crowd_grid *grid, uint32_t first, uint32_t step)
{
    return first < grid->count ? (grid->count - first - 1) / step + 1 : 0;
}

bool dancers_make(const dancers_desc *desc, dancers *out, hone_error *error)
{
    *out = (dancers){.count = dancers_count(desc->grid, desc->first, desc->step)};
    if (!out->count)
        return true;
    const hone_crowd_model_desc clips = {
        .model = desc->model, .clip_count = desc->motion != NULL, .clips = &desc->motion, .rules = desc->rules};
    out->clips = hone_crowd_model_create(&clips, error);
    const hone_crowd_desc members = {.model = out->clips, .member_count = out->count, .play_count = 1};
    out->members = out->clips ? hone_crowd_create(&members, error) : NULL;
    const hone_gpu_crowd_desc on_gpu = {.gpu_model = desc->gpu_model, .crowd_model = out->clips, .rate = desc->rate};
    out->on_gpu = out->members ? hone_gpu_crowd_create(&on_gpu, error) : NULL;
    if (!out->on_gpu)
        return false;
    for (uint32_t i = 0; i < out->count; i++)
        hone_crowd_writable_places(out->members)[i] = crowd_grid_place(desc->grid, desc->first + i * desc->step);
    return true;
}

void dancers_release(dancers *d)
{
    hone_gpu_crowd_destroy(d->on_gpu);
    hone_crowd_destroy(d->members);
    hone_crowd_model_release(d->clips);
    *d = (dancers){0};
}

/* Those of a character that plays nothing stay at rest. */
bool dancers_update(const dancers *d, const crowd_grid *grid, double frame, hone_error *error)
{
    if (!d->on_gpu)
        return true;
    bool plays = hone_crowd_model_get_info(d->clips).clip_count > 0;
    for (uint32_t i = 0; i < d->count; i++)
        *hone_crowd_writable_plays(d->members, i) = (hone_crowd_play){
            .weight = plays ? 1 : 0, .seconds = crowd_grid_frame(grid, frame, i) / HONE_FRAMES_PER_SECOND};
    return hone_gpu_crowd_set_members(d->on_gpu, d->members, error);
}
