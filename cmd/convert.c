/* hone convert: writes a model and its motion in another format. */
#include "cmd/convert/convert.h"
#include "cmd/commands.h"
#include "tool/output/output.h"
#include "tool/play/centres.h"
#include "tool/play/model_choice.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the inputs ---- */

static void find_motions(conversion *c)
{
    double last = timeline_end(c->in);
    c->moves = false;
    for (uint32_t i = 0; i < c->in->count; i++) {
        const input *item = &c->in->items[i];
        c->moves |= timeline_moves(item->motion) && inputs_plays_on(c->in, item, c->number);
        if (hone_motion_get(item->motion)->camera_key_count)
            c->camera = item->motion;
    }
    c->moves |= c->model && c->model->set_up && c->model->set_up->parent_count;
    c->last_frame = last < UINT32_MAX ? (uint32_t)ceil(last) : UINT32_MAX;
}

int convert_write(conversion *c, bool made, hone_bytes *bytes, const hone_error *error)
{
    if (!made)
        return report_failure(c->report, c->values->output, error);
    c->bytes = bytes->size;
    int status = output_set_add(c->outputs, c->values->output, bytes);
    hone_bytes_release(bytes);
    return status;
}

/* Converts a model with the motions that play on it. */
static int convert_model(conversion *c)
{
    static int (*const targets[])(conversion *) = {
        [CONVERT_GLB] = convert_to_gltf, [CONVERT_GLTF] = convert_to_gltf, [CONVERT_VRM] = convert_to_vrm,
        [CONVERT_PMX] = convert_to_pmx,  [CONVERT_VMD] = convert_to_vmd,   [CONVERT_VPD] = convert_to_vpd,
        [CONVERT_BVH] = convert_to_bvh,  [CONVERT_VRMA] = convert_to_vrma};
    static const char *const formats[] = {
        [CONVERT_VRM] = "a VRM", [CONVERT_PMX] = "a PMX", [CONVERT_VMD] = "a VMD",
        [CONVERT_VPD] = "a VPD", [CONVERT_BVH] = "BVH",   [CONVERT_VRMA] = "a VRM animation"};
    int status = targets[c->target](c);
    if (status == STATUS_OK && c->target > CONVERT_GLTF) {
        convert_warn_of_place(c, formats[c->target]);
        convert_warn_of_camera(c);
    }
    return status;
}

/* Converts one motion without a model. */
static int convert_motion(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes;
    const input *motion = &c->in->items[0];
    if (c->target != CONVERT_VMD && c->target != CONVERT_VRMA) {
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is a motion; the model that it moves is missing");
        return report_failure(c->report, motion->path, &error);
    }
    if (c->in->count > 1) {
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is a second motion; without a model convert takes one");
        return report_failure(c->report, c->in->items[1].path, &error);
    }
    if (hone_motion_get(motion->motion)->channel_count || hone_motion_get(motion->motion)->packed) {
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is a motion of %s file; the model that it moves is missing",
                  motion->format == HONE_FORMAT_X       ? "a .x"
                  : motion->format == HONE_FORMAT_HCLIP ? "a .hclip"
                  : motion->format == HONE_FORMAT_FBX   ? "an FBX"
                  : motion->format == HONE_FORMAT_BVH   ? "a BVH"
                                                        : "a glTF");
        return report_failure(c->report, motion->path, &error);
    }
    if (c->target == CONVERT_VRMA)
        return convert_motion_to_vrma(c, motion);
    if (!hone_motion_write_vmd(motion->motion, NULL, &bytes, &error))
        return report_failure(c->report, motion->path, &error);
    return convert_write(c, true, &bytes, &error);
}

/* Finds the unit, and how finely it can be divided. MMD draws a .x beside other models in its own unit. So that files
 * of a scene fit together, they have it, too. */
static void find_unit(conversion *c, convert_values *values)
{
    hone_space space = c->model ? hone_model_get(c->model->model)->space : HONE_SPACE_MMD;
    bool staged = c->placed || c->in->model_count > 1 || values->scene.path;
    if (space == HONE_SPACE_X && staged && !(values->scale > 0))
        values->scale = (float)HONE_MMD_METRES;
    double other = values->scale > 0 ? (double)values->scale : 1;
    c->unit = space == HONE_SPACE_MMD ? HONE_MMD_METRES : other;
    c->float_step = c->model ? convert_float_step(c->model->model) : 0;
}

/* No format of models says by which method they are skinned. */
static void warn_of_method(const conversion *c)
{
    const bool is_corrected = c->target <= CONVERT_GLTF && c->values->deform == CONVERT_CORRECTIVE;
    if (c->model && c->values->scene.play.method > HONE_SKIN_LINEAR && !is_corrected)
        report_warn_of(c->report, c->model->path,
                       "players skin the file in their own way: --skin has an effect on a glTF with --deform "
                       "corrective only");
}

static int convert_one(conversion c, uint32_t number, const char *output, hone_json *json)
{
    convert_values values = *c.values;
    values.output = output;
    c.values = &values;
    c.number = number;
    c.model = model_choice_at(c.in, number);
    find_motions(&c);
    int status = convert_find_trajectory(&c);
    find_unit(&c, &values);
    warn_of_method(&c);
    if (status == STATUS_OK)
        status = c.model ? convert_model(&c) : convert_motion(&c);
    convert_release_trajectory(&c);
    if (status == STATUS_OK)
        convert_write_summary(&c, json);
    return status;
}

