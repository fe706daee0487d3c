#include "render/shadow/ground.h"

enum { GRID_LINES = 2 * 21 + 3 };

void hone_grid_draw(hone_renderer *renderer, const hone_draw_uniforms *shot)
{
    hone_gl_state_begin();
    hone_gl_state_tell(&renderer->grid, shot);
    glBindVertexArray(renderer->no_vertices);
    glDrawArrays(GL_LINES, 0, 2 * GRID_LINES);
    glBindVertexArray(0);
}
