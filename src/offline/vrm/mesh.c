/* Makes the mesh of the avatar: vertices in the T-pose. */
#include "base/memory/arena.h"
#include "core/skin/linear_vertex.h"
#include "core/skin/palette/palette.h"
#include "offline/vrm/to_vrm.h"
#include <hone/math.h>
#include <hone/skin.h>
#include <string.h>

enum { MOST_INFLUENCES = 4 };

/* ---- vertices ---------------------------------------------------------------------------------------------------- */

static bool make_palette(to_vrm_context *context, hone_palette *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    hone_palette_allocate(out, mesh->slot_count, context->scratch);
    if (mesh->slot_count && (!out->affine || !out->cofactor || !out->duals || !out->scaled))
        return false;
    hone_palette_build(mesh->slots, context->posed, context->from->skeleton.bone_count, out);
    return true;
}

/* values: [vertex_count][width]; NULL: not wanted. */
static hone_stream stream_of(void *values, uint32_t width, uint32_t count)
{
    return values ? (hone_stream){values, count, width * (uint32_t)sizeof(float)} : (hone_stream){0};
}

static bool pose_vertices(to_vrm_context *context, float (*positions)[3], float (*normals)[3], float (*tangents)[4])
{
    const hone_mesh *mesh = &context->from->mesh;
    hone_palette palette;
    if (!make_palette(context, &palette))
        return false;
    hone_skin *skin = hone_skin_compile_mesh(mesh, context->desc->allocator, &context->why);
    const hone_skin_job job = {.palette = &palette,
                               .positions = stream_of(positions, 3, mesh->vertex_count),
                               .normals = stream_of(normals, 3, mesh->vertex_count),
                               .tangents = stream_of(tangents, 4, mesh->vertex_count)};
    bool ok = skin && hone_skin_run_on(NULL, skin, &job, &context->why);
    hone_skin_release(skin);
    for (uint32_t v = 0; ok && v < mesh->vertex_count; v++) {
        hone_vrm_point(context, positions[v], positions[v]);
        hone_vrm_direction(context, normals[v], normals[v]);
        if (tangents) {
            hone_vrm_direction(context, tangents[v], tangents[v]);
            tangents[v][3] *= context->axes.mirrored ? -1.0f : 1.0f;
        }
    }
    return ok;
}

static bool copy_uvs(to_vrm_context *context, hone_mesh *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    size_t count = mesh->vertex_count;
    float(*uvs)[2] = hone_builder_array(context->builder, count, sizeof *uvs);
    if (!uvs)
        return false;
    memcpy(uvs, mesh->uvs, count * sizeof *uvs);
    out->uvs = (const float(*)[2])uvs;
    for (uint32_t set = 0; context->from->space == HONE_SPACE_GLTF && set < mesh->extra_uv_count; set++) {
        float(*more)[4] = hone_builder_array(context->builder, count, sizeof *more);
        if (!more)
            return false;
        memcpy(more, mesh->extra_uvs[set], count * sizeof *more);
        out->extra_uvs[out->extra_uv_count++] = (const float(*)[4])more;
    }
    return true;
}

static bool make_vertices(to_vrm_context *context, hone_mesh *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    uint32_t count = mesh->vertex_count;
    float(*positions)[3] = hone_builder_array(context->builder, count, sizeof *positions);
    float(*normals)[3] = hone_builder_array(context->builder, count, sizeof *normals);
    float(*tangents)[4] = mesh->tangents ? hone_builder_array(context->builder, count, sizeof *tangents) : NULL;
    float *edge_scales = hone_builder_array(context->builder, count, sizeof *edge_scales);
    if (!positions || !normals || !edge_scales || (mesh->tangents && !tangents))
        return false;
    bool differ = false;
    for (uint32_t v = 0; v < count; v++) {
        edge_scales[v] = 1;
        differ |= mesh->edge_scales && mesh->edge_scales[v] != mesh->edge_scales[0];
    }
    if (differ)
        hone_vrm_lose(context, HONE_VRM_LOSS_EDGE_WIDTHS, "");
    out->vertex_count = count;
    out->positions = (const float(*)[3])positions;
    out->normals = (const float(*)[3])normals;
    out->tangents = (const float(*)[4])tangents;
    out->edge_scales = edge_scales;
    return copy_uvs(context, out) && pose_vertices(context, positions, normals, tangents);
}

/* ---- influences -------------------------------------------------------------------------------------------------- */

/* Bones that become one are one slot. Vertices without a bone hang on the first one. */
static bool map_slots(to_vrm_context *context, uint32_t **out)
{
    const hone_mesh *mesh = &context->from->mesh;
    *out = hone_arena_array(context->scratch, mesh->slot_count, sizeof **out);
    for (uint32_t s = 0; *out && s < mesh->slot_count; s++) {
        int32_t bone = hone_vrm_bone(context, mesh->slots[s].bone);
        (*out)[s] = bone == HONE_NONE ? 0 : (uint32_t)bone;
    }
    return *out || mesh->slot_count == 0;
}

