#include "bench/measures/crowd.h"
#include "bench/clock.h"
#include "bench/counted.h"
#include "tool/output/json_members.h"
#include <hone/blend.h>
#include <hone/rig.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLAYS = 2, PERIOD = 4, BAKE_RATE = 60 };

/* Ways to update a crowd, with tables of the keys or a rig; then the same with baked tables, for models that need a
 * rig. */
enum { EVERY_FRAME, HELD, SMOOTH, WAYS, CROWDS = 2 * WAYS };

static const double STEP = 1 / 60.0; /* seconds of a frame */

/* ---- crowds ------------------------------------------------------------------------------------------------------ */

/* Sets what the members play: neighbouring clips, at times and with weights that differ. */
static void play_all(hone_crowd *crowd, const hone_crowd_model *model, uint32_t members)
{
    uint32_t clip_count = hone_crowd_model_get_info(model).clip_count;
    for (uint32_t m = 0; m < members && clip_count; m++)
        for (uint32_t p = 0; p < PLAYS; p++) {
            hone_crowd_play *play = hone_crowd_writable_plays(crowd, m) + p;
            play->clip = (m + p) % clip_count;
            play->weight = 0.2f + 0.1f * (float)((m + 3 * p) % 7);
            play->seconds = fmod(0.37 * m + 0.21 * p, hone_crowd_model_duration(model, play->clip) + 1e-9);
            play->speed = 1;
        }
}

static hone_crowd *make_crowd(const hone_crowd_model *model, uint32_t members, uint32_t period, bool interpolate,
                              hone_error *error)
{
    hone_crowd *crowd = hone_crowd_create(
        &(hone_crowd_desc){.model = model, .member_count = members, .play_count = PLAYS, .interpolate = interpolate},
        error);
    if (!crowd)
        return NULL;
    play_all(crowd, model, members);
    for (uint32_t m = 0; m < members; m++) hone_crowd_set_period(crowd, m, period);
    return crowd;
}

/* Returns the bytes of a crowd; 0 on failure. */
static size_t size_of(const hone_crowd_model *model, uint32_t members, bool interpolate, hone_error *error)
{
    size_t bytes = 0;
    const hone_allocator allocator = bench_counted(&bytes);
    const hone_crowd_desc desc = {.model = model,
                                  .member_count = members,
                                  .play_count = PLAYS,
                                  .interpolate = interpolate,
                                  .allocator = &allocator};
    hone_crowd *crowd = hone_crowd_create(&desc, error);
    size_t size = bytes;
    hone_crowd_destroy(crowd);
    return crowd ? size : 0;
}

static bool measure_memory(const hone_crowd_model *model, bench_crowd *out, hone_error *error)
{
    enum { FURTHER = 1000 };
    size_t *const bytes[] = {&out->member_bytes, &out->smooth_bytes};
    for (int i = 0; i < 2; i++) {
        size_t few = size_of(model, 1, i > 0, error), many = size_of(model, 1 + FURTHER, i > 0, error);
        *bytes[i] = (many - few) / FURTHER;
        if (!few || !many)
            return false;
    }
    return true;
}

/* ---- one after another ------------------------------------------------------------------------------------------- */

/* Members that are evaluated as an actor is, each with samplers of its own. */
typedef struct single_set {
    const hone_model *model;
    uint32_t members, slots;
    hone_crowd *crowd;       /* whose clocks they follow */
    hone_sampler **samplers; /* [members * PLAYS] NULL: at rest */
    hone_pose *poses[PLAYS], *rest, *out;
    hone_rig *rig;
    hone_affine *palettes; /* [members * slots] */
} single_set;

static void play_single(single_set *s, uint32_t member)
{
    const hone_crowd_play *plays = hone_crowd_writable_plays(s->crowd, member);
    hone_blend_layer layers[PLAYS];
    for (uint32_t p = 0; p < PLAYS; p++) {
        hone_sampler *sampler = s->samplers[member * PLAYS + p];
        hone_pose_reset(s->poses[p], s->model);
        if (sampler)
            hone_sampler_sample(sampler, hone_frame_from_seconds(plays[p].seconds), s->poses[p]);
        layers[p] =
            (hone_blend_layer){.bones = s->poses[p]->bones, .morphs = s->poses[p]->morphs, .weight = plays[p].weight};
    }
    hone_pose_copy(s->out, s->poses[0]);
    hone_blend_run(&(hone_blend_job){.bone_count = s->out->bone_count,
                                     .morph_count = s->out->morph_count,
                                     .layer_count = PLAYS,
                                     .layers = layers,
                                     .rest = s->rest->bones,
                                     .rest_morphs = s->rest->morphs,
                                     .bones = s->out->bones,
                                     .morphs = s->out->morphs});
    hone_rig_evaluate(s->rig, s->out);
    hone_palette palette = {.slot_count = s->slots, .affine = s->palettes + (size_t)member * s->slots};
    hone_palette_build(hone_model_mesh(s->model)->slots, hone_rig_bones(s->rig), s->out->bone_count, &palette);
}

