/* hone motion: edits motions of MMD, and writes them as VMD. */
#include "cmd/commands.h"
#include "cmd/motion/motion_json.h"
#include "cmd/motion/motion_project.h"
#include "cmd/motion/motion_steps.h"
#include "tool/options/length_options.h"
#include "tool/options/number_options.h"
#include "tool/output/output.h"
#include "tool/output/output_set.h"
#include "tool/play/inputs.h"
#include "tool/play/model_choice.h"
#include "tool/scene/scene_file.h"
#include "tool/scene/scene_options.h"

#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static const char *const endings[] = {"vmd", NULL};

typedef struct motion_values {
    const char *output;
    option_steps steps;
    const char *model;  /* of projects; NULL: not given */
    const char *camera; /* of glTF and FBX; NULL: not given */
    bool json, strict, quiet;
    bool parted;         /* each motion of a project is made: now the one with this number */
    uint32_t part;       /* as in motion_project_get */
    output_set *outputs; /* of all parts */
} motion_values;

/* The fields that all operations have. */
#define STEP(operation)                                                                                                \
    .is_step = true, .field = offsetof(motion_values, steps), .detail = (const void *)(intptr_t)(operation)

static const option options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.vmd",
     .field = offsetof(motion_values, output),
     .read = output_read_file,
     .expected = "a name that ends in .vmd",
     .endings = "vmd",
     .detail = endings,
     .usual = true},
    {.name = "--trim",
     .value = "A:B",
     .help = "keep the frames A to B; without A from the first, without B to\nthe last",
     .read = motion_read_range,
     .expected = "two frames A:B, A not above B",
     .section = "Time",
     .usual = true,
     STEP(MOTION_TRIM)},
    {.name = "--shift",
     .value = "N",
     .help = "move the motion by N frames; back if N is negative, which cuts\noff its beginning",
     .read = motion_read_shift,
     .expected = "a number of frames",
     STEP(MOTION_SHIFT)},
    {.name = "--speed",
     .value = "X",
     .help = "play X times as fast; keys go to the nearest whole frame",
     .read = motion_read_speed,
     .expected = "a number from 0.001 to 1000",
     .usual = true,
     STEP(MOTION_SPEED)},
    {.name = "--loop",
     .value = "N[:FRAMES]",
     .help = "play N times; over the last FRAMES frames (default: 10) the end\nis led to the beginning",
     .read = motion_read_loop,
     .expected = "a number of loops from 1 to 10000, and :FRAMES",
     .usual = true,
     STEP(MOTION_LOOP)},
    {.name = "--join",
     .help = "make one motion of all files before it: one after another",
     .section = "Several motions",
     .usual = true,
     STEP(MOTION_JOIN)},
    {.name = "--merge",
     .help = "make one motion of all files before it: over one another; a\ntrack of the last file that has it is taken",
     .usual = true,
     STEP(MOTION_MERGE)},
    {.name = "--mirror",
     .help = "exchange left and right: names and axes",
     .section = "Tracks",
     .usual = true,
     STEP(MOTION_MIRROR)},
    {.name = "--strip",
     .value = "LIST",
     .help = "leave out parts (bones, morphs, camera, light, shadow, ik,\n"
             "visible) and tracks by name, separated by commas; * stands for\n"
             "any text",
     .read = motion_read_list,
     .expected = "parts or names, separated by commas",
     STEP(MOTION_STRIP)},
    {.name = "--keep",
     .value = "LIST",
     .help = "leave out everything else",
     .read = motion_read_list,
     .expected = "parts or names, separated by commas",
     STEP(MOTION_KEEP)},
    {.name = "--rename",
     .value = "TABLE",
     .help = "give tracks other names: a text file with a line OLD,NEW for\neach",
     .read = motion_read_list,
     .expected = "the name of a text file",
     STEP(MOTION_RENAME),
     .endings = "txt csv"},
    {.name = "--reduce",
     .value = "LENGTH",
     .help = "leave out keys that are not needed to keep points within LENGTH\n"
             "of their places beside their bone's parent; 0.5mm, say",
     .read = motion_read_length,
     .expected = LENGTH_BOUND_EXPECTED,
     .section = "Keys",
     STEP(MOTION_REDUCE)},
    {.name = "--smooth",
     .value = "N",
     .help = "give each key the mean of N frames around it; ends stay",
     .read = motion_read_window,
     .expected = "a number of frames from 2 to 1000",
     STEP(MOTION_SMOOTH)},
    {.name = "--model",
     .value = "N|NAME|scene",
     .help = "the model of a .pmm whose motion is meant, as hone info lists them;\n"
             "scene: camera, light and shadow. Without it each has a file of its\n"
             "own: OUT-1.vmd, OUT-2.vmd, ..., OUT-scene.vmd. Of a scene: the number,\n"
             "the name or the name of the file of the model whose only motion is\n"
             "meant",
     .field = offsetof(motion_values, model),
     .read = option_read_text,
     .expected = "a number or a name",
     .section = "Projects"},
    {.name = "--camera-name",
     .value = "N|NAME",
     .help = "the camera of a glTF or FBX whose keys are meant, as hone info lists\n"
             "them; one that stands still has one key (default: the first that moves)",
     .field = offsetof(motion_values, camera),
     .read = option_read_text,
     .expected = "a number or a name",
     .section = "Cameras"},
    {.name = "--strict",
     .help = "treat the loader's warnings as errors",
     .section = "Messages",
     .field = offsetof(motion_values, strict)},
    {.name = "--json", .help = "print what every operation changed as JSON", .field = offsetof(motion_values, json)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings", .field = offsetof(motion_values, quiet)},
    {0},
};

