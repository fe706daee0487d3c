#include "bench/measures/skin.h"
#include "bench/clock.h"
#include "bench/loops/copy.h"
#include "bench/vertex_set.h"
#include "tool/messages/progress.h"
#include <hone/io.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which streams are written. */
typedef enum bench_layout {
    BENCH_DENSE,       /* positions and normals, 12 bytes each */
    BENCH_PAGES,       /* the same, and both arrays begin with a page, as large allocations and mapped buffers do */
    BENCH_POSITIONS,   /* positions alone */
    BENCH_INTERLEAVED, /* positions and normals in one array of 24 bytes per vertex */
    BENCH_HALF,        /* the same in half floats: 16 bytes */
    BENCH_NORMALISED,  /* the same in 12 bytes: positions in 16 bits of a box, octahedral normals */
    BENCH_TANGENTS     /* positions, normals and tangents */
} bench_layout;

/* A method and its name. */
typedef struct method {
    const char *name;
    unsigned scenes; /* bit mask of the scenes that measure it */
    hone_skin_method method;
    bool sdef, packed, file_order;
    bench_layout layout;
} method;

enum {
    CHARACTER = 1 << BENCH_SCENE_CHARACTER,
    RANDOM4 = 1 << BENCH_SCENE_RANDOM4,
    SDEF = 1 << BENCH_SCENE_SDEF,
    PACKED = 1 << BENCH_SCENE_PACKED,
    LAYOUTS = 1 << BENCH_SCENE_LAYOUTS,
    MUSH = 1 << BENCH_SCENE_MUSH
};

static const method methods[] = {
    {"linear", CHARACTER | RANDOM4 | PACKED | LAYOUTS, HONE_SKIN_LINEAR, false, false, false, BENCH_DENSE},
    {"linear-pages", CHARACTER | LAYOUTS, HONE_SKIN_LINEAR, false, false, false, BENCH_PAGES},
    {"dual-quaternion", CHARACTER | RANDOM4, HONE_SKIN_DUAL_QUATERNION, false, false, false, BENCH_DENSE},
    {"cor", CHARACTER | RANDOM4, HONE_SKIN_CENTRES, false, false, false, BENCH_DENSE},
    {"packed", CHARACTER | RANDOM4 | PACKED, HONE_SKIN_LINEAR, false, true, false, BENCH_DENSE},
    {"linear-file", CHARACTER | RANDOM4 | LAYOUTS | MUSH, HONE_SKIN_LINEAR, false, false, true, BENCH_DENSE},
    {"sdef", CHARACTER | SDEF, HONE_SKIN_AUTO, true, false, false, BENCH_DENSE},
    {"sdef-file", SDEF, HONE_SKIN_AUTO, true, false, true, BENCH_DENSE},
    {"positions", LAYOUTS, HONE_SKIN_LINEAR, false, false, false, BENCH_POSITIONS},
    {"tangents", LAYOUTS, HONE_SKIN_LINEAR, false, false, false, BENCH_TANGENTS},
    {"interleaved", LAYOUTS, HONE_SKIN_LINEAR, false, false, false, BENCH_INTERLEAVED},
    {"interleaved-file", LAYOUTS, HONE_SKIN_LINEAR, false, false, true, BENCH_INTERLEAVED},
    {"half", LAYOUTS, HONE_SKIN_LINEAR, false, false, false, BENCH_HALF},
    {"normalised", LAYOUTS, HONE_SKIN_LINEAR, false, false, false, BENCH_NORMALISED},
    {"packed-file", LAYOUTS, HONE_SKIN_LINEAR, false, true, true, BENCH_DENSE},
    {"delta-mush", MUSH, HONE_SKIN_DELTA_MUSH, false, false, true, BENCH_DENSE},
    {"direct-delta-mush", MUSH, HONE_SKIN_DIRECT_DELTA_MUSH, false, false, true, BENCH_DENSE},
};
enum { METHOD_COUNT = sizeof methods / sizeof *methods };

