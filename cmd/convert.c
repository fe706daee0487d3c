/* hone convert: writes a model and its motion in another format. */
#include "cmd/convert/convert.h"
#include "cmd/commands.h"
#include "tool/memory/load_memory.h"
#include "tool/messages/interrupt.h"
#include "tool/messages/messages.h"
#include "tool/messages/progress.h"
#include "tool/options/number_options.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"
#include "tool/play/model_choice.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const endings[] = {"glb", "gltf", "pmx", "vmd", "vpd", "bvh", NULL};
static const char *const format_names[] = {"", "glb", "gltf", "pmx", "vmd", "vpd", "bvh", NULL};
static const char *const material_names[] = {"auto", "unlit", "pbr", NULL}; /* order of hone_gltf_surface */
static const option_range shape_range = {1, 4096};
static const char *const deform_names[] = {"linear", "corrective", NULL};

static bool read_output(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return output_is_stdout(text) || output_format(text, endings) >= 0;
}

bool convert_read_length(const char *text, double *out)
{
    const char *end = text + strlen(text), *unit = end;
    double value, metres = 1e-3;
    if (end - text > 1 && end[-1] == 'm') {
        unit = end - 1 - (end[-2] == 'm');
        metres = end - unit == 2 ? 1e-3 : 1;
    }
    if (!number_read(text, unit, &value) || !(value >= 0 && value * metres <= 1000))
        return false;
    *out = value * metres;
    return true;
}

static bool read_tolerance(const option *o, const char *text, void *field)
{
    (void)o;
    convert_values *v = (convert_values *)((char *)field - offsetof(convert_values, tolerance));
    double metres;
    if (!convert_read_length(text, &metres))
        return false;
    v->tolerance = (float)metres;
    v->exact = metres == 0;
    return true;
}

/* Smaller bounds are below the precision of floats. */
static const double LEAST_BOUND = 1e-6;

static bool read_bound(const option *o, const char *text, void *field)
{
    (void)o;
    double metres;
    bool ok = convert_read_length(text, &metres) && metres >= LEAST_BOUND;
    *(float *)field = ok ? (float)metres : 0;
    return ok;
}

bool convert_read_bound(const option *o, const char *text, void *field)
{
    (void)o;
    double metres;
    bool ok = convert_read_length(text, &metres) && metres >= 1e-7;
    *(float *)field = ok ? (float)metres : 0;
    return ok;
}

bool convert_read_scale(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    bool ok = number_read(text, text + strlen(text), &value) && value >= 1e-6 && value <= 1e6;
    *(float *)field = ok ? (float)value : 0;
    return ok;
}

static bool read_frame(const option *o, const char *text, void *field)
{
    number_list *list = field;
    return option_read_number_list(o, text, list) && list->count == 1;
}

