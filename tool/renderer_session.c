#include "tool/renderer_session.h"
#include "base/error.h"
#include "base/file.h"
#include "tool/downsample.h"

#include <stdlib.h>
#include <string.h>

static int add_figure(stage *s, cast_member *member, const hone_files *files, hone_placement *out, report *r)
{
    hone_error error = {0};
    char folder[HONE_PATH_SIZE] = "";
    hone_folder_of(member->source->path, folder); /* which was opened: it is not too long */
    hone_files own = (s->cast->play->allow_outside ? hone_files_anywhere : hone_files_in_folder)(folder);
    out->actor = member->actor;
    out->figure = hone_figure_create(s->renderer, member->source->model, files ? files : &own, &error);
    if (!out->figure)
        return report_failure(r, member->source->path, &error);
    report_warn_all(r, member->source->path, hone_figure_warnings(out->figure));
    return STATUS_OK;
}

int stage_make(cast *c, const char *target, const hone_files *files, stage *out, report *r)
{
    hone_error error = {0};
    *out = (stage){.target = target, .cast = c, .fixed_camera = HONE_CAMERA_DEFAULT};
    out->placements = calloc(c->count ? c->count : 1, sizeof *out->placements);
    if (!out->placements)
        return hone_fail_memory(&error), report_failure(r, target, &error);
    report_silence_libraries(r);
    out->renderer = hone_renderer_create(NULL, &error);
    if (!out->renderer)
        return report_failure(r, target, &error);
    int status = STATUS_OK;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++)
        status = add_figure(out, &c->members[i], files, &out->placements[i], r);
    return status;
}

void stage_release(stage *s)
{
    for (uint32_t i = 0; s->placements && i < s->cast->count; i++) hone_figure_destroy(s->placements[i].figure);
    hone_renderer_destroy(s->renderer);
    hone_image_release(&s->large);
    crowd_release(&s->crowd);
    free(s->placements);
    *s = (stage){0};
}

void stage_use_keys(stage *s, const inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const hone_motion_data *data = hone_motion_get(in->items[i].motion);
        if (data->camera_key_count)
            s->camera_keys = in->items[i].motion;
        if (data->light_key_count)
            s->light_keys = in->items[i].motion;
        if (data->shadow_key_count)
            s->shadow_keys = in->items[i].motion;
    }
}

int stage_measure(stage *s, double frame, hone_bounds *bounds, report *r)
{
    hone_error error = {0};
    cast_update(s->cast, frame, r);
    for (uint32_t m = 0; m < s->cast->count; m++)
        if (!hone_bounds_add_actor(bounds, s->cast->members[m].actor, &error))
            return report_failure(r, s->cast->members[m].source->path, &error);
    return STATUS_OK;
}

static uint32_t fineness(const stage_look *look)
{
    return look->supersample ? look->supersample : 1;
}

/* Once a member, however many pictures. */
static void warn_of_fallbacks(const stage *s, report *r)
{
    for (uint32_t i = 0; i < s->cast->count; i++) {
        cast_member *member = &s->cast->members[i];
        const char *why = hone_figure_fallback(s->placements[i].figure);
        if (why && !member->fallback_noted)
            report_warn(r, member->source->path, why);
        member->fallback_noted |= why != NULL;
    }
}

int stage_draw(stage *s, double frame, const stage_look *look, report *r)
{
    hone_error error = {0};
    if (s->crowd.count)
        crowd_update(&s->crowd, frame, r);
    else
        cast_update(s->cast, frame, r);
    for (uint32_t i = 0; s->crowd.count && i < s->cast->count; i++) crowd_place(&s->crowd, i, &s->placements[i]);
    hone_light light;
    hone_self_shadow self_shadow;
    hone_picture_desc desc = {.width = look->width * fineness(look),
                              .height = look->height * fineness(look),
                              .samples = look->samples,
                              .camera = s->fixed_camera,
                              .shadows = look->shadows,
                              .no_edges = look->no_edges,
                              .grid = look->grid,
                              .placements = s->placements,
                              .placement_count = s->cast->count,
                              .method = (hone_skin_method)s->cast->play->method,
                              .kernel = s->cast->play->kernel,
                              .gpu_skin = s->gpu_skin,
                              .gpu_slots_max = s->gpu_slots_max};
    memcpy(desc.background, look->background, sizeof desc.background);
    if (s->camera_keys)
        hone_motion_camera(s->camera_keys, frame, s->cast->play->rig.curve, &desc.camera);
    if (s->light_keys && hone_motion_light(s->light_keys, frame, &light))
        desc.light = &light;
    if (s->shadow_keys && hone_motion_shadow(s->shadow_keys, frame, &self_shadow.mode, &self_shadow.distance))
        desc.self_shadow = &self_shadow;
    bool ok = hone_render_draw(s->renderer, &desc, &error);
    if (ok)
        warn_of_fallbacks(s, r);
    return ok ? STATUS_OK : report_failure(r, s->target, &error);
}

int stage_read(stage *s, const stage_look *look, hone_image *out, report *r)
{
    hone_error error = {0};
    uint32_t factor = fineness(look), width = look->width * factor, height = look->height * factor;
    bool fits = factor == 1 || (s->large.width == width && s->large.height == height);
    if (!fits) {
        hone_image_release(&s->large);
        fits = hone_image_create(width, height, NULL, &s->large, &error);
    }
    if (!fits || !hone_render_read(s->renderer, factor > 1 ? &s->large : out, &error))
        return report_failure(r, s->target, &error);
    if (factor > 1)
        picture_shrink(&s->large, factor, out);
    return STATUS_OK;
}

int stage_shoot(stage *s, double frame, const stage_look *look, hone_image *out, report *r)
{
    int status = stage_draw(s, frame, look, r);
    return status == STATUS_OK ? stage_read(s, look, out, r) : status;
}

void stage_warn_of_samples(const stage *s, uint32_t samples, report *r)
{
    char text[96];
    uint32_t most = hone_renderer_max_samples(s->renderer);
    if (samples <= most)
        return;
    snprintf(text, sizeof text, "the device has %u samples a pixel at most, not %u", most, samples);
    report_warn(r, s->target, text);
}
