/* Compiles a mesh for skinning: checks the description and fills blocks of sixteen lanes with rest data, slots and
 * weights. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/skin/blocks.h"
#include "core/skin/deform/mush.h"
#include "core/skin/quantise.h"
#include <hone/math.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t MOST_VERTICES = 1u << 28; /* lane indices are 32-bit and include padding */

/* ---- input checks ---------------------------------------------------------------------------------------------- */

static bool counts(float weight)
{
    return weight != 0 && isfinite(weight);
}

static bool check_vertex(const hone_skin_desc *desc, uint32_t v, hone_error *error)
{
    uint32_t begin = desc->influence_begin[v], end = desc->influence_begin[v + 1];
    uint32_t all = desc->influence_begin[desc->vertex_count];
    if (end < begin || end > all)
        return hone_fail(error, HONE_ERROR_ARGUMENT, v,
                         "the influences of vertex %" PRIu32 " are %" PRIu32 " to %" PRIu32 " of %" PRIu32, v, begin,
                         end, all);
    if (desc->deforms && desc->deforms[v] >= HONE_DEFORM_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, v, "vertex %" PRIu32 " has the unknown kind %u", v,
                         desc->deforms[v]);
    HONE_ASSERT(begin == end || desc->influences);
    for (uint32_t i = begin; i < end; i++) {
        const hone_influence *in = &desc->influences[i];
        if (counts(in->weight) && (in->slot < 0 || (uint32_t)in->slot >= desc->slot_count))
            return hone_fail(error, HONE_ERROR_ARGUMENT, v, "vertex %" PRIu32 " names slot %" PRId32 " of %" PRIu32, v,
                             in->slot, desc->slot_count);
    }
    return true;
}

/* Checks that SDEF points and SDEF vertices match one to one, both in ascending order. */
static bool check_sdefs(const hone_skin_desc *desc, hone_error *error)
{
    uint32_t next = 0;
    for (uint32_t v = 0; desc->deforms && v < desc->vertex_count; v++) {
        if (desc->deforms[v] != HONE_DEFORM_SDEF)
            continue;
        if (next == desc->sdef_count || desc->sdefs[next].vertex != v)
            return hone_fail(error, HONE_ERROR_ARGUMENT, v, "the SDEF points of vertex %" PRIu32 " are missing", v);
        if (desc->influence_begin[v + 1] - desc->influence_begin[v] > 2)
            return hone_fail(error, HONE_ERROR_ARGUMENT, v, "vertex %" PRIu32 " is SDEF with more than two influences",
                             v);
        next++;
    }
    if (next != desc->sdef_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->sdefs[next].vertex,
                         "there are SDEF points for vertex %" PRIu32 ", which is not SDEF", desc->sdefs[next].vertex);
    return true;
}

static bool check_stream(const hone_skin_desc *desc, const hone_stream *stream, size_t components, const char *what,
                         hone_error *error)
{
    if (!stream->data || (stream->count >= desc->vertex_count && stream->stride >= components * sizeof(float)))
        return true;
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%zu %s, %zu bytes apart, for %" PRIu32 " vertices", stream->count,
                     what, stream->stride, desc->vertex_count);
}

bool hone_skin_check_desc(const hone_skin_desc *desc, hone_error *error)
{
    if (!desc || (desc->vertex_count && !desc->influence_begin) || (desc->sdef_count && !desc->sdefs))
        return hone_fail_null(error, "a skin's description");
    if (desc->vertex_count > MOST_VERTICES)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->vertex_count, "%" PRIu32 " vertices are more than %" PRIu32,
                         desc->vertex_count, MOST_VERTICES);
    if (desc->vertex_count && !desc->positions.data)
        return hone_fail_null(error, "a skin's positions");
    if (desc->tangents.data && !desc->normals.data)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "tangents without normals");
    if (!check_stream(desc, &desc->positions, 3, "positions", error) ||
        !check_stream(desc, &desc->normals, 3, "normals", error) ||
        !check_stream(desc, &desc->tangents, 4, "tangents", error) ||
        !check_stream(desc, &desc->centres, 3, "centres", error))
        return false;
    if (!desc->influences && desc->vertex_count && desc->influence_begin[desc->vertex_count] > desc->influence_begin[0])
        return hone_fail_null(error, "a skin's influences");
    for (uint32_t v = 0; v < desc->vertex_count; v++)
        if (!check_vertex(desc, v, error))
            return false;
    return check_sdefs(desc, error);
}