static const option options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.glb, .gltf (its other files begin with NAME), .pmx, .vmd, .vpd\n"
             "or .bvh; - for stdout",
     .field = offsetof(convert_values, output),
     .read = read_output,
     .expected = "a name that ends in .glb, .gltf, .pmx, .vmd, .vpd or .bvh, or -",
     .endings = "glb gltf pmx vmd vpd bvh"},
    {.name = "--tolerance",
     .value = "LENGTH",
     .help = "how far the keys may move a bone or vertex from its place, at four\n"
             "times of each frame (for a .vmd at whole frames), such as 0.1mm\n"
             "(default, for a .bvh 0); 0: a key at each frame where anything\n"
             "changes",
     .field = offsetof(convert_values, tolerance),
     .read = read_tolerance,
     .expected = "a length from 0 to 1000m, such as 0.1mm"},
    {.name = "--scale",
     .value = "N",
     .help = "metres in one unit of a .x or glTF (default: 1); MMD's unit is 0.08",
     .field = offsetof(convert_values, scale),
     .read = convert_read_scale,
     .expected = CONVERT_SCALE_EXPECTED},
    {.name = "--materials",
     .value = "auto|unlit|pbr",
     .help = "for glTF. unlit: colours as in MMD; pbr: lit by the viewer;\n"
             "auto (default): unlit for MMD's models, pbr for .x",
     .field = offsetof(convert_values, materials),
     .read = option_read_choice,
     .expected = "auto, unlit or pbr",
     .detail = material_names},
    {.name = "--frame",
     .value = "F",
     .help = "the frame of a .vpd, which is one pose (default: 0)",
     .field = offsetof(convert_values, frame),
     .read = read_frame,
     .expected = "a number"},
    {.name = "--fps",
     .value = "N",
     .help = "frames a second of a .bvh, also N/D or 29.97 (default: 30)",
     .field = offsetof(convert_values, rate),
     .read = film_read_rate,
     .expected = "1 to 240, as N, N/D or a decimal"},
    {.name = "--json", .help = "print a summary as JSON on stdout", .field = offsetof(convert_values, json)},
    {.name = "--format",
     .value = "NAME",
     .help = "the format of -: glb, gltf, pmx, vmd, vpd or bvh",
     .field = offsetof(convert_values, format),
     .read = option_read_choice,
     .expected = "glb, gltf, pmx, vmd, vpd or bvh",
     .detail = format_names},
    PLAYBACK_MOTION_OPTION,
    MODEL_CHOICE_OPTION(convert_values, model),
    PLACEMENT_OPTIONS(convert_values, places),
    {.name = "--pack",
     .section = "glTF",
     .help = "for glTF: compress it (EXT_meshopt_compression), rounded within a\n"
             "part of the tolerance; players need that extension",
     .field = offsetof(convert_values, pack)},
    {.name = "--deform",
     .value = "linear|corrective",
     .help = "for glTF. linear (default): SDEF and QDEF become linear blends, and\n"
             "the worst vertex's error is reported; corrective: morph targets\n"
             "correct that error, with --skin dual-quaternion for all vertices",
     .field = offsetof(convert_values, deform),
     .read = option_read_choice,
     .expected = "linear or corrective",
     .detail = deform_names},
    {.name = "--deform-bound",
     .value = "LENGTH",
     .help = "how far corrected vertices may be off (default: 1mm)",
     .field = offsetof(convert_values, bound),
     .read = read_bound,
     .expected = "a length from 0.001mm to 1000m, such as 1mm"},
    {.name = "--deform-targets",
     .value = "N",
     .help = "largest number of morph targets that correct them (default: 256)",
     .field = offsetof(convert_values, shapes),
     .read = option_read_integer,
     .expected = "a number from 1 to 4096",
     .detail = &shape_range},
    {0},
};

/* ---- baking ---- */

/* --tolerance in the model's unit */
static double asked_tolerance(const conversion *c)
{
    const convert_values *v = c->values;
    bool all_frames = c->target == CONVERT_BVH && v->rate.rate == 30 * v->rate.divisor; /* or not given */
    const double by_default = all_frames ? 0 : 1e-4;
    return (v->exact ? 0 : v->tolerance > 0 ? (double)v->tolerance : by_default) / c->unit;
}

/* Packing leaves out keys and rounds them; only what it cannot do is left to the bake. */
static const double SHARE_OF_KEYS = 0.25;

float convert_tolerance(const conversion *c)
{
    bool both = c->place_moves && c->target <= CONVERT_GLTF; /* keys of the place, which move the bones, too */
    return (float)(asked_tolerance(c) * (c->values->pack ? SHARE_OF_KEYS : 1) / (both ? 2 : 1));
}

float convert_pack_tolerance(const conversion *c)
{
    return (float)(asked_tolerance(c) * (1 - SHARE_OF_KEYS));
}

bool convert_keys_are_whole(const conversion *c)
{
    return c->target == CONVERT_VMD || convert_tolerance(c) == 0;
}

float convert_bound(const conversion *c)
{
    const double by_default = 1e-3;
    return (float)((c->values->bound > 0 ? (double)c->values->bound : by_default) / c->unit);
}

static bool show(void *user, uint32_t frame)
{
    progress_show(user, frame);
    return !interrupted();
}

/* Shorter motions are played before the copies of the actor are made. */
enum { FRAMES_FOR_COPIES = 60 };

/* Makes an actor for each thread but the first. Returns NULL if none is needed, or if memory is short; then one thread
 * plays. */
static hone_actor **make_copies(const conversion *c, uint32_t *count)
{
    hone_error ignored = {0};
    uint32_t threads = hone_workers_thread_count(c->actor_list->workers);
    bool physics = hone_actor_physics_of(convert_actor(c));
    *count = 0;
    if (physics || threads < 2 || c->last_frame < FRAMES_FOR_COPIES)
        return NULL;
    hone_actor **copies = calloc(threads - 1, sizeof(hone_actor *));
    for (uint32_t i = 0; copies && i + 1 < threads; i++, *count += 1) {
        copies[i] = actor_list_copy_member(c->actor_list, c->number - 1, false, &ignored);
        if (!copies[i])
            break;
    }
    return copies;
}

