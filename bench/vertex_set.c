#include "bench/vertex_set.h"
#include <hone/deform.h>
#include <hone/io.h>
#include <hone/math.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, POSITIONS_BEHIND = 1024, NORMALS_BEHIND = 2048, NAIVE_INFLUENCES = 4 };

/* The set's vertices in the form of a mesh, from which skins are compiled. */
typedef struct source {
    const hone_mesh *mesh;
    bench_vertices vertices;
    uint64_t random;
    uint32_t count, sdef_count;
    float (*positions)[3], (*normals)[3], (*tangents)[4];
    uint8_t *deforms;
    uint32_t *begin;
    hone_influence *influences;
    hone_sdef *sdefs;
} source;

/* ---- memory -------------------------------------------------------------------------------------------------- */

static void *page_alloc(void *user, size_t size, size_t align)
{
    const hone_allocator all = hone_allocator_or_default(NULL);
    (void)user;
    return align <= PAGE && size <= SIZE_MAX - PAGE ? all.alloc(all.user, (size + PAGE - 1) / PAGE * PAGE, PAGE) : NULL;
}

static void page_free(void *user, void *memory, size_t size)
{
    const hone_allocator all = hone_allocator_or_default(NULL);
    (void)user;
    all.free(all.user, memory, size);
}

static const hone_allocator pages = {page_alloc, page_free, NULL};

/* Allocates zeroed memory, so that every page of it is mapped, `behind` bytes before the end of a page. */
static void *take(bench_set *set, size_t count, size_t size, size_t behind)
{
    size_t offset = behind ? PAGE - behind : 0, bytes = offset + (count + 1) * size;
    char *block = page_alloc(NULL, bytes, PAGE);
    if (!block)
        return NULL;
    set->blocks[set->block_count++] = block;
    return (char *)memset(block, 0, bytes) + offset;
}

void bench_set_release(bench_set *set)
{
    for (uint32_t i = 0; i < set->block_count; i++) page_free(NULL, set->blocks[i], 0);
    hone_skin_release(set->skin);
    hone_skin_release(set->packed);
    *set = (bench_set){0};
}

static void release_source(source *s)
{
    void *const arrays[] = {s->positions, s->normals, s->tangents, s->deforms, s->begin, s->influences, s->sdefs};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
}

/* ---- vertices ------------------------------------------------------------------------------------------------ */