static bool make_single(single_set *s, const hone_motion *const *clips, uint32_t clip_count, hone_error *error)
{
    s->slots = hone_model_mesh(s->model)->slot_count;
    s->samplers = calloc((size_t)s->members * PLAYS, sizeof(hone_sampler *));
    s->palettes = calloc((size_t)s->members * s->slots + 1, sizeof *s->palettes);
    if (!s->samplers || !s->palettes)
        return hone_fail_memory(error);
    s->rest = hone_pose_create(s->model, NULL, error), s->out = hone_pose_create(s->model, NULL, error);
    s->rig = hone_rig_create(&(hone_rig_desc){.model = s->model}, error);
    bool ok = s->rest && s->out && s->rig;
    for (int p = 0; p < PLAYS && ok; p++) ok = (s->poses[p] = hone_pose_create(s->model, NULL, error)) != NULL;
    for (uint32_t i = 0; i < s->members * PLAYS && ok && clip_count; i++) {
        const hone_motion *clip = clips[(i / PLAYS + i % PLAYS) % clip_count];
        s->samplers[i] = hone_sampler_create(&(hone_sampler_desc){.model = s->model, .motion = clip}, error);
        ok = s->samplers[i] != NULL;
    }
    return ok;
}

static void release_single(single_set *s)
{
    for (uint32_t i = 0; i < s->members * PLAYS && s->samplers; i++) hone_sampler_destroy(s->samplers[i]);
    for (int p = 0; p < PLAYS; p++) hone_pose_destroy(s->poses[p]);
    hone_pose_destroy(s->rest), hone_pose_destroy(s->out), hone_rig_destroy(s->rig);
    free(s->samplers), free(s->palettes);
}

/* ---- measuring --------------------------------------------------------------------------------------------------- */

typedef struct crowd_context {
    single_set single;
    hone_crowd *crowds[CROWDS]; /* those of baked tables are NULL if the model does not need a rig */
    uint32_t members, lanes;
    float (*vertices)[3]; /* [lanes] */
} crowd_context;

static void run_single(void *user)
{
    crowd_context *c = user;
    for (uint32_t m = 0; m < c->members; m++) play_single(&c->single, m);
}

static void run_crowd(void *user)
{
    hone_crowd_update(user, STEP, NULL, NULL);
}

static void run_skin(void *user)
{
    crowd_context *c = user;
    const hone_skin_job job = {.positions = {c->vertices, c->lanes, sizeof *c->vertices},
                               .order = HONE_SKIN_ORDER_LANES};
    for (uint32_t m = 0; m < c->members; m++) hone_crowd_skin(c->crowds[0], m, &job, NULL);
}

static bool make_crowds(crowd_context *c, const hone_crowd_model *shared, const hone_crowd_model *baked,
                        hone_error *error)
{
    for (int i = 0; i < CROWDS; i++) {
        const hone_crowd_model *model = i < WAYS ? shared : baked;
        const int way = i % WAYS;
        c->crowds[i] =
            model ? make_crowd(model, c->members, way == EVERY_FRAME ? 1 : PERIOD, way == SMOOTH, error) : NULL;
        if (model && !c->crowds[i])
            return false;
    }
    return true;
}

static bool prepare(crowd_context *c, const hone_motion *const *clips, uint32_t clip_count, hone_error *error)
{
    const hone_skin *skin = hone_model_compiled_skin(c->single.model, error);
    if (!skin)
        return false;
    c->lanes = hone_skin_lane_count(skin);
    c->vertices = hone_allocate(NULL, (size_t)c->lanes + 1, sizeof *c->vertices);
    if (!c->vertices)
        return hone_fail_memory(error);
    c->single.crowd = c->crowds[0], c->single.members = c->members;
    return make_single(&c->single, clips, clip_count, error);
}

static bench_crowd_time time_of(const bench_work *work, uint32_t windows)
{
    return (bench_crowd_time){bench_median(work->seconds, windows) * 1e3, bench_minimum(work->seconds, windows) * 1e3};
}

static void measure(crowd_context *c, bench_crowd *out)
{
    static bench_comparison comparison;
    enum { SINGLE, SKIN, FIRST }; /* the first crowd */
    const uint32_t crowds = c->crowds[WAYS] ? CROWDS : WAYS;
    comparison = (bench_comparison){.count = FIRST + crowds};
    bench_work *works = comparison.works;
    works[SINGLE] = (bench_work){.run = run_single, .user = c};
    works[SKIN] = (bench_work){.run = run_skin, .user = c};
    for (uint32_t i = 0; i < crowds; i++) works[FIRST + i] = (bench_work){.run = run_crowd, .user = c->crowds[i]};
    out->windows = bench_measure(&comparison);
    bench_crowd_time *const times[CROWDS] = {&out->crowd, &out->held,       &out->smooth,
                                             &out->baked, &out->baked_held, &out->baked_smooth};
    for (uint32_t i = 0; i < crowds; i++) *times[i] = time_of(&works[FIRST + i], out->windows);
    out->single = time_of(&works[SINGLE], out->windows);
    out->skinned = time_of(&works[SKIN], out->windows);
    out->ratio = bench_ratio(&works[FIRST], &works[SINGLE], out->windows);
    if (crowds == CROWDS)
        out->baked_ratio = bench_ratio(&works[FIRST + WAYS], &works[SINGLE], out->windows);
}