static void release_copies(hone_actor **copies, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) hone_actor_destroy(copies[i]);
    free(copies);
}

hone_motion *convert_bake(conversion *c, hone_bake_player player, const hone_model *mmd_model, int *status)
{
    hone_error error = {0};
    uint32_t copy_count;
    hone_actor **copies = make_copies(c, &copy_count);
    progress p = progress_begin(c->report, c->last_frame + 1);
    const hone_bake_desc desc = {.actor = convert_actor(c),
                                 .last_frame = c->last_frame,
                                 .tolerance = convert_tolerance(c),
                                 .player = player,
                                 .mmd_model = mmd_model,
                                 .scale = c->values->scale,
                                 .path = convert_places_roots(c) ? convert_follow_trajectory : NULL,
                                 .path_user = c->trajectory,
                                 .workers = c->actor_list->workers,
                                 .copies = copies,
                                 .copy_count = copy_count,
                                 .progress = show,
                                 .user = &p};
    hone_motion *motion = hone_bake(&desc, &c->bake, &error);
    progress_end(&p);
    release_copies(copies, copy_count);
    if (interrupted())
        *status = interrupted_status();
    else if (!motion)
        *status = report_failure(c->report, c->model->path, &error);
    else
        *status = actor_list_update(c->actor_list, c->last_frame, c->report); /* reports its warnings */
    c->baked = motion != NULL;
    return motion;
}

/* ---- the summary ---- */

static void print_corrective(const conversion *c, hone_json *json)
{
    const hone_corrective_report *r = &c->corrective;
    const double degrees = 180 / 3.14159265358979323846;
    json_number(json, "deform_bound_m", (double)convert_bound(c) * c->unit);
    json_number(json, "deform_targets", c->shapes);
    json_number(json, "deform_vertices", r->vertices);
    json_number(json, "deform_bytes", (double)c->gltf.morph_bytes);
    json_number(json, "deform_error_before_m", r->error_before * c->unit);
    json_number(json, "deform_error_after_m", r->error_after * c->unit);
    json_number(json, "deform_error_between_m", r->error_between * c->unit);
    json_number(json, "deform_normal_before_degrees", r->normal_before * degrees);
    json_number(json, "deform_normal_after_degrees", r->normal_after * degrees);
}

static void write_json(const conversion *c, hone_json *json)
{
    hone_json_object(json);
    hone_json_key(json, "output");
    hone_json_string(json, c->values->output);
    hone_json_key(json, "format");
    hone_json_string(json, endings[c->target]);
    json_number(json, "bytes", (double)c->bytes);
    if (c->baked || c->place_moves) {
        json_number(json, "frames", c->last_frame + 1.0);
        json_number(json, "times_per_frame", HONE_BAKE_TIMES_PER_FRAME);
        json_number(json, "tolerance_m", asked_tolerance(c) * c->unit);
        json_number(json, "keys_before", (double)c->bake.keys_before);
        json_number(json, "keys_after", (double)c->bake.keys_after);
        json_number(json, "joint_error_m", c->bake.joint_error * c->unit);
        json_number(json, "vertex_error_m", c->bake.vertex_error * c->unit);
        json_number(json, "joint_error_between_m", c->bake.joint_error_between * c->unit);
        json_number(json, "vertex_error_between_m", c->bake.vertex_error_between * c->unit);
        json_number(json, "deform_error_m", c->bake.deform_error * c->unit);
        if (c->corrected)
            print_corrective(c, json);
        if (c->target == CONVERT_VMD)
            json_number(json, "player_error_m", c->bake.player_error * c->unit);
    }
    if (c->target <= CONVERT_GLTF) {
        json_number(json, "animation_bytes", (double)c->gltf.animation_bytes);
        if (c->values->pack) {
            json_number(json, "pack_tolerance_m", (double)convert_pack_tolerance(c) * c->unit);
            json_number(json, "pack_error_m", c->gltf.pack_error);
        }
        json_number(json, "weights_normalised", c->gltf.weights_changed);
        json_number(json, "normals_normalised", c->gltf.normals_changed);
        json_number(json, "textures", c->gltf.textures);
        json_number(json, "textures_missing", c->gltf.textures_missing);
        json_number(json, "morphs_left_out", c->gltf.morphs_left_out);
    }
    hone_json_end(json, '}');
}