/* ---- data of the lanes ----------------------------------------------------------------------------------------- */

static void read(const hone_stream *stream, uint32_t vertex, float *out, int components)
{
    HONE_ASSERT(stream->data); /* ensured by hone_skin_check_desc */
    memcpy(out, (const char *)stream->data + vertex * stream->stride, (size_t)components * sizeof *out);
}

static void read_normal(const hone_stream *normals, uint32_t vertex, float out[3])
{
    float normal[3];
    read(normals, vertex, normal, 3);
    if (!hone_vec3_normalise(normal, out))
        out[0] = out[1] = 0, out[2] = 1;
}

static bool is_orthonormal(const float tangent[3], const float normal[3])
{
    double square = 0, along = 0;
    for (int c = 0; c < 3; c++) {
        square += (double)tangent[c] * tangent[c];
        along += (double)tangent[c] * normal[c];
    }
    return fabs(square - 1) <= HONE_SKIN_ORTHONORMAL && fabs(along) <= HONE_SKIN_ORTHONORMAL;
}

static void fill_rest(hone_skin *skin, const hone_skin_desc *desc, uint32_t block, uint32_t lane)
{
    float value[4], normal[3] = {0, 0, 1};
    uint32_t vertex = skin->vertices[(size_t)block * LANES + lane];
    if (skin->positions) {
        read(&desc->positions, vertex, value, 3);
        for (int c = 0; c < 3; c++) skin->positions[block].c[c][lane] = value[c];
    }
    if (skin->normals) {
        read_normal(&desc->normals, vertex, normal);
        for (int c = 0; c < 3; c++) skin->normals[block].c[c][lane] = normal[c];
    }
    if (skin->tangents) {
        read(&desc->tangents, vertex, value, 4);
        skin->orthonormal &= skin->normals && is_orthonormal(value, normal);
        for (int c = 0; c < 4; c++) skin->tangents[block].c[c][lane] = value[c];
    }
}

static void fill_packed(hone_skin *skin, const hone_skin_desc *desc, uint32_t block, uint32_t lane)
{
    float value[3];
    uint32_t vertex = skin->vertices[(size_t)block * LANES + lane];
    read(&desc->positions, vertex, value, 3);
    hone_pack_position(skin->packed_origin, skin->packed_step, value, skin->packed[block].position, lane);
    if (!skin->has_normals)
        return;
    read_normal(&desc->normals, vertex, value);
    hone_pack_normal(value, skin->packed[block].normal, lane);
}

static void put_weight(hone_skin *skin, const hone_skin_group *group, size_t at, float weight)
{
    if (hone_skin_packs_weights(skin, group))
        skin->packed_weights[at] = hone_pack_weight(weight);
    else
        skin->weights[at] = weight;
}

/* Writes the slots and weights of a lane that has its own slots. */
static void fill_own(hone_skin *skin, const hone_skin_group *group, size_t in_group, uint32_t lane,
                     const hone_influence *influences)
{
    uint32_t *slots = skin->slots + group->slots + in_group * group->influences * LANES + lane;
    size_t first = group->weights + in_group * group->stored * LANES + lane;
    for (uint32_t i = 0; i < group->influences; i++) slots[(size_t)i * LANES] = (uint32_t)influences[i].slot;
    for (uint32_t i = 0; i < group->stored; i++)
        put_weight(skin, group, first + (size_t)i * LANES, influences[i].weight);
}

/* Writes the weights of a lane for the slots of its block. The lane may use only some of those slots; the others get
 * weight 0. Kernels compute an implicit last weight as 1 minus the others. So if the block's last slot is not one of
 * the lane's, the lane's own last weight is stored as 1 minus the others too: then 0 remains. */
static void fill_shared(hone_skin *skin, const hone_skin_group *group, size_t in_group, uint32_t lane,
                        const hone_influence *influences, uint32_t count)
{
    const uint32_t *slots = skin->slots + group->slots + in_group * group->influences;
    size_t first = group->weights + in_group * group->stored * LANES + lane;
    float left = 1;
    for (uint32_t i = 0, k = 0; i < group->stored; i++) {
        bool named = k < count && (uint32_t)influences[k].slot == slots[i];
        float weight = named ? influences[k].weight : 0;
        if (named && group->implicit && k + 1 == count)
            weight = left;
        put_weight(skin, group, first + (size_t)i * LANES, weight);
        left -= weight;
        k += named;
    }
}