static void release(crowd_context *c)
{
    for (int i = 0; i < CROWDS; i++) hone_crowd_destroy(c->crowds[i]);
    release_single(&c->single);
    hone_deallocate(NULL, c->vertices, (size_t)c->lanes + 1, sizeof *c->vertices);
}

bool bench_crowd_run(const hone_model *model, const hone_motion *const *clips, uint32_t clip_count, uint32_t members,
                     bench_crowd *out, hone_error *error)
{
    hone_crowd_model_desc desc = {.model = model, .clip_count = clip_count, .clips = clips};
    hone_crowd_model *shared = hone_crowd_model_create(&desc, error), *baked = NULL;
    crowd_context c = {.single.model = model, .members = members};
    out->members = members, out->clips = clip_count;
    out->vertices = hone_model_mesh(model)->vertex_count;
    out->model = hone_crowd_model_get_info(shared);
    desc.bake_rate = BAKE_RATE;
    bool ok = shared != NULL;
    if (ok && !out->model.tables)
        ok = (baked = hone_crowd_model_create(&desc, error)) != NULL;
    ok = ok && measure_memory(baked ? baked : shared, out, error);
    ok = ok && make_crowds(&c, shared, baked, error) && prepare(&c, clips, clip_count, error);
    if (ok)
        measure(&c, out);
    release(&c);
    hone_crowd_model_release(shared), hone_crowd_model_release(baked);
    return ok;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

static void print_time(const char *name, const bench_crowd_time *time)
{
    printf("  %-24s %10.3f %10.3f\n", name, time->median, time->min);
}

void bench_crowd_print(const bench_crowd *b)
{
    printf("%s: %u members of %u vertices and %u slots, %u clips\n\n", b->name, b->members, b->vertices,
           b->model.slot_count, b->clips);
    printf("  %-24s %10s %10s\n", "a frame, one thread", "ms", "least");
    print_time("one after another", &b->single);
    print_time("crowd", &b->crowd);
    print_time("every fourth frame", &b->held);
    print_time("interpolated", &b->smooth);
    print_time("skin, one buffer", &b->skinned);
    if (b->baked_ratio > 0) {
        print_time("baked", &b->baked);
        print_time("  every fourth frame", &b->baked_held);
        print_time("  interpolated", &b->baked_smooth);
    }
    printf("\n  crowd / one after another   %8.3f\n", b->ratio);
    if (b->baked_ratio > 0)
        printf("  baked / one after another   %8.3f\n", b->baked_ratio);
    printf("  bytes of a further member   %8zu, interpolated %zu\n", b->member_bytes, b->smooth_bytes);
    if (b->model.tables)
        printf("  bytes of the tables         %8zu\n", b->model.table_size);
    else
        printf("  without tables: each member is evaluated with a rig\n");
}

static void json_time(hone_json *json, const char *key, const bench_crowd_time *time)
{
    hone_json_key(json, key);
    hone_json_object(json);
    json_number(json, "median", time->median);
    json_number(json, "min", time->min);
    hone_json_end(json, '}');
}

void bench_crowd_json(const bench_crowd *b, hone_writer *out)
{
    hone_json json = hone_json_make(out);
    hone_json_object(&json);
    json_string(&json, "model", b->name);
    json_integer(&json, "members", b->members);
    json_integer(&json, "vertices", b->vertices);
    json_integer(&json, "slots", b->model.slot_count);
    json_integer(&json, "clips", b->clips);
    json_integer(&json, "member_bytes", b->member_bytes);
    json_integer(&json, "interpolated_bytes", b->smooth_bytes);
    json_integer(&json, "table_bytes", b->model.table_size);
    json_time(&json, "single", &b->single);
    json_time(&json, "crowd", &b->crowd);
    json_time(&json, "held", &b->held);
    json_time(&json, "interpolated", &b->smooth);
    json_time(&json, "skinned", &b->skinned);
    if (b->baked_ratio > 0) {
        json_time(&json, "baked", &b->baked);
        json_time(&json, "baked_held", &b->baked_held);
        json_time(&json, "baked_interpolated", &b->baked_smooth);
        json_number(&json, "baked_ratio", b->baked_ratio);
    }
    json_number(&json, "ratio", b->ratio);
    json_integer(&json, "windows", b->windows);
    hone_json_end(&json, '}');
}