static uint32_t next_random(uint64_t *state) /* Marsaglia's xorshift (2003) */
{
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

static uint32_t random_influences(source *s, hone_influence *out)
{
    float sum = 0;
    for (uint32_t i = 0; i < 4;) {
        uint32_t k = 0;
        out[i].slot = (int32_t)(next_random(&s->random) % s->mesh->slot_count);
        while (out[k].slot != out[i].slot) k++;
        if (k < i) /* already chosen */
            continue;
        out[i].weight = 0.1f + (float)(next_random(&s->random) >> 8) / (1 << 24);
        sum += out[i++].weight;
    }
    for (int i = 0; i < 4; i++) out[i].weight /= sum;
    return 4;
}

/* Sorts out the NAIVE_INFLUENCES heaviest influences; unused ones have weight 0. False: some influence is left out. */
static bool heaviest(const hone_influence *in, uint32_t count, hone_influence out[NAIVE_INFLUENCES])
{
    bool all = true;
    memset(out, 0, NAIVE_INFLUENCES * sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        hone_influence moving = in[i];
        for (int k = 0; k < NAIVE_INFLUENCES && moving.weight != 0; k++)
            if (moving.weight > out[k].weight) {
                hone_influence lighter = out[k];
                out[k] = moving, moving = lighter;
            }
        all &= moving.weight == 0;
    }
    return all;
}

static uint32_t two_influences(const source *s, const hone_influence *in, uint32_t count, hone_influence out[2])
{
    hone_influence sorted[NAIVE_INFLUENCES];
    heaviest(in, count, sorted);
    if (sorted[1].weight == 0) /* one bone only: takes a little of another one as well */
        sorted[1] = (hone_influence){(int32_t)((uint32_t)(sorted[0].slot + 1) % s->mesh->slot_count), 0.25f};
    float sum = sorted[0].weight + sorted[1].weight;
    for (int i = 0; i < 2; i++) out[i] = (hone_influence){sorted[i].slot, sorted[i].weight / sum};
    return 2;
}

static void add_sdef(source *s, uint32_t v, uint32_t sdef)
{
    hone_sdef *out = &s->sdefs[s->sdef_count++];
    if (s->mesh->sdef_count) {
        *out = s->mesh->sdefs[sdef];
    } else {
        memcpy(out->c, s->positions[v], sizeof out->c);
        memcpy(out->r0, out->c, sizeof out->r0);
        memcpy(out->r1, out->c, sizeof out->r1);
    }
    out->vertex = v;
}

static uint32_t add_influences(source *s, uint32_t from, hone_influence *out)
{
    const hone_influence *in = s->mesh->influences + s->mesh->influence_begin[from];
    uint32_t count = s->mesh->influence_begin[from + 1] - s->mesh->influence_begin[from];
    if (s->vertices == BENCH_VERTICES_RANDOM4)
        return random_influences(s, out);
    if (s->vertices == BENCH_VERTICES_SDEF && s->mesh->sdef_count == 0)
        return two_influences(s, in, count, out);
    if (count)
        memcpy(out, in, count * sizeof *in);
    return count;
}

/* Makes some unit vector perpendicular to the normal: models have no tangents. */
static void add_tangent(source *s, uint32_t v)
{
    const float *n = s->normals[v], axis[3] = {0, fabsf(n[0]) > 0.5f, !(fabsf(n[0]) > 0.5f)};
    hone_vec3_cross(n, axis, s->tangents[v]);
    hone_vec3_normalise(s->tangents[v], s->tangents[v]);
    s->tangents[v][3] = 1;
}

static void add_vertex(source *s, uint32_t v, uint32_t from)
{
    memcpy(s->positions[v], s->mesh->positions[from], sizeof *s->positions);
    memcpy(s->normals[v], s->mesh->normals[from], sizeof *s->normals);
    add_tangent(s, v);
    s->begin[v + 1] = s->begin[v] + add_influences(s, from, s->influences + s->begin[v]);
    if (s->vertices == BENCH_VERTICES_SDEF) {
        s->deforms[v] = HONE_DEFORM_SDEF;
        add_sdef(s, v, s->mesh->sdef_count ? v % s->mesh->sdef_count : 0);
    }
}

static uint32_t vertex_of(const source *s, uint32_t v)
{
    bool picked = s->vertices == BENCH_VERTICES_SDEF && s->mesh->sdef_count;
    return picked ? s->mesh->sdefs[v % s->mesh->sdef_count].vertex : v % s->mesh->vertex_count;
}

static size_t count_influences(const source *s)
{
    size_t sum = 0;
    if (s->vertices != BENCH_VERTICES_MESH)
        return (size_t)s->count * 4;
    for (uint32_t v = 0; v < s->count; v++) {
        uint32_t from = vertex_of(s, v);
        sum += s->mesh->influence_begin[from + 1] - s->mesh->influence_begin[from];
    }
    return sum;
}

/* Other deform kinds are dropped: the methods that use this set ignore them. */
static bool make_source(source *s, hone_error *error)
{
    size_t n = s->count, influences = count_influences(s);
    bool sdef = s->vertices == BENCH_VERTICES_SDEF;
    if (influences > UINT32_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%zu influences are too many to measure", influences);
    s->positions = calloc(n, sizeof *s->positions);
    s->normals = calloc(n, sizeof *s->normals);
    s->tangents = calloc(n, sizeof *s->tangents);
    s->deforms = sdef ? calloc(n, 1) : NULL;
    s->begin = calloc(n + 1, sizeof *s->begin);
    s->influences = calloc(influences + 1, sizeof *s->influences);
    s->sdefs = sdef ? calloc(n, sizeof *s->sdefs) : NULL;
    if (!s->positions || !s->normals || !s->tangents || !s->begin || !s->influences ||
        (sdef && (!s->deforms || !s->sdefs)))
        return hone_fail_memory(error);
    for (uint32_t v = 0; v < s->count; v++) add_vertex(s, v, vertex_of(s, v));
    return true;
}

/* ---- candidates' arrays -------------------------------------------------------------------------------------- */

static hone_skin *compile(const source *s, bool packed, hone_error *error)
{
    const hone_skin_desc desc = {.vertex_count = s->count,
                                 .slot_count = s->mesh->slot_count,
                                 .positions = {s->positions, s->count, sizeof *s->positions},
                                 .normals = {s->normals, s->count, sizeof *s->normals},
                                 .tangents = {s->tangents, s->count, sizeof *s->tangents},
                                 .deforms = s->deforms,
                                 .influence_begin = s->begin,
                                 .influences = s->influences,
                                 .sdef_count = s->sdef_count,
                                 .sdefs = s->sdefs,
                                 .centres = {s->positions, s->count, sizeof *s->positions}, /* the cost is the same */
                                 .packed = packed,
                                 .allocator = &pages};
    return hone_skin_compile(&desc, error);
}

static void fill_naive(bench_set *set, const source *s)
{
    set->naive_is_exact = true;
    for (uint32_t v = 0; v < s->count; v++) {
        hone_naive_vertex *out = &set->naive[v];
        hone_influence sorted[NAIVE_INFLUENCES];
        memcpy(out->position, s->positions[v], sizeof out->position);
        memcpy(out->normal, s->normals[v], sizeof out->normal);
        set->naive_is_exact &=
            heaviest(s->influences + s->begin[v], s->begin[v + 1] - s->begin[v], sorted) && sorted[0].weight > 0;
        for (int i = 0; i < NAIVE_INFLUENCES; i++) {
            out->weights[i] = sorted[i].weight;
            out->bones[i] = (uint32_t)sorted[i].slot;
        }
    }
    for (uint32_t slot = 0; slot < s->mesh->slot_count; slot++) {
        memcpy(set->naive_palette[slot], set->palette->affine[slot].m, sizeof set->palette->affine[slot].m);
        set->naive_palette[slot][3][3] = 1;
    }
}

static size_t most_read(const hone_skin *skin)
{
    size_t most = 0;
    for (int method = HONE_SKIN_AUTO; method <= HONE_SKIN_DIRECT_DELTA_MUSH; method++) {
        size_t size = hone_skin_read_size(skin, (hone_skin_method)method, true);
        most = size > most ? size : most;
    }
    return most;
}

static bool make_arrays(bench_set *set, const source *s, hone_error *error)
{
    uint32_t lanes = hone_skin_lane_count(set->skin),
             packed_lanes = set->packed ? hone_skin_lane_count(set->packed) : 0;
    set->room = lanes > packed_lanes ? lanes : packed_lanes;
    const size_t page = PAGE / sizeof *set->positions;
    set->positions = take(set, set->room + page, sizeof *set->positions, POSITIONS_BEHIND);
    set->normals = take(set, set->room + page, sizeof *set->normals, NORMALS_BEHIND);
    set->tangents = take(set, set->room, sizeof *set->tangents, 3072);
    set->interleaved = take(set, set->room, sizeof *set->interleaved, 1024);
    set->naive = take(set, set->count, sizeof *set->naive, 0);
    set->naive_out = take(set, set->count, sizeof *set->naive_out + sizeof *set->tangents, 1024);
    set->naive_palette = take(set, s->mesh->slot_count, sizeof *set->naive_palette, 0);
    set->copy_in = take(set, most_read(set->skin) + set->count * sizeof *set->tangents, 1, 0);
    if (!set->positions || !set->normals || !set->tangents || !set->interleaved || !set->naive || !set->naive_out ||
        !set->naive_palette || !set->copy_in)
        return hone_fail_memory(error);
    set->page_positions = (void *)((char *)set->positions + POSITIONS_BEHIND);
    set->page_normals = (void *)((char *)set->normals + NORMALS_BEHIND);
    fill_naive(set, s);
    return true;
}

/* Gives the set's skin what the two kinds of delta mush need. */
static bool add_mush(bench_set *set, const hone_mesh *mesh, hone_error *error)
{
    const hone_mush_desc desc = {.mesh = mesh};
    if (!hone_skin_add_mush(set->skin, HONE_SKIN_DELTA_MUSH, &desc, error) ||
        !hone_skin_add_mush(set->skin, HONE_SKIN_DIRECT_DELTA_MUSH, &desc, error))
        return false;
    set->room_of_mush_size = hone_skin_room(set->skin, HONE_SKIN_DELTA_MUSH);
    set->room_of_mush = take(set, set->room_of_mush_size, 1, 0);
    return set->room_of_mush || hone_fail_memory(error);
}

static bool check_vertices(const hone_mesh *mesh, bench_vertices vertices, uint32_t count, hone_error *error)
{
    if (vertices == BENCH_VERTICES_MUSH && count != mesh->vertex_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "another number of vertices than that of the mesh, for mush");
    if (vertices == BENCH_VERTICES_RANDOM4 && mesh->slot_count < 4)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         "fewer than four bones that move vertices, which random4 needs");
    if (vertices == BENCH_VERTICES_SDEF && mesh->slot_count < 2)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "fewer than two bones that move vertices, which sdef needs");
    return true;
}

bool bench_set_make(const hone_actor *actor, bench_vertices vertices, uint32_t count, bool packed, bench_set *out,
                    hone_error *error)
{
    source s = {.mesh = hone_model_mesh(hone_actor_model(actor)),
                .vertices = vertices,
                .random = 88172645463325252u,
                .count = count};
    *out = (bench_set){.count = count, .palette = hone_actor_palette(actor)};
    bool ok = check_vertices(s.mesh, vertices, count, error) && make_source(&s, error);
    if (ok)
        out->skin = compile(&s, false, error);
    if (ok && packed)
        out->packed = compile(&s, true, error);
    ok = ok && out->skin && (!packed || out->packed);
    ok = ok && (vertices != BENCH_VERTICES_MUSH || add_mush(out, s.mesh, error)) && make_arrays(out, &s, error);
    release_source(&s);
    if (!ok)
        bench_set_release(out);
    return ok;
}
