/* hone bench: what a frame costs on this machine, as times and as ratios to loops that anybody would write. */
#include "base/error.h"
#include "base/json.h"
#include "bench_frame.h"
#include "bench_load.h"
#include "bench_model.h"
#include "bench_rigs.h"
#include "bench_skin.h"
#include "built_in.h"
#include "commands.h"
#include "interrupt.h"

#include <math.h>

typedef struct bench_values {
    bool json, quiet;
    int scene;
    uint32_t size;    /* 0: the model's own vertices */
    uint32_t threads; /* 0: one a processor */
} bench_values;

typedef struct bench_results {
    const char *scene;
    uint32_t bones, vertices, rig_bones;
    double frame[BENCH_STAGE_COUNT];
    double rig_frame[BENCH_STAGE_COUNT]; /* of the made rig */
    bench_rig rigs[BENCH_RIGS];
    bench_load load;
    bench_skin_table skin;
} bench_results;

static const char *const stage_names[BENCH_STAGE_COUNT] = {"sample", "rig", "physics", "palette", "skin", "total"};
static const char *const scene_names[] = {"character", NULL};
static const option_range size_range = {1, 10000000}, thread_range = {1, 256};

static const option options[] = {
    {.name = "--scene",
     .value = "character",
     .help = "the built-in character and dance (default without MODEL)",
     .field = offsetof(bench_values, scene),
     .read = option_read_choice,
     .wants = "character",
     .detail = scene_names},
    {.name = "--size",
     .value = "N",
     .help = "vertices of the skinning working set: the mesh is\nrepeated or cut (default: as it is)",
     .field = offsetof(bench_values, size),
     .read = option_read_integer,
     .wants = "a number from 1 to 10000000",
     .detail = &size_range},
    {.name = "--threads",
     .value = "N",
     .help = "threads of the threaded entries (default: one a\nprocessor)",
     .field = offsetof(bench_values, threads),
     .read = option_read_integer,
     .wants = "a number from 1 to 256",
     .detail = &thread_range},
    {.name = "--json", .help = "for programs", .field = offsetof(bench_values, json)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings", .field = offsetof(bench_values, quiet)},
    {0},
};

/* ---- measuring ---- */

/* What is measured: the first model, and the first motion for bodies; retained. */
typedef struct subject {
    const char *name;
    hone_model *model;
    hone_motion *motion; /* NULL: the rest pose */
} subject;

static void release_subject(subject *s)
{
    hone_model_release(s->model);
    hone_motion_release(s->motion);
}

static int find_subject(const inputs *in, subject *out, report *r)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        if (item->model && !out->model) {
            out->name = item->path;
            out->model = hone_model_retain(item->model);
        } else if (item->motion && !out->motion) {
            out->motion = hone_motion_retain(item->motion);
        } else if (item->model) {
            return report_failure(r, item->path, &(hone_error){.message = "a second model; bench takes one"});
        }
    }
    if (out->model)
        return STATUS_OK;
    return report_failure(r, in->items[0].path, &(hone_error){.message = "a motion; a model to play it on is missing"});
}

static hone_actor *make_actor(const subject *s, hone_error *error)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s->model}, error);
    if (actor && s->motion && !hone_actor_play(actor, s->motion, NULL, error)) {
        hone_actor_destroy(actor);
        return NULL;
    }
    return actor;
}

static bool measure_subject(const subject *s, const bench_values *v, bench_results *out, hone_error *error)
{
    hone_actor *actor = make_actor(s, error);
    double duration = hone_motion_duration(s->motion);
    out->scene = s->name;
    out->bones = hone_model_skeleton(s->model)->bone_count;
    out->vertices = hone_model_mesh(s->model)->vertex_count;
    bool ok = actor && bench_frame_run(actor, duration, true, out->frame, error);
    if (ok) {
        hone_actor_update(actor, duration / 2);
        ok = bench_skin_run(actor, v->size, v->threads, &out->skin, error);
    }
    hone_actor_destroy(actor);
    return ok;
}