/* Keeps the heaviest influences, which come first, and makes their sum 1. Returns how many they are. */
static uint32_t keep_heaviest(hone_influence *influences, uint32_t count)
{
    double sum = 0;
    count = count < MOST_INFLUENCES ? count : MOST_INFLUENCES;
    for (uint32_t i = 0; i < count; i++) sum += (double)influences[i].weight;
    for (uint32_t i = 0; i < count; i++) influences[i].weight = (float)((double)influences[i].weight / sum);
    return count;
}

/* Tells of a loss of vertices once, and counts them. */
static void lose_of_vertices(to_vrm_context *context, hone_vrm_loss kind, uint32_t count)
{
    if (count)
        hone_vrm_lose(context, kind, "");
    context->report->lost[kind] = count;
}

static bool make_influences(to_vrm_context *context, hone_mesh *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    uint32_t *bone_of, at = 0, vertices = mesh->vertex_count, cut = 0, bent = 0;
    hone_influence *scratch = hone_arena_array(context->scratch, (size_t)hone_most_influences(mesh), sizeof *scratch);
    hone_influence *influences = hone_builder_array(context->builder, vertices, MOST_INFLUENCES * sizeof *influences);
    uint32_t *begin = hone_builder_array(context->builder, (size_t)vertices + 1, sizeof *begin);
    uint8_t *deforms = hone_builder_array(context->builder, vertices, 1);
    if (!map_slots(context, &bone_of) || !scratch || !influences || !begin || !deforms)
        return false;
    for (uint32_t v = 0; v < vertices; v++) {
        double sum;
        uint32_t count = hone_linear_influences(mesh, v, bone_of, scratch, &sum);
        if (count == 0)
            scratch[count++] = (hone_influence){0, 1};
        cut += count > MOST_INFLUENCES;
        bent += mesh->deforms[v] == HONE_DEFORM_SDEF || mesh->deforms[v] == HONE_DEFORM_QDEF;
        count = keep_heaviest(scratch, count);
        memcpy(influences + at, scratch, count * sizeof *scratch);
        begin[v] = at;
        deforms[v] = HONE_DEFORM_LINEAR;
        at += count;
    }
    begin[vertices] = at;
    lose_of_vertices(context, HONE_VRM_LOSS_INFLUENCE, cut);
    lose_of_vertices(context, HONE_VRM_LOSS_DEFORM, bent);
    out->influence_begin = begin;
    out->influence_count = at;
    out->influences = influences;
    out->deforms = deforms;
    return true;
}

/* ---- the mesh ---------------------------------------------------------------------------------------------------- */

static bool make_slots(to_vrm_context *context, hone_mesh *out)
{
    uint32_t count = context->kept;
    hone_slot *slots = hone_builder_array(context->builder, count, sizeof *slots);
    if (!slots)
        return false;
    for (uint32_t b = 0; b < context->from->skeleton.bone_count; b++) {
        int32_t at = context->index[b];
        if (at == HONE_NONE)
            continue;
        slots[at] = (hone_slot){at, HONE_AFFINE_IDENTITY};
        hone_affine_invert(&context->placed[b], &slots[at].bone_from_mesh);
    }
    out->slots = slots;
    out->slot_count = count;
    return true;
}

/* Whether the front of a triangle is where its normals point away from. */
static bool faces_away(const hone_mesh *mesh, const uint32_t corners[3])
{
    float a[3], b[3], front[3], normals = 0;
    hone_vec3_subtract(mesh->positions[corners[1]], mesh->positions[corners[0]], a);
    hone_vec3_subtract(mesh->positions[corners[2]], mesh->positions[corners[0]], b);
    hone_vec3_cross(a, b, front);
    for (int i = 0; i < 3; i++) normals += hone_vec3_dot(front, mesh->normals[corners[i]]);
    return normals < 0;
}

/* The order of corners changes if the space is mirrored. In glTF the normals of a double-sided material are reversed on
 * the back, which MMD does not do: such triangles are turned over where their normals point to the back. Corners that
 * are no triangle are not drawn. */
static bool make_indices(to_vrm_context *context, hone_mesh *out)
{
    const hone_mesh *mesh = &context->from->mesh;
    uint32_t *indices = hone_builder_array(context->builder, mesh->index_count, sizeof *indices);
    if (!indices)
        return mesh->index_count == 0;
    size_t first = 0;
    for (uint32_t m = 0; m < context->from->material_count; first += context->from->materials[m++].index_count) {
        const hone_material *material = &context->from->materials[m];
        bool both = !material->pbr && material->flags & HONE_MATERIAL_DOUBLE_SIDED;
        for (size_t i = 0; i + 2 < material->index_count; i += 3) {
            const uint32_t *in = &mesh->indices[first + i];
            uint32_t *to = &indices[out->index_count];
            to[0] = in[0], to[1] = in[context->axes.mirrored ? 2 : 1], to[2] = in[context->axes.mirrored ? 1 : 2];
            if (both && faces_away(out, to)) {
                uint32_t corner = to[1];
                to[1] = to[2], to[2] = corner;
            }
            out->index_count += 3;
        }
    }
    out->indices = indices;
    return true;
}

bool hone_vrm_make_mesh(to_vrm_context *context)
{
    hone_mesh *out = &context->data.mesh;
    if (context->from->mesh.vertex_count == 0)
        return true;
    return make_slots(context, out) && make_vertices(context, out) && make_influences(context, out) &&
           make_indices(context, out);
}
