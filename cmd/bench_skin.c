#include "bench_skin.h"
#include "base/error.h"
#include "bench/naive.h"
#include "bench_clock.h"

#include <stdlib.h>
#include <string.h>

enum { GRAIN = 64, ANY_DEFORM = -1 };

/* What the contenders work on. All arrays are of the same vertices in the same order. */
typedef struct working_set {
    uint32_t count, slot_count;
    float (*rest)[3], (*normals)[3], (*positions_out)[3], (*normals_out)[3];
    uint8_t *deforms;
    uint32_t *begin;
    hone_influence *influences;
    hone_sdef *sdefs;
    uint32_t sdef_count;
    hone_skin *skin;
    const hone_palette *palette;
    hone_naive_vertex *naive;
    hone_naive_skinned *naive_out;
    float (*naive_palette)[4][4];
    uint8_t *copy_in, *copy_out;
    size_t bytes_in, bytes_out;
} working_set;

typedef struct kernel_run {
    const working_set *set;
    hone_skin_job job;
    hone_workers *workers; /* NULL: this thread alone */
} kernel_run;

/* ---- making the set ---- */

static bool allocate(working_set *s, uint32_t influences, uint32_t sdefs)
{
    size_t n = s->count;
    s->rest = calloc(n, sizeof *s->rest);
    s->normals = calloc(n, sizeof *s->normals);
    s->positions_out = calloc(n, sizeof *s->positions_out);
    s->normals_out = calloc(n, sizeof *s->normals_out);
    s->deforms = calloc(n, 1);
    s->begin = calloc(n + 1, sizeof *s->begin);
    s->influences = calloc((size_t)influences + 1, sizeof *s->influences);
    s->sdefs = calloc((size_t)sdefs + 1, sizeof *s->sdefs);
    s->naive = calloc(n, sizeof *s->naive);
    s->naive_out = calloc(n, sizeof *s->naive_out);
    s->naive_palette = calloc((size_t)s->slot_count + 1, sizeof *s->naive_palette);
    s->bytes_out = n * 6 * sizeof(float);
    s->bytes_in = s->bytes_out + sizeof *s->influences * influences + 9 * sizeof(float) * sdefs;
    s->copy_in = calloc(s->bytes_in, 1);
    s->copy_out = calloc(s->bytes_out, 1);
    return s->rest && s->normals && s->positions_out && s->normals_out && s->deforms && s->begin && s->influences &&
           s->sdefs && s->naive && s->naive_out && s->naive_palette && s->copy_in && s->copy_out;
}

static void release(working_set *s)
{
    void *const arrays[] = {s->rest,          s->normals,    s->positions_out, s->normals_out, s->deforms,
                            s->begin,         s->influences, s->sdefs,         s->naive,       s->naive_out,
                            s->naive_palette, s->copy_in,    s->copy_out};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    hone_skin_release(s->skin);
    *s = (working_set){0};
}

/* Heaviest first, at most four: what a loop of that kind keeps. */
static void fill_naive(const working_set *s, uint32_t v)
{
    hone_naive_vertex *out = &s->naive[v];
    memcpy(out->position, s->rest[v], sizeof out->position);
    memcpy(out->normal, s->normals[v], sizeof out->normal);
    for (uint32_t i = s->begin[v]; i < s->begin[v + 1]; i++) {
        float weight = s->influences[i].weight;
        uint32_t bone = (uint32_t)s->influences[i].slot;
        for (int k = 0; k < 4 && weight != 0; k++) {
            if (out->weights[k] >= weight)
                continue;
            float lighter = out->weights[k];
            uint32_t its_bone = out->bones[k];
            out->weights[k] = weight, out->bones[k] = bone;
            weight = lighter, bone = its_bone;
        }
    }
}

static void copy_vertex(working_set *s, uint32_t v, const hone_mesh *mesh, uint32_t from, const hone_sdef *sdef)
{
    uint32_t begin = mesh->influence_begin[from], count = mesh->influence_begin[from + 1] - begin;
    memcpy(s->rest[v], mesh->positions[from], sizeof s->rest[v]);
    memcpy(s->normals[v], mesh->normals[from], sizeof s->normals[v]);
    s->deforms[v] = mesh->deforms[from];
    memcpy(s->influences + s->begin[v], mesh->influences + begin, count * sizeof *s->influences);
    s->begin[v + 1] = s->begin[v] + count;
    if (sdef) {
        s->sdefs[s->sdef_count] = *sdef;
        s->sdefs[s->sdef_count++].vertex = v;
    }
    fill_naive(s, v);
}

/* Vertices of the set are the mesh's (`sdef_only`: those of that kind), again and again. */
static uint32_t source_of(const hone_mesh *mesh, bool sdef_only, uint32_t v)
{
    return sdef_only ? mesh->sdefs[v % mesh->sdef_count].vertex : v % mesh->vertex_count;
}

static bool fill(working_set *s, const hone_mesh *mesh, bool sdef_only)
{
    uint32_t influences = 0;
    for (uint32_t v = 0; v < s->count; v++) {
        uint32_t from = source_of(mesh, sdef_only, v);
        influences += mesh->influence_begin[from + 1] - mesh->influence_begin[from];
    }
    if (!allocate(s, influences, sdef_only ? s->count : 0))
        return false;
    for (uint32_t v = 0; v < s->count; v++) {
        copy_vertex(s, v, mesh, source_of(mesh, sdef_only, v), sdef_only ? &mesh->sdefs[v % mesh->sdef_count] : NULL);
        if (!sdef_only && s->deforms[v] == HONE_DEFORM_SDEF)
            s->deforms[v] = HONE_DEFORM_BDEF2; /* as the methods measured on this set see it */
    }
    for (uint32_t slot = 0; slot < s->slot_count; slot++) {
        memcpy(s->naive_palette[slot], s->palette->affine[slot].m, sizeof s->palette->affine[slot].m);
        s->naive_palette[slot][3][3] = 1;
    }
    return true;
}

