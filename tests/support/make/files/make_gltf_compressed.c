#include "support/make/files/make_gltf_compressed.h"
#include "support/make/files/make_meshopt.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *room(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        abort();
    return memory;
}

static const char *mode_name(hone_meshopt_mode mode)
{
    static const char *const names[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    return names[mode];
}

static const char *filter_name(hone_meshopt_filter filter)
{
    static const char *const names[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"};
    return names[filter];
}

static bool is_version_1(make_compression by, const hone_meshopt_layout *layout)
{
    return by == MAKE_MESHOPT_KHR && layout->mode == HONE_MESHOPT_ATTRIBUTES;
}

/* Encodes elements to memory that the caller releases. */
static uint8_t *encode(make_compression by, const hone_meshopt_layout *layout, const void *elements, size_t *size)
{
    make_meshopt newer = {.count = (uint32_t)layout->count, .stride = (uint32_t)layout->stride};
    for (uint32_t c = 0; c < newer.stride / 4; c++) newer.modes[c] = (uint8_t)(c % 3 == 2 ? 2 | 8 << 4 : c % 3);
    bool is_newer = is_version_1(by, layout);
    uint8_t *data = room(is_newer ? make_meshopt_most(&newer) : hone_meshopt_encoded_most(layout));
    *size = is_newer ? make_meshopt_attributes(&newer, elements, data) : hone_meshopt_encode(layout, elements, data);
    return data;
}

int make_gltf_compressed_view(make_gltf *file, make_compression by, const hone_meshopt_layout *layout,
                              const void *elements, const char *extra)
{
    size_t size;
    uint8_t *data = encode(by, layout, elements, &size);
    file->size = (file->size + 3) / 4 * 4;
    if (size == 0 || file->size + size > sizeof file->data)
        abort();
    memcpy(file->data + file->size, data, size);
    int view = make_gltf_add(file, MAKE_VIEWS,
                             "{\"buffer\":0,\"byteLength\":%u%s,\"extensions\":{\"%s_meshopt_compression\":{%"
                             "s\"buffer\":0,\"byteOffset\":%zu,"
                             "\"byteLength\":%zu,\"byteStride\":%u,\"count\":%u,\"mode\":\"%s\",\"filter\":\"%s\"}}}",
                             (unsigned)(layout->count * layout->stride),
                             layout->filter == HONE_MESHOPT_OCTAHEDRAL ? ",\"byteStride\":8" : "",
                             by == MAKE_MESHOPT_KHR ? "KHR" : "EXT", extra, file->size, size, (unsigned)layout->stride,
                             (unsigned)layout->count, mode_name(layout->mode), filter_name(layout->filter));
    file->size += size;
    free(data);
    return view;
}

/* ---- the sheet ---- */

typedef struct sheet {
    float positions[COMPRESSED_VERTICES][3], normals[COMPRESSED_VERTICES][4];
    float times[COMPRESSED_KEYS], turns[COMPRESSED_KEYS][4], moves[COMPRESSED_KEYS][3];
    uint32_t indices[(COMPRESSED_SIDE - 1) * (COMPRESSED_SIDE - 1) * 6];
} sheet;

enum { INDICES = (COMPRESSED_SIDE - 1) * (COMPRESSED_SIDE - 1) * 6 };

static void fill(sheet *s)
{
    for (uint32_t i = 0; i < COMPRESSED_VERTICES; i++) {
        float x = (float)(i % COMPRESSED_SIDE), y = (float)(i / COMPRESSED_SIDE), slope = 0.5f * cosf(x);
        float length = sqrtf(1 + slope * slope);
        s->positions[i][0] = x, s->positions[i][1] = y, s->positions[i][2] = 0.5f * sinf(x);
        s->normals[i][0] = -slope / length, s->normals[i][1] = 0, s->normals[i][2] = 1 / length;
        s->normals[i][3] = 0;
    }
    for (uint32_t i = 0; i < INDICES / 6; i++) {
        uint32_t a = i / (COMPRESSED_SIDE - 1) * COMPRESSED_SIDE + i % (COMPRESSED_SIDE - 1), b = a + COMPRESSED_SIDE;
        const uint32_t corners[6] = {a, a + 1, b, b, a + 1, b + 1};
        memcpy(&s->indices[6 * i], corners, sizeof corners);
    }
    for (uint32_t i = 0; i < COMPRESSED_KEYS; i++) {
        float angle = 0.1f * (float)i;
        s->times[i] = (float)i / 16;
        s->turns[i][0] = s->turns[i][1] = 0;
        s->turns[i][2] = sinf(angle / 2), s->turns[i][3] = cosf(angle / 2);
        s->moves[i][0] = 0.25f * (float)i, s->moves[i][1] = -1, s->moves[i][2] = sinf(angle);
    }
}

typedef struct attribute {
    hone_meshopt_filter filter;
    const char *kind; /* what else the accessor has */
    const float *values;
    uint32_t count, stride;
} attribute;

static int add_compressed(make_gltf *file, make_compression by, const attribute *a)
{
    hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, a->filter, a->count, a->stride};
    uint8_t *elements = room((size_t)a->count * a->stride);
    hone_meshopt_filter_elements(&layout, a->filter == HONE_MESHOPT_EXPONENTIAL ? 24 : 16, a->values, elements);
    int view = make_gltf_compressed_view(file, by, &layout, elements, "");
    free(elements);
    return make_gltf_add(file, MAKE_ACCESSORS, "{\"bufferView\":%d,\"count\":%u,%s}", view, a->count, a->kind);
}

static void add_compressed_mesh(make_gltf *file, make_compression by, const sheet *s)
{
    static const char points[] = "\"componentType\":5126,\"type\":\"VEC3\"",
                      units[] = "\"componentType\":5122,\"normalized\":true,\"type\":\"VEC3\"";
    uint32_t half = INDICES / 2;
    hone_meshopt_layout layout = {HONE_MESHOPT_TRIANGLES, HONE_MESHOPT_PLAIN, half, 2};
    int p = add_compressed(file, by, &(attribute){HONE_MESHOPT_PLAIN, points, *s->positions, COMPRESSED_VERTICES, 12});
    int n = add_compressed(file, by, &(attribute){HONE_MESHOPT_OCTAHEDRAL, units, *s->normals, COMPRESSED_VERTICES, 8});
    int near = make_gltf_compressed_view(file, by, &layout, s->indices, "");
    layout.mode = HONE_MESHOPT_INDICES, layout.stride = 4;
    int far = make_gltf_compressed_view(file, by, &layout, s->indices + half, "");
    int first =
        make_gltf_add(file, MAKE_ACCESSORS,
                      "{\"bufferView\":%d,\"componentType\":5123,\"count\":%u,\"type\":\"SCALAR\"}", near, half);
    int second = make_gltf_add(
        file, MAKE_ACCESSORS, "{\"bufferView\":%d,\"componentType\":5125,\"count\":%u,\"type\":\"SCALAR\"}", far, half);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d},"
                  "{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d}]}",
                  p, n, first, p, n, second);
}

