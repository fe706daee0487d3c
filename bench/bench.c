/* hone bench: measures what a frame costs on this machine, as times and as ratios to simple loops. */
#include "bench/bench.h"
#include "bench/measures/actors.h"
#include "bench/measures/blend.h"
#include "bench/measures/crowd.h"
#include "bench/measures/model.h"
#include "bench/palette_table.h"
#include "bench/report.h"
#include "samples/samples.h"
#include "tool/output/output.h"
#include "tool/play/demo_assets.h"
#include "tool/play/model_choice.h"
#include "tool/scene/scene_options.h"
#include <hone/format.h>
#include <hone/io.h>

#include <stdio.h>

typedef struct bench_values {
    bool json, palettes, quiet;
    int scene;
    uint32_t size;    /* 0: the model's own vertices */
    uint32_t threads; /* 0: one for each processor */
    int method;       /* index in method_names */
    const char *kernel;
    uint32_t repeats; /* 0: with the clock */
    uint32_t actors;  /* 0: not measured */
    uint32_t crowd;   /* members; 0: not measured */
    uint32_t blend;   /* bones; 0: not measured */
    const char *model;
} bench_values;

static const char *const scene_names[] = {"character", "random4", "sdef", "packed",
                                          "layouts",   "mush",    NULL}; /* order of bench_scene */
static const char *const method_names[] = {"all",
                                           "linear",
                                           "dual-quaternion",
                                           "cor",
                                           "sdef",
                                           "packed",
                                           "linear-file",
                                           "sdef-file",
                                           "positions",
                                           "tangents",
                                           "interleaved",
                                           "interleaved-file",
                                           "half",
                                           "normalised",
                                           "packed-file",
                                           "delta-mush",
                                           "direct-delta-mush",
                                           NULL};
static const option_range size_range = {1, 10000000}, thread_range = {1, 256}, repeat_range = {1, 1000000},
                          actor_range = {1, 200}, crowd_range = {1, 100000}, blend_range = {1, 100000};