/* Loading, and a rig of hundreds of bones: on the model that the program makes. */
static bool measure_made(bench_results *out, hone_error *error)
{
    subject s = {.model = bench_model_make(error), .motion = bench_motion_make(error)};
    hone_actor *actor = s.model && s.motion ? make_actor(&s, error) : NULL;
    out->rig_bones = hone_model_skeleton(s.model)->bone_count;
    bool ok = actor && bench_frame_run(actor, hone_motion_duration(s.motion), false, out->rig_frame, error) &&
              bench_load_run(s.model, &out->load, error) && bench_rigs_run(out->rigs, error);
    hone_actor_destroy(actor);
    release_subject(&s);
    return ok;
}

/* How many vertices the naive loop skins in as many microseconds: a measure that machines have in common. */
static double naive_vertices(const bench_skin_table *skin, double microseconds)
{
    const bench_skin_entry *e = skin->entries;
    return skin->count && e->ns_per_vertex > 0 ? microseconds * 1e3 * e->naive_ratio / e->ns_per_vertex : 0;
}

/* ---- printing ---- */

static void print_table(const bench_results *b)
{
    printf("%s: %u vertices, %u bones\n\n  a frame, one thread    us\n", b->scene, b->vertices, b->bones);
    for (int s = 0; s < BENCH_STAGE_COUNT; s++) printf("  %-16s%9.1f\n", stage_names[s], b->frame[s]);
    printf("\n  %-16s %-8s %7s %9s %9s %12s %9s\n", "skinning", "kernel", "threads", "vertices", "ns/vertex",
           "x naive time", "of a copy");
    for (uint32_t i = 0; i < b->skin.count; i++) {
        const bench_skin_entry *e = &b->skin.entries[i];
        printf("  %-16s %-8s %7u %9u %9.2f %12.2f %9.3f\n", e->method, e->kernel, e->threads, e->vertices,
               e->ns_per_vertex, e->naive_ratio, e->roofline_fraction);
    }
    printf("\n  loading a made PMX of %.2f MB: %.2f ms (least %.2f), at most %.2f times its size in memory\n",
           (double)b->load.bytes * 1e-6, b->load.milliseconds, b->load.fastest, b->load.memory_ratio);
    printf("  a made rig of %u bones: sample %.1f us, rig %.1f us\n", b->rig_bones, b->rig_frame[BENCH_SAMPLE],
           b->rig_frame[BENCH_RIG]);
    printf("\n  %-5s %6s %7s %8s %7s %10s %8s %16s %15s\n", "rig", "bones", "chains", "appends", "tracks", "sample us",
           "rig us", "sample + rig us", "naive vertices");
    for (int i = 0; i < BENCH_RIGS; i++) {
        const bench_rig *rig = &b->rigs[i];
        double total = rig->sample + rig->rig;
        printf("  %-5s %6u %7u %8u %7u %10.1f %8.1f %16.1f %15.0f\n", rig->name, rig->bones, rig->chains, rig->appends,
               rig->tracks, rig->sample, rig->rig, total, naive_vertices(&b->skin, total));
    }
}

/* Four digits: more would only show the noise. */
static void figure(hone_json *json, const char *key, double value)
{
    double unit = value > 0 ? pow(10, floor(log10(value)) - 3) : 1;
    hone_json_key(json, key);
    hone_json_number(json, unit < 1 ? round(value / unit) / round(1 / unit) : round(value));
}

static void integer(hone_json *json, const char *key, uint64_t value)
{
    hone_json_key(json, key);
    hone_json_integer(json, value);
}

static void stages(hone_json *json, const double microseconds[BENCH_STAGE_COUNT])
{
    hone_json_key(json, "frame");
    hone_json_object(json);
    for (int s = 0; s < BENCH_STAGE_COUNT; s++) figure(json, stage_names[s], microseconds[s]);
    hone_json_end(json, '}');
}

