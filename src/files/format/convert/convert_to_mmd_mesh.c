/* Makes the mesh: vertices in the rest pose, with MMD's bones. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/skin/carry_offset.h"
#include "core/skin/linear_vertex.h"
#include "core/skin/palette/palette.h"
#include "files/format/convert/convert_to_mmd.h"
#include <hone/math.h>
#include <string.h>

/* ---- the rest pose ---- */

static bool make_palette(to_mmd_context *context, hone_palette *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    hone_palette_allocate(out, mesh->slot_count, context->scratch);
    if (mesh->slot_count && (!out->affine || !out->cofactor || !out->duals || !out->scaled))
        return false;
    hone_palette_build(mesh->slots, context->rest, context->from->skeleton.bone_count, out);
    return true;
}

static hone_stream floats3(float (*values)[3], uint32_t count)
{
    return (hone_stream){values, count, sizeof *values};
}

static bool pose_at_rest(to_mmd_context *context, float (*positions)[3], float (*normals)[3], hone_error *error)
{
    const hone_mesh *mesh = &context->from->mesh;
    hone_palette palette;
    if (!make_palette(context, &palette))
        return false;
    hone_skin *skin = hone_skin_compile_mesh(mesh, context->desc->allocator, error);
    const hone_skin_job job = {.palette = &palette,
                               .positions = floats3(positions, mesh->vertex_count),
                               .normals = floats3(normals, mesh->vertex_count)};
    bool ok = skin && hone_skin_run_on(NULL, skin, &job, error);
    hone_skin_release(skin);
    for (uint32_t v = 0; ok && v < mesh->vertex_count; v++) {
        hone_mmd_point(context, positions[v], positions[v]);
        hone_mmd_direction(context, normals[v], normals[v]);
    }
    return ok;
}

/* ---- influences ---- */

static bool map_slots(to_mmd_context *context, uint32_t **out)
{
    const hone_mesh *mesh = &context->from->mesh;
    *out = hone_arena_array(context->scratch, mesh->slot_count, sizeof **out);
    for (uint32_t s = 0; *out && s < mesh->slot_count; s++)
        (*out)[s] =
            mesh->slots[s].bone == HONE_NONE ? context->from->skeleton.bone_count : (uint32_t)mesh->slots[s].bone;
    return *out || mesh->slot_count == 0;
}

/* Keeps the four heaviest influences, which come first in `in`, normalised to the sum 1. Returns the deform type. */
static uint8_t keep_four(hone_influence out[4], const hone_influence *in, uint32_t count)
{
    double sum = 0, others = 0;
    for (uint32_t i = 0; i < count; i++) sum += (double)in[i].weight;
    for (uint32_t i = 0; i < 4; i++) out[i] = i < count ? in[i] : (hone_influence){HONE_NONE, 0};
    for (uint32_t i = 1; i < count; i++) {
        out[i].weight = (float)((double)in[i].weight / sum);
        others += (double)out[i].weight;
    }
    out[0].weight = (float)(1 - others);
    return count == 1 ? HONE_DEFORM_BDEF1 : count == 2 ? HONE_DEFORM_BDEF2 : HONE_DEFORM_BDEF4;
}

static const uint32_t influences_of[] = {[HONE_DEFORM_BDEF1] = 1, [HONE_DEFORM_BDEF2] = 2, [HONE_DEFORM_BDEF4] = 4};

static bool make_influences(to_mmd_context *context, hone_mesh *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    uint32_t *bone_of, at = 0, vertices = mesh->vertex_count;
    hone_influence *scratch = hone_arena_array(context->scratch, hone_most_influences(mesh), sizeof *scratch);
    hone_influence *influences = hone_builder_array(context->builder, vertices, 4 * sizeof *influences);
    uint32_t *begin = hone_builder_array(context->builder, (size_t)vertices + 1, sizeof *begin);
    uint8_t *deforms = hone_builder_array(context->builder, vertices, 1);
    if (!map_slots(context, &bone_of) || !scratch || !influences || !begin || !deforms)
        return false;
    for (uint32_t v = 0; v < vertices; v++) {
        double sum;
        uint32_t count = hone_linear_influences(mesh, v, bone_of, scratch, &sum);
        if (count == 0)
            scratch[count++] =
                (hone_influence){(int32_t)(context->needs_origin ? context->from->skeleton.bone_count : 0), 1};
        context->report->influences_dropped += count > 4;
        begin[v] = at;
        deforms[v] = keep_four(influences + at, scratch, count < 4 ? count : 4);
        at += influences_of[deforms[v]];
    }
    begin[vertices] = at;
    out->influence_begin = begin;
    out->influence_count = at;
    out->influences = influences;
    out->deforms = deforms;
    return true;
}

/* ---- the mesh ---- */

