#include "bench/report.h"
#include "bench/clock.h"
#include "tool/output/json_members.h"
#include <hone/io.h>

#include <math.h>
#include <stdio.h>

static const char *const session_names[BENCH_STAGE_COUNT] = {"sample", "rig", "physics", "palette", "skin", "total"};

/* How many vertices the naive loop skins in this many microseconds: a unit that is comparable between machines. */
static double naive_vertices(const bench_skin_table *skin, double microseconds)
{
    double ns = skin->count ? skin->entries[0].naive_ns_per_vertex : 0;
    return ns > 0 ? microseconds * 1e3 / ns : 0;
}

/* ---- text ---- */

static void print_frame(const bench_results *b)
{
    printf("%s: %u vertices, %u bones\n\n  %-24s %8s %8s\n", b->name, b->vertices, b->bones, "a frame, one thread",
           "us", "least");
    for (int s = 0; s < BENCH_STAGE_COUNT; s++)
        printf("  %-24s %8.1f %8.1f\n", session_names[s], b->frame.median[s], b->frame.min[s]);
    printf("\n  %-24s %8s %8s\n", "palette", "ns/slot", "least");
    for (int f = 0; f < BENCH_PALETTE_FORMS && b->palette.slots; f++)
        printf("  %-24s %8.1f %8.1f\n", bench_palette_names[f], b->palette.ns[f], b->palette.min_ns[f]);
}

/* Prints a ratio that not every entry has. */
static void print_if(double ratio)
{
    if (ratio > 0)
        printf(" %9.4f", ratio);
    else
        printf(" %9s", "");
}

static void print_skin(const bench_skin_table *skin)
{
    bool any_doubtful = false;
    printf("\n  %-16s %-8s %7s %9s %9s %8s %8s %9s %9s %9s\n", "skinning", "kernel", "threads", "vertices", "ns/vertex",
           "least", "x naive", "of a copy", "x scalar", "x linear");
    for (uint32_t i = 0; i < skin->count; i++) {
        const bench_skin_entry *e = &skin->entries[i];
        bool doubtful = e->undisturbed < BENCH_LEAST;
        any_doubtful |= doubtful;
        printf("%c %-16s %-8s %7u %9u %9.3f %8.3f %8.4f %9.3f", doubtful ? '*' : ' ', e->method, e->kernel, e->threads,
               e->vertices, e->ns_per_vertex, e->min_ns_per_vertex, e->naive_ratio, e->roofline_fraction);
        print_if(e->scalar_ratio);
        print_if(e->linear_ratio);
        printf("\n");
    }
    if (any_doubtful)
        printf("* hardly a moment in which the machine did nothing else: to be measured again\n");
}

static void print_bodies(const bench_results *b)
{
    printf("\n  %-5s %6s %7s %18s\n", "rig", "bodies", "joints", "us a 1/60 s step");
    for (int i = 0; i < BENCH_BODY_RIGS; i++)
        printf("  %-5s %6u %7u %18.1f\n", b->body_rigs[i].name, b->body_rigs[i].bodies, b->body_rigs[i].joints,
               b->body_rigs[i].step);
    printf("  %u springs fitted to bodies: %.0f ms\n", b->spring_fit.joints, b->spring_fit.time);
}

static void print_physics(const bench_results *b)
{
    if (b->body_rigs[0].step > 0) /* otherwise physics is not built in */
        print_bodies(b);
    printf("\n  springs of %u joints and %u colliders: %.1f us a 1/60 s step\n", b->springs.joints,
           b->springs.colliders, b->springs.step);
}

static void print_render(const bench_render *render)
{
    if (!render->measured)
        return;
    printf("\n  %-24s %8s %8s %8s\n", "a picture of 1280x720", "ms", "least", "own part");
    for (int p = 0; p < BENCH_PASS_COUNT; p++)
        printf("  %-24s %8.1f %8.1f %8.3f\n", bench_pass_names[p], render->median[p], render->min[p],
               render->own / render->median[p]);
    printf("  by %s\n", render->device);
}

void bench_report_table(const bench_results *b)
{
    print_frame(b);
    print_render(&b->render);
    print_skin(&b->skin);
    printf("\n  loading a made PMX of %.2f MB: %.2f ms (least %.2f), at most %.2f times its size in memory\n",
           (double)b->load.bytes * 1e-6, b->load.milliseconds, b->load.fastest, b->load.memory_ratio);
    printf("  a made rig of %u bones: sample %.1f us, rig %.1f us\n", b->rig_bones, b->rig_frame.median[BENCH_SAMPLE],
           b->rig_frame.median[BENCH_RIG]);
    printf("\n  %-5s %6s %7s %8s %7s %10s %8s %16s %15s\n", "rig", "bones", "chains", "appends", "tracks", "sample us",
           "rig us", "sample + rig us", "naive vertices");
    for (int i = 0; i < BENCH_RIGS; i++) {
        const bench_rig *rig = &b->rigs[i];
        double total = rig->sample + rig->rig;
        printf("  %-5s %6u %7u %8u %7u %10.1f %8.1f %16.1f %15.0f\n", rig->name, rig->bones, rig->chains, rig->appends,
               rig->tracks, rig->sample, rig->rig, total, naive_vertices(&b->skin, total));
    }
    print_physics(b);
}

/* ---- JSON ---- */

/* Writes four digits: more would only show noise. */
static void number(hone_json *json, const char *key, double value)
{
    double unit = value > 0 ? pow(10, floor(log10(value)) - 3) : 1;
    hone_json_key(json, key);
    hone_json_number(json, unit < 1 ? round(value / unit) / round(1 / unit) : round(value));
}

