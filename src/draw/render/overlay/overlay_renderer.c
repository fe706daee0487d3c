#include "draw/render/overlay/overlay_renderer.h"
#include "draw/render/mesh/vertex_buffers.h"
#include <hone/render.h>

extern const unsigned char hone_embedded_overlay_glsl[];

const hone_program_desc hone_overlay_program = {.title = "overlay", .body = hone_embedded_overlay_glsl};

enum { FROM = 2, TO = 4 }; /* attribute locations: position, then colour */

/* Adds vertex `index` of every `stride` bytes of the bound buffer to the bound vertex array. */
static void add_vertex(GLuint attribute, size_t index, size_t stride, GLuint divisor)
{
    size_t at = index * sizeof(hone_overlay_vertex);
    hone_attribute_set(attribute, 3, stride, at + offsetof(hone_overlay_vertex, position));
    glEnableVertexAttribArray(attribute + 1);
    glVertexAttribPointer(attribute + 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, (GLsizei)stride,
                          (const void *)(at + offsetof(hone_overlay_vertex, colour)));
    glVertexAttribDivisor(attribute, divisor);
    glVertexAttribDivisor(attribute + 1, divisor);
}

bool hone_overlay_renderer_prepare(hone_overlay_renderer *maker, hone_error *error)
{
    const size_t size = sizeof(hone_overlay_vertex);
    if (!hone_program_prepare(&maker->program, &hone_overlay_program, error))
        return false;
    if (maker->buffer)
        return true;
    glGenBuffers(1, &maker->buffer);
    glGenVertexArrays(2, maker->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, maker->buffer);
    glBindVertexArray(maker->arrays[HONE_OVERLAY_LINES]);
    add_vertex(FROM, 0, 2 * size, 1);
    add_vertex(TO, 1, 2 * size, 1);
    glBindVertexArray(maker->arrays[HONE_OVERLAY_TRIANGLES]);
    add_vertex(FROM, 0, size, 0);
    glBindVertexArray(0);
    return true;
}

void hone_overlay_renderer_destroy(hone_overlay_renderer *maker)
{
    hone_program_destroy(&maker->program);
    glDeleteBuffers(1, &maker->buffer); /* 0 is passed over */
    if (maker->arrays[0])
        glDeleteVertexArrays(2, maker->arrays);
    *maker = (hone_overlay_renderer){0};
}
