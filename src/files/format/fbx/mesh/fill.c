/* Fills the vertices of the model: positions and normals in its axes and metres, UVs with (0,0) at the top left. */
#include "files/format/common/surface.h"
#include "files/format/fbx/mesh/parts.h"
#include <string.h>

/* Where the vertices of one part go. Sets that other parts have stay zero, and colours white. */
typedef struct fill_context {
    hone_mesh *mesh;
    const fbx_space *space;
    uint32_t colour_set; /* 1 + index among the extra UV sets; 0: none */
} fill_context;

static void turn(const fbx_space *space, const float in[3], double scale, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (float)((double)in[space->axis[i]] * scale) * (float)space->sign[i];
}

static void fill_positions(const fill_context *f, const fbx_mesh *mesh, float (*out)[3])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        turn(f->space, mesh->points + 3 * (size_t)mesh->point_of_vertex[v], f->space->metres, out[v]);
}

/* Some exporters write normals that are not of unit length. */
static void fill_normals(const fill_context *f, const fbx_mesh *mesh, float (*out)[3])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        turn(f->space, fbx_layer_value(&mesh->normals, mesh->corner_of_vertex[v]), 1, out[v]);
        if (fabsf(hone_vec3_dot(out[v], out[v]) - 1) > 1e-4f)
            hone_vec3_normalise(out[v], out[v]);
    }
}

static void fill_tangents(const fill_context *f, const fbx_mesh *mesh, float (*out)[4])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *tangent = fbx_layer_value(&mesh->tangents, mesh->corner_of_vertex[v]);
        turn(f->space, tangent, 1, out[v]);
        out[v][3] = tangent[3];
    }
}

/* width: floats of a row, of which two are set. */
static void fill_uvs(const fbx_mesh *mesh, const fbx_layer *layer, float *out, uint32_t width)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++, out += width) {
        const float *uv = fbx_layer_value(layer, mesh->corner_of_vertex[v]);
        out[0] = uv[0], out[1] = 1 - uv[1];
    }
}

static void fill_colours(const fbx_mesh *mesh, float (*out)[4])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float white[4] = {1, 1, 1, 1};
        const float *colour = mesh->colours.values ? fbx_layer_value(&mesh->colours, mesh->corner_of_vertex[v]) : white;
        for (int i = 0; i < 3; i++) out[v][i] = hone_linear_from_display(colour[i]);
        out[v][3] = colour[3];
    }
}

static void fill_part(const fill_context *f, const fbx_shown *shown)
{
    const fbx_mesh *mesh = shown->mesh;
    hone_mesh *out = f->mesh;
    uint32_t first = shown->part->first_vertex, before = f->colour_set ? 1 : 0;
    if (shown->part->vertex_count == 0)
        return;
    fill_positions(f, mesh, (float(*)[3])out->positions + first);
    if (mesh->normals.values)
        fill_normals(f, mesh, (float(*)[3])out->normals + first);
    if (mesh->tangents.values)
        fill_tangents(f, mesh, (float(*)[4])out->tangents + first);
    if (mesh->uvs[0].values)
        fill_uvs(mesh, &mesh->uvs[0], (float *)(out->uvs + first), 2);
    if (f->colour_set)
        fill_colours(mesh, (float(*)[4])out->extra_uvs[0] + first);
    for (uint32_t i = 1; i < mesh->uv_set_count && before + i - 1 < out->extra_uv_count; i++)
        if (mesh->uvs[i].values)
            fill_uvs(mesh, &mesh->uvs[i], (float *)(out->extra_uvs[before + i - 1] + first), 4);
}

/* ---- memory ---- */

static bool allocate(fbx_reader *reader, bool tangents)
{
    hone_mesh *mesh = &reader->data.mesh;
    uint32_t count = mesh->vertex_count;
    uint8_t *deforms;
    float *edge_scales;
    if (!hone_reading_array(&reader->file, count, sizeof *mesh->positions, &mesh->positions) ||
        !hone_reading_array(&reader->file, count, sizeof *mesh->normals, &mesh->normals) ||
        !hone_reading_array(&reader->file, count, sizeof *mesh->uvs, &mesh->uvs) ||
        !hone_reading_array(&reader->file, count, sizeof *deforms, &deforms) ||
        !hone_reading_array(&reader->file, count, sizeof *edge_scales, &edge_scales) ||
        (tangents && !hone_reading_array(&reader->file, count, sizeof *mesh->tangents, &mesh->tangents)))
        return false;
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++)
        if (!hone_reading_array(&reader->file, count, sizeof *mesh->extra_uvs[i], &mesh->extra_uvs[i]))
            return false;
    for (uint32_t v = 0; v < count; v++) edge_scales[v] = 1;
    if (count)
        memset(deforms, HONE_DEFORM_LINEAR, count);
    mesh->deforms = deforms;
    mesh->edge_scales = edge_scales;
    return true;
}

bool hone_fbx_fill_vertices(fbx_reader *reader, const fbx_shown *shown, uint32_t count)
{
    hone_mesh *mesh = &reader->data.mesh;
    bool tangents = false, colours = false;
    uint32_t sets = 0;
    for (uint32_t i = 0; i < count; i++) {
        tangents |= shown[i].mesh->tangents.values != NULL;
        colours |= shown[i].mesh->colours.values != NULL;
        sets = shown[i].mesh->uv_set_count > sets ? shown[i].mesh->uv_set_count : sets;
    }
    uint32_t extra = (sets > 1 ? sets - 1 : 0) + (colours ? 1 : 0);
    mesh->extra_uv_count = extra > 4 ? 4 : extra;
    if (!allocate(reader, tangents))
        return false;
    fill_context f = {mesh, &reader->scene.space, colours ? 1 : 0};
    for (uint32_t i = 0; i < count; i++) fill_part(&f, &shown[i]);
    return true;
}