static void stages(hone_json *json, const char *key, const double microseconds[BENCH_STAGE_COUNT])
{
    hone_json_key(json, key);
    hone_json_object(json);
    for (int s = 0; s < BENCH_STAGE_COUNT; s++) number(json, session_names[s], microseconds[s]);
    hone_json_end(json, '}');
}

static void palette_forms(hone_json *json, const char *key, const double ns[BENCH_PALETTE_FORMS],
                          const bench_palette *palette)
{
    hone_json_key(json, key);
    hone_json_object(json);
    json_integer(json, "slots", palette->slots);
    for (int f = 0; f < BENCH_PALETTE_FORMS; f++) number(json, bench_palette_names[f], ns[f]);
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
        json_integer(json, "threads", e->threads);
        json_integer(json, "vertices", e->vertices);
        number(json, "ns_per_vertex", e->ns_per_vertex);
        number(json, "naive_ratio", e->naive_ratio);
        number(json, "roofline_fraction", e->roofline_fraction);
        number(json, "min_ns_per_vertex", e->min_ns_per_vertex);
        number(json, "naive_ns_per_vertex", e->naive_ns_per_vertex);
        if (e->scalar_ratio > 0)
            number(json, "scalar_ratio", e->scalar_ratio);
        if (e->linear_ratio > 0)
            number(json, "linear_ratio", e->linear_ratio);
        number(json, "bytes_per_vertex", e->bytes_per_vertex);
        hone_json_key(json, "order");
        hone_json_string(json, e->file_order ? "file" : "lanes");
        json_integer(json, "windows", e->undisturbed);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void physics_entries(hone_json *json, const bench_results *b)
{
    hone_json_key(json, "physics");
    hone_json_object(json);
    for (int i = 0; i < BENCH_BODY_RIGS; i++) {
        hone_json_key(json, b->body_rigs[i].name);
        hone_json_object(json);
        json_integer(json, "bodies", b->body_rigs[i].bodies);
        json_integer(json, "joints", b->body_rigs[i].joints);
        number(json, "step", b->body_rigs[i].step);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
    hone_json_key(json, "springs");
    hone_json_object(json);
    json_integer(json, "joints", b->springs.joints);
    json_integer(json, "colliders", b->springs.colliders);
    number(json, "step", b->springs.step);
    hone_json_end(json, '}');
    hone_json_key(json, "spring_fit");
    hone_json_object(json);
    json_integer(json, "joints", b->spring_fit.joints);
    number(json, "time", b->spring_fit.time);
    hone_json_end(json, '}');
}

static void render_entries(hone_json *json, const bench_render *render)
{
    if (!render->measured)
        return;
    hone_json_key(json, "render");
    hone_json_object(json);
    hone_json_key(json, "device");
    hone_json_string(json, render->device);
    json_integer(json, "width", BENCH_RENDER_WIDTH);
    json_integer(json, "height", BENCH_RENDER_HEIGHT);
    number(json, "own_milliseconds", render->own);
    for (int p = 0; p < BENCH_PASS_COUNT; p++) {
        hone_json_key(json, bench_pass_names[p]);
        hone_json_object(json);
        number(json, "milliseconds", render->median[p]);
        number(json, "min_milliseconds", render->min[p]);
        number(json, "frames_per_second", 1e3 / render->median[p]);
        number(json, "own_fraction", render->own / render->median[p]);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

static void rig_entries(hone_json *json, const bench_results *b)
{
    hone_json_key(json, "rigs");
    hone_json_object(json);
    for (int i = 0; i < BENCH_RIGS; i++) {
        const bench_rig *rig = &b->rigs[i];
        hone_json_key(json, rig->name);
        hone_json_object(json);
        json_integer(json, "bones", rig->bones);
        json_integer(json, "chains", rig->chains);
        json_integer(json, "appends", rig->appends);
        json_integer(json, "tracks", rig->tracks);
        number(json, "sample", rig->sample);
        number(json, "rig", rig->rig);
        number(json, "total", rig->sample + rig->rig);
        number(json, "naive_vertices", naive_vertices(&b->skin, rig->sample + rig->rig));
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

void bench_report_json(const bench_results *b, hone_writer *to)
{
    hone_json json = hone_json_make(to);
    hone_json_object(&json);
    hone_json_key(&json, "scene");
    hone_json_string(&json, b->scene);
    hone_json_key(&json, "model");
    hone_json_string(&json, b->name);
    json_integer(&json, "vertices", b->vertices);
    json_integer(&json, "bones", b->bones);
    stages(&json, "frame", b->frame.median);
    stages(&json, "frame_min", b->frame.min);
    palette_forms(&json, "palette", b->palette.ns, &b->palette);
    palette_forms(&json, "palette_min", b->palette.min_ns, &b->palette);
    skin_entries(&json, &b->skin);
    render_entries(&json, &b->render);
    hone_json_key(&json, "load");
    hone_json_object(&json);
    json_integer(&json, "bytes", b->load.bytes);
    number(&json, "milliseconds", b->load.milliseconds);
    number(&json, "fastest_milliseconds", b->load.fastest);
    number(&json, "memory_ratio", b->load.memory_ratio);
    hone_json_end(&json, '}');
    hone_json_key(&json, "rig");
    hone_json_object(&json);
    json_integer(&json, "bones", b->rig_bones);
    number(&json, "sample", b->rig_frame.median[BENCH_SAMPLE]);
    number(&json, "rig", b->rig_frame.median[BENCH_RIG]);
    hone_json_end(&json, '}');
    rig_entries(&json, b);
    physics_entries(&json, b);
    hone_json_end(&json, '}');
}