/* ---- input ---- */

static int add_entry(motion_work *work, const char *path, uint32_t index, hone_motion *motion)
{
    report_warn_all(work->report, path, hone_motion_warnings(motion));
    work->entries[work->entry_count++] =
        (motion_entry){.first_file = index, .file = path, .motion = hone_motion_retain(motion)};
    return STATUS_OK;
}

static int load_project(motion_work *work, const motion_values *values, const char *path, uint32_t index)
{
    hone_error error = {0};
    hone_project *project;
    uint32_t chosen = values->part;
    int status = motion_project_open(path, values->strict, &project, work->report);
    if (!project)
        return status;
    if (!values->parted && !motion_project_find(project, values->model, &chosen, &error))
        status = report_failure(work->report, path, &error);
    else
        status = add_entry(work, path, index, motion_project_get(project, chosen));
    hone_project_destroy(project);
    return status;
}

/* Makes a motion of the camera keys of another one, which are MMD's whatever its space. */
static hone_motion *camera_of(const hone_motion *motion, hone_error *error)
{
    const hone_motion_data *from = hone_motion_get(motion);
    hone_motion_data data = {.camera_key_count = from->camera_key_count};
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_camera_key *keys = hone_builder_array(builder, from->camera_key_count, sizeof *keys);
    if (!keys) {
        hone_builder_destroy(builder);
        return hone_fail_memory(error), NULL;
    }
    memcpy(keys, from->camera_keys, from->camera_key_count * sizeof *keys);
    data.camera_keys = keys;
    return hone_motion_create(builder, &data, NULL, error);
}

/* Returns the motion that can be edited: one of MMD, or the camera keys of another file. NULL: failed. */
static hone_motion *editable(const input *in, hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(in->motion);
    bool tracks = !data->packed && !data->channel_count;
    if (!in->motion)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is a model, not a motion"), NULL;
    if (tracks && data->space == HONE_SPACE_MMD)
        return hone_motion_retain(in->motion);
    if (!data->packed && data->camera_key_count)
        return camera_of(in->motion, error);
    hone_fail(error, HONE_ERROR_ARGUMENT, 0,
              "has no keys of MMD: make a .vmd for a model first (hone convert MODEL FILE -o OUT.vmd)");
    return NULL;
}

/* Finds the only motion of the scene, or of its model that is asked for. */
static bool find_motion(const scene *s, const char *model, scene_motion *out, hone_error *error)
{
    uint32_t number = 0, count;
    if (model && !model_choice_find_in_scene(s, model, &number, error))
        return false;
    count = model_choice_count_motions(s, number, out);
    return count == 1 || hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                                   "has %u motions there, not one: choose a model with --model, or give their files",
                                   (unsigned)count);
}

static int load_one(motion_work *work, const motion_values *values, const char *path, uint32_t index)
{
    hone_error error = {0};
    input in;
    scene staged = {0};
    scene_motion from = {.path = path};
    if (scene_path_is_project(path))
        return load_project(work, values, path, index);
    bool ok = !scene_path_is_scene(path) ||
              (scene_load(path, &staged, &error) && find_motion(&staged, values->model, &from, &error));
    const input_settings settings = {.strict = values->strict, .camera = values->camera, .clip = from.clip};
    if (ok && !input_load(from.path, &settings, true, &in, &error)) {
        ok = false;
        if (from.path != path)
            hone_error_prefix(&error, from.path);
    }
    scene_release(&staged);
    if (!ok)
        return report_failure(work->report, path, &error);
    hone_motion *motion = editable(&in, &error);
    int status = motion ? add_entry(work, path, index, motion) : report_failure(work->report, path, &error);
    hone_motion_release(motion);
    input_release(&in);
    return status;
}

static int load(motion_work *work, const motion_values *values, const char *const *files, uint32_t count)
{
    int status = STATUS_OK;
    work->entries = calloc(count, sizeof *work->entries);
    if (!work->entries)
        return report_failure(work->report, NULL, &(hone_error){.message = "out of memory"});
    for (uint32_t i = 0; status == STATUS_OK && i < count; i++) status = load_one(work, values, files[i], i);
    return status;
}

