#include "samples/make/mesh/loft.h"

enum { SIDES = 6 };
/* A lens profile: flat towards the head, convex outwards, with a ridge for highlights. */
static const float lens[SIDES][2] = {{-1, 0}, {-0.5f, 0.8f}, {0.1f, 1.1f}, {0.55f, 0.75f}, {1, 0}, {0, -0.55f}};

static vec3 lens_point(const loft_ring *r, uint32_t i)
{
    return along(along(r->centre, r->side, lens[i][0] * r->width), r->out, lens[i][1] * r->thickness);
}

static vec3 lens_normal(const loft_ring *r, uint32_t i)
{
    return unit(add(scale(r->side, lens[i][0] * 0.75f), scale(r->out, lens[i][1])));
}

void loft_lock(part *p, const loft_ring *rings, uint32_t count)
{
    uint32_t base = p->vertex_count;
    for (uint32_t k = 0; k + 1 < count; k++)
        for (uint32_t i = 0; i < SIDES; i++) {
            vec3 at = lens_point(&rings[k], i), normal = lens_normal(&rings[k], i);
            part_add_vertex(p, (part_vertex){at, normal, 0.5f + 0.45f * lens[i][0], rings[k].v, 1});
        }
    uint32_t tip =
        part_add_vertex(p, (part_vertex){rings[count - 1].centre, rings[count - 1].out, 0.5f, rings[count - 1].v, 1});
    for (uint32_t i = 0; i < SIDES; i++) {
        uint32_t next = (i + 1) % SIDES, last = base + (count - 2) * SIDES;
        for (uint32_t k = 0; k + 2 < count; k++) {
            uint32_t a = base + k * SIDES, b = a + SIDES;
            part_add_quad(p, a + i, a + next, b + next, b + i);
        }
        part_add_triangle(p, last + i, last + next, tip);
    }
}

vec3 bezier(const vec3 c[4], float t)
{
    float s = 1 - t;
    vec3 p = scale(c[0], s * s * s);
    p = along(p, c[1], 3 * s * s * t);
    p = along(p, c[2], 3 * s * t * t);
    return along(p, c[3], t * t * t);
}

vec3 bezier_direction(const vec3 c[4], float t)
{
    float s = 1 - t;
    vec3 d = scale(sub(c[1], c[0]), s * s);
    d = along(d, sub(c[2], c[1]), 2 * s * t);
    return unit(along(d, sub(c[3], c[2]), t * t));
}