/* Prints the measured errors and the times at which they were measured. */
static void print_errors(const conversion *c)
{
    const hone_bake_report *b = &c->bake;
    const double mm = c->unit * 1e3, bone = b->joint_error * mm, vertex = b->vertex_error * mm;
    const double bone_between = b->joint_error_between * mm, vertex_between = b->vertex_error_between * mm;
    bool vertices = hone_model_mesh(c->model->model)->vertex_count > 0, whole = convert_keys_are_whole(c);
    if (whole && vertices)
        report_note(
            c->report,
            "at whole frames the worst bone is off by %.3g mm, the worst vertex by %.3g mm; between them by %.3g "
            "mm and %.3g mm",
            bone, vertex, bone_between, vertex_between);
    else if (whole)
        report_note(c->report, "at whole frames the worst bone is off by %.3g mm; between them by %.3g mm", bone,
                    bone_between);
    else if (vertices)
        report_note(c->report,
                    "at four times of each frame the worst bone is off by %.3g mm, the worst vertex by %.3g mm", bone,
                    vertex);
    else
        report_note(c->report, "at four times of each frame the worst bone is off by %.3g mm", bone);
}

/* Prints to stderr, since the file itself may go to stdout. */
static void print_summary(const conversion *c)
{
    const hone_bake_report *b = &c->bake;
    if (!(c->baked || c->place_moves) || !c->model)
        return;
    report_note(c->report, "%s: %u frames: %llu keys; with a key at every frame there would be %llu",
                output_is_stdout(c->values->output) ? "stdout" : c->values->output, c->last_frame + 1,
                (unsigned long long)b->keys_after, (unsigned long long)b->keys_before);
    print_errors(c);
    const hone_corrective_report *r = &c->corrective;
    if (c->corrected)
        report_note(c->report,
                    "%u morph targets (%.3g MB) for %u vertices: the worst is off by %.3g mm (vertex %u), by linear "
                    "skinning %.3g mm",
                    c->shapes, (double)c->gltf.morph_bytes / 1e6, r->vertices, r->error_after * c->unit * 1e3,
                    r->worst_after, r->error_before * c->unit * 1e3);
    else if (c->target <= CONVERT_GLTF && b->deform_error > 0)
        report_note(c->report, "linear skinning moves SDEF and QDEF vertices by up to %.3g mm (vertex %u)",
                    b->deform_error * c->unit * 1e3, b->worst_deformed);
}

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

void convert_warn_of_lost(conversion *c, const char *format, const convert_count *counts, uint32_t count,
                          const char *what_becomes)
{
    char list[320] = "";
    size_t size = 0;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) left += counts[i].count > 0;
    if (left == 0)
        return;
    for (uint32_t i = 0, written = 0; i < count && size < sizeof list; i++) {
        if (counts[i].count == 0)
            continue;
        const char *between = written == 0 ? "" : written + 1 == left ? message_text(" and ") : message_text(", ");
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s (%u)", between, message_text(counts[i].what),
                                 counts[i].count);
        written++;
    }
    report_warn_of(c->report, c->model->path, "%s cannot contain %s: %s", format, list, what_becomes);
}

int convert_write(conversion *c, bool made, hone_bytes *bytes, const hone_error *error)
{
    if (!made)
        return report_failure(c->report, c->values->output, error);
    c->bytes = bytes->size;
    int status = output_write(c->values->output, bytes, c->report);
    hone_bytes_release(bytes);
    return status;
}

/* Converts a model with the motions that play on it. */
static int convert_model(conversion *c)
{
    static int (*const targets[])(conversion *) = {
        [CONVERT_GLB] = convert_to_gltf, [CONVERT_GLTF] = convert_to_gltf, [CONVERT_PMX] = convert_to_pmx,
        [CONVERT_VMD] = convert_to_vmd,  [CONVERT_VPD] = convert_to_vpd,   [CONVERT_BVH] = convert_to_bvh};
    static const char *const formats[] = {
        [CONVERT_PMX] = "a PMX", [CONVERT_VMD] = "a VMD", [CONVERT_VPD] = "a VPD", [CONVERT_BVH] = "BVH"};
    int status = targets[c->target](c);
    if (status == STATUS_OK && c->target > CONVERT_GLTF)
        convert_warn_of_place(c, formats[c->target]);
    return status;
}

