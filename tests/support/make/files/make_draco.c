#include "support/make/files/make_draco.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Draco ---- */

static uint8_t *put_varint(uint8_t *at, uint32_t value)
{
    for (; value >= 128; value >>= 7) *at++ = (uint8_t)(value | 128);
    *at++ = (uint8_t)value;
    return at;
}

static size_t size_of(uint8_t type)
{
    return type == DRACO_FLOAT ? 4 : type >= DRACO_INT16 ? 2 : 1;
}

static uint8_t *put_values(const make_draco *draco, const make_draco_attribute *a, uint8_t *at)
{
    size_t count = (size_t)draco->vertex_count * a->components, size = size_of(a->type);
    for (size_t i = 0; i < count; i++) {
        uint32_t word = 0;
        uint16_t half = 0;
        if (size == 4)
            memcpy(&word, (const uint8_t *)a->values + 4 * i, 4);
        else if (size == 2)
            memcpy(&half, (const uint8_t *)a->values + 2 * i, 2), word = half;
        else
            word = ((const uint8_t *)a->values)[i];
        for (size_t k = 0; k < size; k++) *at++ = (uint8_t)(word >> 8 * k);
    }
    return at;
}

size_t make_draco_bytes(const make_draco *draco, uint8_t *out)
{
    static const uint8_t head[] = {'D', 'R', 'A', 'C', 'O', 2, 2, 1 /* triangles */, 0 /* sequential */, 0, 0};
    uint8_t *at = out;
    memcpy(at, head, sizeof head);
    at += sizeof head;
    at = put_varint(at, draco->claimed_triangles ? draco->claimed_triangles : draco->triangle_count);
    at = put_varint(at, draco->claimed_vertices ? draco->claimed_vertices : draco->vertex_count);
    *at++ = 1; /* indices as they are */
    for (uint32_t i = 0; i < draco->triangle_count * 3; i++) *at++ = (uint8_t)draco->indices[i];
    *at++ = 1; /* one decoder of attributes */
    at = put_varint(at, draco->attribute_count);
    for (uint32_t i = 0; i < draco->attribute_count; i++) {
        const make_draco_attribute *a = &draco->attributes[i];
        *at++ = a->kind, *at++ = a->type, *at++ = a->components, *at++ = a->normalised;
        at = put_varint(at, a->id);
    }
    for (uint32_t i = 0; i < draco->attribute_count; i++) *at++ = 0; /* values as they are */
    for (uint32_t i = 0; i < draco->attribute_count; i++) at = put_values(draco, &draco->attributes[i], at);
    return (size_t)(at - out);
}

/* ---- glTF ---- */

enum { QUADS = DRACO_SIDE - 1, LIST = QUADS * (QUADS / 2) * 6, STRIP = 2 * DRACO_SIDE };

typedef struct sheet {
    float positions[DRACO_VERTICES][3], normals[DRACO_VERTICES][3], uvs[DRACO_VERTICES][2], lifts[DRACO_VERTICES][3];
    float tangents[DRACO_VERTICES][4];
    uint8_t colours[DRACO_VERTICES][4], joints[DRACO_VERTICES][4];
    uint16_t weights[DRACO_VERTICES][4];
    uint32_t list[LIST];   /* of the lower half */
    uint32_t strip[STRIP]; /* of the highest row */
    uint32_t unrolled[(STRIP - 2) * 3];
} sheet;

static void fill_vertex(sheet *s, uint32_t i)
{
    uint32_t x = i % DRACO_SIDE, y = i / DRACO_SIDE;
    const float position[3] = {(float)x / 4, (float)y / 4, sinf((float)i)}, tangent[4] = {1, 0, 0, y % 2 ? 1 : -1};
    memcpy(s->positions[i], position, sizeof position);
    memcpy(s->tangents[i], tangent, sizeof tangent);
    s->normals[i][2] = 1;
    s->uvs[i][0] = (float)x / QUADS, s->uvs[i][1] = (float)y / QUADS;
    s->lifts[i][1] = y == QUADS ? 0.5f : 0;
    for (uint32_t k = 0; k < 4; k++) s->colours[i][k] = (uint8_t)(10 * i + k);
    s->joints[i][1] = 1;
    s->weights[i][0] = (uint16_t)(65535 - 13107 * y), s->weights[i][1] = (uint16_t)(13107 * y);
}

static void fill(sheet *s)
{
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < DRACO_VERTICES; i++) fill_vertex(s, i);
    for (uint32_t q = 0; q < LIST / 6; q++) {
        uint32_t a = q / QUADS * DRACO_SIDE + q % QUADS, b = a + DRACO_SIDE;
        const uint32_t corners[6] = {a, a + 1, b, b, a + 1, b + 1};
        memcpy(&s->list[6 * q], corners, sizeof corners);
    }
    for (uint32_t i = 0; i < STRIP; i++) s->strip[i] = (i % 2 ? 8 : 12) + i / 2;
    for (uint32_t i = 0; i + 2 < STRIP; i++)
        for (uint32_t k = 0; k < 3; k++) s->unrolled[3 * i + k] = s->strip[i + (i % 2 && k ? 3 - k : k)];
}