/* A file for each model: {model} is its number. */
static int convert_each(const conversion *c, hone_json *json)
{
    int status = STATUS_OK;
    hone_json_array(json);
    for (uint32_t number = 1; number <= c->in->model_count && status == STATUS_OK; number++) {
        hone_error error = {0};
        char *name = convert_name_of(c->values->output, number);
        status = name ? convert_one(*c, number, name, json)
                      : (hone_fail_memory(&error), report_failure(c->report, c->values->output, &error));
        free(name);
    }
    hone_json_end(json, ']');
    return status;
}

static int convert(conversion *c)
{
    const convert_values *v = c->values;
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    uint32_t number = 0;
    int status = STATUS_OK;
    bool each = convert_names_models(v->output) && !v->model;
    output_set outputs = {0};
    c->outputs = &outputs;
    if (c->in->model_count && !each)
        status = model_choice_find(c->in, v->model, "choose one with --model, or put {model} into the name of -o",
                                   &number, c->report);
    if (status == STATUS_OK && c->in->model_count)
        status = actor_list_make_with_centres(c->in, &v->scene.play, false, c->actor_list, c->report);
    if (status == STATUS_OK)
        status = output_set_begin(&outputs, c->report);
    if (status == STATUS_OK)
        status = each ? convert_each(c, &json) : convert_one(*c, number, v->output, &json);
    status = output_set_end(&outputs, status);
    if (status == STATUS_OK && v->json)
        return output_text("-", &text, c->report);
    hone_bytes unused;
    if (hone_writer_finish(&text, &unused, NULL))
        hone_bytes_release(&unused);
    return status;
}

/* ---- the command ---- */

static int check_usage(const convert_values *v, uint32_t file_count, report *r)
{
    if (file_count == 0)
        return report_usage(r, "convert: no model or motion given (hone convert -h)");
    if (!v->output)
        return report_usage(r, "convert: -o OUT is missing");
    if (v->json && output_is_stdout(v->output))
        return report_usage(r, "convert: --json and -o - would both go to stdout");
    if (v->format == 1 + CONVERT_GLTF)
        return report_usage(r, "convert: a .gltf needs other files beside it; use glb for stdout");
    int target = convert_target(v);
    if (v->frame.text && target != CONVERT_VPD)
        return report_usage(r, "convert: --frame is for a .vpd, which is one pose");
    if (v->rate.rate && target != CONVERT_BVH && target != CONVERT_VRMA)
        return report_usage(r, "convert: --fps is for a .bvh or a .vrma");
    if (target != CONVERT_VRM && vrm_values_are_given(&v->vrm))
        return report_usage(r, "convert: --author, --license and what hone convert -h VRM lists are for a .vrm");
    if (v->pack && target > CONVERT_GLTF)
        return report_usage(r, "convert: --pack is for .glb and .gltf");
    return output_check_format(&command_convert, v->output, v->format, r);
}

/* Whether a file that has only bones and clips counts as a model. Beside other files it is a motion. */
static bool is_skeleton_enough(int target, uint32_t file_count)
{
    return file_count == 1 && (target <= CONVERT_GLTF || target == CONVERT_BVH || target == CONVERT_VRMA);
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const convert_values *v = values;
    int status = check_usage(v, file_count, r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->scene.play.quiet;
    inputs in;
    actor_list list = {0};
    conversion c = {.values = v, .in = &in, .actor_list = &list, .report = r};
    c.target = convert_target(v);
    const input_settings settings = {.strict = v->scene.play.strict,
                                     .one_model = true,
                                     .models = is_skeleton_enough(c.target, file_count),
                                     .clip = v->scene.play.clip,
                                     .own_clips =
                                         c.target != CONVERT_PMX && c.target != CONVERT_VPD && c.target != CONVERT_VRM,
                                     .motion = v->scene.play.motion,
                                     .scene = v->scene.path ? &v->scene : NULL,
                                     .scene_path = v->scene.path,
                                     .places = &v->places,
                                     .mapped = v->scene.play.map != NULL,
                                     .unit = v->scene.play.motion_unit};
    status = inputs_load(files, file_count, &settings, &in, r);
    if (status == STATUS_OK)
        status = convert(&c);
    actor_list_warn_of_physics(&list, r);
    actor_list_release(&list);
    inputs_release(&in);
    return status;
}

/* The endings of packed clips and of textures stand for the commands that write them. */
static const command *meant(const void *values)
{
    const char *output = ((const convert_values *)values)->output;
    int target = output ? output_format(output, convert_endings) : -1;
    return target == CONVERT_HCLIP ? &command_pack : target == CONVERT_KTX2 ? &command_texture : NULL;
}

const command command_convert = {
    .name = "convert",
    .arguments = "MODEL|MOTION... -o OUT [options]",
    .summary = "write a model and its motion in another format",
    .notes =
        "Motions, or the first clip of the model's own file, are played and baked: IK, append, bone morphs and, with\n"
        "--physics on, bodies. --tolerance decides how many keys there are. Warnings list what a format cannot "
        "contain.\n"
        "\n"
        "  hone convert miku.pmx dance.vmd --physics on -o dance.glb",
    .options = convert_options,
    .common = playback_options,
    .values_size = sizeof(convert_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS,
    .scenes = true,
    .meant = meant,
};