static const double patience = 5; /* seconds after which disturbed windows are accepted */
enum {
    ROUND_WINDOWS = 5,
    LATE_TRIES = 2 * BENCH_LEAST,
    SETS = 2 /* one of the mesh or of random bones, and one of SDEF */
};

/* ---- candidates ---------------------------------------------------------------------------------------------- */

typedef struct kernel_run {
    const hone_skin *skin;
    hone_skin_job job;
    hone_workers *workers; /* NULL: only this thread */
} kernel_run;

typedef struct copy_run {
    const bench_set *set;
    size_t in_size, out_size;
    hone_workers *workers;
    hone_copy_kind kind;
} copy_run;

/* The state of an entry during measuring. */
typedef struct candidate {
    const bench_set *set;
    const method *method;
    kernel_run run, unpacked;
    copy_run copies[HONE_COPY_COUNT];
    double best_copy;            /* of the first */
    bench_comparison comparison; /* with the works below */
} candidate;

/* Works in the order of running; a kernel always runs after the same work. There is a COPY for each kind of copy. */
enum { NAIVE, KERNEL, COPY, UNPACKED = COPY + HONE_COPY_COUNT };

typedef struct bench_run {
    const bench_skin_desc *desc;
    hone_workers *workers; /* NULL: no threaded entries */
    uint32_t repeats;      /* 0: with the clock */
    bench_set sets[SETS];
    double best_naive[SETS]; /* seconds */
    candidate *candidates;   /* [BENCH_SKIN_ENTRIES], for the entries of `out` */
    bench_skin_table *out;
    hone_error *error;
} bench_run;

static void run_kernel(void *user)
{
    const kernel_run *run = user;
    hone_skin_run_on(run->workers, run->skin, &run->job, NULL);
}

static void run_naive(void *user)
{
    const bench_set *s = user;
    hone_naive_skin((const float(*)[4][4])s->naive_palette, s->naive, s->naive_out, s->count);
}

static void copy_range(void *user, uint32_t begin, uint32_t end)
{
    const copy_run *run = user;
    size_t count = run->set->count, in = run->in_size * begin / count, out = run->out_size * begin / count;
    uint64_t sum = hone_copy(run->kind, run->set->copy_in + in, run->in_size * end / count - in,
                             (uint8_t *)run->set->naive_out + out, run->out_size * end / count - out);
    /* never true, since all bytes read are zero; but the compiler does not know it and must keep the reads */
    if (sum == 1)
        memset(run->set->naive_out, 0, 1);
}

static void run_copy(void *user)
{
    const copy_run *run = user;
    hone_workers_run(run->workers, copy_range, user, run->set->count, HONE_SKIN_LANES);
}

/* Sets the streams and formats of an interleaved vertex of less than 24 bytes. Returns its size. */
static size_t choose_formats(const bench_set *set, const method *m, hone_skin_job *job)
{
    const bool half = m->layout == BENCH_HALF;
    const size_t size = half ? 16 : 12;
    job->formats = (hone_skin_formats){.positions = half ? HONE_SKIN_FLOAT16 : HONE_SKIN_SNORM16,
                                       .normals = half ? HONE_SKIN_FLOAT16 : HONE_SKIN_OCTAHEDRAL16,
                                       .scale = {100, 100, 100}};
    job->positions = (hone_stream){set->interleaved, set->room, size};
    job->normals = (hone_stream){(char *)set->interleaved + 8, set->room, size};
    return size;
}

/* Sets the output streams of a job, and the sizes of the copy that reads and writes as much. */
static void choose_streams(const bench_set *set, const method *m, hone_skin_job *job, copy_run *copy)
{
    const size_t element = sizeof *set->positions;
    job->positions = (hone_stream){set->positions, set->room, element};
    job->normals = (hone_stream){set->normals, set->room, element};
    if (m->layout == BENCH_PAGES) {
        job->positions.data = set->page_positions;
        job->normals.data = set->page_normals;
    }
    if (m->layout == BENCH_POSITIONS)
        job->normals = (hone_stream){0};
    if (m->layout == BENCH_INTERLEAVED) {
        job->positions = (hone_stream){set->interleaved, set->room, 2 * element};
        job->normals = (hone_stream){set->interleaved[0] + 3, set->room, 2 * element};
    }
    copy->out_size = (size_t)set->count * (job->normals.data ? 2 : 1) * element;
    if (m->layout == BENCH_HALF || m->layout == BENCH_NORMALISED)
        copy->out_size = set->count * choose_formats(set, m, job);
    if (m->layout == BENCH_TANGENTS) {
        job->tangents = (hone_stream){set->tangents, set->room, sizeof *set->tangents};
        copy->in_size += set->count * sizeof *set->tangents;
        copy->out_size += set->count * sizeof *set->tangents;
    }
}

