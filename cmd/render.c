/* hone render: draws characters to a picture, to a numbered sequence of pictures, or to a film. */
#include "cmd/commands.h"
#include "cmd/render/render_checkpoints.h"
#include "cmd/render/render_draw.h"
#include "cmd/render/render_frames.h"
#include "cmd/render/render_output.h"
#include "cmd/render/render_part.h"
#include "cmd/render/render_pass.h"
#include "cmd/render/render_scene.h"
#include "tool/place/place_model.h"
#include "tool/play/skeleton.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

/* A .x or glTF after a model without a motion may be meant as its motion, as pose and convert would read it. */
static void warn_of_clips_ignored(const inputs *in, report *r)
{
    const input *still = NULL;
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        uint32_t clips = item->model ? hone_model_get(item->model)->clip_count : 0;
        if (item->set_up || (!item->model && timeline_moves(item->motion)))
            return;
        if (still && clips) {
            report_warn(r, item->path, "is read as a second model; use --motion to play it on the first");
            return;
        }
        still = item->model && !clips ? item : still;
    }
}

/* Accessories of MMD are drawn as large as their numbers say, which is not what their makers saw. */
static void warn_of_accessory_sizes(const inputs *in, report *r)
{
    bool mmd = false;
    for (uint32_t i = 0; i < in->count; i++)
        mmd |= in->items[i].model && hone_model_get(in->items[i].model)->space == HONE_SPACE_MMD;
    for (uint32_t i = 0; mmd && i < in->count; i++) {
        const input *item = &in->items[i];
        if (item->model && item->format == HONE_FORMAT_X && !item->set_up && !(item->place.scale > 0) &&
            hone_model_get(item->model)->clip_count == 0)
            report_warn(
                r, item->path,
                "MMD draws a .x ten times as large as its numbers say; for that put --model-scale 10 behind it");
    }
}

/* Whether it stands where its file has it, and nothing but what moves all models carries it away. */
static bool stays_in_the_middle(const inputs *in, uint32_t number, const input *model)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (!in->items[i].model && in->items[i].target == number && timeline_moves(in->items[i].motion))
            return false;
    return !model->set_up && !model->motion && placement_is_none(&model->place) &&
           hone_model_humanoid(model->model).bones[HONE_HUMANOID_HIPS] != HONE_NONE;
}

static void warn_of_humans_in_one_place(const inputs *in, report *r)
{
    const input *first = NULL;
    uint32_t number = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        if (!item->model || !stays_in_the_middle(in, ++number, item))
            continue;
        if (first)
            report_warn_of(r, item->path, "stands inside %s: put --at X,Y,Z behind it", first->path);
        first = first ? first : item;
    }
}

static int fail_bodiless(const char *path, report *r)
{
    return report_failure(r, path, &(hone_error){.message = "has neither a mesh nor bones: there is nothing to draw"});
}

/* Something must have a mesh, or be a skeleton. */
static int check_bodies(const render_values *v, const inputs *in, report *r)
{
    const input *first = NULL;
    bool skeletons = false;
    for (uint32_t i = 0; i < in->count; i++) {
        const hone_model *model = in->items[i].model;
        if (hone_model_mesh(model)->vertex_count)
            return STATUS_OK;
        first = !first && model ? &in->items[i] : first;
        skeletons |= skeleton_has_extent(model);
    }
    if (!skeletons)
        return fail_bodiless(first->path, r);
    if (v->scene.crowd)
        return report_failure(r, first->path,
                              &(hone_error){.message = "has no mesh: a --crowd cannot be made of bones"});
    if (v->pass.pass != PASS_COLOUR)
        return report_failure(r, first->path, &(hone_error){.message = "has no mesh: --pass cannot show bones"});
    return STATUS_OK;
}

static int check_inputs(const render_values *v, const inputs *in, report *r)
{
    if (in->model_count) {
        warn_of_clips_ignored(in, r);
        warn_of_accessory_sizes(in, r);
        if (!v->scene.crowd)
            warn_of_humans_in_one_place(in, r);
        return check_bodies(v, in, r);
    }
    if (in->count == 0)
        return report_failure(r, v->scene.path, &(hone_error){.message = "is a scene without models"});
    if (in->items[0].bones)
        return fail_bodiless(in->items[0].path, r);
    return report_failure(r, in->items[0].path,
                          &(hone_error){.message = "is a motion; the model to play it on is missing"});
}

