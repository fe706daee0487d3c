/* hone pose: writes bones, vertices, normals and morph weights at given times, as arrays or a table. */
#include "cmd/commands.h"
#include "cmd/pose/pose_arrays.h"
#include "cmd/pose/pose_table.h"
#include "tool/options/number_options.h"
#include "tool/output/output.h"
#include "tool/output/output_set.h"
#include "tool/play/actors.h"
#include "tool/play/centres.h"
#include "tool/play/model_choice.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

typedef struct pose_values {
    scene scene; /* must be first: playback_options fill its `play` in, or a scene file all of it */
    number_list frames, times, ticks;
    const char *paths[POSE_ARRAY_COUNT]; /* NULL: not requested */
    int format;                          /* 1 + hone_array_format; 0: not given */
    bool parts, json;                    /* of the table */
    const char *model;                   /* of several; NULL: not given */
} pose_values;

static const char *const format_names[] = {"", "npy", "csv", "json", NULL}; /* 1 + hone_array_format */
static const char output_expected[] = "a name that ends in .npy, .csv or .json, or -";

static bool read_output(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    hone_array_format format;
    return output_is_stdout(text) || hone_array_format_from_path(text, &format);
}

static const option options[] = {
    {.name = "--frame",
     .value = "F[,F...]",
     .help = "frames, at 30 a second; fractions are allowed (default: 0); an F may\n"
             "also be a range A:B[:STEP], such as 240:300:0.5",
     .field = offsetof(pose_values, frames),
     .read = option_read_times,
     .expected = OPTION_TIMES_EXPECTED},
    {.name = "--time",
     .value = "T[,T...]",
     .help = "or times in seconds",
     .field = offsetof(pose_values, times),
     .read = option_read_times,
     .expected = OPTION_TIMES_EXPECTED},
    {.name = "--bones",
     .output = true,
     .value = "OUT",
     .help = "(times, bones, 4, 4) model-space matrices, p' = M p",
     .field = offsetof(pose_values, paths[HONE_ARRAY_BONES]),
     .read = read_output,
     .expected = output_expected,
     .endings = "npy csv json"},
    {.name = "--vertices",
     .output = true,
     .value = "OUT",
     .help = "(times, vertices, 3)",
     .field = offsetof(pose_values, paths[HONE_ARRAY_VERTICES]),
     .read = read_output,
     .expected = output_expected,
     .endings = "npy csv json"},
    {.name = "--normals",
     .output = true,
     .value = "OUT",
     .help = "(times, vertices, 3)",
     .field = offsetof(pose_values, paths[HONE_ARRAY_NORMALS]),
     .read = read_output,
     .expected = output_expected,
     .endings = "npy csv json"},
    {.name = "--morphs",
     .output = true,
     .value = "OUT",
     .help = "(times, morphs) final weights",
     .field = offsetof(pose_values, paths[HONE_ARRAY_MORPHS]),
     .read = read_output,
     .expected = output_expected,
     .endings = "npy csv json"},
    {.name = "--format",
     .value = "npy|csv|json",
     .help = "the format of the OUT that is -, which is stdout",
     .field = offsetof(pose_values, format),
     .read = option_read_choice,
     .expected = "npy, csv or json",
     .detail = format_names},
    {.name = "--json", .help = "print the table as JSON", .field = offsetof(pose_values, json)},
    {.name = "--ticks",
     .section = "Other times and motions",
     .value = "K[,K...]",
     .help = "or times in ticks, the unit of a .x file",
     .field = offsetof(pose_values, ticks),
     .read = option_read_times,
     .expected = OPTION_TIMES_EXPECTED},
    PLAYBACK_MOTION_OPTION,
    MODEL_CHOICE_OPTION(pose_values, model),
    {.name = "--parts",
     .help = "in the table: what keys, bone morphs, append, IK and physics each\n"
             "add to a bone, in its parent's axes",
     .field = offsetof(pose_values, parts)},
    {0},
};

/* ---- the command ---- */