/* ---- output ---- */

static void print_summary(const motion_work *work, const char *output)
{
    const hone_motion *motion = work->entries[0].motion;
    for (uint32_t i = 0; i < work->result_count; i++) {
        const hone_motion_edit_report *r = &work->results[i].report;
        if (r->jumps)
            report_note(work->report, "%s: the motions do not continue each other: %u seams take a frame more", output,
                        r->jumps);
        if (r->curve_error > 0)
            report_note(work->report, "%s: %s is up to %.2g%% of a curve off at its cuts", output,
                        work->results[i].step->option->name, 100 * r->curve_error);
        if (r->keys_lost)
            report_note(work->report, "%s: %s left out %u keys", output, work->results[i].step->option->name,
                        r->keys_lost);
    }
    report_note(work->report, "%s: %llu keys, %u frames", output, (unsigned long long)motion_key_count(motion),
                hone_motion_get(motion)->last_frame + 1);
}

static int write_output(motion_work *work, const motion_values *values)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    if (!hone_motion_write_vmd(work->entries[0].motion, NULL, &bytes, &error))
        return report_failure(work->report, values->output, &error);
    uint64_t size = bytes.size;
    int status = values->parted ? output_set_add(values->outputs, values->output, &bytes)
                                : output_write(values->output, &bytes, work->report);
    hone_bytes_release(&bytes);
    if (status != STATUS_OK)
        return status;
    if (values->json)
        return motion_print_json(work, values->output, size);
    if (!work->report->quiet)
        print_summary(work, values->output);
    return STATUS_OK;
}

static int make_one(const motion_values *values, const char *const *files, uint32_t file_count, report *r)
{
    motion_work work = {.report = r};
    int status = load(&work, values, files, file_count);
    if (status == STATUS_OK)
        status = motion_steps_run(&work, &values->steps);
    if (status == STATUS_OK)
        status = write_output(&work, values);
    motion_work_release(&work);
    return status;
}

/* A file for each motion of a project. */
static int make_each(const motion_values *values, const hone_project *project, const char *const *files, report *r)
{
    char name[HONE_PATH_SIZE];
    output_set outputs;
    motion_values own = *values;
    own.output = name;
    own.parted = true;
    own.outputs = &outputs;
    if (values->json)
        return report_usage(r, "motion: --json prints one motion: choose it with --model");
    int status = output_set_begin(&outputs, r);
    for (own.part = 0; own.part < motion_project_count(project) && status == STATUS_OK; own.part++) {
        if (!motion_project_name(project, own.part, values->output, name))
            status = report_failure(r, values->output, &(hone_error){.message = "the name is too long"});
        else
            status = make_one(&own, files, 1, r);
    }
    return output_set_end(&outputs, status);
}

static int run(const void *all_values, const char *const *files, uint32_t file_count, report *r)
{
    const motion_values *values = all_values;
    hone_project *project = NULL;
    if (file_count == 0)
        return report_usage(r, "motion: no motion given (hone motion -h)");
    if (!values->output)
        return report_usage(r, "motion: -o OUT is missing");
    uint32_t left = motion_steps_left(&values->steps, file_count);
    if (left > 1)
        return report_usage(r, "motion: %u motions are left: --join or --merge behind the last file makes one of them",
                            left);
    r->quiet = values->quiet;
    bool projects = false;
    for (uint32_t i = 0; i < file_count; i++) projects = projects || scene_path_is_scene(files[i]);
    if (values->model && !projects)
        return report_usage(r, "motion: --model is for scenes and projects (.pmm)");
    if (file_count > 1 || values->model)
        return make_one(values, files, file_count, r);
    report silent = report_make(); /* its warnings come with each motion */
    silent.quiet = true;
    int status = motion_project_open(files[0], values->strict, &project, &silent);
    report_release(&silent);
    if (status == STATUS_OK)
        status = project && motion_project_count(project) > 2 ? make_each(values, project, files, r)
                                                              : make_one(values, files, file_count, r);
    hone_project_destroy(project);
    return status;
}

const command command_motion = {
    .name = "motion",
    .arguments = "IN... -o OUT.vmd [operations]",
    .summary = "cut, join, mirror and change motions of MMD",
    .notes =
        "Operations are done in the order given. Each changes the motion of the file before it; operations before the\n"
        "first file change all motions. Keys that need not change keep every bit.\n"
        "\n"
        "  hone motion dance.vmd --trim 100:900 --mirror -o part.vmd\n"
        "  hone motion a.vmd --trim 0:300 b.vmd --trim 60: --join -o both.vmd\n"
        "  hone motion dance.vmd face.vmd camera.vmd --merge -o all.vmd\n"
        "  hone motion show.pmm --model 初音ミク -o miku.vmd",
    .options = options,
    .values_size = sizeof(motion_values),
    .run = run,
    .endings = "vmd vpd " ENDINGS_SCENES,
};
