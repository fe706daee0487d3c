#include "support/make/bodies/statue.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void statue_release(statue *s)
{
    free(s->positions);
    free(s->indices);
    *s = (statue){0};
}

static void *grown(void *array, uint32_t *room, uint32_t needed, size_t size)
{
    if (needed <= *room)
        return array;
    *room = needed + needed / 2 + 64;
    array = realloc(array, *room * size);
    CHECK(array);
    return array;
}

uint32_t statue_vertex(statue *s, const float p[3])
{
    s->positions = grown(s->positions, &s->vertex_room, s->vertex_count + 1, sizeof *s->positions);
    memcpy(s->positions[s->vertex_count], p, 3 * sizeof *p);
    return s->vertex_count++;
}

void statue_triangle(statue *s, uint32_t a, uint32_t b, uint32_t c)
{
    s->indices = grown(s->indices, &s->index_room, s->index_count + 3, sizeof *s->indices);
    s->indices[s->index_count++] = a, s->indices[s->index_count++] = b, s->indices[s->index_count++] = c;
}

static void quad(statue *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    statue_triangle(s, a, b, c);
    statue_triangle(s, a, c, d);
}

/* ---- limbs ------------------------------------------------------------------------------------------------------ */

enum { AROUND = 16, CAP = 5 };

typedef struct limb {
    float at[3], along[3], u[3], v[3];
} limb;

static limb frame_of(const float a[3], const float b[3])
{
    limb l;
    float size = 0;
    memcpy(l.at, a, sizeof l.at);
    for (int i = 0; i < 3; i++) l.along[i] = b[i] - a[i], size += l.along[i] * l.along[i];
    for (int i = 0; i < 3; i++) l.along[i] /= sqrtf(size);
    const float other[3] = {fabsf(l.along[1]) > 0.7f ? 1.0f : 0, fabsf(l.along[1]) > 0.7f ? 0 : 1.0f, 0};
    for (int i = 0; i < 3; i++)
        l.u[i] = l.along[(i + 1) % 3] * other[(i + 2) % 3] - l.along[(i + 2) % 3] * other[(i + 1) % 3];
    size = sqrtf(l.u[0] * l.u[0] + l.u[1] * l.u[1] + l.u[2] * l.u[2]);
    for (int i = 0; i < 3; i++) l.u[i] /= size;
    for (int i = 0; i < 3; i++)
        l.v[i] = l.along[(i + 1) % 3] * l.u[(i + 2) % 3] - l.along[(i + 2) % 3] * l.u[(i + 1) % 3];
    return l;
}

static uint32_t ring(statue *s, const limb *l, float along, float radius)
{
    uint32_t first = s->vertex_count;
    for (int k = 0; k < AROUND; k++) {
        float turn = 6.2831853f * (float)k / AROUND, p[3];
        for (int i = 0; i < 3; i++)
            p[i] = l->at[i] + along * l->along[i] + radius * (cosf(turn) * l->u[i] + sinf(turn) * l->v[i]);
        statue_vertex(s, p);
    }
    return first;
}

static void join(statue *s, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < AROUND; k++) quad(s, from + k, to + k, to + (k + 1) % AROUND, from + (k + 1) % AROUND);
}

static void close_ring(statue *s, const limb *l, float along, uint32_t ring_at, bool at_end)
{
    float p[3];
    for (int i = 0; i < 3; i++) p[i] = l->at[i] + along * l->along[i];
    uint32_t tip = statue_vertex(s, p);
    for (uint32_t k = 0; k < AROUND; k++) {
        uint32_t a = ring_at + k, b = ring_at + (k + 1) % AROUND;
        statue_triangle(s, tip, at_end ? b : a, at_end ? a : b);
    }
}

