#include "tool/picture/renderer_session.h"
#include "tool/files/input_file.h"
#include "tool/options/bone_name.h"
#include "tool/overlay/overlay_skeleton.h"
#include "tool/overlay/weight_colours.h"
#include "tool/picture/downsample.h"
#include "tool/place/dress.h"
#include "tool/place/place_model.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

static int add_gpu_model(renderer_session *s, actor_entry *member, const hone_file_resolver *files, hone_draw_item *out,
                         report *r)
{
    hone_error error = {0};
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(member->source->path, folder); /* cannot be too long: the path was opened before */
    input_folder beside;
    hone_file_resolver own = input_folder_files(&beside, folder, s->actor_list->play->allow_outside);
    out->actor = member->actor;
    out->gpu_model = hone_gpu_model_create(s->renderer, member->source->model, files ? files : &own, &error);
    if (!out->gpu_model)
        return report_failure(r, member->source->path, &error);
    report_warn_all(r, member->source->path, hone_gpu_model_warnings(out->gpu_model));
    return STATUS_OK;
}

int renderer_session_make(actor_list *c, const char *target, const hone_file_resolver *files, uint32_t texture_size,
                          renderer_session *out, report *r)
{
    hone_error error = {0};
    *out = (renderer_session){.target = target,
                              .actor_list = c,
                              .fixed_camera = HONE_CAMERA_DEFAULT,
                              .method = (hone_skin_method)c->play->method};
    out->items = calloc(c->count ? c->count : 1, sizeof *out->items);
    out->places = calloc(c->count ? c->count : 1, sizeof *out->places);
    if (!out->items || !out->places)
        return hone_fail_memory(&error), report_failure(r, target, &error);
    report_silence_libraries(r);
    out->renderer = hone_renderer_create(&(hone_renderer_desc){.max_texture_size = texture_size}, &error);
    if (!out->renderer)
        return report_failure(r, target, &error);
    int status = STATUS_OK;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++)
        status = add_gpu_model(out, &c->members[i], files, &out->items[i], r);
    return status;
}

void renderer_session_release(renderer_session *s)
{
    crowd_release(&s->crowd);
    for (uint32_t i = 0; s->items && i < s->actor_list->count; i++) hone_gpu_model_destroy(s->items[i].gpu_model);
    backdrop_release(&s->backdrop);
    data_pass_release(&s->data);
    hone_renderer_destroy(s->renderer);
    hone_image_release(&s->large);
    character_overlays_release(&s->overlays);
    overlay_release(&s->skeletons);
    free(s->colours);
    free(s->items);
    free(s->places);
    *s = (renderer_session){0};
}

static const hone_model *model_of(const renderer_session *s, uint32_t member)
{
    return s->actor_list->members[member].source->model;
}

/* Colours the vertices of all models that have the bone. */
static int show_weights(renderer_session *s, const char *bone, report *r)
{
    hone_error error = {0};
    size_t count = 0, used = 0;
    for (uint32_t i = 0; i < s->actor_list->count; i++)
        if (bone_name_find(model_of(s, i), bone) != HONE_NONE)
            count += (size_t)hone_model_mesh(model_of(s, i))->vertex_count + 1;
    if (count == 0) {
        suggestion meant = {.text = bone};
        for (uint32_t i = 0; i < s->actor_list->count; i++) bone_name_suggest(model_of(s, i), &meant);
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "no model has a bone \"%.200s\" (hone info --tree lists them)", bone);
        suggestion_add(&meant, &error);
        return report_failure(r, "--show weights", &error);
    }
    s->colours = malloc(count * sizeof *s->colours);
    if (!s->colours)
        return hone_fail_memory(&error), report_failure(r, s->target, &error);
    for (uint32_t i = 0; i < s->actor_list->count; i++) {
        int32_t found = bone_name_find(model_of(s, i), bone);
        if (found == HONE_NONE)
            continue;
        weight_colours_fill(model_of(s, i), WEIGHT_COLOURS_BONE, found, s->colours + used);
        s->items[i].colours = (const uint8_t(*)[4])(s->colours + used);
        used += (size_t)hone_model_mesh(model_of(s, i))->vertex_count + 1;
    }
    return STATUS_OK;
}

int renderer_session_show(renderer_session *s, const show_values *show, report *r)
{
    s->show = show;
    for (uint32_t i = 0; i < s->actor_list->count; i++) s->items[i].wireframe = show->wire;
    return show->weights ? show_weights(s, show->bone, r) : STATUS_OK;
}

int renderer_session_set_pass(renderer_session *s, const pass_values *pass, uint32_t width, uint32_t height, report *r)
{
    hone_error error = {0};
    bool ok = data_pass_begin(&s->data, pass, s->items, s->actor_list->count, width, height, &error);
    return ok ? STATUS_OK : report_failure(r, s->target, &error);
}