static const option options[] = {
    {.name = "--scene",
     .value = "NAME",
     .help = "what is skinned: character (default), the mesh by every method;\n"
             "random4, its vertices with four random bones each; sdef, only\n"
             "its SDEF vertices; packed, linear skinning with packed vertices\n"
             "and without; layouts, linear skinning into several layouts;\n"
             "mush, the mesh by delta mush and direct delta mush",
     .field = offsetof(bench_values, scene),
     .read = option_read_choice,
     .expected = "character, random4, sdef, packed, layouts or mush",
     .detail = scene_names},
    {.name = "--size",
     .value = "N",
     .help = "vertices of the skinning working set: the mesh is repeated or\n"
             "cut (default: as it is)",
     .field = offsetof(bench_values, size),
     .read = option_read_integer,
     .expected = "a number from 1 to 10000000",
     .detail = &size_range},
    {.name = "--threads",
     .value = "N",
     .help = "threads of the threaded entries (default: one for each processor)",
     .field = offsetof(bench_values, threads),
     .read = option_read_integer,
     .expected = "a number from 1 to 256",
     .detail = &thread_range},
    {.name = "--method",
     .value = "NAME",
     .help = "measure only this method of skinning",
     .field = offsetof(bench_values, method),
     .read = option_read_choice,
     .expected = "linear, dual-quaternion, cor, sdef, packed, linear-file, sdef-file, "
                 "positions, tangents, interleaved, interleaved-file, half, normalised, packed-file, "
                 "delta-mush or direct-delta-mush",
     .detail = method_names},
    {.name = "--kernel",
     .value = "NAME",
     .help = "measure only this kernel",
     .field = offsetof(bench_values, kernel),
     .read = option_read_text,
     .expected = "the name of a kernel"},
    {.name = "--repeat",
     .value = "N",
     .help = "skin N times on one thread without a clock, and do nothing else:\n"
             "for tools that count instructions",
     .field = offsetof(bench_values, repeats),
     .read = option_read_integer,
     .expected = "a number from 1 to 1000000",
     .detail = &repeat_range},
    {.name = "--actors",
     .value = "N",
     .help = "measure nothing but N actors of the model, each at another time of the\n"
             "motion, without physics, on one thread: memory, time of a frame, and\n"
             "time to make one, with a skin that all share and with a skin for each",
     .field = offsetof(bench_values, actors),
     .read = option_read_integer,
     .expected = "a number from 1 to 200",
     .detail = &actor_range},
    {.name = "--crowd",
     .value = "N",
     .help = "measure nothing but a crowd of N members, each at a time and a blend of\n"
             "two clips of its own, on one thread: palettes and vertices, beside the\n"
             "same work for one member after another. MODEL's own clips play if there\n"
             "is no MOTION",
     .field = offsetof(bench_values, crowd),
     .read = option_read_integer,
     .expected = "a number from 1 to 100000",
     .detail = &crowd_range},
    {.name = "--blend",
     .value = "N",
     .help = "measure nothing but blending random poses of N bones, on one thread:\n"
             "layers, masks and additive layers, beside a copy that reads and writes\n"
             "as many bytes",
     .field = offsetof(bench_values, blend),
     .read = option_read_integer,
     .expected = "a number from 1 to 100000",
     .detail = &blend_range},
    {.name = "--palettes",
     .help = "measure nothing: print what a palette of the model costs in each form\n"
             "for a shader, in bytes and registers, and how many pieces of the mesh\n"
             "a limit of registers makes",
     .field = offsetof(bench_values, palettes)},
    MODEL_CHOICE_OPTION(bench_values, model),
    {.name = "--json",
     .help = "print JSON; of several models of a scene, an array",
     .field = offsetof(bench_values, json)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings", .field = offsetof(bench_values, quiet)},
    {0},
};

/* ---- measuring ---- */

/* A measured model and the first motion that plays on it, both retained. */
typedef struct bench_input {
    const char *name;
    bool built_in;
    hone_model *model;
    hone_motion *motion; /* NULL: the rest pose */
} bench_input;

static void release_input(bench_input *s)
{
    hone_model_release(s->model);
    hone_motion_release(s->motion);
}

static bench_input make_input(const inputs *in, uint32_t number)
{
    const input *model = model_choice_at(in, number);
    bench_input out = {.name = model->path, .model = hone_model_retain(model->model)};
    for (uint32_t i = 0; i < in->count && !out.motion; i++) {
        const input *item = &in->items[i];
        if (!item->model && (in->model_count == 1 || inputs_plays_on(in, item, number)))
            out.motion = hone_motion_retain(item->motion);
    }
    return out;
}

/* Finds which models are measured: *first to *last. */
static int find_models(const inputs *in, const bench_values *v, bool is_scene, uint32_t *first, uint32_t *last,
                       report *r)
{
    *first = 1, *last = in->model_count;
    if (v->model) {
        int status = model_choice_find(in, v->model, "", first, r);
        *last = *first;
        return status;
    }
    if (in->model_count > 1 && !is_scene)
        return report_failure(r, model_choice_at(in, 2)->path,
                              &(hone_error){.message = "is a second model; bench takes one"});
    if (in->model_count)
        return STATUS_OK;
    if (in->items[0].bones)
        return report_failure(r, in->items[0].path,
                              &(hone_error){.message = "is a skeleton without a mesh: there is nothing to skin"});
    return report_failure(r, in->items[0].path,
                          &(hone_error){.message = "is a motion; the model to play it on is missing"});
}

static hone_actor *make_actor(const bench_input *s, hone_error *error)
{
    hone_actor *actor =
        hone_actor_create(&(hone_actor_desc){.model = s->model, .physics = {.on = hone_physics_available()}}, error);
    if (actor && s->motion && !hone_actor_play(actor, s->motion, NULL, error).id) {
        hone_actor_destroy(actor);
        return NULL;
    }
    return actor;
}

/* Textures of a file are searched in its folder. */
static bool measure_pictures(const bench_input *s, hone_actor *actor, double duration, bench_render *out,
                             hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    if (!s->built_in)
        hone_path_folder(s->name, folder); /* cannot be too long: the path was opened before */
    const hone_file_resolver files = s->built_in ? hone_sample_files() : hone_file_resolver_in_folder(folder);
    return bench_render_run(actor, duration, &files, out, error);
}

static bool measure_input(const bench_input *s, const bench_values *v, bench_results *out, hone_error *error)
{
    hone_actor *actor = make_actor(s, error);
    double duration = hone_motion_duration(s->motion);
    const bench_skin_desc desc = {.scene = (bench_scene)v->scene,
                                  .vertices = v->size,
                                  .threads = v->threads,
                                  .method = v->method ? method_names[v->method] : NULL,
                                  .kernel = v->kernel};
    out->name = s->name;
    out->scene = scene_names[v->scene];
    out->bones = hone_model_skeleton(s->model)->bone_count;
    out->vertices = hone_model_mesh(s->model)->vertex_count;
    bool ok = actor && (v->repeats || bench_frame_run(actor, duration, true, &out->frame, error));
    ok = ok && hone_actor_update(actor, duration / 2, error);
    if (ok)
        ok = v->repeats
                 ? bench_skin_repeat(actor, &desc, v->repeats, &out->skin, error)
                 : bench_skin_run(actor, &desc, &out->skin, error) && bench_palette_run(actor, &out->palette, error) &&
                       measure_pictures(s, actor, duration, &out->render, error);
    hone_actor_destroy(actor);
    return ok;
}

/* Measures loading, and a rig of hundreds of bones, with the generated model. */
static bool measure_made(bench_results *out, hone_error *error)
{
    bench_input s = {.model = bench_model_make(error), .motion = bench_motion_make(error)};
    hone_actor *actor = s.model && s.motion ? make_actor(&s, error) : NULL;
    out->rig_bones = hone_model_skeleton(s.model)->bone_count;
    bool ok = actor && bench_frame_run(actor, hone_motion_duration(s.motion), false, &out->rig_frame, error) &&
              bench_load_run(s.model, &out->load, error) && bench_rigs_run(out->rigs, error) &&
              bench_physics_run(out->body_rigs, error) && bench_springs_run(&out->springs, error) &&
              bench_fit_run(&out->spring_fit, error);
    hone_actor_destroy(actor);
    release_input(&s);
    return ok;
}

/* ---- the command ---- */

static int print_json(const bench_results *b, report *r)
{
    hone_writer text = hone_writer_make(NULL);
    bench_report_json(b, &text);
    return output_text("-", &text, r);
}

static void print_repeated(const bench_skin_table *skin, uint32_t repeats)
{
    for (uint32_t i = 0; i < skin->count; i++)
        printf("%s %s: %u vertices %u times\n", skin->entries[i].method, skin->entries[i].kernel,
               skin->entries[i].vertices, repeats);
}

static int print_palettes(const bench_input *s, const bench_values *v, report *r)
{
    bench_palette_table table = {.name = s->name};
    hone_error error = {0};
    if (!bench_palette_table_make(s->model, &table, &error))
        return report_failure(r, s->name, &error);
    if (!v->json)
        return bench_palette_table_print(&table), STATUS_OK;
    hone_writer text = hone_writer_make(NULL);
    bench_palette_table_json(&table, &text);
    return output_text("-", &text, r);
}

static int print_actors(const bench_input *s, const bench_values *v, report *r)
{
    bench_actors actors = {.name = s->name};
    hone_error error = {0};
    bool ok = bench_actors_run(s->model, s->motion, v->actors, &actors, &error);
    if (!ok)
        return report_failure(r, s->name, &error);
    if (!v->json)
        return bench_actors_print(&actors), STATUS_OK;
    hone_writer text = hone_writer_make(NULL);
    bench_actors_json(&actors, &text);
    return output_text("-", &text, r);
}

enum { CROWD_CLIPS = 16 }; /* the most clips of a file that a crowd plays */

/* Loads the clips of the model's file; if it has none, the input's motion is the only one. Returns how many. */
static uint32_t load_clips(const bench_input *s, hone_motion *clips[CROWD_CLIPS])
{
    uint32_t in_file = s->built_in ? 0 : hone_model_get(s->model)->clip_count, count = 0;
    for (uint32_t c = 0; c < in_file && c < CROWD_CLIPS; c++) {
        char number[16];
        snprintf(number, sizeof number, "%u", c);
        clips[count] = hone_motion_load(s->name, &(hone_load_desc){.clip = number}, NULL);
        count += clips[count] != NULL;
    }
    if (count == 0 && s->motion)
        clips[count++] = hone_motion_retain(s->motion);
    return count;
}

static int print_crowd(const bench_input *s, const bench_values *v, bool own_clips, report *r)
{
    hone_motion *clips[CROWD_CLIPS] = {s->motion};
    uint32_t count = own_clips ? load_clips(s, clips) : s->motion != NULL;
    bench_crowd crowd = {.name = s->name};
    hone_error error = {0};
    bool ok = bench_crowd_run(s->model, (const hone_motion *const *)clips, count, v->crowd, &crowd, &error);
    for (uint32_t c = 0; c < count && own_clips; c++) hone_motion_release(clips[c]);
    if (!ok)
        return report_failure(r, s->name, &error);
    if (!v->json)
        return bench_crowd_print(&crowd), STATUS_OK;
    hone_writer text = hone_writer_make(NULL);
    bench_crowd_json(&crowd, &text);
    return output_text("-", &text, r);
}

static int print_blend(const bench_values *v, report *r)
{
    bench_blend blend = {0};
    hone_error error = {0};
    bool ok = bench_blend_run(v->blend, &blend, &error);
    if (!ok)
        return report_failure(r, "--blend", &error);
    if (!v->json)
        return bench_blend_print(&blend), STATUS_OK;
    hone_writer text = hone_writer_make(NULL);
    bench_blend_json(&blend, &text);
    return output_text("-", &text, r);
}

static int print_results(const bench_results *results, const bench_values *v, report *r)
{
    if (v->repeats)
        return print_repeated(&results->skin, v->repeats), STATUS_OK;
    if (v->json)
        return print_json(results, r);
    return bench_report_table(results), STATUS_OK;
}

static int measure_and_print(const bench_input *s, const bench_values *v, report *r)
{
    bench_results results = {0};
    hone_error error = {0};
    bool ok = measure_input(s, v, &results, &error) && (v->repeats || measure_made(&results, &error));
    return ok ? print_results(&results, v, r) : report_failure(r, s->name, &error);
}

static int measure(const bench_input *s, const bench_values *v, bool own_clips, report *r)
{
    if (v->crowd)
        return print_crowd(s, v, own_clips, r);
    return v->palettes ? print_palettes(s, v, r) : v->actors ? print_actors(s, v, r) : measure_and_print(s, v, r);
}

/* Reads the scene among the files, if there is one. Returns its path in *path, or NULL. */
static int find_scene(const char *const *files, uint32_t count, scene *out, const char **path, report *r)
{
    int status = scene_find("bench", files, count, path, r);
    return status == STATUS_OK && *path ? scene_open_reported(*path, false, out, r) : status;
}

/* Measures one model after the other. The JSON of several is an array. */
static int measure_models(const inputs *in, const bench_values *v, uint32_t file_count, bool is_scene, report *r)
{
    uint32_t first, last;
    int status = find_models(in, v, is_scene, &first, &last, r);
    bool several = first < last && v->json;
    for (uint32_t number = first; status == STATUS_OK && number <= last; number++) {
        bench_input s = make_input(in, number);
        s.built_in = file_count == 0;
        if (several)
            fputs(number == first ? "[" : ",", stdout);
        status = measure(&s, v, file_count == 1 && !(is_scene && s.motion), r);
        release_input(&s);
    }
    if (status == STATUS_OK && several)
        fputs("]\n", stdout);
    return status;
}

/* Loads the files, and measures their models. */
static int load_and_measure(const bench_values *v, const char *const *files, uint32_t count, report *r)
{
    inputs in = {0};
    scene staged = {0};
    const char *path;
    int status = find_scene(files, count, &staged, &path, r);
    const input_settings settings = {.one_model = !path, .scene = path ? &staged : NULL, .scene_path = path};
    if (status == STATUS_OK)
        status = count ? inputs_load(files, count, &settings, &in, r) : demo_asset_inputs(&in, r);
    if (status == STATUS_OK && in.count == 0)
        status = report_failure(r, path, &(hone_error){.message = "names no model"});
    if (status == STATUS_OK)
        status = measure_models(&in, v, count, path != NULL, r);
    inputs_release(&in);
    scene_release(&staged);
    return status;
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const bench_values *v = values;
    bool measures = v->scene || v->size || v->threads || v->method || v->kernel || v->repeats;
    if (v->blend && (measures || v->actors || v->crowd || v->palettes || file_count))
        return report_usage(r, "bench: --blend takes no file, and goes with --json and --quiet only");
    if (v->blend)
        return print_blend(v, r);
    if (v->crowd && (measures || v->actors || v->palettes))
        return report_usage(r, "bench: --crowd goes with --json and --quiet only");
    if (v->palettes && (measures || v->actors))
        return report_usage(r, "bench: --palettes goes with --json and --quiet only");
    if (v->actors && measures)
        return report_usage(r, "bench: --actors goes with --json and --quiet only");
    r->quiet = v->quiet;
    report_silence_libraries(r);
    return load_and_measure(v, files, file_count, r);
}

const command command_bench = {
    .name = "bench",
    .arguments = "[MODEL [MOTION]] [options]",
    .summary = "measure the cost of a frame on this machine",
    .notes =
        "A frame is timed stage by stage at 60 frames a second, on one thread, with the fastest kernel for vertices.\n"
        "Skinning is timed beside a naive loop (a sum of up to four weighted 4x4 matrices for each vertex, array of\n"
        "structures, -O2 without vectorisation) and beside a copy that reads and writes as many bytes. They take "
        "turns\n"
        "in windows of a millisecond, which are spread over the whole run. A window does not count if the system took\n"
        "the processor away during it, or if the naive loop or the copy took more than 1.1 times its best. Results "
        "are\n"
        "medians, with the least beside them. Vertices are written in hone's own order; the methods named -file write\n"
        "them in the file's order. Loading and the rig are measured on a model that the command makes: 29,328 "
        "vertices,\n"
        "470 bones, 2.2 MB as PMX. Two more rigs dance without a mesh: A with 120 bones and 7 chains (legs of 2 links "
        "x\n"
        "40 loops, toes 1 x 3, three tails 3 x 15), B with 470 bones, 28 appends and 4 chains (legs 2 x 200, toes 1 x\n"
        "50). Their dance has keys for the body, not for hair and skirt, every 10 frames with eased curves; the feet\n"
        "step, and goals are mostly within reach.",
    .options = options,
    .values_size = sizeof(bench_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES,
};