static void fill_weights(hone_skin *skin, const hone_skin_group *group, uint32_t block, uint32_t lane,
                         const hone_influence *influences, uint32_t count)
{
    size_t in_group = block - group->begin;
    if (group->mixed)
        fill_own(skin, group, in_group, lane, influences);
    else
        fill_shared(skin, group, in_group, lane, influences, count);
}

void hone_sdef_centres(const hone_sdef *points, int32_t first, const hone_influence influences[2], float out[2][3])
{
    bool swapped = influences[0].slot != first;
    const float *r[2] = {swapped ? points->r1 : points->r0, swapped ? points->r0 : points->r1};
    for (int i = 0; i < 3; i++) {
        float blended = influences[0].weight * r[0][i] + influences[1].weight * r[1][i];
        for (int k = 0; k < 2; k++) out[k][i] = (points->c[i] + (points->c[i] + r[k][i] - blended)) / 2;
    }
}

static void fill_sdef(hone_skin_sdef *out, uint32_t lane, const hone_sdef *points, int32_t first,
                      const hone_influence influences[2])
{
    float centres[2][3];
    hone_sdef_centres(points, first, influences, centres);
    for (int i = 0; i < 3; i++) {
        out->c.c[i][lane] = points->c[i];
        for (int k = 0; k < 2; k++) out->centres[k].c[i][lane] = centres[k][i];
    }
}

static int compare_vertex(const void *key, const void *sdef)
{
    uint32_t vertex = *(const uint32_t *)key, other = ((const hone_sdef *)sdef)->vertex;
    return (vertex > other) - (vertex < other);
}

static void fill_group(hone_skin *skin, const hone_skin_desc *desc, const hone_slot_sets *sets,
                       const hone_skin_group *group)
{
    for (uint32_t block = group->begin; block < group->end; block++)
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint32_t vertex = skin->vertices[(size_t)block * LANES + lane];
            const hone_influence *influences = sets->influences + sets->begin[vertex];
            fill_rest(skin, desc, block, lane);
            if (skin->packed)
                fill_packed(skin, desc, block, lane);
            fill_weights(skin, group, block, lane, influences, sets->begin[vertex + 1] - sets->begin[vertex]);
            if (group->kind != HONE_SKIN_BY_SDEF)
                continue;
            const hone_sdef *points =
                bsearch(&vertex, desc->sdefs, desc->sdef_count, sizeof *desc->sdefs, compare_vertex);
            HONE_ASSERT(points); /* ensured by check_sdefs */
            fill_sdef(&skin->sdefs[group->sdefs + block - group->begin], lane, points,
                      desc->influences[desc->influence_begin[vertex]].slot, influences);
        }
}

/* ---- the object ------------------------------------------------------------------------------------------------ */

/* Allocates a zeroed array aligned to a cache line. Returns NULL if out of memory, not wanted or empty. Arrays get
 * different offsets by `which`: reads and writes at addresses that differ by a multiple of 4 KiB stall a core. */
static void *frames(hone_arena *memory, bool wanted, size_t count, size_t size, int which)
{
    if (!wanted || count == 0)
        return NULL;
    enum { LINE = 64, STEP = 11 * LINE };
    char *array = hone_arena_array(memory, count * size + LINE + (size_t)which * STEP, 1);
    if (!array)
        return NULL;
    return array + (LINE - (uintptr_t)array % LINE) % LINE + (size_t)which * STEP;
}

/* Returns whether any group's weights are not packed. */
static bool has_whole_weights(const hone_skin *skin)
{
    bool any = false;
    for (uint32_t g = 0; g < skin->group_count; g++) any |= !hone_skin_packs_weights(skin, &skin->groups[g]);
    return any;
}

static bool allocate_lanes(hone_skin *skin, const hone_skin_desc *desc)
{
    size_t blocks = skin->block_count;
    skin->positions = frames(skin->memory, !desc->packed, blocks, sizeof *skin->positions, 0);
    skin->normals = frames(skin->memory, skin->has_normals && !desc->packed, blocks, sizeof *skin->normals, 1);
    skin->tangents = frames(skin->memory, desc->tangents.data, blocks, sizeof *skin->tangents, 2);
    skin->orthonormal = skin->tangents != NULL;
    skin->packed = frames(skin->memory, desc->packed, blocks, sizeof *skin->packed, 0);
    size_t weights = skin->weight_count + 1; /* + 1: never empty, because groups point into them */
    skin->weights = frames(skin->memory, has_whole_weights(skin), weights, sizeof *skin->weights, 3);
    skin->packed_weights = frames(skin->memory, desc->packed, weights, sizeof *skin->packed_weights, 4);
    return !hone_arena_failed(skin->memory);
}

