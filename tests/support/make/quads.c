#include "support/make/quads.h"
#include <string.h>

hone_material test_flat_material(float red, float green, float blue, float alpha)
{
    return (hone_material){.diffuse = {0, 0, 0, alpha},
                           .ambient = {red, green, blue},
                           .edge_colour = {0, 0, 0, 1},
                           .edge_size = 1,
                           .texture = HONE_NONE,
                           .sphere_texture = HONE_NONE,
                           .toon = HONE_NONE,
                           .index_count = 6};
}

typedef struct mesh_arrays {
    float (*positions)[3], (*normals)[3], (*uvs)[2], (*extra_uvs)[4], *edge_scales;
    uint8_t *deforms;
    uint32_t *begin, *indices;
    hone_influence *influences;
} mesh_arrays;

static mesh_arrays make_arrays(hone_builder *builder, size_t vertices, size_t indices)
{
    return (mesh_arrays){.positions = hone_builder_array(builder, vertices, 3 * sizeof(float)),
                         .normals = hone_builder_array(builder, vertices, 3 * sizeof(float)),
                         .uvs = hone_builder_array(builder, vertices, 2 * sizeof(float)),
                         .extra_uvs = hone_builder_array(builder, vertices, 4 * sizeof(float)),
                         .edge_scales = hone_builder_array(builder, vertices, sizeof(float)),
                         .deforms = hone_builder_array(builder, vertices, 1),
                         .begin = hone_builder_array(builder, vertices + 1, sizeof(uint32_t)),
                         .indices = hone_builder_array(builder, indices, sizeof(uint32_t)),
                         .influences = hone_builder_array(builder, vertices, sizeof(hone_influence))};
}

static void put_quad(const mesh_arrays *mesh, uint32_t index, const test_quad *q)
{
    static const float corners[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}; /* clockwise as seen from -Z */
    static const uint32_t order[2][6] = {{0, 1, 2, 0, 2, 3}, {0, 2, 1, 0, 3, 2}};
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t v = 4 * index + k;
        mesh->positions[v][0] = q->x + corners[k][0] * q->half;
        mesh->positions[v][1] = q->y + corners[k][1] * q->half;
        mesh->positions[v][2] = q->z;
        mesh->normals[v][2] = -1;
        mesh->uvs[v][0] = corners[k][0] / 2 + 0.5f;
        mesh->uvs[v][1] = 0.5f - corners[k][1] / 2;
        mesh->extra_uvs[v][0] = 0.5f, mesh->extra_uvs[v][1] = mesh->extra_uvs[v][2] = mesh->extra_uvs[v][3] = 1;
        mesh->edge_scales[v] = 1;
        mesh->begin[v + 1] = v + 1;
        mesh->influences[v] = (hone_influence){0, 1};
    }
    for (uint32_t k = 0; k < 6; k++) mesh->indices[6 * index + k] = 4 * index + order[q->turned_away][k];
}

hone_model *test_quads_model(const test_quad *quads, uint32_t count, const char *texture, hone_space space)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    mesh_arrays mesh = make_arrays(builder, 4 * count, 6 * count);
    hone_bone *bone = hone_builder_array(builder, 1, sizeof *bone);
    hone_slot *slot = hone_builder_array(builder, 1, sizeof *slot);
    hone_material *materials = hone_builder_array(builder, count, sizeof *materials);
    const char **textures = hone_builder_array(builder, 1, sizeof *textures);
    for (uint32_t i = 0; i < count; i++) {
        put_quad(&mesh, i, &quads[i]);
        materials[i] = quads[i].material;
    }
    *bone = (hone_bone){.name = "root",
                        .parent = HONE_NONE,
                        .tail_bone = HONE_NONE,
                        .append_source = HONE_NONE,
                        .ik = HONE_NONE,
                        .rest_local = HONE_AFFINE_IDENTITY};
    *slot = (hone_slot){0, HONE_AFFINE_IDENTITY};
    textures[0] = texture ? hone_builder_text(builder, texture, strlen(texture)) : NULL;
    hone_model_data data = {
        .space = space,
        .skeleton = {.bone_count = 1, .bones = bone},
        .mesh = {.vertex_count = 4 * count,
                 .positions = (const float(*)[3])mesh.positions,
                 .normals = (const float(*)[3])mesh.normals,
                 .uvs = (const float(*)[2])mesh.uvs,
                 .extra_uv_count = 1,
                 .extra_uvs = {(const float(*)[4])mesh.extra_uvs},
                 .edge_scales = mesh.edge_scales,
                 .deforms = mesh.deforms,
                 .influence_begin = mesh.begin,
                 .influence_count = 4 * count,
                 .influences = mesh.influences,
                 .slot_count = 1,
                 .slots = slot,
                 .index_count = 6 * count,
                 .indices = mesh.indices},
        .texture_count = texture ? 1 : 0,
        .textures = textures,
        .material_count = count,
        .materials = materials,
    };
    return test_model_create(builder, &data);
}
