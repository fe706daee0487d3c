/* hone diff: what changed between two models, motions or scenes. */
#include "cmd/commands.h"
#include "tool/diff/diff_scenes.h"
#include "tool/messages/messages.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"
#include "tool/play/inputs.h"
#include "tool/play/model_choice.h"
#include "tool/scene/scene_options.h"

#include <stdlib.h>
#include <string.h>

typedef struct diff_values {
    bool json, strict, quiet;
    const char *clip, *motion;
} diff_values;

static const option options[] = {
    {.name = "--json",
     .help = "print JSON: an object with an array \"differences\"",
     .field = offsetof(diff_values, json)},
    {.name = "--clip",
     .value = "CLIP",
     .help = "number or name of the clip to compare in files with several;\nof files with a model: their clips, not "
             "the models",
     .field = offsetof(diff_values, clip),
     .read = option_read_text,
     .expected = "a number or a name"},
    {.name = "--motion",
     .value = "FILE",
     .help = "the first file, which is read as a motion, even a .x or glTF with a\n"
             "mesh; the other one is read so, too",
     .field = offsetof(diff_values, motion),
     .read = option_read_text,
     .expected = "a file",
     .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS},
    {.name = "--strict", .help = "exit with 1 if there are differences", .field = offsetof(diff_values, strict)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings on stderr", .field = offsetof(diff_values, quiet)},
    {0},
};

static const char *const kind_names[] = {"removed", "added", "changed"};

/* ---- printing ---- */

static void print_table(const differences *d)
{
    static const char signs[] = {'-', '+', '~'};
    const char *section = "";
    for (uint32_t i = 0; i < d->count; i++) {
        const difference *at = &d->items[i];
        if (strcmp(section, at->section) != 0)
            printf("%s\n", section = at->section);
        printf("  %c ", signs[at->kind]);
        report_print_escaped(stdout, at->name);
        if (*at->detail)
            printf(": ");
        report_print_escaped(stdout, at->detail);
        putchar('\n');
    }
    if (d->count == 0)
        printf("%s", message_text("no differences\n"));
}

static int print_json(const char *const *files, const differences *d, report *r)
{
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    hone_json_object(&json);
    json_string(&json, "a", files[0]);
    json_string(&json, "b", files[1]);
    hone_json_key(&json, "differences");
    hone_json_array(&json);
    for (uint32_t i = 0; i < d->count; i++) {
        hone_json_object(&json);
        json_string(&json, "section", d->items[i].section);
        json_string(&json, "kind", kind_names[d->items[i].kind]);
        json_string(&json, "name", d->items[i].name);
        json_string(&json, "detail", d->items[i].detail);
        hone_json_end(&json, '}');
    }
    hone_json_end(&json, ']');
    hone_json_end(&json, '}');
    return output_text("-", &text, r);
}

/* ---- the command ---- */

static bool are_motions(const diff_values *v)
{
    return v->clip || v->motion;
}

/* Prints the differences, and releases them. */
static int tell(const char *const *files, differences *d, const diff_values *v, report *r)
{
    int status = STATUS_OK;
    if (d->out_of_memory)
        status = report_failure(r, NULL, &(hone_error){.code = HONE_ERROR_MEMORY, .message = "out of memory"});
    else if (v->json)
        status = print_json(files, d, r);
    else
        print_table(d);
    if (status == STATUS_OK && v->strict && d->count)
        status = report_failure(r, files[1], &(hone_error){.message = "differs from the first file"});
    differences_release(d);
    return status;
}

static int load_file(const char *path, const diff_values *v, input *out, report *r)
{
    const input_settings settings = {.clip = v->clip};
    hone_error error = {0};
    if (!(are_motions(v) ? input_load_motion(path, &settings, out, &error)
                         : input_load(path, &settings, false, out, &error)))
        return report_failure(r, path, &error);
    report_warn_all(r, path, out->model ? hone_model_warnings(out->model) : hone_motion_warnings(out->motion));
    return STATUS_OK;
}

static int compare(const input items[2], const char *const *files, const diff_values *v, report *r)
{
    differences d = {0};
    if (items[0].model && items[1].model && !are_motions(v))
        diff_models(items[0].model, items[1].model, &d);
    else if (items[0].motion && items[1].motion)
        diff_motions(items[0].motion, items[1].motion, &d);
    else
        return report_failure(r, files[1],
                              &(hone_error){.message = "is no file of the same kind: one is a model, one a motion"});
    return tell(files, &d, v, r);
}

/* ---- scenes ---- */

static int compare_scenes(const char *const *files, const diff_values *v, report *r)
{
    scene scenes[2] = {{.path = NULL}};
    differences d = {0};
    int status = STATUS_OK;
    for (int i = 0; i < 2 && status == STATUS_OK; i++) status = scene_open_reported(files[i], false, &scenes[i], r);
    if (status == STATUS_OK) {
        diff_scenes(&scenes[0], &scenes[1], &d);
        status = tell(files, &d, v, r);
    }
    for (int i = 0; i < 2; i++) scene_release(&scenes[i]);
    return status;
}

/* Loads what of a scene is compared with a file: its only model, or its only motion. */
static bool load_only(const scene *s, const input_settings *settings, bool as_motion, input *out, hone_error *error)
{
    scene_motion only = {.path = NULL};
    uint32_t count = as_motion ? model_choice_count_motions(s, 0, &only) : s->model_count;
    const input_settings of_clip = {.clip = settings->clip ? settings->clip : only.clip};
    if (count != 1)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         as_motion ? "has %u motions, not one that can be compared with a file"
                                   : "has %u models, not one that can be compared with a file",
                         (unsigned)count);
    const char *path = as_motion ? only.path : s->models[0].path;
    *out = (input){.path = s->path, .motion = hone_motion_retain(only.motion)};
    if (only.motion)
        return true;
    bool ok = as_motion ? input_load_motion(path, &of_clip, out, error) : input_load(path, settings, false, out, error);
    if (!ok)
        hone_error_prefix(error, path);
    return ok;
}

