/* Tangents, which glTF needs with normal maps: those of the mesh. Where it has none, they are in the direction of
 * growing U, with the side to which V decreases; the mean of the triangles around a vertex. */
#include "files/format/gltf/write/writer.h"
#include <hone/math.h>

typedef struct tangent_sums {
    float (*along)[3], (*up)[3]; /* directions of growing U and of decreasing V */
} tangent_sums;

static const float *uv_of(const hone_mesh *mesh, uint8_t set, uint32_t vertex)
{
    return set && set <= mesh->extra_uv_count ? mesh->extra_uvs[set - 1][vertex] : mesh->uvs[vertex];
}

/* Solves p = u along + v down + c for a triangle. A triangle without area in UV space contributes nothing. */
static void add_triangle(const gltf_writer *writer, const uint32_t corners[3], uint8_t set, const tangent_sums *sums)
{
    const hone_mesh *mesh = &writer->model->mesh;
    float p[3][3], uv[3][2];
    for (int k = 0; k < 3; k++) {
        hone_gltf_to_point(writer, mesh->positions[corners[k]], p[k]);
        for (int i = 0; i < 2; i++) uv[k][i] = uv_of(mesh, set, corners[k])[i] - uv_of(mesh, set, corners[0])[i];
    }
    float area = uv[1][0] * uv[2][1] - uv[2][0] * uv[1][1];
    if (!(fabsf(area) > 1e-20f))
        return;
    float side = area < 0 ? -1.0f : 1.0f;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            float a = p[1][i] - p[0][i], b = p[2][i] - p[0][i];
            sums->along[corners[k]][i] += side * (uv[2][1] * a - uv[1][1] * b);
            sums->up[corners[k]][i] -= side * (uv[1][0] * b - uv[2][0] * a);
        }
}

/* Makes the tangent perpendicular to the normal. Without a direction of U, any perpendicular direction is used. */
static void make_tangent(const float normal[3], const float along[3], const float up[3], float out[4])
{
    const float dot = hone_vec3_dot(normal, along);
    float flat[3], cross[3];
    for (int i = 0; i < 3; i++) flat[i] = along[i] - dot * normal[i];
    if (!hone_vec3_normalise(flat, out)) {
        const float axis[3] = {fabsf(normal[0]) < 0.5f ? 1.0f : 0.0f, fabsf(normal[0]) < 0.5f ? 0.0f : 1.0f, 0};
        hone_vec3_cross(normal, axis, flat);
        hone_vec3_normalise(flat, out);
    }
    hone_vec3_cross(normal, out, cross);
    out[3] = hone_vec3_dot(cross, up) < 0 ? -1.0f : 1.0f;
}

/* Takes the mesh's own tangent. Returns false if the vertex has none. */
static bool take_tangent(const gltf_writer *writer, uint32_t vertex, float out[4])
{
    const hone_mesh *mesh = &writer->model->mesh;
    float unit[3];
    if (!mesh->tangents || !hone_vec3_normalise(mesh->tangents[vertex], unit))
        return false;
    hone_gltf_to_direction(writer, unit, out);
    out[3] =
        (mesh->tangents[vertex][3] < 0) == writer->axes.mirrored ? 1.0f : -1.0f; /* a mirror image has the other side */
    return true;
}

static bool has_normal_map(const hone_material *material)
{
    return material->pbr && material->pbr->maps[HONE_MAP_NORMAL].texture != HONE_NONE;
}

void hone_gltf_build_tangents(gltf_writer *writer, const float (*normals)[3])
{
    const hone_model_data *model = writer->model;
    uint32_t count = model->mesh.vertex_count;
    bool any = model->mesh.tangents != NULL;
    for (uint32_t m = 0; m < model->material_count; m++) any |= has_normal_map(&model->materials[m]);
    if (!any)
        return;
    const tangent_sums sums = {hone_gltf_write_scratch(writer, count, sizeof *sums.along),
                               hone_gltf_write_scratch(writer, count, sizeof *sums.up)};
    float(*tangents)[4] = hone_gltf_write_scratch(writer, count, sizeof *tangents);
    if (!sums.along || !sums.up || !tangents)
        return;
    size_t first = 0;
    for (uint32_t m = 0; m < model->material_count; first += model->materials[m++].index_count)
        for (uint32_t i = 0; i + 2 < model->materials[m].index_count && has_normal_map(&model->materials[m]); i += 3)
            add_triangle(writer, &model->mesh.indices[first + i], model->materials[m].pbr->maps[HONE_MAP_NORMAL].uv_set,
                         &sums);
    for (uint32_t v = 0; v < count; v++)
        if (!take_tangent(writer, v, tangents[v]))
            make_tangent(normals[v], sums.along[v], sums.up[v], tangents[v]);
    writer->tangents = hone_gltf_add_units(writer, *tangents, 4, count);
}