/* Converts one motion without a model. */
static int convert_motion(conversion *c)
{
    hone_error error = {0};
    hone_bytes bytes;
    const input *motion = &c->in->items[0];
    if (c->target != CONVERT_VMD) {
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
    if (!hone_motion_write_vmd(motion->motion, NULL, &bytes, &error))
        return report_failure(c->report, motion->path, &error);
    return convert_write(c, true, &bytes, &error);
}

static int write_summary(const conversion *c, hone_json *json)
{
    if (c->values->json)
        write_json(c, json);
    else if (!c->report->quiet)
        print_summary(c);
    return STATUS_OK;
}

/* MMD draws a .x beside other models in its own unit. So that files of a scene fit together, they have it, too. */
static void find_unit(conversion *c, convert_values *values)
{
    hone_space space = c->model ? hone_model_get(c->model->model)->space : HONE_SPACE_MMD;
    bool staged = c->placed || c->in->model_count > 1 || values->scene;
    if (space == HONE_SPACE_X && staged && !(values->scale > 0))
        values->scale = (float)HONE_MMD_METRES;
    double other = values->scale > 0 ? (double)values->scale : 1;
    c->unit = space == HONE_SPACE_MMD ? HONE_MMD_METRES : other;
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
    if (status == STATUS_OK)
        status = c.model ? convert_model(&c) : convert_motion(&c);
    convert_release_trajectory(&c);
    return status == STATUS_OK ? write_summary(&c, json) : status;
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
    if (c->in->model_count && !each)
        status = model_choice_find(c->in, v->model, "choose one with --model, or put {model} into the name of -o",
                                   &number, c->report);
    if (status == STATUS_OK && c->in->model_count)
        status = actor_list_make(c->in, &v->play, false, c->actor_list, c->report);
    if (status == STATUS_OK)
        status = each ? convert_each(c, &json) : convert_one(*c, number, v->output, &json);
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
    int target = v->format ? v->format - 1 : output_format(v->output, endings);
    if (v->frame.text && target != CONVERT_VPD)
        return report_usage(r, "convert: --frame is for a .vpd, which is one pose");
    if (v->rate.rate && target != CONVERT_BVH)
        return report_usage(r, "convert: --fps is for a .bvh");
    if (v->pack && target > CONVERT_GLTF)
        return report_usage(r, "convert: --pack is for .glb and .gltf");
    return output_check_format(&command_convert, v->output, v->format, r);
}

/* Whether a file that has only bones and clips counts as a model. Beside other files it is a motion. */
static bool is_skeleton_enough(int target, uint32_t file_count)
{
    return file_count == 1 && (target <= CONVERT_GLTF || target == CONVERT_BVH);
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const convert_values *v = values;
    int status = check_usage(v, file_count, r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->play.quiet;
    inputs in;
    actor_list list = {0};
    conversion c = {.values = v, .in = &in, .actor_list = &list, .report = r};
    c.target = v->format ? v->format - 1 : output_format(v->output, endings);
    const input_settings settings = {.strict = v->play.strict,
                                     .one_model = true,
                                     .models = is_skeleton_enough(c.target, file_count),
                                     .clip = v->play.clip,
                                     .own_clips = c.target != CONVERT_PMX && c.target != CONVERT_VPD,
                                     .motion = v->play.motion,
                                     .scene = v->scene,
                                     .scene_path = v->scene_path,
                                     .places = &v->places,
                                     .mapped = v->play.map != NULL,
                                     .unit = v->play.motion_unit,
                                     .memory = load_memory()};
    status = inputs_load(files, file_count, &settings, &in, r);
    if (status == STATUS_OK)
        status = convert(&c);
    actor_list_warn_of_physics(&list, r);
    actor_list_release(&list);
    inputs_release(&in);
    return status;
}

const command command_convert = {
    "convert",
    "MODEL|MOTION... -o OUT [options]",
    "write a model and its motion in another format",
    "Motions, or the first clip of the model's own file, are played and baked: IK, append, bone morphs and, with\n"
    "--physics on, bodies. --tolerance decides how many keys there are. Warnings list what a format cannot contain.\n"
    "\n"
    "  hone convert miku.pmx dance.vmd --physics on -o dance.glb",
    options,
    playback_options,
    sizeof(convert_values),
    run,
    ENDINGS_MODELS " " ENDINGS_MOTIONS};