static int check_usage(const pose_values *v, uint32_t file_count, report *r)
{
    int to_stdout = 0, outs = 0;
    for (int i = 0; i < POSE_ARRAY_COUNT; i++) to_stdout += v->paths[i] && output_is_stdout(v->paths[i]);
    for (int i = 0; i < POSE_ARRAY_COUNT; i++) outs += v->paths[i] != NULL;
    if (file_count == 0)
        return report_usage(r, "pose: no model given (hone pose -h)");
    if ((v->frames.text != NULL) + (v->times.text != NULL) + (v->ticks.text != NULL) > 1)
        return report_usage(r, "pose: --frame, --time and --ticks exclude each other");
    if (to_stdout > 1)
        return report_usage(r, "pose: only one array can go to stdout");
    if (outs && (v->parts || v->json))
        return report_usage(r, "pose: %s is for the table, which is printed only without an OUT",
                            v->parts ? "--parts" : "--json");
    if ((to_stdout == 1) != (v->format != 0))
        return report_usage(r, "pose: --format is only for output to -");
    if (v->scene.play.gaze.camera)
        return report_usage(r, "pose: --gaze camera needs a picture; give a point, such as 0,20,-50");
    for (int i = 0; i < POSE_ARRAY_COUNT; i++)
        for (int j = 0; j < i; j++)
            if (v->paths[i] && v->paths[j] && strcmp(v->paths[i], v->paths[j]) == 0)
                return report_usage(r, "pose: two arrays would be written to %s", v->paths[i]);
    return STATUS_OK;
}

/* hone pose poses one model; in a scene the others may carry it. number: out: of the model, from 1. */
static int check_inputs(const pose_values *v, const inputs *in, uint32_t *number, report *r)
{
    hone_error error = {0};
    if (in->model_count)
        return model_choice_find(in, v->model, "choose one with --model", number, r);
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is a motion; the model to play it on is missing");
    return report_failure(r, in->count ? in->items[0].path : v->scene.path, &error);
}

/* The ticks per second of the last motion that has them. For a .x at rest any value is fine. */
static double ticks_per_second(const inputs *in)
{
    double ticks = 4800;
    for (uint32_t i = 0; i < in->count; i++) {
        double own = hone_motion_get(in->items[i].motion)->ticks_per_second;
        ticks = own > 0 ? own : ticks;
    }
    return ticks;
}

/* Ticks are only valid for .x files. */
static int check_ticks(const pose_values *v, const inputs *in, report *r)
{
    for (uint32_t i = 0; v->ticks.text && i < in->count; i++)
        if (in->items[i].model && in->items[i].format != HONE_FORMAT_X)
            return report_usage(r, "pose: --ticks is only for .x files, not for %s", in->items[i].path);
    return STATUS_OK;
}

static int write_array(output_set *outputs, const char *path, const hone_array *array, int format)
{
    hone_array_format by_path = HONE_ARRAY_NPY;
    if (!format)
        hone_array_format_from_path(path, &by_path);
    hone_writer writer = hone_writer_make(NULL);
    hone_array_write(array, format ? (hone_array_format)(format - 1) : by_path, &writer);
    return output_set_text(outputs, path, &writer);
}

static int write_arrays(const pose_values *v, const pose_arrays *arrays, report *r)
{
    output_set outputs;
    int status = output_set_begin(&outputs, r);
    for (int i = 0; i < POSE_ARRAY_COUNT && status == STATUS_OK; i++)
        if (v->paths[i])
            status =
                write_array(&outputs, v->paths[i], &arrays->items[i], output_is_stdout(v->paths[i]) ? v->format : 0);
    return output_set_end(&outputs, status);
}

/* Poses at each time in turn and fills the arrays or, if none is requested, prints a table. */
static int pose_times_of(const pose_values *v, const pose_times *times, actor_list *c, actor_entry *member,
                         pose_arrays *arrays, pose_table *table, report *r)
{
    hone_error error = {0};
    for (uint32_t row = 0; row < times->count; row++) {
        double frame = times->frames[row];
        int status = actor_list_update(c, frame, r);
        if (status != STATUS_OK)
            return status;
        if (table)
            pose_table_add(table, member->actor, frame);
        else if (!pose_arrays_fill(arrays, row, member->actor, (hone_skin_method)v->scene.play.method,
                                   v->scene.play.kernel, &error))
            return report_failure(r, member->source->path, &error);
    }
    return table ? pose_table_end(table, r) : write_arrays(v, arrays, r);
}

