#include "samples/make/character/skirt.h"

typedef struct layer {
    uint32_t columns, rows, pleats;
    float depth;  /* of the pleats, at the hem */
    float shrink; /* towards the axis */
    float drop;   /* below the outer layer's hem */
    float zigzag; /* of the hem */
} layer;

static const layer outer = {80, 9, 16, 0.16f, 0, 0, 0.05f};
static const layer petticoat = {80, 7, 20, 0.09f, 0.24f, 0.36f, 0.06f};

#define WAIST_Y 12.72f
#define HEM_Y 9.35f

/* The bell shape: half widths at t, 0 at the waist and 1 at the hem. */
static void bell(float t, float *x, float *y, float *z)
{
    float flare = 0.5f * sinf(t * PI / 2) + 0.5f * t;
    *x = mix(0.64f, 2.35f, flare);
    *z = mix(0.5f, 2.15f, flare);
    *y = mix(WAIST_Y, HEM_Y, t) - 0.1f * sinf(PI * t);
}

static vec3 skirt_point(const layer *l, float angle, float t)
{
    float x, y, z, wave = cosf(angle * (float)l->pleats),
                   deep = l->depth * step_between(0, 0.5f, t) * (0.4f + 0.6f * t);
    bell(t, &x, &y, &z);
    float r = deep * wave - l->shrink * step_between(0, 0.25f, t);
    y -= (l->drop + l->zigzag * wave) * t * t;
    return v3((x + r) * sinf(angle), y, 0.05f - (z + r) * cosf(angle));
}

vec3 skirt_joint(uint32_t chain, uint32_t i)
{
    const layer smooth = {0};
    float t = 0.04f + 0.96f * (float)i / (SKIRT_JOINTS - 1);
    vec3 p = skirt_point(&smooth, 2 * PI * (float)chain / SKIRT_CHAINS, t);
    if (chain % (SKIRT_CHAINS / 2) == 0)
        p.x = 0; /* sin(pi) is not exactly 0 */
    return p;
}

void skirt_coordinates(vec3 p, float *chain, float *joint)
{
    float x, y, z;
    bell(1, &x, &y, &z);
    float angle = atan2f(p.x / x, -(p.z - 0.05f) / z);
    *chain = (angle < 0 ? angle + 2 * PI : angle) * SKIRT_CHAINS / (2 * PI);
    *joint = clamp((WAIST_Y - p.y) / (WAIST_Y - HEM_Y), 0, 1) * (SKIRT_JOINTS - 1);
}

static part make_layer(const layer *l)
{
    part p = {0};
    for (uint32_t row = 0; row <= l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++) {
            float t = (float)row / (float)l->rows, angle = 2 * PI * (float)column / (float)l->columns;
            vec3 at = skirt_point(l, angle, t);
            float u = 0.5f + 0.5f * cosf(angle * (float)l->pleats);
            part_add_vertex(&p, (part_vertex){at, v3(0, 1, 0), 0.04f + 0.92f * u, t, 1});
        }
    for (uint32_t row = 0; row < l->rows; row++)
        for (uint32_t column = 0; column < l->columns; column++) {
            uint32_t next = (column + 1) % l->columns, a = row * l->columns, b = a + l->columns;
            part_add_quad(&p, a + column, b + column, b + next, a + next);
        }
    part_average_normals(&p);
    return p;
}

part skirt_outer(void)
{
    return make_layer(&outer);
}

part skirt_petticoat(void)
{
    return make_layer(&petticoat);
}
