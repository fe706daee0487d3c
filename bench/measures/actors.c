#include "bench/measures/actors.h"
#include "base/json/json_writer.h"
#include "bench/clock.h"
#include "bench/counted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 240 }; /* of the motion, at 60 a second; then they begin again */

/* ---- actors ------------------------------------------------------------------------------------------------------ */

/* Actors that are drawn in turn into one buffer each. */
typedef struct actor_set {
    uint32_t count;
    hone_actor **actors; /* [count] */
    double *make;        /* [count] microseconds */
    size_t bytes;        /* of all actors */
    hone_allocator allocator;
    float (**vertices)[3]; /* [count] positions, then normals; shared with the other set */
    size_t lanes;
    uint32_t frame;
    bool one_output; /* the buffer of the first actor is that of all */
    bool ok;
} actor_set;

static bool play_frame(actor_set *t, uint32_t i, double frame)
{
    float(*vertices)[3] = t->vertices[t->one_output ? 0 : i];
    const hone_skin_out out = {.positions = {vertices, t->lanes, sizeof *vertices},
                               .normals = {vertices + t->lanes, t->lanes, sizeof *vertices},
                               .order = HONE_SKIN_ORDER_LANES};
    return hone_actor_update_frame(t->actors[i], frame, NULL) && hone_actor_skin(t->actors[i], &out, NULL);
}

static void play_frames(void *user)
{
    actor_set *t = user;
    t->frame = (t->frame + 1) % FRAMES;
    for (uint32_t i = 0; i < t->count; i++) t->ok = play_frame(t, i, t->frame * 0.5) && t->ok;
}

/* The same model with the same weights, so that its skin is its own. */
static hone_model *copy_model(const hone_model *model, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    return hone_model_with_weights(model,
                                   &(hone_weights){.deforms = mesh->deforms,
                                                   .influence_begin = mesh->influence_begin,
                                                   .influences = mesh->influences,
                                                   .sdef_count = mesh->sdef_count,
                                                   .sdefs = mesh->sdefs},
                                   NULL, error);
}

static bool make_actor(actor_set *t, uint32_t i, const hone_model *model, hone_motion *motion, hone_error *error)
{
    const hone_play_desc play = {.loop = true, .start_seconds = -0.37 * i};
    double begun = bench_now();
    t->actors[i] = hone_actor_create(&(hone_actor_desc){.model = model, .allocator = &t->allocator}, error);
    if (!t->actors[i] || (motion && !hone_actor_play(t->actors[i], motion, &play, error).id))
        return false;
    t->ok = play_frame(t, i, 0);
    t->make[i] = (bench_now() - begun) * 1e6;
    return t->ok || hone_fail_memory(error);
}

static bool make_set(actor_set *t, const hone_model *model, hone_motion *motion, bool own, hone_error *error)
{
    t->allocator = bench_counted(&t->bytes);
    t->actors = calloc(t->count, sizeof *t->actors);
    t->make = calloc(t->count, sizeof *t->make);
    bool ok = t->actors && t->make;
    for (uint32_t i = 0; i < t->count && ok; i++) {
        hone_model *played = own ? copy_model(model, error) : hone_model_retain(model);
        ok = played && make_actor(t, i, played, motion, error);
        hone_model_release(played);
    }
    return ok;
}

static void release_set(actor_set *t)
{
    for (uint32_t i = 0; i < t->count && t->actors; i++) hone_actor_destroy(t->actors[i]);
    free(t->actors);
    free(t->make);
}

/* ---- measuring --------------------------------------------------------------------------------------------------- */

static bool measure_skin(const hone_model *model, bench_actors *out, size_t *lanes, hone_error *error)
{
    const hone_allocator allocator = bench_counted(&out->skin_bytes);
    hone_skin *skin = hone_skin_compile_mesh(hone_model_mesh(model), &allocator, error);
    if (!skin)
        return false;
    size_t bytes = out->skin_bytes;
    *lanes = hone_skin_lane_count(skin);
    hone_skin_release(skin);
    out->skin_bytes = bytes;
    return true;
}

static bench_actors_time time_of(const actor_set *t, const bench_work *work, uint32_t windows)
{
    double each = 1e6 / t->count;
    return (bench_actors_time){.median = bench_median(work->seconds, windows) * each,
                               .min = bench_minimum(work->seconds, windows) * each,
                               .make = bench_median(t->make, t->count)};
}