static int pose_cast(const pose_values *v, const pose_times *times, actor_list *c, uint32_t number, report *r)
{
    bool wanted[POSE_ARRAY_COUNT], any = false;
    for (int i = 0; i < POSE_ARRAY_COUNT; i++) any |= wanted[i] = v->paths[i] != NULL;
    hone_error error = {0};
    pose_arrays arrays;
    pose_table table;
    actor_entry *member = &c->members[number - 1];
    const input *source = member->source;
    int status;
    pose_table_begin(&table, v->json, v->parts);
    if (pose_arrays_make(source->model, times, wanted, &arrays, &error))
        status = pose_times_of(v, times, c, member, &arrays, any ? NULL : &table, r);
    else
        status = report_failure(r, source->path, &error);
    pose_arrays_release(&arrays);
    pose_table_release(&table);
    return status;
}

/* Converts the numbers of the list, which may be seconds or ticks, to frames. */
static void fill_frames(const pose_values *v, const inputs *in, uint32_t count, const double *values, double *frames)
{
    double per_second = v->ticks.text ? ticks_per_second(in) : 1;
    for (uint32_t i = 0; i < count; i++)
        frames[i] = v->times.text || v->ticks.text ? hone_frame_from_seconds(values[i] / per_second) : values[i];
}

/* Poses at the given times; the default is frame 0. */
static int pose_inputs(const pose_values *v, const inputs *in, uint32_t number, report *r)
{
    const number_list given[] = {v->frames, v->times, v->ticks, {.text = "0", .count = 1}};
    static const char *const units[] = {"frame", "second", "tick", "frame"};
    int which = 0;
    while (!given[which].text) which++;
    uint32_t count = given[which].count;
    double *values = calloc(count, 2 * sizeof *values);
    if (!values)
        return report_failure(r, in->items[0].path, &(hone_error){.message = "out of memory"});
    number_list_values(given[which], values);
    fill_frames(v, in, count, values, values + count);
    const pose_times times = {units[which], values, values + count, count};
    const double per_second[] = {HONE_FRAMES_PER_SECOND, 1, ticks_per_second(in), HONE_FRAMES_PER_SECOND};
    const timeline_times asked = {units[which], per_second[which] / HONE_FRAMES_PER_SECOND, times.frames, count};
    timeline_warn_outside(in, &asked, r);
    actor_list c;
    playback_values play = v->scene.play;
    if (!v->paths[HONE_ARRAY_VERTICES] && !v->paths[HONE_ARRAY_NORMALS] && !playback_simulates(&play, false))
        play.threads = 1; /* nothing is skinned or simulated: threads would only be started and ended */
    int status = actor_list_make_with_centres(in, &play, false, &c, r);
    if (status == STATUS_OK)
        status = pose_cast(v, &times, &c, number, r);
    actor_list_warn_of_physics(&c, r);
    actor_list_release(&c);
    free(values);
    return status;
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const pose_values *v = values;
    int status = check_usage(v, file_count, r);
    if (status != STATUS_OK)
        return status;
    r->quiet = v->scene.play.quiet;
    inputs in;
    uint32_t number = 1;
    const input_settings settings = {.strict = v->scene.play.strict,
                                     .allow_outside = v->scene.play.allow_outside,
                                     .one_model = true,
                                     .skeletons = SKELETONS_REST,
                                     .clip = v->scene.play.clip,
                                     .motion = v->scene.play.motion,
                                     .scene = v->scene.path ? &v->scene : NULL,
                                     .scene_path = v->scene.path,
                                     .mapped = v->scene.play.map != NULL,
                                     .unit = v->scene.play.motion_unit};
    status = inputs_load(files, file_count, &settings, &in, r);
    if (status == STATUS_OK)
        status = check_inputs(v, &in, &number, r);
    if (status == STATUS_OK)
        status = check_ticks(v, &in, r);
    if (status == STATUS_OK)
        status = pose_inputs(v, &in, number, r);
    inputs_release(&in);
    return status;
}

const command command_pose = {
    .name = "pose",
    .arguments = "MODEL [MOTION...] [options]",
    .summary = "compute bones, vertices and morph weights at given times",
    .notes =
        "An OUT ends in .npy (float32, C order), .csv or .json; \"-\" is stdout, with --format. Without any OUT a "
        "table "
        "of\n"
        "bones is printed. Of several motions a later one wins, bone by bone and morph by morph; without a motion the "
        "model\n"
        "is at rest. A .x or glTF is the model; it is a motion if it comes after the model or contains only motion.\n"
        "\n"
        "  hone pose miku.pmx dance.vmd --frame 0,15,30 --vertices dance.npy",
    .options = options,
    .common = playback_options,
    .values_size = sizeof(pose_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS,
    .scenes = true,
};
