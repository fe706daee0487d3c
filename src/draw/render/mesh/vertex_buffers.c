#include "draw/render/mesh/vertex_buffers.h"
#include "base/error.h"
#include <string.h>

enum { PLACE = 3 * sizeof(float) }; /* a position or a normal */

static void fill_buffer(GLuint buffer, GLenum kind, size_t count, size_t size, const void *data)
{
    glBindBuffer(kind, buffer);
    glBufferData(kind, (GLsizeiptr)(count * size), data, data ? GL_STATIC_DRAW : GL_STREAM_DRAW);
}

void hone_attribute_set(GLuint attribute, GLint components, size_t stride, size_t offset)
{
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, components, GL_FLOAT, GL_FALSE, (GLsizei)stride, (const void *)offset);
}

void hone_attribute_set_integer(GLuint attribute, GLint components, size_t stride, size_t offset)
{
    glEnableVertexAttribArray(attribute);
    glVertexAttribIPointer(attribute, components, GL_UNSIGNED_INT, (GLsizei)stride, (const void *)offset);
}

/* Copies an array of the mesh into a buffer, `components` floats per vertex. */
static void fill_in_order(hone_vertex_buffers *v, int buffer, uint32_t components, const float *data)
{
    for (uint32_t i = 0; i < v->count; i++)
        memcpy(v->spread + (size_t)i * components, data + (size_t)v->order[i] * components, components * sizeof *data);
    fill_buffer(v->buffers[buffer], GL_ARRAY_BUFFER, v->count, components * sizeof *data, v->spread);
}

/* Adds an attribute. If the mesh has no such array, the attribute is constant. */
static void add_attribute(hone_vertex_buffers *v, int buffer, GLuint attribute, uint32_t components, const void *data)
{
    if (!data)
        return;
    fill_in_order(v, buffer, components, data);
    hone_attribute_set(attribute, (GLint)components, 0, 0);
    v->held[buffer] = data;
}

/* Lists the triangles' sides: side k goes from corner k to the next one. */
static void list_sides(const uint32_t *indices, uint32_t count, uint32_t *out)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        out[2 * (size_t)i] = indices[i];
        out[2 * (size_t)i + 1] = indices[next < count ? next : i];
    }
}

/* Triangles with a hidden vertex become that vertex. */
static void hide(uint32_t *indices, const hone_vertex_buffers_desc *desc)
{
    for (uint32_t i = 0; i + 2 < desc->index_count; i += 3)
        for (uint32_t k = 0; k < 3; k++)
            if (desc->hidden[desc->order[indices[i + k]]])
                indices[i] = indices[i + 1] = indices[i + 2] = indices[i + k];
}

bool hone_vertex_buffers_set_indices(hone_vertex_buffers *v, const hone_vertex_buffers_desc *desc, hone_error *error)
{
    glBindVertexArray(v->array);
    bool sides = desc->sides || v->sides, changes = sides || desc->hidden;
    size_t count = desc->index_count, all = sides ? 3 * count : count;
    uint32_t *indices = changes ? hone_allocate(desc->allocator, all, sizeof *indices) : NULL;
    if (changes && !indices && count > 0)
        return hone_fail_memory(error);
    if (changes && count > 0)
        memcpy(indices, desc->indices, count * sizeof *indices);
    if (desc->hidden)
        hide(indices, desc);
    if (sides && count > 0)
        list_sides(indices, desc->index_count, indices + count);
    fill_buffer(v->buffers[HONE_BUFFER_INDICES], GL_ELEMENT_ARRAY_BUFFER, all, sizeof *indices,
                indices ? indices : desc->indices);
    if (indices)
        hone_deallocate(desc->allocator, indices, all, sizeof *indices);
    v->sides = sides;
    v->first_person = desc->first_person;
    return true;
}

void hone_vertex_buffers_use_places(const hone_vertex_buffers *v)
{
    glBindBuffer(GL_ARRAY_BUFFER, v->buffers[HONE_BUFFER_POSITIONS]);
    hone_attribute_set(HONE_ATTRIBUTE_POSITION, 3, 0, 0);
    if (v->mesh->normals)
        hone_attribute_set(HONE_ATTRIBUTE_NORMAL, 3, 0, v->count * PLACE);
    else
        glDisableVertexAttribArray(HONE_ATTRIBUTE_NORMAL);
}