/* Both sets take turns with the first one writing to one buffer. */
static void measure(actor_set sets[2], bench_actors *out)
{
    static bench_comparison comparison;
    actor_set one_output = sets[0];
    one_output.one_output = true;
    comparison = (bench_comparison){.count = 3};
    for (int t = 0; t < 2; t++) comparison.works[t] = (bench_work){.run = play_frames, .user = &sets[t]};
    comparison.works[2] = (bench_work){.run = play_frames, .user = &one_output};
    out->windows = bench_measure(&comparison);
    out->ratio = bench_ratio(&comparison.works[0], &comparison.works[1], out->windows);
    out->output_ratio = bench_ratio(&comparison.works[2], &comparison.works[0], out->windows);
    out->shared = time_of(&sets[0], &comparison.works[0], out->windows);
    out->own = time_of(&sets[1], &comparison.works[1], out->windows);
    out->one_output = time_of(&sets[0], &comparison.works[2], out->windows);
    out->actor_bytes = sets[0].bytes / out->count;
}

static bool make_and_measure(const hone_model *model, hone_motion *motion, actor_set sets[2], bench_actors *out,
                             hone_error *error)
{
    float(**vertices)[3] = calloc(out->count, sizeof *vertices);
    bool ok = vertices || hone_fail_memory(error);
    for (uint32_t i = 0; i < out->count && ok; i++) {
        vertices[i] = calloc(2 * sets[0].lanes + 1, sizeof **vertices);
        ok = vertices[i] || hone_fail_memory(error);
        if (ok) /* so that the system has given the pages before the first frame */
            memset(vertices[i], 1, 2 * sets[0].lanes * sizeof **vertices);
    }
    sets[0].vertices = sets[1].vertices = vertices;
    ok = ok && make_set(&sets[0], model, motion, false, error) && make_set(&sets[1], model, motion, true, error);
    if (ok)
        measure(sets, out);
    for (uint32_t i = 0; i < out->count && vertices; i++) free(vertices[i]);
    free(vertices);
    return ok;
}

bool bench_actors_run(const hone_model *model, hone_motion *motion, uint32_t count, bench_actors *out,
                      hone_error *error)
{
    size_t lanes;
    if (!measure_skin(model, out, &lanes, error))
        return false;
    out->count = count;
    out->vertices = hone_model_mesh(model)->vertex_count;
    actor_set sets[2] = {{.count = count, .lanes = lanes}, {.count = count, .lanes = lanes}};
    bool ok = make_and_measure(model, motion, sets, out, error);
    for (int t = 0; t < 2; t++) release_set(&sets[t]);
    return ok;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

static void print_time(const char *name, const bench_actors_time *time, double kilobytes)
{
    printf("  %-12s %12.1f %10.1f %12.1f %12.0f\n", name, time->median, time->min, time->make, kilobytes);
}

void bench_actors_print(const bench_actors *b)
{
    double actor = (double)b->actor_bytes / 1e3, skin = (double)b->skin_bytes / 1e3;
    printf("%s: %u actors of %u vertices\n\n", b->name, b->count, b->vertices);
    printf("  %-12s %12s %10s %12s %12s\n", "of an actor", "us a frame", "least", "us to make", "kB");
    print_time("shared skin", &b->shared, actor);
    print_time("one output", &b->one_output, actor);
    print_time("own skins", &b->own, actor + skin);
    printf("\n  shared skin / own skins     %8.3f\n", b->ratio);
    printf("  one output / shared skin    %8.3f\n", b->output_ratio);
}

static void json_time(hone_json *json, const char *key, const bench_actors_time *time)
{
    hone_json_key(json, key);
    hone_json_object(json);
    hone_json_key(json, "frame");
    hone_json_number(json, time->median);
    hone_json_key(json, "frame_min");
    hone_json_number(json, time->min);
    hone_json_key(json, "make");
    hone_json_number(json, time->make);
    hone_json_end(json, '}');
}

void bench_actors_json(const bench_actors *b, hone_writer *out)
{
    hone_json json = hone_json_make(out);
    hone_json_object(&json);
    hone_json_key(&json, "model");
    hone_json_string(&json, b->name);
    hone_json_key(&json, "actors");
    hone_json_integer(&json, b->count);
    hone_json_key(&json, "vertices");
    hone_json_integer(&json, b->vertices);
    hone_json_key(&json, "actor_bytes");
    hone_json_integer(&json, b->actor_bytes);
    hone_json_key(&json, "skin_bytes");
    hone_json_integer(&json, b->skin_bytes);
    json_time(&json, "shared", &b->shared);
    json_time(&json, "one_output", &b->one_output);
    json_time(&json, "own", &b->own);
    hone_json_key(&json, "ratio");
    hone_json_number(&json, b->ratio);
    hone_json_key(&json, "output_ratio");
    hone_json_number(&json, b->output_ratio);
    hone_json_key(&json, "windows");
    hone_json_integer(&json, b->windows);
    hone_json_end(&json, '}');
}