int renderer_session_open_backdrop(renderer_session *s, const look_values *look, report *r)
{
    hone_error error = {0};
    if (!backdrop_open(&s->backdrop, &look->backdrop, &error))
        return report_failure(r, look->backdrop.file, &error);
    if (s->backdrop.image.cut)
        report_warn(r, look->backdrop.file, "is cut off or damaged; the rows that it lacks are grey");
    return STATUS_OK;
}

void renderer_session_use_keys(renderer_session *s, const inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const hone_motion_data *data = hone_motion_get(in->items[i].motion);
        if (data->camera_key_count)
            s->keys.camera = in->items[i].motion;
        if (data->light_key_count)
            s->keys.light = in->items[i].motion;
        if (data->shadow_key_count)
            s->keys.shadow = in->items[i].motion;
    }
}

int renderer_session_add_bounds(renderer_session *s, double frame, hone_bounds *bounds, report *r)
{
    hone_error error = {0};
    int status = actor_list_update(s->actor_list, frame, r);
    if (status != STATUS_OK)
        return status;
    for (uint32_t m = 0; m < s->actor_list->count; m++)
        if (!placement_add_bounds(actor_entry_place(&s->actor_list->members[m]), s->actor_list->members[m].actor, NULL,
                                  bounds, &error))
            return report_failure(r, s->actor_list->members[m].source->path, &error);
    return STATUS_OK;
}

int renderer_session_add_to_shot(renderer_session *s, double frame, camera_shot *shot, report *r)
{
    hone_error error = {0};
    int status = actor_list_update(s->actor_list, frame, r);
    if (status == STATUS_OK && !camera_shot_add(shot, &error))
        status = report_failure(r, s->target, &error);
    return status;
}

static uint32_t fineness(const picture_settings *settings)
{
    return settings->supersample ? settings->supersample : 1;
}

/* Reports each actor's fallback once, however many pictures are drawn. */
static void warn_of_fallbacks(const renderer_session *s, report *r)
{
    for (uint32_t i = 0; i < s->actor_list->count; i++) {
        actor_entry *member = &s->actor_list->members[i];
        const char *why = hone_gpu_model_fallback(s->items[i].gpu_model);
        if (why && !member->fallback_noted)
            report_warn(r, member->source->path, why);
        member->fallback_noted |= why != NULL;
    }
}

/* Marks keep their size on the screen: they are as designed at a height of 720 pixels, and grow with larger pictures.
 */
static float mark_scale(const hone_draw_desc *desc, uint32_t factor)
{
    float height = (float)desc->height / (float)factor;
    return (float)factor * (height > 720 ? height / 720 : 1);
}

enum { OVERLAYS = 1 + CHARACTER_OVERLAYS };

/* The bones of actors without a mesh, of which a crowd has none. */
static int add_skeletons(renderer_session *s, hone_draw_desc *desc, hone_overlay room[OVERLAYS], report *r)
{
    hone_error error = {0};
    overlay_clear(&s->skeletons);
    if (!s->crowd.grid.count)
        overlay_skeletons(desc->items, desc->item_count, desc->light, &s->skeletons);
    if (s->skeletons.full)
        return hone_fail_memory(&error), report_failure(r, s->target, &error);
    room[0] = overlay_triangles(&s->skeletons, false);
    desc->overlays = room;
    desc->overlay_count = 1;
    return STATUS_OK;
}

static int add_overlays(renderer_session *s, hone_draw_desc *desc, uint32_t factor, hone_overlay room[OVERLAYS],
                        report *r)
{
    hone_error error = {0};
    float scale = mark_scale(desc, factor);
    int status = add_skeletons(s, desc, room, r);
    if (status != STATUS_OK || !s->show || !show_has_overlays(s->show))
        return status;
    character_overlays_clear(&s->overlays);
    for (uint32_t i = 0; i < s->actor_list->count; i++) {
        const character_overlays_desc add = {.actor = s->actor_list->members[i].actor,
                                             .show = s->show,
                                             .camera = &desc->camera,
                                             .width = desc->width,
                                             .height = desc->height,
                                             .scale = scale,
                                             .place = actor_entry_place(&s->actor_list->members[i]),
                                             .method = desc->method};
        if (hone_actor_visible(add.actor) && !character_overlays_add(&s->overlays, &add, &error))
            return report_failure(r, s->actor_list->members[i].source->path, &error);
    }
    character_overlays_get(&s->overlays, scale, room + 1);
    desc->overlay_count = OVERLAYS;
    return STATUS_OK;
}

