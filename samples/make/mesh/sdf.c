#include "samples/make/mesh/sdf.h"
#include <stdbool.h>

/* The distance to a round cone: Quilez, "Distance functions", the version for two points. */
static float cone_distance(const sdf_shape *s, vec3 p)
{
    vec3 axis = sub(s->b, s->a), q = sub(p, s->a);
    float square = dot(axis, axis), slope = s->ra - s->rb, a2 = square - slope * slope, inverse = 1 / square;
    float y = dot(q, axis), z = y - square;
    vec3 off = sub(scale(q, square), scale(axis, y));
    float x2 = dot(off, off), y2 = y * y * square, z2 = z * z * square;
    float k = (slope > 0 ? 1.0f : slope < 0 ? -1.0f : 0) * slope * slope * x2;
    if ((z > 0 ? 1.0f : -1.0f) * a2 * z2 > k)
        return sqrtf(x2 + z2) * inverse - s->rb;
    if ((y > 0 ? 1.0f : -1.0f) * a2 * y2 < k)
        return sqrtf(x2 + y2) * inverse - s->ra;
    return (sqrtf(x2 * a2 * inverse) + y * slope) * inverse - s->ra;
}

static float ellipsoid_distance(const sdf_shape *s, vec3 p)
{
    vec3 q = sub(p, s->a), r = s->b;
    if (s->ra != 0) {
        float c = cosf(s->ra), n = sinf(s->ra);
        q = v3(q.x, c * q.y + n * q.z, c * q.z - n * q.y);
    }
    if (s->rb != 0) {
        float c = cosf(s->rb), n = sinf(s->rb);
        q = v3(c * q.x + n * q.y, c * q.y - n * q.x, q.z);
    }
    vec3 once = v3(q.x / r.x, q.y / r.y, q.z / r.z), twice = v3(once.x / r.x, once.y / r.y, once.z / r.z);
    float k0 = length(once), k1 = length(twice);
    return k1 > 1e-6f ? k0 * (k0 - 1) / k1 : -fminf(r.x, fminf(r.y, r.z));
}

/* Quadratic smooth minimum: has no effect if the values differ by more than k. */
static float soft_min(float a, float b, float k)
{
    float h = fmaxf(k - fabsf(a - b), 0) / k;
    return fminf(a, b) - h * h * k * 0.25f;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

/* Whether what cone_distance gives is at least `reach`, by a box around the cone: quick, and safe from rounding. */
static bool cone_is_beyond(const sdf_shape *s, vec3 p, float reach)
{
    const vec3 q = sub(p, mix3(s->a, s->b, 0.5f)), axis = sub(s->b, s->a);
    const float off = larger(larger(fabsf(q.x) - 0.5f * fabsf(axis.x), fabsf(q.y) - 0.5f * fabsf(axis.y)),
                             fabsf(q.z) - 0.5f * fabsf(axis.z));
    return off > reach + larger(s->ra, s->rb) + 1e-3f;
}

/* The same of ellipsoid_distance: the length of q / r is at least that of q over the largest radius. */
static bool ellipsoid_is_beyond(const sdf_shape *s, vec3 p, float reach)
{
    const vec3 q = sub(p, s->a), r = s->b;
    const float most = larger(larger(r.x, r.y), r.z), least = -larger(larger(-r.x, -r.y), -r.z);
    const float within = most * (1 + (reach + 1e-3f) / least);
    return reach > 0 && dot(q, q) > within * within;
}

float sdf_distance(const sdf *body, vec3 p)
{
    float d = 1e9f;
    p.x = fabsf(p.x);
    for (size_t i = 0; i < body->count; i++) {
        const sdf_shape *s = &body->shapes[i];
        const float reach = s->blend < 0 ? -d - s->blend : d + s->blend; // from there on the shape changes no bit of d
        if (s->kind == SDF_CONE ? cone_is_beyond(s, p, reach) : ellipsoid_is_beyond(s, p, reach))
            continue;
        float one = s->kind == SDF_CONE ? cone_distance(s, p) : ellipsoid_distance(s, p);
        d = s->blend < 0 ? -soft_min(-d, one, -s->blend) : soft_min(d, one, s->blend);
    }
    return fmaxf(d - body->grow, body->floor - p.y);
}

vec3 sdf_normal(const sdf *body, vec3 p)
{
    const float e = 2e-3f;
    return unit(v3(sdf_distance(body, v3(p.x + e, p.y, p.z)) - sdf_distance(body, v3(p.x - e, p.y, p.z)),
                   sdf_distance(body, v3(p.x, p.y + e, p.z)) - sdf_distance(body, v3(p.x, p.y - e, p.z)),
                   sdf_distance(body, v3(p.x, p.y, p.z + e)) - sdf_distance(body, v3(p.x, p.y, p.z - e))));
}

vec3 sdf_project(const sdf *body, vec3 p)
{
    for (int i = 0; i < 4; i++) {
        float d = sdf_distance(body, p);
        if (fabsf(d) < 2e-5f)
            break;
        p = along(p, sdf_normal(body, p), -d);
    }
    return p;
}

vec3 sdf_hit(const sdf *body, vec3 from, vec3 direction, float reach)
{
    float t = 0;
    for (int i = 0; i < 96 && t < reach; i++) {
        float d = sdf_distance(body, along(from, direction, t));
        if (fabsf(d) < 1e-4f)
            break;
        t += d * 0.7f; /* soft joins and ellipsoids overestimate the distance a little */
    }
    return along(from, direction, fminf(t, reach));
}

float sdf_openness(const sdf *body, vec3 p, vec3 normal, float reach)
{
    float open = 0, total = 0;
    for (int i = 1; i <= 5; i++) {
        float t = reach * (float)i / 5, share = 1 / (float)i;
        open += share * clamp(sdf_distance(body, along(p, normal, t)) / t, 0, 1);
        total += share;
    }
    return open / total;
}
