#include "draw/render/mesh/skinned_vertices.h"

extern const unsigned char hone_embedded_skin_vertices_glsl[];

enum { PLACE = 3 * sizeof(float), VERTEX = 2 * PLACE };

void hone_skinned_vertices_set_program(hone_program_desc *out)
{
    static const char *const captured[] = {"v_position", "v_normal"};
    out->title = "skin";
    out->body = hone_embedded_skin_vertices_glsl;
    out->captured = captured;
    out->captured_count = sizeof captured / sizeof *captured;
}

void hone_skinned_vertices_prepare(hone_skinned_vertices *vertices, uint32_t count)
{
    if (!vertices->buffer)
        glGenBuffers(1, &vertices->buffer);
    if (count <= vertices->room)
        return;
    glBindBuffer(GL_ARRAY_BUFFER, vertices->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)count * VERTEX, NULL, GL_STREAM_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0); /* WebGL: a buffer that is written may not be bound elsewhere */
    vertices->room = count;
}

void hone_skinned_vertices_begin(const hone_skinned_vertices *vertices)
{
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, vertices->buffer);
    glBeginTransformFeedback(GL_POINTS);
}

void hone_skinned_vertices_end(void)
{
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
}

void hone_skinned_vertices_use(GLuint buffer)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    hone_attribute_set(HONE_ATTRIBUTE_POSITION, 3, VERTEX, 0);
    hone_attribute_set(HONE_ATTRIBUTE_NORMAL, 3, VERTEX, PLACE);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void hone_skinned_vertices_destroy(hone_skinned_vertices *vertices)
{
    if (vertices->buffer)
        glDeleteBuffers(1, &vertices->buffer);
    *vertices = (hone_skinned_vertices){0};
}
