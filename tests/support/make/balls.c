#include "support/make/balls.h"
#include <string.h>

enum { RINGS = 16, SECTORS = 24, VERTICES = (RINGS + 1) * (SECTORS + 1), INDICES = 6 * RINGS * SECTORS };

static const float radius = 2, spacing = 5;

hone_material test_ball_material(void)
{
    return (hone_material){.diffuse = {0.6f, 0.6f, 0.6f, 1},
                           .ambient = {0.4f, 0.4f, 0.4f},
                           .edge_colour = {0, 0, 0, 1},
                           .texture = HONE_NONE,
                           .sphere_texture = HONE_NONE,
                           .shared_toon = true};
}

typedef struct arrays {
    float (*positions)[3], (*normals)[3], (*uvs)[2], (*extra)[4], *scales;
    uint8_t *deforms;
    uint32_t *begin, *indices;
    hone_influence *influences;
} arrays;

static void put_vertex(const arrays *to, uint32_t v, const float centre[2], uint32_t ring, uint32_t sector)
{
    float down = (float)ring / RINGS, around = (float)sector / SECTORS;
    float polar = down * 3.14159265f, angle = around * 6.28318531f;
    const float n[3] = {sinf(polar) * sinf(angle), cosf(polar), sinf(polar) * cosf(angle)};
    for (int i = 0; i < 3; i++) {
        to->normals[v][i] = n[i];
        to->positions[v][i] = n[i] * radius + (i < 2 ? centre[i] : 0);
    }
    to->uvs[v][0] = around, to->uvs[v][1] = down;
    for (int i = 0; i < 3; i++) to->extra[v][i] = 0.5f + 0.5f * cosf(angle + (float)i * 2.0943951f);
    to->extra[v][3] = 1;
    to->scales[v] = 1;
    to->begin[v + 1] = v + 1;
    to->influences[v] = (hone_influence){0, 1};
}

/* Clockwise as seen from outside. */
static void put_ball(const arrays *to, uint32_t index, const float centre[2])
{
    uint32_t first = index * VERTICES, *out = to->indices + (size_t)index * INDICES;
    for (uint32_t i = 0; i < VERTICES; i++) put_vertex(to, first + i, centre, i / (SECTORS + 1), i % (SECTORS + 1));
    for (uint32_t i = 0; i < RINGS * SECTORS; i++) {
        uint32_t a = first + i / SECTORS * (SECTORS + 1) + i % SECTORS, b = a + SECTORS + 1;
        const uint32_t corners[6] = {a, b, a + 1, a + 1, b, b + 1};
        memcpy(out + 6 * (size_t)i, corners, sizeof corners);
    }
}

static arrays make_arrays(hone_builder *b, size_t count)
{
    size_t vertices = count * VERTICES;
    return (arrays){.positions = hone_builder_array(b, vertices, 3 * sizeof(float)),
                    .normals = hone_builder_array(b, vertices, 3 * sizeof(float)),
                    .uvs = hone_builder_array(b, vertices, 2 * sizeof(float)),
                    .extra = hone_builder_array(b, vertices, 4 * sizeof(float)),
                    .scales = hone_builder_array(b, vertices, sizeof(float)),
                    .deforms = hone_builder_array(b, vertices, 1),
                    .begin = hone_builder_array(b, vertices + 1, sizeof(uint32_t)),
                    .indices = hone_builder_array(b, count * INDICES, sizeof(uint32_t)),
                    .influences = hone_builder_array(b, vertices, sizeof(hone_influence))};
}

hone_model *test_balls_model(const hone_material *materials, uint32_t count, uint32_t columns, const char *texture)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    arrays mesh = make_arrays(b, count);
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_material *own = hone_builder_array(b, count, sizeof *own);
    const char **textures = hone_builder_array(b, 1, sizeof *textures);
    uint32_t rows = (count + columns - 1) / columns;
    for (uint32_t i = 0; i < count; i++) {
        const float centre[2] = {((float)(i % columns) - (float)(columns - 1) / 2) * spacing,
                                 ((float)(rows - 1) / 2 - (float)(i / columns)) * spacing};
        put_ball(&mesh, i, centre);
        own[i] = materials[i];
        own[i].index_count = INDICES;
    }
    *bone = (hone_bone){
        .name = "root", .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    textures[0] = texture ? hone_builder_text(b, texture, strlen(texture)) : NULL;
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .skeleton = {.bone_count = 1, .bones = bone},
                            .mesh = {.vertex_count = count * VERTICES,
                                     .positions = (const float(*)[3])mesh.positions,
                                     .normals = (const float(*)[3])mesh.normals,
                                     .uvs = (const float(*)[2])mesh.uvs,
                                     .extra_uv_count = 1,
                                     .extra_uvs = {(const float(*)[4])mesh.extra},
                                     .edge_scales = mesh.scales,
                                     .deforms = mesh.deforms,
                                     .influence_begin = mesh.begin,
                                     .influence_count = count * VERTICES,
                                     .influences = mesh.influences,
                                     .index_count = count * INDICES,
                                     .indices = mesh.indices},
                            .texture_count = texture ? 1 : 0,
                            .textures = textures,
                            .material_count = count,
                            .materials = own};
    return test_model_create(b, &data);
}