void statue_limb(statue *s, const float a[3], const float b[3], float thick_a, float thick_b, bool open_a, bool open_b)
{
    const limb l = frame_of(a, b);
    float length = 0;
    uint32_t last = UINT32_MAX, first = 0;
    for (int i = 0; i < 3; i++) length += (b[i] - a[i]) * l.along[i];
    for (int k = open_a ? 0 : 1 - CAP; k <= (open_b ? 0 : CAP - 1); k++) {
        for (int end = k > 0; end <= (k >= 0); end++) { /* both rings of the middle */
            float turn = 1.5707963f * (float)k / CAP, thick = end ? thick_b : thick_a;
            uint32_t made = ring(s, &l, (end ? length : 0) + thick * sinf(turn), thick * cosf(turn));
            if (last != UINT32_MAX)
                join(s, last, made);
            else
                first = made;
            last = made;
        }
    }
    if (!open_a)
        close_ring(s, &l, -thick_a, first, false);
    if (!open_b)
        close_ring(s, &l, length + thick_b, last, true);
}

/* ---- boxes ------------------------------------------------------------------------------------------------------ */

void statue_box(statue *s, const float low[3], const float high[3])
{
    static const uint8_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    uint32_t corners[8];
    for (int c = 0; c < 8; c++)
        corners[c] = statue_vertex(
            s, (const float[3]){c & 1 ? high[0] : low[0], c & 2 ? high[1] : low[1], c & 4 ? high[2] : low[2]});
    for (int f = 0; f < 6; f++)
        quad(s, corners[faces[f][3]], corners[faces[f][2]], corners[faces[f][1]], corners[faces[f][0]]);
}

typedef struct cubes {
    statue *to;
    int size[3];
    const float *low;
    float cell;
    uint8_t *inside;
    uint32_t *corners; /* vertex index + 1 */
} cubes;

static int cube_at(const cubes *c, int x, int y, int z)
{
    return (z * c->size[1] + y) * c->size[0] + x;
}

static uint32_t cube_corner(cubes *c, int x, int y, int z)
{
    uint32_t *corner = &c->corners[cube_at(c, x, y, z)];
    if (!*corner) {
        const int at[3] = {x, y, z};
        float p[3];
        for (int i = 0; i < 3; i++) p[i] = c->low[i] + ((float)at[i] - 0.5f) * c->cell;
        *corner = statue_vertex(c->to, p) + 1;
    }
    return *corner - 1;
}

/* Adds the face towards +axis (up) or -axis of a cube, if no cube is behind it. */
static void cube_face(cubes *c, const int at[3], int axis, int up)
{
    int other[3] = {at[0], at[1], at[2]}, u = (axis + 1) % 3, v = (axis + 2) % 3;
    other[axis] += up ? 1 : -1;
    if (c->inside[cube_at(c, other[0], other[1], other[2])])
        return;
    uint32_t corners[4];
    for (int k = 0; k < 4; k++) {
        int p[3] = {at[0], at[1], at[2]};
        p[axis] += up, p[u] += k == 1 || k == 2, p[v] += k >= 2;
        corners[k] = cube_corner(c, p[0], p[1], p[2]);
    }
    quad(c->to, corners[up ? 0 : 3], corners[up ? 1 : 2], corners[up ? 2 : 1], corners[up ? 3 : 0]);
}

void statue_cubes(statue *s, const float low[3], const float high[3], float cell, statue_inside *inside,
                  const void *user)
{
    cubes c = {.to = s, .low = low, .cell = cell};
    size_t count = 1;
    for (int i = 0; i < 3; i++) c.size[i] = (int)((high[i] - low[i]) / cell) + 3, count *= (size_t)c.size[i];
    c.inside = calloc(count, 1);
    c.corners = calloc(count, sizeof *c.corners);
    CHECK(c.inside && c.corners);
    for (int pass = 0; pass < 2; pass++)
        for (int z = 1; z < c.size[2] - 1; z++)
            for (int y = 1; y < c.size[1] - 1; y++)
                for (int x = 1; x < c.size[0] - 1; x++) {
                    const int at[3] = {x, y, z};
                    float p[3];
                    for (int i = 0; i < 3; i++) p[i] = low[i] + (float)at[i] * cell;
                    if (pass == 0)
                        c.inside[cube_at(&c, x, y, z)] = inside(user, p);
                    for (int way = 0; pass == 1 && way < 6 && c.inside[cube_at(&c, x, y, z)]; way++)
                        cube_face(&c, at, way / 2, way % 2);
                }
    free(c.inside);
    free(c.corners);
}