static void make_candidate(candidate *out, const bench_set *set, double *best_naive, const method *m,
                           const char *kernel, hone_workers *workers)
{
    *out = (candidate){.set = set, .method = m};
    out->run = (kernel_run){.skin = m->packed ? set->packed : set->skin,
                            .workers = workers,
                            .job = {.palette = set->palette,
                                    .room = set->room_of_mush,
                                    .room_size = set->room_of_mush_size,
                                    .method = m->method,
                                    .order = m->file_order ? HONE_SKIN_ORDER_FILE : HONE_SKIN_ORDER_LANES,
                                    .kernel = kernel}};
    copy_run copy = {.set = set,
                     .in_size = hone_skin_read_size(out->run.skin, m->method, m->layout != BENCH_POSITIONS),
                     .workers = workers};
    choose_streams(set, m, &out->run.job, &copy);
    out->unpacked = out->run;
    out->unpacked.skin = set->skin;
    out->comparison.count = UNPACKED + (m->packed ? 1 : 0);
    out->comparison.threaded = workers != NULL;
    out->comparison.works[NAIVE] =
        (bench_work){.run = run_naive, .user = (void *)set, .best = best_naive, .swing = 1.1};
    out->comparison.works[KERNEL] = (bench_work){.run = run_kernel, .user = &out->run};
    for (int k = 0; k < HONE_COPY_COUNT; k++) {
        out->copies[k] = copy;
        out->copies[k].kind = (hone_copy_kind)k;
        out->comparison.works[COPY + k] = (bench_work){.run = run_copy, .user = &out->copies[k]};
    }
    out->comparison.works[COPY].best = &out->best_copy;
    out->comparison.works[COPY].swing = workers ? 1.5 : 1.1; /* the time to wake threads varies */
    out->comparison.works[UNPACKED] = (bench_work){.run = run_kernel, .user = &out->unpacked};
}

/* ---- one entry ----------------------------------------------------------------------------------------------- */

/* Checks that the compared loops skin the same vertices, within the rounding of packed vertices. */
static bool check_positions(const candidate *c, hone_error *error)
{
    const bench_set *set = c->set;
    const uint32_t *lanes = hone_skin_lanes(c->run.skin);
    const hone_stream *positions = &c->run.job.positions;
    float extent = 0;
    bool floats = c->run.job.formats.positions == HONE_SKIN_FLOAT32;
    if (c->method->method != HONE_SKIN_LINEAR || !set->naive_is_exact || !floats)
        return true;
    run_naive((void *)set);
    for (uint32_t v = 0; v < set->count; v++)
        for (int i = 0; i < 3; i++) extent = fmaxf(extent, fabsf(set->naive_out[v].position[i]));
    for (uint32_t v = 0; v < set->count; v++) {
        float position[3];
        size_t at = c->method->file_order ? v : lanes[v];
        memcpy(position, (const char *)positions->data + at * positions->stride, sizeof position);
        for (int i = 0; i < 3; i++) {
            float got = position[i], want = set->naive_out[v].position[i];
            if (!(fabsf(got - want) <= 1e-3f * extent))
                return hone_fail(error, HONE_ERROR_ARGUMENT, v,
                                 "the kernel %s has vertex %" PRIu32 " of %s at %g, the naive loop at %g",
                                 c->run.job.kernel, v, c->method->name, (double)got, (double)want);
        }
    }
    return true;
}

