/* The buffer is filled again for each overlay with the caller's vertices unchanged. A line is an instance with two
 * vertices, which its four corners share. */
#include "draw/render/overlay/overlay.h"

static bool is_solid(const hone_overlay *overlay)
{
    bool solid = overlay->kind == HONE_OVERLAY_TRIANGLES;
    for (uint32_t v = 0; solid && v < overlay->count; v++) solid = overlay->vertices[v].colour[3] == 255;
    return solid;
}

/* Solid overlays with on_top get a depth buffer of their own. */
static void set_depth(const hone_overlay *overlay)
{
    bool solid = is_solid(overlay);
    glDepthMask(solid ? GL_TRUE : GL_FALSE);
    if (solid && overlay->on_top)
        glClearBufferfi(GL_DEPTH_STENCIL, 0, 1, 0);
    if (solid || !overlay->on_top)
        glEnable(GL_DEPTH_TEST);
    else
        glDisable(GL_DEPTH_TEST);
}

static void draw(const hone_overlay_renderer *maker, const hone_draw_uniforms *uniforms, const hone_overlay *overlay)
{
    bool lines = overlay->kind == HONE_OVERLAY_LINES;
    uint32_t count = lines ? overlay->count / 2 : overlay->count / 3 * 3;
    float width = overlay->width > 0 ? overlay->width : 1;
    if (count == 0)
        return;
    set_depth(overlay);
    glBindBuffer(GL_ARRAY_BUFFER, maker->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(overlay->count * sizeof *overlay->vertices), overlay->vertices,
                 GL_STREAM_DRAW);
    glUniform3f(maker->program.uniforms[HONE_UNIFORM_LINE], (float)uniforms->desc->width, (float)uniforms->desc->height,
                lines ? width : 0);
    glBindVertexArray(maker->arrays[overlay->kind]);
    if (lines)
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)count);
    else
        glDrawArrays(GL_TRIANGLES, 0, (GLsizei)count);
}

bool hone_overlays_draw(hone_renderer *renderer, const hone_draw_uniforms *uniforms, hone_error *error)
{
    const hone_draw_desc *desc = uniforms->desc;
    if (desc->overlay_count == 0)
        return true;
    if (!hone_overlay_renderer_prepare(&renderer->overlay, error))
        return false;
    hone_gl_state_begin();
    glDisable(GL_CULL_FACE);
    hone_gl_state_set_uniforms(&renderer->overlay.program, uniforms);
    for (int on_top = 0; on_top < 2; on_top++)
        for (uint32_t i = 0; i < desc->overlay_count; i++)
            if (desc->overlays[i].on_top == (bool)on_top)
                draw(&renderer->overlay, uniforms, &desc->overlays[i]);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    return true;
}