static void skin_entries(hone_json *json, const bench_skin_table *skin)
{
    hone_json_key(json, "skin");
    hone_json_array(json);
    for (uint32_t i = 0; i < skin->count; i++) {
        const bench_skin_entry *e = &skin->entries[i];
        hone_json_object(json);
        hone_json_key(json, "method");
        hone_json_string(json, e->method);
        hone_json_key(json, "kernel");
        hone_json_string(json, e->kernel);
        integer(json, "threads", e->threads);
        integer(json, "vertices", e->vertices);
        figure(json, "ns_per_vertex", e->ns_per_vertex);
        figure(json, "naive_ratio", e->naive_ratio);
        figure(json, "roofline_fraction", e->roofline_fraction);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void rig_entries(hone_json *json, const bench_results *b)
{
    hone_json_key(json, "rigs");
    hone_json_object(json);
    for (int i = 0; i < BENCH_RIGS; i++) {
        const bench_rig *rig = &b->rigs[i];
        hone_json_key(json, rig->name);
        hone_json_object(json);
        integer(json, "bones", rig->bones);
        integer(json, "chains", rig->chains);
        integer(json, "appends", rig->appends);
        integer(json, "tracks", rig->tracks);
        figure(json, "sample", rig->sample);
        figure(json, "rig", rig->rig);
        figure(json, "total", rig->sample + rig->rig);
        figure(json, "naive_vertices", naive_vertices(&b->skin, rig->sample + rig->rig));
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

static void write_json(hone_writer *text, const bench_results *b)
{
    hone_json json = hone_json_make(text);
    hone_json_object(&json);
    hone_json_key(&json, "scene");
    hone_json_string(&json, b->scene);
    integer(&json, "vertices", b->vertices);
    integer(&json, "bones", b->bones);
    stages(&json, b->frame);
    skin_entries(&json, &b->skin);
    hone_json_key(&json, "load");
    hone_json_object(&json);
    integer(&json, "bytes", b->load.bytes);
    figure(&json, "milliseconds", b->load.milliseconds);
    figure(&json, "fastest_milliseconds", b->load.fastest);
    figure(&json, "memory_ratio", b->load.memory_ratio);
    hone_json_end(&json, '}');
    hone_json_key(&json, "rig");
    hone_json_object(&json);
    integer(&json, "bones", b->rig_bones);
    figure(&json, "sample", b->rig_frame[BENCH_SAMPLE]);
    figure(&json, "rig", b->rig_frame[BENCH_RIG]);
    hone_json_end(&json, '}');
    rig_entries(&json, b);
    hone_json_end(&json, '}');
}

static int print_json(const bench_results *b, report *r)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    hone_writer text = hone_writer_make(NULL);
    write_json(&text, b);
    if (!hone_writer_finish(&text, &bytes, &error))
        return report_failure(r, NULL, &error);
    fwrite(bytes.data, 1, bytes.size, stdout);
    hone_bytes_release(&bytes);
    return STATUS_OK;
}

/* ---- the command ---- */

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const bench_values *v = values;
    hone_error error = {0};
    subject s = {0};
    bench_results results = {0};
    r->quiet = v->quiet;
    inputs in;
    int status = file_count ? inputs_load(files, file_count, &(input_wishes){.one_model = true}, &in, r)
                            : built_in_inputs(&in, r);
    if (status == STATUS_OK)
        status = find_subject(&in, &s, r);
    if (status == STATUS_OK && !(measure_subject(&s, v, &results, &error) && measure_made(&results, &error)))
        status = report_failure(r, s.name, &error);
    if (interrupted())
        status = interrupted_status();
    else if (status == STATUS_OK && v->json)
        status = print_json(&results, r);
    else if (status == STATUS_OK)
        print_table(&results);
    release_subject(&s);
    inputs_release(&in);
    return status;
}

const command command_bench = {
    "bench",
    "[MODEL [MOTION]] [options]",
    "measure what a frame costs on this machine",
    "A frame is timed stage by stage at 60 frames a second, on one thread. Skinning is timed beside a naive loop (sum "
    "of up\n"
    "to four weighted 4x4 matrices a vertex, array of structures, -O2 without vectorisation) and beside a copy that\n"
    "reads and writes as many bytes, in the same windows; a window in which the system took the processor away is\n"
    "measured again. Figures are medians. Loading and the rig are measured on a model that the command makes: 29,328\n"
    "vertices, 470 bones, 2.2 MB as PMX. Two more rigs dance without a mesh: A of 120 bones and 7 chains (legs of 2 "
    "links x\n"
    "40 loops, toes 1 x 3, three tails 3 x 15), B of 470 bones, 28 appends and 4 chains (legs 2 x 200, toes 1 x 50). "
    "Their\n"
    "dance keys the body, not hair and skirt, each 10 frames with eased curves; feet step, goals are mostly in reach.",
    options,
    NULL,
    sizeof(bench_values),
    run};