/* Draws each placed actor at its place, and those that the scene hides nowhere. */
static void set_places(renderer_session *s)
{
    for (uint32_t i = 0; i < s->actor_list->count; i++) {
        const actor_entry *member = &s->actor_list->members[i];
        const hone_affine *place = actor_entry_place(member);
        s->items[i].hidden = member->corrections.hidden;
        dress_model(member->source->set_up, &s->items[i]);
        s->items[i].opacity = member->opacity;
        s->items[i].no_ground_shadow = member->no_ground_shadow;
        if (member->opacity <= 0 || (member->source->set_up && member->source->set_up->invisible)) {
            s->items[i].instances = &s->places[i];
            s->items[i].instance_count = 0;
            continue;
        }
        if (!place)
            continue;
        s->places[i].world = *place;
        s->items[i].instances = &s->places[i];
        s->items[i].instance_count = 1;
    }
}

/* The actors are at the frame. */
static void describe(const renderer_session *s, double frame, const picture_settings *settings, picture_desc *out)
{
    look_values look = settings->look;
    picture_keys keys = s->keys;
    hone_draw_desc *draw = &look.draw;
    draw->width *= fineness(settings), draw->height *= fineness(settings);
    draw->camera = s->shot ? camera_shot_now(s->shot, s->turn) : s->fixed_camera;
    draw->items = s->items, draw->item_count = s->actor_list->count;
    draw->method = s->method;
    draw->kernel = s->actor_list->play->kernel;
    draw->gpu_skin = s->gpu_skin;
    keys.curve = s->actor_list->play->rules.curve;
    picture_describe(&look, &keys, frame, out);
    if (keys.camera)
        camera_followed_apply(&s->followed, s->actor_list, frame, &out->desc.camera);
}

/* Characters that look at the camera are posed again once it is known where that is. */
static int look_at_camera(renderer_session *s, const hone_draw_desc *desc, double frame, report *r)
{
    static const float middle[2] = {0, 0};
    float eye[3], direction[3];
    if (!s->actor_list->play->gaze.camera || s->crowd.grid.count)
        return STATUS_OK;
    hone_camera_ray(&desc->camera, (double)desc->width / desc->height, middle, eye, direction);
    return actor_list_look(s->actor_list, eye, frame, r);
}

int renderer_session_draw(renderer_session *s, double frame, const picture_settings *settings, report *r)
{
    hone_error error = {0};
    int status = s->crowd.grid.count ? crowd_update(&s->crowd, frame, r) : actor_list_update(s->actor_list, frame, r);
    if (status != STATUS_OK)
        return status;
    set_places(s);
    for (uint32_t i = 0; s->crowd.grid.count && i < s->actor_list->count; i++)
        crowd_set_poses(&s->crowd, i, &s->items[i]);
    picture_desc shown;
    describe(s, frame, settings, &shown);
    hone_draw_desc *desc = &shown.desc;
    hone_overlay overlays[OVERLAYS];
    status = look_at_camera(s, desc, frame, r);
    if (status == STATUS_OK)
        status = add_overlays(s, desc, fineness(settings), overlays, r);
    if (status != STATUS_OK)
        return status;
    if (!backdrop_show(&s->backdrop, s->renderer, frame, desc, &error))
        return report_failure(r, s->backdrop.look.file, &error);
    bool ok = s->data.pass == PASS_COLOUR ? hone_renderer_draw(s->renderer, desc, &error)
                                          : data_pass_draw(&s->data, s->renderer, desc, &error);
    if (ok)
        warn_of_fallbacks(s, r);
    return ok ? STATUS_OK : report_failure(r, s->target, &error);
}

int renderer_session_read(renderer_session *s, const picture_settings *settings, hone_image *out, report *r)
{
    hone_error error = {0};
    uint32_t factor = fineness(settings), width = settings->look.draw.width * factor,
             height = settings->look.draw.height * factor;
    if (s->data.pass != PASS_COLOUR)
        return data_pass_read(&s->data, out), STATUS_OK;
    bool fits = factor == 1 || (s->large.width == width && s->large.height == height);
    if (!fits) {
        hone_image_release(&s->large);
        fits = hone_image_create(width, height, NULL, &s->large, &error);
    }
    if (!fits || !hone_renderer_read(s->renderer, factor > 1 ? &s->large : out, &error))
        return report_failure(r, s->target, &error);
    if (factor > 1)
        downsample(&s->large, factor, out);
    return STATUS_OK;
}

int renderer_session_render(renderer_session *s, double frame, const picture_settings *settings, hone_image *out,
                            report *r)
{
    int status = renderer_session_draw(s, frame, settings, r);
    return status == STATUS_OK ? renderer_session_read(s, settings, out, r) : status;
}

void renderer_session_warn_of_samples(const renderer_session *s, uint32_t samples, report *r)
{
    char text[96];
    uint32_t most = hone_renderer_max_samples(s->renderer);
    if (samples <= most)
        return;
    snprintf(text, sizeof text, "the device supports at most %u samples a pixel, not %u", most, samples);
    report_warn(r, s->target, text);
}