static int draw_chosen(const render_values *v, const inputs *in, report *r)
{
    render_camera camera = {0};
    int status = render_camera_load(&camera, &v->scene.camera, &v->scene.play, in, r);
    if (status == STATUS_OK)
        status = render_draw(&(render_inputs){v, in, &camera}, r);
    render_camera_release(&camera);
    return status;
}

static int draw_part(render_values *chosen, const inputs *in, report *r)
{
    render_part part;
    bool finished;
    const picture_settings settings = render_make_settings(chosen, r);
    const render_part_desc desc = {in, &settings, render_range(chosen)};
    int status = render_part_describe(chosen, &desc, &part, &finished, r);
    if (status != STATUS_OK || finished)
        return status;
    chosen->into = &part;
    if (!render_part_has_packets(&part))
        status = render_part_begin(&part, NULL, r);
    if (status == STATUS_OK)
        status = draw_chosen(chosen, in, r);
    return render_part_end(&part, status, r);
}

/* Reads the checkpoints or, without --part, writes them and draws nothing. */
static int draw_from_checkpoints(render_values *chosen, const inputs *in, report *r)
{
    render_checkpoints steps;
    bool finished;
    int status = render_checkpoints_open(chosen, in, &steps, &finished, r);
    chosen->steps = &steps;
    if (status == STATUS_OK && !finished)
        status = chosen->part.parts ? draw_part(chosen, in, r) : draw_chosen(chosen, in, r);
    render_checkpoints_release(&steps);
    return status;
}

static int draw(render_values *chosen, const inputs *in, report *r)
{
    int status = render_choose_frames(chosen, in, r);
    if (status != STATUS_OK)
        return status;
    if (chosen->checkpoints)
        return draw_from_checkpoints(chosen, in, r);
    return chosen->part.parts ? draw_part(chosen, in, r) : draw_chosen(chosen, in, r);
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    render_values chosen = *(const render_values *)values;
    const render_values *v = &chosen;
    int status = render_take_time(&chosen, r);
    render_find_output(&chosen);
    if (status == STATUS_OK)
        status = render_check_usage(v, file_count, r);
    if (status == STATUS_OK)
        status = render_part_check(v, files, file_count, render_is_moving(v), r);
    if (status == STATUS_OK)
        status = render_checkpoints_check(v, render_is_moving(v), r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->scene.play.quiet;
    inputs in;
    const input_settings settings = {.strict = v->scene.play.strict,
                                     .allow_outside = v->scene.play.allow_outside,
                                     .clip = v->scene.play.clip,
                                     .own_clips = render_is_moving(v),
                                     .skeletons = SKELETONS_PLAY,
                                     .motion = v->scene.play.motion,
                                     .scene = v->scene.path ? &v->scene : NULL,
                                     .scene_path = v->scene.path,
                                     .places = &v->places,
                                     .mapped = v->scene.play.map != NULL,
                                     .unit = v->scene.play.motion_unit};
    status = inputs_load(files, file_count, &settings, &in, r);
    if (status == STATUS_OK)
        status = check_inputs(v, &in, r);
    if (status == STATUS_OK && v->save_scene)
        status = render_save_scene(v, &in, r);
    if (status == STATUS_OK && v->output.path)
        status = draw(&chosen, &in, r);
    if (status == STATUS_OK && v->output.path)
        status = render_pass_write_ids(v, &in, r);
    inputs_release(&in);
    return status;
}

const command command_render = {
    .name = "render",
    .arguments = "MODEL... [MOTION...] -o OUT [options]",
    .summary = "make a picture, a numbered sequence of pictures, or a film",
    .notes =
        "Needs no display and no GPU. With several models a motion plays on the model that it follows on the command "
        "line;\n"
        "a motion before all models plays on every model. Textures are searched in the model's folder.\n"
        "\n"
        "  hone render miku.pmx dance.vmd camera.vmd --audio song.mp3 --fps 60 -o dance.mp4\n"
        "  hone render miku.pmx dance.vmd camera.vmd --frames 0:300 -o dance-%04d.png",
    .options = render_options,
    .common = playback_options,
    .values_size = sizeof(render_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES,
    .scenes = true,
    .fit_scene = render_fit_scene,
};
