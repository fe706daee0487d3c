/* Makes the bones and vertices of the model: every Frame, and the vertices of every Mesh, in file order. */
#include "base/memory/builder.h"
#include "files/format/x/x_to_model.h"
#include <hone/math.h>

#include <string.h>

bool hone_x_build_bones(hone_x_build *build)
{
    uint32_t count = build->scene->frame_count;
    hone_bone *bones = hone_builder_array(build->out, count, sizeof *bones), *bone = bones;
    for (const hone_x_frame *frame = build->scene->frames; bones && frame; frame = frame->next)
        *bone++ = (hone_bone){
            .name = hone_x_keep(build, frame->name),
            .parent = frame->parent,
            .rest_local = hone_x_affine(build, frame->matrix),
            .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE,
            .tail_bone = HONE_NONE,
            .append_source = HONE_NONE,
            .ik = HONE_NONE,
        };
    build->model.skeleton = (hone_skeleton){.bone_count = count, .bones = bones};
    return bones || count == 0;
}

/* ---- normals ---- */

/* Computes twice the area of a polygon as a vector in the direction that it faces (left-handed, clockwise), or zero if
 * a vertex is missing. */
static void face_area(const hone_x_mesh *mesh, hone_x_walk corner, uint32_t count, float out[3])
{
    float from[3] = {0}, before[3] = {0};
    out[0] = out[1] = out[2] = 0;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t vertex = hone_x_walk_next(&corner);
        float edge[3], part[3];
        if (vertex >= mesh->vertex_count) {
            out[0] = out[1] = out[2] = 0;
            return;
        }
        const float *at = mesh->positions + 3 * (size_t)vertex;
        if (c == 0)
            memcpy(from, at, sizeof from);
        hone_vec3_subtract(at, from, edge);
        hone_vec3_cross(before, edge, part);
        for (int i = 0; i < 3; i++) out[i] += part[i], before[i] = edge[i];
    }
}

/* Sums for each vertex the areas of its faces. */
static void sum_areas(const hone_x_mesh *mesh, float (*sums)[3])
{
    hone_x_walk walk = {mesh->faces.first, 0};
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        float area[3];
        uint32_t count = hone_x_walk_next(&walk);
        face_area(mesh, walk, count, area);
        for (uint32_t c = 0; c < count; c++) {
            uint32_t vertex = hone_x_walk_next(&walk);
            for (int i = 0; vertex < mesh->vertex_count && i < 3; i++) sums[vertex][i] += area[i];
        }
    }
}

/* Takes the normals of the file. If there are none, or if they cancel out, computes them from the faces. */
bool hone_x_build_normals(hone_x_build *build, float (*out)[3])
{
    for (const hone_x_mesh *mesh = build->scene->meshes; mesh; mesh = mesh->next) {
        bool missing = false;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            missing |= !mesh->normals || !hone_vec3_normalise(mesh->normals + 3 * (size_t)v, out[v]);
        float(*areas)[3] = missing ? hone_arena_array(build->scratch, mesh->vertex_count, sizeof *areas) : NULL;
        if (missing && !areas)
            return false;
        if (areas)
            sum_areas(mesh, areas);
        for (uint32_t v = 0; areas && v < mesh->vertex_count; v++)
            if (!mesh->normals || !hone_vec3_normalise(mesh->normals + 3 * (size_t)v, out[v]))
                hone_vec3_normalise(areas[v], out[v]);
        out += mesh->vertex_count;
    }
    return true;
}

/* ---- vertices ---- */

static void copy(float *to, const float *from, size_t count)
{
    if (from && count)
        memcpy(to, from, count * sizeof *to);
}

static void fill_colours(const hone_x_mesh *mesh, float (*out)[4])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 4; i++) out[v][i] = mesh->colours ? mesh->colours[4 * (size_t)v + (size_t)i] : 1;
}

static bool fill(hone_x_build *build, float (*positions)[3], float (*uvs)[2], float (*colours)[4])
{
    for (const hone_x_mesh *mesh = build->scene->meshes; mesh; mesh = mesh->next) {
        copy(positions[0], mesh->positions, 3 * (size_t)mesh->vertex_count);
        copy(uvs[0], mesh->uvs, 2 * (size_t)mesh->vertex_count);
        positions += mesh->vertex_count, uvs += mesh->vertex_count;
        if (!colours)
            continue;
        fill_colours(mesh, colours);
        colours += mesh->vertex_count;
    }
    return true;
}

bool hone_x_build_vertices(hone_x_build *build)
{
    hone_mesh *to = &build->model.mesh;
    uint64_t count = 0;
    bool coloured = false;
    for (const hone_x_mesh *mesh = build->scene->meshes; mesh; mesh = mesh->next) {
        count += mesh->vertex_count;
        coloured |= mesh->colours != NULL;
    }
    if (count == 0 || count > INT32_MAX)
        return count == 0;
    size_t size = (size_t)count;
    float(*positions)[3] = hone_builder_array(build->out, size, sizeof *positions);
    float(*normals)[3] = hone_builder_array(build->out, size, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(build->out, size, sizeof *uvs);
    float(*colours)[4] = coloured ? hone_builder_array(build->out, size, sizeof *colours) : NULL;
    uint8_t *deforms = hone_builder_array(build->out, size, sizeof *deforms);
    to->edge_scales = hone_builder_array(build->out, size, sizeof *to->edge_scales);
    if (hone_builder_failed(build->out))
        return false;
    memset(deforms, HONE_DEFORM_LINEAR, size);
    to->vertex_count = (uint32_t)count;
    to->positions = (const float(*)[3])positions;
    to->normals = (const float(*)[3])normals;
    to->uvs = (const float(*)[2])uvs;
    to->extra_uvs[0] = (const float(*)[4])colours;
    to->extra_uv_count = coloured ? 1 : 0;
    to->deforms = deforms;
    return fill(build, positions, uvs, colours) && hone_x_build_normals(build, normals);
}