/* Returns the median, over the windows, of the time of a window's fastest copy divided by the kernel's. */
static double roofline(const bench_comparison *comparison, uint32_t windows)
{
    const bench_work *copies = &comparison->works[COPY];
    bench_work fastest = copies[0];
    for (uint32_t w = 0; w < windows; w++)
        for (int k = 1; k < HONE_COPY_COUNT; k++)
            if (copies[k].seconds[w] < fastest.seconds[w])
                fastest.seconds[w] = copies[k].seconds[w];
    return bench_ratio(&fastest, &comparison->works[KERNEL], windows);
}

static void fill_entry(candidate *c, bench_skin_entry *out)
{
    const bench_work *works = c->comparison.works;
    out->undisturbed = bench_undisturbed(&c->comparison);
    uint32_t windows = bench_keep(&c->comparison);
    double per_vertex = 1e9 / c->set->count;
    if (windows == 0)
        return;
    out->ns_per_vertex = bench_median(works[KERNEL].seconds, windows) * per_vertex;
    out->min_ns_per_vertex = bench_minimum(works[KERNEL].seconds, windows) * per_vertex;
    out->naive_ns_per_vertex = bench_median(works[NAIVE].seconds, windows) * per_vertex;
    out->naive_ratio = bench_ratio(&works[KERNEL], &works[NAIVE], windows);
    out->roofline_fraction = roofline(&c->comparison, windows);
    out->linear_ratio = c->method->packed ? bench_ratio(&works[KERNEL], &works[UNPACKED], windows) : 0;
    out->bytes_per_vertex = (double)(c->copies[0].in_size + c->copies[0].out_size) / c->set->count;
}

/* ---- entries ------------------------------------------------------------------------------------------------- */

static bool add_entry(bench_run *r, int set, const method *m, const char *kernel, hone_workers *workers)
{
    if (r->out->count == BENCH_SKIN_ENTRIES)
        return true;
    candidate *c = &r->candidates[r->out->count];
    bench_skin_entry *entry = &r->out->entries[r->out->count++];
    make_candidate(c, &r->sets[set], &r->best_naive[set], m, kernel, workers);
    *entry = (bench_skin_entry){.method = m->name,
                                .kernel = kernel,
                                .file_order = m->file_order,
                                .threads = hone_workers_thread_count(workers),
                                .vertices = c->set->count};
    for (uint32_t i = 1; i < r->repeats; i++) run_kernel(&c->run);
    return hone_skin_run_on(workers, c->run.skin, &c->run.job, r->error) && check_positions(c, r->error);
}

static bool add_threads(bench_run *r, int set, const method *m, const char *kernel)
{
    return add_entry(r, set, m, kernel, NULL) && (!r->workers || add_entry(r, set, m, kernel, r->workers));
}

static bool add_method(bench_run *r, int set, const method *m)
{
    bool available, ok = true;
    const char *kernel;
    if (r->desc->kernel)
        return add_threads(r, set, m, r->desc->kernel);
    for (uint32_t k = 0; ok && (kernel = hone_skin_kernel_name(k, &available)); k++)
        ok = !available || add_threads(r, set, m, kernel);
    return ok;
}

static bool wanted(const bench_skin_desc *desc, const method *m, bool sdef)
{
    return m->sdef == sdef && m->scenes & 1u << desc->scene && (!desc->method || !strcmp(desc->method, m->name));
}

static bench_vertices vertices_of(bench_scene scene, bool sdef)
{
    if (sdef)
        return BENCH_VERTICES_SDEF;
    if (scene == BENCH_SCENE_MUSH)
        return BENCH_VERTICES_MUSH;
    return scene == BENCH_SCENE_RANDOM4 ? BENCH_VERTICES_RANDOM4 : BENCH_VERTICES_MESH;
}