static bool compile(hone_skin *skin, const hone_skin_desc *desc, hone_arena *scratch)
{
    hone_slot_sets sets;
    if (!hone_slot_sets_find(desc, scratch, &sets) || !hone_skin_make_blocks(skin, &sets, scratch))
        return false;
    if (!allocate_lanes(skin, desc))
        return false;
    if (desc->packed)
        hone_pack_box(&desc->positions, desc->vertex_count, skin->packed_origin, skin->packed_step);
    for (uint32_t t = 0; t < sets.count; t++)
        if (sets.sets[t].influences > skin->most_influences)
            skin->most_influences = sets.sets[t].influences;
    for (uint32_t g = 0; g < skin->group_count; g++) {
        skin->kinds_met |= 1u << skin->groups[g].kind;
        fill_group(skin, desc, &sets, &skin->groups[g]);
    }
    return true;
}

hone_skin *hone_skin_compile(const hone_skin_desc *desc, hone_error *error)
{
    if (!hone_skin_check_desc(desc, error))
        return NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    hone_arena *scratch = memory ? hone_arena_create(desc->allocator, 0, error) : NULL;
    hone_skin *skin = scratch ? hone_arena_array(memory, 1, sizeof *skin) : NULL;
    if (skin) {
        *skin = (hone_skin){.memory = memory,
                            .vertex_count = desc->vertex_count,
                            .slot_count = desc->slot_count,
                            .has_normals = desc->normals.data != NULL};
        skin->allocator = hone_allocator_or_default(desc->allocator);
        atomic_init(&skin->references, 1);
        atomic_init(&skin->centres, NULL);
        atomic_init(&skin->centre_reach, 0);
        for (int i = 0; i < 2; i++) atomic_init(&skin->mush[i], NULL);
    }
    bool ok =
        skin && compile(skin, desc, scratch) && (!desc->centres.data || hone_skin_set_centres(skin, &desc->centres));
    hone_arena_destroy(scratch);
    if (ok)
        return skin;
    hone_arena_destroy(memory);
    hone_fail_memory(error);
    return NULL;
}

hone_skin *hone_skin_compile_mesh(const hone_mesh *mesh, const hone_allocator *allocator, hone_error *error)
{
    if (!mesh)
        return hone_fail_null(error, "the mesh"), NULL;
    hone_skin_desc desc = {
        .vertex_count = mesh->vertex_count,
        .slot_count = mesh->slot_count,
        .positions = {(void *)mesh->positions, mesh->vertex_count, sizeof *mesh->positions},
        .normals = {(void *)mesh->normals, mesh->vertex_count, sizeof *mesh->normals},
        .tangents = {(void *)mesh->tangents, mesh->vertex_count, sizeof *mesh->tangents},
        .deforms = mesh->deforms,
        .influence_begin = mesh->influence_begin,
        .influences = mesh->influences,
        .sdef_count = mesh->sdef_count,
        .sdefs = mesh->sdefs,
        .centres = {(void *)mesh->centres, mesh->vertex_count, sizeof *mesh->centres},
        .allocator = allocator,
    };
    return hone_skin_compile(&desc, error);
}

hone_skin *hone_skin_retain(const hone_skin *skin)
{
    hone_skin *mine = (hone_skin *)skin; /* the reference count is the only part of a skin that changes */
    if (mine)
        atomic_fetch_add_explicit(&mine->references, 1, memory_order_relaxed);
    return mine;
}

void hone_skin_release(const hone_skin *skin)
{
    hone_skin *mine = (hone_skin *)skin;
    if (!mine || atomic_fetch_sub_explicit(&mine->references, 1, memory_order_acq_rel) != 1)
        return;
    hone_skin_frame3 *centres = atomic_load_explicit(&mine->centres, memory_order_relaxed);
    hone_deallocate(&mine->allocator, centres, mine->block_count, sizeof *centres);
    const hone_skin *smoothed = hone_skin_release_mush(mine);
    hone_arena_destroy(mine->memory);
    hone_skin_release(smoothed);
}