static void add_plain_mesh(make_gltf *file, const sheet *s)
{
    float(*normals)[3] = room(COMPRESSED_VERTICES * sizeof *normals);
    uint16_t *indices = room(INDICES * sizeof *indices);
    for (uint32_t i = 0; i < COMPRESSED_VERTICES; i++) memcpy(normals[i], s->normals[i], sizeof normals[i]);
    for (uint32_t i = 0; i < INDICES; i++) indices[i] = (uint16_t)s->indices[i];
    int p = make_gltf_floats(file, "VEC3", *s->positions, COMPRESSED_VERTICES);
    int n = make_gltf_floats(file, "VEC3", *normals, COMPRESSED_VERTICES);
    int first = make_gltf_u16(file, "SCALAR", indices, INDICES / 2);
    int second = make_gltf_u16(file, "SCALAR", indices + INDICES / 2, INDICES / 2);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d},"
                  "{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d}]}",
                  p, n, first, p, n, second);
    free(normals);
    free(indices);
}

void make_gltf_sheet(make_gltf *file, make_compression by)
{
    static const char one[] = "\"componentType\":5126,\"type\":\"SCALAR\"",
                      turn[] = "\"componentType\":5122,\"normalized\":true,\"type\":\"VEC4\"",
                      move[] = "\"componentType\":5126,\"type\":\"VEC3\"";
    sheet *s = room(sizeof *s);
    fill(s);
    *file = (make_gltf){0};
    const attribute times = {HONE_MESHOPT_PLAIN, one, s->times, COMPRESSED_KEYS, 4},
                    turns = {HONE_MESHOPT_QUATERNION, turn, *s->turns, COMPRESSED_KEYS, 8},
                    moves = {HONE_MESHOPT_EXPONENTIAL, move, *s->moves, COMPRESSED_KEYS, 12};
    bool compressed = by != MAKE_PLAIN;
    if (compressed)
        add_compressed_mesh(file, by, s);
    else
        add_plain_mesh(file, s);
    int t = compressed ? add_compressed(file, by, &times) : make_gltf_floats(file, "SCALAR", s->times, COMPRESSED_KEYS);
    int r = compressed ? add_compressed(file, by, &turns) : make_gltf_floats(file, "VEC4", *s->turns, COMPRESSED_KEYS);
    int m = compressed ? add_compressed(file, by, &moves) : make_gltf_floats(file, "VEC3", *s->moves, COMPRESSED_KEYS);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}},"
                  "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
                  "\"samplers\":[{\"input\":%d,\"output\":%d},{\"input\":%d,\"output\":%d}]}",
                  t, r, t, m);
    if (compressed)
        snprintf(file->root, sizeof file->root, "\"extensionsRequired\":[\"%s_meshopt_compression\"],",
                 by == MAKE_MESHOPT_KHR ? "KHR" : "EXT");
    free(s);
}

/* ---- colours ---- */

void make_gltf_coloured(make_gltf *file)
{
    float positions[COLOURED_VERTICES][3];
    uint8_t colours[COLOURED_VERTICES][4]; /* luma, orange, green, alpha of 8 bits */
    for (uint32_t i = 0; i < COLOURED_VERTICES; i++) {
        float *p = positions[i];
        p[0] = (float)(i / 3), p[1] = (float)(i % 3), p[2] = i % 3 == 1;
        colours[i][0] = 128, colours[i][1] = (uint8_t)(i % 100), colours[i][2] = 0, colours[i][3] = 255;
    }
    const hone_meshopt_layout of_positions = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_PLAIN, COLOURED_VERTICES, 12},
                              of_colours = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_COLOUR, COLOURED_VERTICES, 4};
    *file = (make_gltf){0};
    for (int i = 0; i < 2; i++) {
        int view = make_gltf_compressed_view(file, MAKE_MESHOPT_KHR, i ? &of_colours : &of_positions,
                                             i ? (const void *)colours : (const void *)positions, "");
        make_gltf_add(file, MAKE_ACCESSORS, "{\"bufferView\":%d,\"count\":%u,%s}", view, COLOURED_VERTICES,
                      i ? "\"componentType\":5121,\"normalized\":true,\"type\":\"VEC4\""
                        : "\"componentType\":5126,\"type\":\"VEC3\"");
    }
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"COLOR_0\":1}}]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    snprintf(file->root, sizeof file->root, "%s", "\"extensionsRequired\":[\"KHR_meshopt_compression\"],");
}