/* ---- conversion from and to models
 * ---------------------------------------------------------------------------------- */

statue statue_of(const hone_model *model)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    statue s = {0};
    for (uint32_t v = 0; v < mesh->vertex_count; v++) statue_vertex(&s, mesh->positions[v]);
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3)
        statue_triangle(&s, mesh->indices[i], mesh->indices[i + 1], mesh->indices[i + 2]);
    return s;
}

void statue_move(statue *s, int quarters, float scale, const float move[3])
{
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        float *p = s->positions[v];
        for (int q = 0; q < quarters; q++) {
            float x = p[0];
            p[0] = p[2], p[2] = -x;
        }
        for (int i = 0; i < 3; i++) p[i] = scale * p[i] + move[i];
    }
}

static void copy_mesh(hone_builder *b, const statue *s, hone_mesh *mesh)
{
    uint32_t count = s->vertex_count;
    float(*positions)[3] = hone_builder_array(b, count, sizeof *positions);
    uint32_t *indices = hone_builder_array(b, (size_t)s->index_count + 1, sizeof *indices);
    uint32_t *begin = hone_builder_array(b, count + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, count, sizeof *influences);
    CHECK(positions && indices && begin && influences);
    memcpy(positions, s->positions, count * sizeof *positions);
    for (uint32_t i = 0; i < s->index_count; i++) indices[i] = s->indices[i];
    for (uint32_t v = 0; v < count; v++) begin[v + 1] = v + 1, influences[v].weight = 1;
    *mesh = (hone_mesh){.vertex_count = count,
                        .positions = (const float(*)[3])positions,
                        .normals = hone_builder_array(b, count, 12),
                        .uvs = hone_builder_array(b, count, 8),
                        .edge_scales = hone_builder_array(b, count, 4),
                        .deforms = hone_builder_array(b, count, 1),
                        .influence_begin = begin,
                        .influence_count = count,
                        .influences = influences,
                        .slots = hone_builder_array(b, 1, sizeof *mesh->slots),
                        .slot_count = 1,
                        .index_count = s->index_count,
                        .indices = indices};
}

hone_model *statue_model(const statue *s)
{
    hone_error error = {0};
    hone_builder *b = hone_builder_create(NULL, 0, &error);
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    CHECK(bone && material);
    *bone = (hone_bone){
        .name = "only", .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    *material = (hone_material){.name = "stone",
                                .diffuse = {0.7f, 0.7f, 0.7f, 1},
                                .texture = HONE_NONE,
                                .sphere_texture = HONE_NONE,
                                .toon = HONE_NONE,
                                .index_count = s->index_count};
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .skeleton = {.bone_count = 1, .bones = bone},
                            .material_count = 1,
                            .materials = material};
    copy_mesh(b, s, &data.mesh);
    hone_model *made = hone_model_create(b, &data, NULL, &error);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

char *statue_x(const statue *s, size_t *size)
{
    size_t room = 256 + (size_t)s->vertex_count * 64 + (size_t)s->index_count * 16, used = 0;
    char *text = malloc(room);
    CHECK(text);
    used += (size_t)snprintf(text, room, "xof 0303txt 0032\nMesh {\n%u;\n", s->vertex_count);
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        const float *p = s->positions[v];
        used += (size_t)snprintf(text + used, room - used, "%.7g;%.7g;%.7g;%s\n", (double)p[0], (double)p[1],
                                 (double)p[2], v + 1 < s->vertex_count ? "," : ";");
    }
    used += (size_t)snprintf(text + used, room - used, "%u;\n", s->index_count / 3);
    for (uint32_t i = 0; i + 2 < s->index_count; i += 3)
        used += (size_t)snprintf(text + used, room - used, "3;%u,%u,%u;%s\n", s->indices[i], s->indices[i + 1],
                                 s->indices[i + 2], i + 3 < s->index_count ? "," : ";");
    used += (size_t)snprintf(text + used, room - used, "}\n");
    CHECK(used < room);
    *size = used;
    return text;
}
