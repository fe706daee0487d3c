#include "base/builder.h"
#include "base/error.h"
#include "base/math.h"
#include "skin/compiled.h"
#include <inttypes.h>
#include <string.h>

/* ---- at the door --------------------------------------------------------------------------------------------- */

static bool counts(float weight)
{
    return weight != 0 && isfinite(weight);
}

static bool check_vertex(const hone_skin_desc *desc, uint32_t v, hone_error *error)
{
    uint32_t begin = desc->influence_begin[v], end = desc->influence_begin[v + 1];
    if (end < begin)
        return hone_fail(error, HONE_ERROR_ARGUMENT, v, "influences of vertex %" PRIu32 " end before they begin", v);
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

/* Points and vertices of kind SDEF are one to one, both ascending. */
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

static bool check_desc(const hone_skin_desc *desc, hone_error *error)
{
    if (!desc || (desc->vertex_count && !desc->influence_begin) || (desc->sdef_count && !desc->sdefs))
        return hone_fail_null(error, "a skin's description");
    if (desc->normals.data && (desc->normals.count < desc->vertex_count || desc->normals.stride < 3 * sizeof(float)))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%zu normals for %" PRIu32 " vertices", desc->normals.count,
                         desc->vertex_count);
    if (!desc->influences && desc->vertex_count && desc->influence_begin[desc->vertex_count] > desc->influence_begin[0])
        return hone_fail_null(error, "a skin's influences");
    for (uint32_t v = 0; v < desc->vertex_count; v++)
        if (!check_vertex(desc, v, error))
            return false;
    return check_sdefs(desc, error);
}

/* ---- influences ---------------------------------------------------------------------------------------------- */

static bool comes_before(hone_influence a, hone_influence b)
{
    return a.weight > b.weight || (a.weight == b.weight && a.slot < b.slot);
}

/* Copies a vertex's influences: without the zero ones, each slot once, heaviest first. Returns how many are left. */
static uint32_t tidy(const hone_influence *in, uint32_t count, hone_influence *out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!counts(in[i].weight))
            continue;
        uint32_t k = 0;
        while (k < kept && out[k].slot != in[i].slot) k++;
        if (k == kept)
            out[kept++] = in[i];
        else
            out[k].weight += in[i].weight;
    }
    uint32_t sorted = 0;
    for (uint32_t i = 0; i < kept; i++) {
        hone_influence moving = out[i];
        if (!counts(moving.weight)) /* two that cancelled, or overflowed */
            continue;
        uint32_t place = sorted++;
        for (; place > 0 && comes_before(moving, out[place - 1]); place--) out[place] = out[place - 1];
        out[place] = moving;
    }
    return sorted;
}

/* ---- vertices ------------------------------------------------------------------------------------------------ */

static uint8_t kind_of(const hone_skin_desc *desc, uint32_t v, uint32_t influence_count)
{
    switch (desc->deforms ? desc->deforms[v] : HONE_DEFORM_LINEAR) {
    case HONE_DEFORM_SDEF:
        return influence_count == 2 ? HONE_SKIN_BY_SDEF : HONE_SKIN_BY_LINEAR; /* of one bone: BDEF1 */
    case HONE_DEFORM_QDEF:
        return HONE_SKIN_BY_DUALS;
    default:
        return HONE_SKIN_BY_LINEAR;
    }
}

/* influences: as compiled, perhaps the other way round than in the file, where `first` names the slot of r0. */
static void compile_sdef(const hone_sdef *points, int32_t first, const hone_influence influences[2],
                         hone_skin_sdef *out)
{
    bool swapped = influences[0].slot != first;
    const float *r[2] = {swapped ? points->r1 : points->r0, swapped ? points->r0 : points->r1};
    out->vertex = points->vertex;
    for (int i = 0; i < 3; i++) {
        float blended = influences[0].weight * r[0][i] + influences[1].weight * r[1][i];
        out->c[i] = points->c[i];
        for (int k = 0; k < 2; k++) out->centres[k][i] = (points->c[i] + (points->c[i] + r[k][i] - blended)) / 2;
    }
}