/* Triangles are clockwise in MMD. Those of .x are so already. */
static bool make_indices(to_mmd_context *context, hone_mesh *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    uint32_t count = mesh->index_count / 3 * 3, *indices = hone_builder_array(context->builder, count, sizeof *indices);
    if (!indices)
        return count == 0;
    for (uint32_t i = 0; i < count; i += 3) {
        indices[i] = mesh->indices[i];
        indices[i + 1] = mesh->indices[i + (context->axes.mirrored ? 2 : 1)];
        indices[i + 2] = mesh->indices[i + (context->axes.mirrored ? 1 : 2)];
    }
    out->indices = indices;
    out->index_count = count;
    return true;
}

/* Makes one slot per bone, in order; hone_model_create fills in the matrices. */
static bool make_slots(to_mmd_context *context, hone_mesh *out)
{
    uint32_t count = context->data.skeleton.bone_count;
    hone_slot *slots = hone_builder_array(context->builder, count, sizeof *slots);
    for (uint32_t b = 0; slots && b < count; b++) slots[b].bone = (int32_t)b;
    out->slots = slots;
    out->slot_count = count;
    return slots || count == 0;
}

bool hone_mmd_make_mesh(to_mmd_context *context, hone_error *error)
{
    const hone_mesh *mesh = &context->from->mesh;
    hone_mesh *out = &context->data.mesh;
    uint32_t count = mesh->vertex_count;
    if (!make_slots(context, out) || count == 0)
        return out->slots != NULL;
    float(*positions)[3] = hone_builder_array(context->builder, count, sizeof *positions);
    float(*normals)[3] = hone_builder_array(context->builder, count, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(context->builder, count, sizeof *uvs);
    float *edge_scales = hone_builder_array(context->builder, count, sizeof *edge_scales);
    if (!positions || !normals || !uvs || !edge_scales)
        return false;
    memcpy(uvs, mesh->uvs, count * sizeof *uvs);
    for (uint32_t v = 0; v < count; v++) edge_scales[v] = 1;
    out->vertex_count = count;
    out->positions = (const float(*)[3])positions;
    out->normals = (const float(*)[3])normals;
    out->uvs = (const float(*)[2])uvs;
    out->edge_scales = edge_scales;
    return pose_at_rest(context, positions, normals, error) && make_influences(context, out) &&
           make_indices(context, out);
}

/* ---- morphs ---- */

static bool carry_offsets(const to_mmd_context *context, const hone_morph *in, hone_morph *out)
{
    hone_morph_vertex *vertices = hone_builder_array(context->builder, in->count, sizeof *vertices);
    if (!vertices && in->count)
        return false;
    for (uint32_t i = 0; i < in->count; i++) {
        float moved[3];
        hone_carry_offset(&context->from->mesh, context->rest, &in->u.vertices[i], moved);
        vertices[i].vertex = in->u.vertices[i].vertex;
        hone_mmd_point(context, moved, vertices[i].offset);
    }
    out->count = in->count;
    out->u.vertices = vertices;
    return true;
}

/* Expressions have no groups in them, as MMD wants it. MMD's groups are neither on or off, nor override others. */
static bool carry_children(const to_mmd_context *context, const hone_morph *in, hone_morph *out)
{
    uint32_t count = in->count;
    hone_morph_child *children = hone_builder_array(context->builder, count, sizeof *children);
    if (!children && count)
        return false;
    if (count)
        memcpy(children, in->u.children, count * sizeof *children);
    out->kind = HONE_MORPH_GROUP;
    out->count = count;
    out->u.children = children;
    return true;
}

static const char *morph_name(const to_mmd_context *context, uint32_t morph)
{
    return context->from->morphs[morph].name;
}

static bool name_morphs(to_mmd_context *context, hone_morph *morphs)
{
    hone_mmd_names known;
    if (!hone_mmd_make_names(context, context->from->morph_count, morph_name, &known))
        return false;
    for (uint32_t m = 0; m < context->from->morph_count; m++) {
        morphs[m].name = hone_mmd_unique_name(context, &known, m, morph_name(context, m));
        morphs[m].english_name = hone_mmd_copy(context, morph_name(context, m));
    }
    return true;
}

/* glTF and .x have vertex morphs, and glTF has the groups of VRM. A morph of another kind keeps only its
 * name. */
bool hone_mmd_make_morphs(to_mmd_context *context)
{
    const hone_model_data *from = context->from;
    hone_morph *morphs = hone_builder_array(context->builder, from->morph_count, sizeof *morphs);
    for (uint32_t m = 0; morphs && m < from->morph_count; m++) {
        const hone_morph *in = &from->morphs[m];
        bool holds = in->kind == HONE_MORPH_GROUP;
        morphs[m] = (hone_morph){.panel = in->panel, .kind = HONE_MORPH_VERTEX};
        if ((in->kind == HONE_MORPH_VERTEX && !carry_offsets(context, in, &morphs[m])) ||
            (holds && !carry_children(context, in, &morphs[m])))
            return false;
    }
    context->data.morphs = morphs;
    context->data.morph_count = morphs ? from->morph_count : 0;
    return morphs ? name_morphs(context, morphs) : from->morph_count == 0;
}