/* at: which of the two files is the scene. */
static int compare_scene_with_file(const char *const *files, int at, const diff_values *v, report *r)
{
    const input_settings settings = {.clip = v->clip};
    input items[2] = {{0}};
    scene s = {.path = NULL};
    int status = load_file(files[!at], v, &items[!at], r);
    if (status == STATUS_OK)
        status = scene_open_reported(files[at], false, &s, r);
    hone_error error = {0};
    if (status == STATUS_OK && !load_only(&s, &settings, !items[!at].model || are_motions(v), &items[at], &error))
        status = report_failure(r, files[at], &error);
    if (status == STATUS_OK)
        status = compare(items, files, v, r);
    for (int i = 0; i < 2; i++) input_release(&items[i]);
    scene_release(&s);
    return status;
}

/* ---- the command, which reads two files ---- */

static int run(const void *values, const char *const *given, uint32_t given_count, report *r)
{
    const diff_values *v = values;
    const char *files[2];
    uint32_t file_count = 0;
    if (v->motion)
        files[file_count++] = v->motion;
    for (uint32_t i = 0; i < given_count && i < 2 && file_count < 2; i++) files[file_count++] = given[i];
    input items[2] = {{0}};
    int status = STATUS_OK;
    if (given_count + (v->motion != NULL) != 2)
        return report_usage(r, "diff: two files are needed (hone diff -h)");
    r->quiet = v->quiet;
    bool first = scene_path_is_scene(files[0]), second = scene_path_is_scene(files[1]);
    if (!are_motions(v) && first && second)
        return compare_scenes(files, v, r);
    if (first != second)
        return compare_scene_with_file(files, second, v, r);
    for (int i = 0; i < 2 && status == STATUS_OK; i++) status = load_file(files[i], v, &items[i], r);
    if (status == STATUS_OK)
        status = compare(items, files, v, r);
    for (int i = 0; i < 2; i++) input_release(&items[i]);
    return status;
}

const command command_diff = {
    .name = "diff",
    .arguments = "A B [options]",
    .summary = "tell what changed between two models, motions or scenes",
    .notes = "Bones, materials, morphs, bodies, joints and tracks are compared by name: - is gone, + is "
             "new, ~ changed.\n"
             "Vertices are compared if both models have as many.",
    .options = options,
    .values_size = sizeof(diff_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES,
};