/* Returns the largest distance of a vertex from its centre, as the bits of a float. */
static uint32_t reach_of(const hone_skin *skin, const hone_skin_frame3 *centres)
{
    float reach = 0, square, position[3];
    uint32_t bits;
    for (uint32_t at = 0; at < skin->block_count * LANES; at++) {
        const uint32_t b = at / LANES, lane = at % LANES;
        for (int c = 0; c < 3; c++)
            position[c] = skin->positions ? skin->positions[b].c[c][lane]
                                          : skin->packed_origin[c] +
                                                skin->packed_step[c] * (float)skin->packed[b].position[c][lane];
        square = 0;
        for (int c = 0; c < 3; c++)
            square += (position[c] - centres[b].c[c][lane]) * (position[c] - centres[b].c[c][lane]);
        reach = fmaxf(reach, sqrtf(square));
    }
    memcpy(&bits, &reach, sizeof bits);
    return bits;
}

static float centre_reach(const hone_skin *skin)
{
    const uint32_t bits = atomic_load_explicit(&((hone_skin *)skin)->centre_reach, memory_order_relaxed);
    float reach;
    memcpy(&reach, &bits, sizeof reach);
    return reach;
}

bool hone_skin_set_centres(hone_skin *skin, const hone_stream *centres)
{
    hone_skin_frame3 *none = NULL, *made;
    if (hone_skin_centres(skin) || skin->block_count == 0)
        return true;
    made = hone_allocate(&skin->allocator, skin->block_count, sizeof *made);
    for (uint32_t at = 0; made && at < skin->block_count * LANES; at++) {
        float centre[3];
        read(centres, skin->vertices[at], centre, 3);
        for (int c = 0; c < 3; c++) made[at / LANES].c[c][at % LANES] = centre[c];
    }
    if (made)
        atomic_store_explicit(&skin->centre_reach, reach_of(skin, made), memory_order_relaxed);
    if (made && !atomic_compare_exchange_strong(&skin->centres, &none, made))
        hone_deallocate(&skin->allocator, made, skin->block_count, sizeof *made);
    return made != NULL;
}

uint32_t hone_skin_vertex_count(const hone_skin *skin)
{
    return skin->vertex_count;
}

uint32_t hone_skin_slot_count(const hone_skin *skin)
{
    return skin->slot_count;
}

uint32_t hone_skin_block_count(const hone_skin *skin)
{
    return skin->block_count;
}

uint32_t hone_skin_lane_count(const hone_skin *skin)
{
    return skin->block_count * LANES;
}

const uint32_t *hone_skin_lanes(const hone_skin *skin)
{
    return skin->lanes;
}

bool hone_skin_packs_weights(const hone_skin *skin, const hone_skin_group *group)
{
    return skin->packed && group->implicit;
}

size_t hone_skin_read_size(const hone_skin *skin, hone_skin_method method, bool normals)
{
    if (hone_skin_is_mush(method))
        return hone_skin_mush_bytes(skin, method) + hone_skin_read_size(skin, HONE_SKIN_LINEAR, normals);
    size_t size = 0, rest = skin->packed ? 6 : 12, normal = skin->packed ? 4 : 12;
    rest += method == HONE_SKIN_CENTRES ? 3 * sizeof(float) : 0;
    for (uint32_t g = 0; g < skin->group_count; g++) {
        const hone_skin_group *group = &skin->groups[g];
        size_t weight = hone_skin_packs_weights(skin, group) ? sizeof(uint16_t) : sizeof(float);
        size_t sdef = group->kind == HONE_SKIN_BY_SDEF && method == HONE_SKIN_AUTO ? 9 * sizeof(float) : 0;
        size_t slots = group->mixed ? group->vertices : group->end - group->begin;
        size += group->vertices * (rest + (normals ? normal : 0) + group->stored * weight + sdef);
        size += slots * group->influences * sizeof *skin->slots;
    }
    return size;
}

float hone_skin_reach(const hone_skin *skin, hone_skin_method method)
{
    if (method == HONE_SKIN_CENTRES)
        return centre_reach(skin);
    if (method == HONE_SKIN_DELTA_MUSH)
        return hone_skin_delta_mush(skin) ? hone_skin_delta_mush(skin)->reach : 0;
    return method == HONE_SKIN_DIRECT_DELTA_MUSH && hone_skin_direct_mush(skin) ? hone_skin_direct_mush(skin)->reach
                                                                                : 0;
}