static void compile_vertices(hone_skin *skin, const hone_skin_desc *desc)
{
    uint32_t end = 0, points = 0;
    for (uint32_t v = 0; v < desc->vertex_count; v++) {
        uint32_t begin = desc->influence_begin[v], count = desc->influence_begin[v + 1] - begin;
        const hone_influence *in = count ? &desc->influences[begin] : NULL;
        hone_influence *out = &skin->influences[end];
        count = tidy(in, count, out);
        skin->kinds[v] = kind_of(desc, v, count);
        skin->kinds_met |= 1u << skin->kinds[v];
        HONE_ASSERT(in || skin->kinds[v] != HONE_SKIN_BY_SDEF);
        if (skin->kinds[v] == HONE_SKIN_BY_SDEF)
            compile_sdef(&desc->sdefs[points], in->slot, out, &skin->sdefs[skin->sdef_count++]);
        points += desc->deforms && desc->deforms[v] == HONE_DEFORM_SDEF;
        end += count;
        skin->influence_begin[v + 1] = end;
    }
}

static void compile_normals(hone_skin *skin, const hone_stream *normals)
{
    for (uint32_t v = 0; skin->normals && v < skin->vertex_count; v++) {
        float normal[3];
        memcpy(normal, (const char *)normals->data + v * normals->stride, sizeof normal);
        if (!hone_normalise3(normal, skin->normals[v]))
            skin->normals[v][2] = 1;
    }
}

/* ---- the object ---------------------------------------------------------------------------------------------- */

/* The skin with its arrays, all zero; NULL if out of memory. */
static hone_skin *allocate(const hone_skin_desc *desc, hone_builder *memory)
{
    hone_skin *skin = hone_builder_array(memory, 1, sizeof *skin);
    if (!skin)
        return NULL;
    size_t vertices = desc->vertex_count;
    size_t influences = vertices ? desc->influence_begin[vertices] - desc->influence_begin[0] : 0;
    *skin = (hone_skin){.memory = memory, .vertex_count = desc->vertex_count, .slot_count = desc->slot_count};
    atomic_init(&skin->references, 1);
    skin->kinds = hone_builder_array(memory, vertices, sizeof *skin->kinds);
    skin->influence_begin = hone_builder_array(memory, vertices + 1, sizeof *skin->influence_begin);
    skin->influences = hone_builder_array(memory, influences + 1, sizeof *skin->influences); /* never NULL */
    skin->sdefs = hone_builder_array(memory, desc->sdef_count, sizeof *skin->sdefs);
    if (desc->normals.data)
        skin->normals = hone_builder_array(memory, vertices, sizeof *skin->normals);
    return hone_builder_failed(memory) ? NULL : skin;
}

hone_skin *hone_skin_compile(const hone_skin_desc *desc, hone_error *error)
{
    if (!check_desc(desc, error))
        return NULL;
    hone_builder *memory = hone_builder_create(desc->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_skin *skin = allocate(desc, memory);
    if (!skin) {
        hone_builder_fail(memory, error);
        hone_builder_destroy(memory);
        return NULL;
    }
    compile_vertices(skin, desc);
    compile_normals(skin, &desc->normals);
    return skin;
}

hone_skin *hone_skin_compile_mesh(const hone_mesh *mesh, const hone_allocator *allocator, hone_error *error)
{
    if (!mesh)
        return hone_fail_null(error, "the mesh"), NULL;
    hone_skin_desc desc = {
        .vertex_count = mesh->vertex_count,
        .slot_count = mesh->slot_count,
        .normals = {(void *)mesh->normals, mesh->vertex_count, sizeof *mesh->normals},
        .deforms = mesh->deforms,
        .influence_begin = mesh->influence_begin,
        .influences = mesh->influences,
        .sdef_count = mesh->sdef_count,
        .sdefs = mesh->sdefs,
        .allocator = allocator,
    };
    return hone_skin_compile(&desc, error);
}

hone_skin *hone_skin_retain(const hone_skin *skin)
{
    hone_skin *mine = (hone_skin *)skin; /* the count is the one thing about a skin that changes */
    if (mine)
        atomic_fetch_add_explicit(&mine->references, 1, memory_order_relaxed);
    return mine;
}

void hone_skin_release(const hone_skin *skin)
{
    hone_skin *mine = (hone_skin *)skin;
    if (mine && atomic_fetch_sub_explicit(&mine->references, 1, memory_order_acq_rel) == 1)
        hone_builder_destroy(mine->memory);
}

uint32_t hone_skin_vertex_count(const hone_skin *skin)
{
    return skin->vertex_count;
}