static int add_draco_view(make_gltf *file, const sheet *s, bool strip)
{
    uint8_t bytes[4096];
    const make_draco draco = {.vertex_count = DRACO_VERTICES,
                              .triangle_count = strip ? STRIP - 2 : LIST / 3,
                              .indices = strip ? s->unrolled : s->list,
                              .attribute_count = 7,
                              .attributes = {{DRACO_POSITION, DRACO_FLOAT, 3, false, 4, s->positions},
                                             {DRACO_NORMAL, DRACO_FLOAT, 3, false, 1, s->normals},
                                             {DRACO_UV, DRACO_FLOAT, 2, false, 2, s->uvs},
                                             {DRACO_COLOUR, DRACO_UINT8, 4, true, 3, s->colours},
                                             {DRACO_GENERIC, DRACO_FLOAT, 4, false, 0, s->tangents},
                                             {DRACO_GENERIC, DRACO_UINT8, 4, false, 7, s->joints},
                                             {DRACO_GENERIC, DRACO_UINT16, 4, true, 300, s->weights}}};
    return make_gltf_view(file, bytes, make_draco_bytes(&draco, bytes), 0);
}

/* An accessor of floats, of which Draco has the values. */
static int add_empty(make_gltf *file, const char *kind, int count)
{
    return make_gltf_add(file, MAKE_ACCESSORS, "{%s,\"count\":%d}", kind, count);
}

static int add_attributes(make_gltf *file, const sheet *s, bool compressed)
{
    int first = make_gltf_floats(file, "VEC3", *s->lifts, DRACO_VERTICES) + 1, n = DRACO_VERTICES;
    if (compressed) {
        add_empty(file, "\"componentType\":5126,\"type\":\"VEC3\"", n);
        add_empty(file, "\"componentType\":5126,\"type\":\"VEC3\"", n);
        add_empty(file, "\"componentType\":5126,\"type\":\"VEC2\"", n);
        add_empty(file, "\"componentType\":5121,\"normalized\":true,\"type\":\"VEC4\"", n);
        add_empty(file, "\"componentType\":5126,\"type\":\"VEC4\"", n);
        add_empty(file, "\"componentType\":5121,\"type\":\"VEC4\"", n);
        add_empty(file, "\"componentType\":5123,\"normalized\":true,\"type\":\"VEC4\"", n);
        return first;
    }
    make_gltf_floats(file, "VEC3", *s->positions, n);
    make_gltf_floats(file, "VEC3", *s->normals, n);
    make_gltf_floats(file, "VEC2", *s->uvs, n);
    make_gltf_u8(file, "VEC4", *s->colours, n, true);
    make_gltf_floats(file, "VEC4", *s->tangents, n);
    make_gltf_u8(file, "VEC4", *s->joints, n, false);
    int view = make_gltf_numbers(file, s->weights, sizeof s->weights, 2, 0);
    make_gltf_add(file, MAKE_ACCESSORS,
                  "{\"bufferView\":%d,\"componentType\":5123,\"normalized\":true,\"type\":\"VEC4\",\"count\":%d}", view,
                  n);
    return first;
}

static int add_indices(make_gltf *file, const uint32_t *indices, int count, bool compressed)
{
    uint16_t small[LIST];
    for (int i = 0; i < count; i++) small[i] = (uint16_t)indices[i];
    return compressed ? add_empty(file, "\"componentType\":5123,\"type\":\"SCALAR\"", count)
                      : make_gltf_u16(file, "SCALAR", small, count);
}

static void add_primitive(make_gltf *file, const sheet *s, bool strip, bool compressed, char *out, size_t size)
{
    char extension[320] = "";
    int view = compressed ? add_draco_view(file, s, strip) : 0;
    int p = add_attributes(file, s, compressed);
    int indices = add_indices(file, strip ? s->strip : s->list, strip ? STRIP : LIST, compressed);
    if (compressed)
        snprintf(extension, sizeof extension,
                 ",\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":%d,\"attributes\":{\"POSITION\":4,"
                 "\"NORMAL\":1,\"TEXCOORD_0\":2,\"COLOR_0\":3,\"TANGENT\":0,\"JOINTS_0\":7,\"WEIGHTS_0\":300}}}",
                 view);
    snprintf(out, size,
             "{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d,\"TEXCOORD_0\":%d,\"COLOR_0\":%d,\"TANGENT\":%d,\"JOINTS_"
             "0\":%d,"
             "\"WEIGHTS_0\":%d},\"targets\":[{\"POSITION\":%d}],\"indices\":%d,\"mode\":%d%s}",
             p, p + 1, p + 2, p + 3, p + 4, p + 5, p + 6, p - 1, indices, strip ? 5 : 4, extension);
}

void make_gltf_draco(make_gltf *file, bool compressed)
{
    sheet s;
    char list[640], strip[640];
    fill(&s);
    *file = (make_gltf){0};
    add_primitive(file, &s, false, compressed, list, sizeof list);
    add_primitive(file, &s, true, compressed, strip, sizeof strip);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[%s,%s]}", list, strip);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"skin\":0}");
    make_gltf_add(file, MAKE_NODES, "{\"children\":[2]}");
    make_gltf_add(file, MAKE_NODES, "{\"translation\":[0,0.5,0]}");
    make_gltf_add(file, MAKE_SKINS, "{\"joints\":[1,2]}");
    if (compressed)
        snprintf(file->root, sizeof file->root, "%s", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],");
}
