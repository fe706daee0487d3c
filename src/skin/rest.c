/* A writable copy of a skin's rest positions and normals, for morphs. */
#include "base/error.h"
#include "skin/pack.h"
#include <hone/math.h>
#include <string.h>

static void copy_positions(hone_skin_rest *rest)
{
    const hone_skin *skin = rest->skin;
    if (skin->positions) {
        memcpy(rest->positions, skin->positions, skin->block_count * sizeof *rest->positions);
        return;
    }
    for (uint32_t b = 0; b < skin->block_count; b++)
        for (int c = 0; c < 3; c++)
            for (int l = 0; l < LANES; l++)
                rest->positions[b].c[c][l] =
                    skin->packed_origin[c] + skin->packed_step[c] * (float)skin->packed[b].position[c][l];
}

static void copy_normals(hone_skin_rest *rest)
{
    const hone_skin *skin = rest->skin;
    if (skin->normals) {
        memcpy(rest->normals, skin->normals, skin->block_count * sizeof *rest->normals);
        return;
    }
    for (uint32_t b = 0; b < skin->block_count; b++)
        for (int l = 0; l < LANES; l++) {
            float normal[3];
            hone_unpack_normal(skin->packed[b].normal[0][l], skin->packed[b].normal[1][l], normal);
            hone_vec3_normalise(normal, normal);
            for (int c = 0; c < 3; c++) rest->normals[b].c[c][l] = normal[c];
        }
}

hone_skin_rest *hone_skin_rest_create(const hone_skin *skin, bool normals, const hone_allocator *allocator,
                                      hone_error *error)
{
    if (!skin)
        return hone_fail_null(error, "the skin"), NULL;
    if (normals && !skin->has_normals)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "normals wanted of a skin that has none"), NULL;
    hone_skin_rest *rest = hone_allocate(allocator, 1, sizeof *rest);
    if (!rest)
        return hone_fail_memory(error), NULL;
    size_t blocks = (size_t)skin->block_count + 1; /* + 1, so that no array is empty */
    rest->allocator = hone_allocator_or_default(allocator);
    rest->skin = hone_skin_retain(skin);
    rest->positions = hone_allocate(allocator, blocks, sizeof *rest->positions);
    rest->normals = normals ? hone_allocate(allocator, blocks, sizeof *rest->normals) : NULL;
    if (!rest->positions || (normals && !rest->normals)) {
        hone_skin_rest_destroy(rest);
        return hone_fail_memory(error), NULL;
    }
    copy_positions(rest);
    if (normals)
        copy_normals(rest);
    return rest;
}

void hone_skin_rest_destroy(hone_skin_rest *rest)
{
    if (!rest)
        return;
    hone_allocator allocator = rest->allocator;
    size_t blocks = (size_t)rest->skin->block_count + 1;
    hone_deallocate(&allocator, rest->positions, blocks, sizeof *rest->positions);
    hone_deallocate(&allocator, rest->normals, blocks, sizeof *rest->normals);
    hone_skin_release(rest->skin);
    hone_deallocate(&allocator, rest, 1, sizeof *rest);
}

static const void *element(const hone_stream *stream, size_t index)
{
    return (const char *)stream->data + index * stream->stride;
}

/* Sets the value of a vertex. The padding lanes of a block repeat its last vertex. */
static void set(const hone_skin *skin, hone_skin_frame3 *frames, uint32_t lane, const float value[3])
{
    const uint32_t block = lane / LANES, last = skin->used[block] - 1u;
    const uint32_t end = lane % LANES == last ? LANES : lane % LANES + 1;
    for (uint32_t l = lane % LANES; l < end; l++)
        for (int c = 0; c < 3; c++) frames[block].c[c][l] = value[c];
}

static void set_vertex(hone_skin_rest *rest, uint32_t vertex, const hone_stream *positions, const hone_stream *normals)
{
    float value[3];
    uint32_t lane = rest->skin->lanes[vertex];
    if (positions->data) {
        memcpy(value, element(positions, vertex), sizeof value);
        set(rest->skin, rest->positions, lane, value);
    }
    if (normals->data && rest->normals) {
        memcpy(value, element(normals, vertex), sizeof value);
        if (!hone_vec3_normalise(value, value))
            value[0] = value[1] = 0, value[2] = 1;
        set(rest->skin, rest->normals, lane, value);
    }
}

void hone_skin_rest_set(hone_skin_rest *rest, hone_stream vertices, hone_stream positions, hone_stream normals)
{
    size_t count = vertices.data ? vertices.count : rest->skin->vertex_count;
    for (size_t i = 0; i < count; i++) {
        uint32_t vertex = (uint32_t)i;
        if (vertices.data)
            memcpy(&vertex, element(&vertices, i), sizeof vertex);
        HONE_ASSERT(vertex < rest->skin->vertex_count);
        set_vertex(rest, vertex, &positions, &normals);
    }
}
