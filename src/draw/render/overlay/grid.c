/* Draws the grid on the ground. */
#include "draw/render/shadow/ground.h"

enum { GRID_LINES = 2 * 21 + 3 };

void hone_grid_draw(hone_renderer *renderer, const hone_draw_uniforms *uniforms)
{
    hone_gl_state_begin();
    hone_gl_state_set_uniforms(&renderer->grid, uniforms);
    glBindVertexArray(renderer->no_vertices);
    glDrawArrays(GL_LINES, 0, 2 * GRID_LINES);
    glBindVertexArray(0);
}