static bool make_set(const hone_actor *actor, uint32_t count, bool sdef_only, working_set *out, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    *out = (working_set){.count = count, .slot_count = mesh->slot_count, .palette = hone_actor_palette(actor)};
    if (!fill(out, mesh, sdef_only))
        return hone_fail_memory(error);
    const hone_skin_desc desc = {.vertex_count = count,
                                 .slot_count = mesh->slot_count,
                                 .normals = {out->normals, count, sizeof *out->normals},
                                 .deforms = out->deforms,
                                 .influence_begin = out->begin,
                                 .influences = out->influences,
                                 .sdef_count = out->sdef_count,
                                 .sdefs = out->sdefs};
    out->skin = hone_skin_compile(&desc, error);
    return out->skin != NULL;
}

/* ---- contenders ---- */

static void run_range(void *user, uint32_t begin, uint32_t end)
{
    const kernel_run *run = user;
    hone_skin_run(run->set->skin, &run->job, begin, end, NULL);
}

static void run_kernel(void *user)
{
    const kernel_run *run = user;
    hone_workers_run(run->workers, run_range, user, run->set->count, GRAIN);
}

static void run_naive(void *user)
{
    const working_set *s = user;
    hone_naive_skin((const float(*)[4][4])s->naive_palette, s->naive, s->naive_out, s->count);
}

/* Reads what skinning reads and writes what it writes: as many bytes of each, in the order of the addresses. */
static void run_copy(void *user)
{
    const working_set *s = user;
    memcpy(s->copy_out, s->copy_in, s->bytes_out);
    uint64_t sum = 0;
    for (size_t at = s->bytes_out; at + sizeof sum <= s->bytes_in; at += sizeof sum) {
        uint64_t word;
        memcpy(&word, s->copy_in + at, sizeof word);
        sum += word;
    }
    s->copy_out[0] = (uint8_t)sum; /* so that the reading is not optimised away */
}

/* One kernel beside the naive loop and the copy, in the same windows. */
static bool measure(const working_set *s, hone_skin_method method, const char *kernel, hone_workers *workers,
                    bench_skin_entry *out, hone_error *error)
{
    kernel_run run = {.set = s, .workers = workers};
    run.job = (hone_skin_job){.palette = s->palette,
                              .rest_positions = {s->rest, s->count, sizeof *s->rest},
                              .positions = {s->positions_out, s->count, sizeof *s->positions_out},
                              .normals = {s->normals_out, s->count, sizeof *s->normals_out},
                              .method = method,
                              .kernel = kernel};
    if (!hone_skin_run(s->skin, &run.job, 0, s->count, error))
        return false;
    bench_work works[3] = {
        {.run = run_kernel, .user = &run}, {.run = run_naive, .user = (void *)s}, {.run = run_copy, .user = (void *)s}};
    bench_measure(works, 3);
    out->kernel = kernel;
    out->threads = workers ? hone_workers_thread_count(workers) : 1;
    out->vertices = s->count;
    out->ns_per_vertex = bench_median(works[0].seconds, BENCH_WINDOWS) * 1e9 / s->count;
    out->naive_ratio = bench_ratio(&works[0], &works[1]);
    out->roofline_fraction = bench_ratio(&works[2], &works[0]);
    return true;
}

static bool measure_kernels(const working_set *s, const char *name, hone_skin_method method, hone_workers *workers,
                            bench_skin_table *out, hone_error *error)
{
    bool available;
    const char *kernel;
    for (uint32_t k = 0; (kernel = hone_skin_kernel_name(k, &available)); k++)
        for (int threaded = 0; available && threaded <= (workers != NULL); threaded++) {
            if (out->count == BENCH_SKIN_ENTRIES)
                return true;
            bench_skin_entry *entry = &out->entries[out->count];
            entry->method = name;
            if (!measure(s, method, kernel, threaded ? workers : NULL, entry, error))
                return false;
            out->count++;
        }
    return true;
}

bool bench_skin_run(const hone_actor *actor, uint32_t size, uint32_t threads, bench_skin_table *out, hone_error *error)
{
    static const struct {
        const char *name;
        hone_skin_method method;
        bool sdef_only;
    } methods[] = {{"linear", HONE_SKIN_LINEAR, false},
                   {"dual-quaternion", HONE_SKIN_DUAL_QUATERNION, false},
                   {"sdef", HONE_SKIN_AUTO, true}};
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    out->count = 0;
    hone_workers *workers = threads == 1 ? NULL : hone_workers_create(threads, NULL, error);
    bool ok = threads == 1 || workers;
    if (workers && hone_workers_thread_count(workers) == 1)
        hone_workers_destroy(workers), workers = NULL;
    for (size_t i = 0; i < sizeof methods / sizeof *methods && ok; i++) {
        uint32_t own = methods[i].sdef_only ? mesh->sdef_count : mesh->vertex_count;
        working_set set = {0};
        if (own == 0)
            continue;
        ok = make_set(actor, size ? size : own, methods[i].sdef_only, &set, error) &&
             measure_kernels(&set, methods[i].name, methods[i].method, workers, out, error);
        release(&set);
    }
    hone_workers_destroy(workers);
    return ok;
}