bool hone_vertex_buffers_create(hone_vertex_buffers *out, const hone_vertex_buffers_desc *desc, hone_error *error)
{
    const hone_mesh *mesh = desc->mesh;
    *out = (hone_vertex_buffers){.allocator = hone_allocator_or_default(desc->allocator),
                                 .mesh = mesh,
                                 .count = desc->count,
                                 .index_count = desc->index_count,
                                 .order = desc->order};
    out->spread = hone_allocate(desc->allocator, out->count, 4 * sizeof *out->spread);
    if (!out->spread && out->count > 0)
        return hone_fail_memory(error);
    glGenVertexArrays(1, &out->array);
    glGenBuffers(HONE_BUFFER_COUNT, out->buffers);
    glBindVertexArray(out->array);
    fill_buffer(out->buffers[HONE_BUFFER_POSITIONS], GL_ARRAY_BUFFER, out->count, 2 * PLACE, NULL);
    hone_vertex_buffers_use_places(out);
    add_attribute(out, HONE_BUFFER_UVS, HONE_ATTRIBUTE_UV, 2, mesh->uvs);
    add_attribute(out, HONE_BUFFER_EDGE_SCALES, HONE_ATTRIBUTE_EDGE_SCALE, 1, mesh->edge_scales);
    if (mesh->extra_uv_count > 0)
        add_attribute(out, HONE_BUFFER_EXTRA_UVS, HONE_ATTRIBUTE_EXTRA_UV, 4, mesh->extra_uvs[0]);
    add_attribute(out, HONE_BUFFER_SECOND_UVS, HONE_ATTRIBUTE_SECOND_UV, 4, desc->second_uvs);
    if (!hone_vertex_buffers_set_indices(out, desc, error))
        return false;
    if (glGetError() == GL_NO_ERROR)
        return true;
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "the device has no room for the mesh");
}

void hone_vertex_buffers_destroy(hone_vertex_buffers *v)
{
    if (v->array) {
        glDeleteBuffers(HONE_BUFFER_COUNT, v->buffers); /* 0 is ignored */
        glDeleteVertexArrays(1, &v->array);
    }
    if (v->spread)
        hone_deallocate(&v->allocator, v->spread, v->count, 4 * sizeof *v->spread);
    *v = (hone_vertex_buffers){0};
}

void hone_vertex_buffers_fill(hone_vertex_buffers *v, const float (*positions_and_normals)[3])
{
    /* filled again instead of overwritten, so that the driver does not wait for the previous picture */
    glBindBuffer(GL_ARRAY_BUFFER, v->buffers[HONE_BUFFER_POSITIONS]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(2 * (size_t)v->count * sizeof *positions_and_normals),
                 positions_and_normals, GL_STREAM_DRAW);
}

/* Writes texture coordinates if they have changed. The mesh's own ones, which morphs rarely move, are already in the
 * buffer. */
static void refill(hone_vertex_buffers *v, int buffer, uint32_t components, const void *data)
{
    if (!data || v->held[buffer] == data)
        return;
    bool own = buffer == HONE_BUFFER_UVS ? data == v->mesh->uvs : data == v->mesh->extra_uvs[0];
    fill_in_order(v, buffer, components, data);
    v->held[buffer] = own ? data : NULL;
}

void hone_vertex_buffers_follow(hone_vertex_buffers *v, const hone_morph_result *morphs)
{
    refill(v, HONE_BUFFER_UVS, 2, morphs->uvs);
    refill(v, HONE_BUFFER_EXTRA_UVS, 4, morphs->extra_uvs[0]);
}

void hone_vertex_buffers_fill_colours(hone_vertex_buffers *v, const uint8_t (*colours)[4])
{
    uint8_t(*spread)[4] = (uint8_t(*)[4])v->spread;
    for (uint32_t i = 0; i < v->count; i++) memcpy(spread[i], colours[v->order[i]], sizeof *spread);
    glBindBuffer(GL_ARRAY_BUFFER, v->buffers[HONE_BUFFER_COLOURS]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(v->count * sizeof *spread), spread, GL_STREAM_DRAW);
}

void hone_vertex_buffers_show_colours(const hone_vertex_buffers *v, bool colours)
{
    if (colours) {
        glBindBuffer(GL_ARRAY_BUFFER, v->buffers[HONE_BUFFER_COLOURS]);
        glEnableVertexAttribArray(HONE_ATTRIBUTE_EXTRA_UV);
        glVertexAttribPointer(HONE_ATTRIBUTE_EXTRA_UV, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
    } else if (v->mesh->extra_uv_count > 0) {
        glBindBuffer(GL_ARRAY_BUFFER, v->buffers[HONE_BUFFER_EXTRA_UVS]);
        hone_attribute_set(HONE_ATTRIBUTE_EXTRA_UV, 4, 0, 0);
    } else {
        glDisableVertexAttribArray(HONE_ATTRIBUTE_EXTRA_UV);
    }
}