/* Adds all methods that use the same vertices. */
static bool add_set(bench_run *r, const hone_actor *actor, bool sdef)
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    bool any = false, packed = false, ok = true;
    for (int i = 0; i < METHOD_COUNT; i++) {
        any |= wanted(r->desc, &methods[i], sdef);
        packed |= wanted(r->desc, &methods[i], sdef) && methods[i].packed;
    }
    bool lacks_sdef = sdef && r->desc->scene == BENCH_SCENE_CHARACTER && mesh->sdef_count == 0;
    if (!any || mesh->vertex_count == 0 || lacks_sdef)
        return true;
    uint32_t count = r->desc->vertices ? r->desc->vertices : mesh->vertex_count;
    if (!bench_set_make(actor, vertices_of(r->desc->scene, sdef), count, packed, &r->sets[sdef], r->error))
        return false;
    for (int i = 0; i < METHOD_COUNT && ok; i++)
        if (wanted(r->desc, &methods[i], sdef))
            ok = add_method(r, sdef, &methods[i]);
    return ok;
}

/* ---- measuring ----------------------------------------------------------------------------------------------- */

/* A machine can be slow for seconds. So the windows of an entry are spread over the whole run: a few of each entry in
 * each round. */
static void measure(bench_run *r)
{
    double begun = progress_clock();
    bool done = false;
    for (uint32_t i = 0; i < r->out->count; i++) bench_warm_up(&r->candidates[i].comparison);
    while (!done) {
        bool late = progress_clock() - begun > patience;
        done = true;
        for (uint32_t i = 0; i < r->out->count; i++) {
            bench_comparison *comparison = &r->candidates[i].comparison;
            uint32_t good = bench_undisturbed(comparison), enough = late ? BENCH_LEAST : BENCH_WINDOWS;
            if (good >= enough || comparison->tried >= (late ? LATE_TRIES : BENCH_TRIES))
                continue;
            done = false;
            bench_gather(comparison, ROUND_WINDOWS);
        }
    }
    for (uint32_t i = 0; i < r->out->count; i++) fill_entry(&r->candidates[i], &r->out->entries[i]);
}

static const bench_skin_entry *scalar_of(const bench_skin_table *table, const char *name)
{
    for (uint32_t i = 0; i < table->count; i++) {
        const bench_skin_entry *e = &table->entries[i];
        if (!strcmp(e->method, name) && !strcmp(e->kernel, "scalar") && e->threads == 1)
            return e;
    }
    return NULL;
}

/* Divides the ratios to the naive loop, so that changes of the machine's speed between the two measurements cancel
 * out. */
static void fill_scalar_ratios(bench_skin_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        const bench_skin_entry *scalar = scalar_of(table, table->entries[i].method);
        if (scalar && scalar->naive_ratio > 0)
            table->entries[i].scalar_ratio = table->entries[i].naive_ratio / scalar->naive_ratio;
    }
}

static bool run_entries(bench_run *r, const hone_actor *actor)
{
    r->out->count = 0;
    r->candidates = calloc(BENCH_SKIN_ENTRIES, sizeof *r->candidates);
    bool ok = r->candidates || hone_fail_memory(r->error);
    ok = ok && add_set(r, actor, false) && add_set(r, actor, true);
    if (ok && !r->repeats)
        measure(r);
    for (int i = 0; i < SETS; i++) bench_set_release(&r->sets[i]);
    free(r->candidates);
    return ok;
}

bool bench_skin_run(const hone_actor *actor, const bench_skin_desc *desc, bench_skin_table *out, hone_error *error)
{
    bench_run r = {.desc = desc, .out = out, .error = error};
    if (desc->threads != 1 && !(r.workers = hone_workers_create(desc->threads, NULL, error)))
        return false;
    if (hone_workers_thread_count(r.workers) == 1)
        hone_workers_destroy(r.workers), r.workers = NULL;
    bool ok = run_entries(&r, actor);
    hone_workers_destroy(r.workers);
    fill_scalar_ratios(out);
    return ok;
}

bool bench_skin_repeat(const hone_actor *actor, const bench_skin_desc *desc, uint32_t repeats, bench_skin_table *out,
                       hone_error *error)
{
    bench_run r = {.desc = desc, .repeats = repeats, .out = out, .error = error};
    return run_entries(&r, actor);
}
