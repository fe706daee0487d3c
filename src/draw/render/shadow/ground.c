#include "draw/render/shadow/ground.h"
#include <hone/math.h>

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

static float within_1(float value)
{
    return value > 0 ? fminf(value, 1) : 0; /* NaN: 0 */
}

static hone_ground_shadow shadow_of(const hone_draw_desc *desc)
{
    hone_ground_shadow out = HONE_GROUND_SHADOW_DEFAULT;
    if (desc->ground_shadow)
        out = *desc->ground_shadow;
    out.strength = within_1(out.strength);
    return out;
}

/* In MMD the light's colour is the shadow's colour; with the brightest light the shadow is white. */
static void find_colour(const hone_ground_shadow *shadow, const float light[3], float out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = shadow->own_colour ? within_1(shadow->colour[i]) : within_1(within_1(light[i]) * shadow->colour[i]);
}

/* Returns the alpha with which black over white is as bright as the shadow over white. */
static float find_alpha(const float colour[3], float strength)
{
    static const float bright[3] = {0.2126f, 0.7152f, 0.0722f}; /* luminance of BT.709 */
    return strength * (1 - hone_vec3_dot(bright, colour));
}

bool hone_ground_casters(const hone_draw_uniforms *uniforms, hone_shadow_casters *out)
{
    float colour[3];
    const hone_ground_shadow shadow = shadow_of(uniforms->desc);
    find_colour(&shadow, uniforms->light_colour, colour);
    *out =
        (hone_shadow_casters){.flag = HONE_MATERIAL_GROUND_SHADOW,
                              .all_sides = true,
                              .colour[3] = shadow.own_colour ? shadow.strength : find_alpha(colour, shadow.strength)};
    hone_vec3_scale(colour, shadow.strength, out->colour);
    if (uniforms->to_light[1] < least_slope || shadow.strength <= 0)
        return false;
    flatten(uniforms, out->clip_from_world);
    return true;
}

/* In MMD's way the opaque part of a pixel gets half of the light's colour. The transparent part, which a background
 * will fill later, gets black with alpha. So a transparent picture put over white equals the picture drawn on white. A
 * colour of its own is the same in both parts. */
void hone_ground_begin(const hone_draw_uniforms *uniforms)
{
    const hone_ground_shadow shadow = shadow_of(uniforms->desc);
    hone_gl_state_begin();
    glBlendColor(0, 0, 0, shadow.strength);
    glBlendFuncSeparate(shadow.own_colour ? GL_ONE : GL_DST_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA, GL_ONE,
                        GL_ONE_MINUS_SRC_ALPHA);
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
