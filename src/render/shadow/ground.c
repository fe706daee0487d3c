#include "render/shadow/ground.h"
#include <hone/math.h>

/* In MMD the light's colour is the shadow's colour; with the brightest light the shadow is white. It covers half. */
static const float ground_share = 0.5f;
static const float least_slope = 0.01f; /* a light almost parallel to the ground would throw endless shadows */

/* Computes p' = p - to_light * p.y / to_light.y, followed by view and projection. Column-major. */
static void flatten(const hone_draw_uniforms *uniforms, float out[16])
{
    float rows[3][4]; /* view from world, with the world's y brought to 0 */
    for (int r = 0; r < 3; r++) {
        float along = 0;
        for (int i = 0; i < 3; i++) along += uniforms->view.m[r][i] * uniforms->to_light[i];
        for (int c = 0; c < 4; c++) rows[r][c] = uniforms->view.m[r][c];
        rows[r][1] -= along / uniforms->to_light[1];
    }
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) {
            float sum = c == 3 ? uniforms->projection[12 + r] : 0;
            for (int i = 0; i < 3; i++) sum += uniforms->projection[4 * i + r] * rows[i][c];
            out[4 * c + r] = sum;
        }
}

/* Returns the alpha with which black over white is as bright as the shadow over white. */
static float find_alpha(const float light[3])
{
    static const float bright[3] = {0.2126f, 0.7152f, 0.0722f}; /* luminance of BT.709 */
    return ground_share * (1 - hone_vec3_dot(bright, light));
}

bool hone_ground_casters(const hone_draw_uniforms *uniforms, hone_shadow_casters *out)
{
    float light[3];
    for (int i = 0; i < 3; i++) light[i] = fminf(fmaxf(uniforms->light_colour[i], 0), 1);
    *out =
        (hone_shadow_casters){.flag = HONE_MATERIAL_GROUND_SHADOW, .all_sides = true, .colour[3] = find_alpha(light)};
    hone_vec3_scale(light, ground_share, out->colour);
    if (uniforms->to_light[1] < least_slope)
        return false;
    flatten(uniforms, out->clip_from_world);
    return true;
}

/* The opaque part of a pixel gets half of the light's colour. The transparent part, which a background will fill
 * later, gets black with alpha. So a transparent picture put over white equals the picture drawn on white. */
void hone_ground_begin(void)
{
    hone_gl_state_begin();
    glBlendColor(0, 0, 0, ground_share);
    glBlendFuncSeparate(GL_DST_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glEnable(GL_POLYGON_OFFSET_FILL); /* in front of a floor at the same height */
    glPolygonOffset(-1, -4);
    glEnable(GL_STENCIL_TEST);
    glStencilMask(0xff);
    glStencilFunc(GL_EQUAL, 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
}

void hone_ground_end(void)
{
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDepthMask(GL_TRUE);
}
