/* Draws the grid on the ground. */
#include "draw/render/shadow/ground.h"

extern const unsigned char hone_embedded_grid_glsl[];

const hone_program_desc hone_grid_program = {.title = "grid", .body = hone_embedded_grid_glsl};

enum { GRID_LINES = 2 * 21 + 3 };

bool hone_grid_draw(hone_renderer *renderer, const hone_draw_uniforms *uniforms, hone_error *error)
{
    if (!hone_program_prepare(&renderer->grid, &hone_grid_program, error))
        return false;
    hone_gl_state_begin();
    hone_gl_state_set_uniforms(&renderer->grid, uniforms);
    glBindVertexArray(renderer->no_vertices);
    glDrawArrays(GL_LINES, 0, 2 * GRID_LINES);
    glBindVertexArray(0);
    return true;
}
