#include "samples/make/character/hair.h"
#include "samples/make/character/face.h"
#include "samples/make/mesh/loft.h"
#include "samples/make/mesh/mesher.h"

#define DEGREE (PI / 180)

static const sdf_shape cap_shapes[] = {
    {SDF_ELLIPSOID, 0.1f, {0, 18.72f, 0.22f}, {1.3f, 1.33f, 1.42f}, 0, 0},
    {SDF_ELLIPSOID, 0.5f, {0, 17.9f, 0.3f}, {1.02f, 0.95f, 0.95f}, 0, 0},
};
static const sdf cap_sdf = SDF(cap_shapes, 0);
static const vec3 crown = {0, 18.62f, 0.16f};

/* A point of the hair. `azimuth` is from the front to the left, `elevation` above the ears; below the ears the hair
 * hangs. */
vec3 hair_point(float azimuth, float elevation, float lift)
{
    float up = fmaxf(elevation, 0);
    vec3 direction = v3(sinf(azimuth) * cosf(up), sinf(up), -cosf(azimuth) * cosf(up));
    vec3 p = sdf_hit(&cap_sdf, along(crown, direction, 3), scale(direction, -1), 3);
    p = along(p, direction, lift);
    if (elevation < 0)
        p.y += 1.35f * elevation;
    return p;
}

/* ---- cap ---- */

static float hairline(const void *user, vec3 p)
{
    (void)user;
    float azimuth = fabsf(atan2f(p.x, -(p.z - crown.z)));
    float front = 19.12f - 0.25f * step_between(0, 40 * DEGREE, azimuth);
    float beside = mix(front, 17.9f, step_between(38 * DEGREE, 80 * DEGREE, azimuth));
    return mix(beside, 17.15f, step_between(85 * DEGREE, 125 * DEGREE, azimuth)) - p.y;
}

static float cap_size(const void *user, vec3 p)
{
    (void)user, (void)p;
    return 0.3f;
}

part hair_cap(void)
{
    part p = mesh_body(&(mesh_desc){.body = &cap_sdf,
                                    .low = {0, 16.8f, -1.6f},
                                    .high = {1.6f, 20.4f, 2},
                                    .cell = 0.08f,
                                    .keep = hairline,
                                    .size = cap_size});
    mesh_hem(&p, 0.1f);
    for (uint32_t i = 0; i < p.vertex_count; i++) {
        part_vertex *v = &p.vertices[i];
        v->u = 0.5f;
        v->v = clamp((20.05f - v->position.y) / 4.6f, 0, 1);
    }
    return p;
}

/* ---- locks ---- */

/* Angles in degrees; lengths in units. */
typedef struct lock {
    float azimuth0, elevation0, azimuth1, elevation1;
    float width, thickness;
    float lift; /* distance from the head at the middle */
    float curl; /* distance from the head at the tip */
} lock;

enum { LOCK_RINGS = 9 };

static vec3 lock_point(const lock *l, float t)
{
    float bend = t * t * (3 - 2 * t);
    float azimuth = mix(l->azimuth0, l->azimuth1, bend) * DEGREE, elevation = mix(l->elevation0, l->elevation1, t);
    return hair_point(azimuth, elevation * DEGREE,
                      mix(-0.16f, 0.03f, step_between(0, 0.16f, t)) + l->lift * sinf(PI * t) + l->curl * t * t * t);
}

/* Full width soon after the root, then thinner up to the point. */
static float lock_profile(float t)
{
    return (0.55f + 0.45f * step_between(0, 0.35f, t)) * powf(fmaxf(1 - powf(t, 2.6f), 0), 0.8f);
}

static void add_lock(part *p, const lock *l)
{
    loft_ring rings[LOCK_RINGS];
    for (uint32_t k = 0; k < LOCK_RINGS; k++) {
        float t = (float)k / (LOCK_RINGS - 1);
        vec3 at = lock_point(l, t), before = lock_point(l, fmaxf(t - 0.04f, 0)),
             after = lock_point(l, fminf(t + 0.04f, 1));
        vec3 down = unit(sub(after, before)), from = sub(at, crown);
        from.y *= at.y < crown.y ? 0 : 1;
        vec3 side = unit(cross(down, from)), out = unit(cross(side, down));
        float profile = lock_profile(t);
        rings[k] = (loft_ring){at, side, out, l->width * profile, l->thickness * profile, 0.04f + 0.94f * t};
    }
    loft_lock(p, rings, LOCK_RINGS);
}

static part add_locks(const lock *locks, size_t count)
{
    part p = {0};
    for (size_t i = 0; i < count; i++) add_lock(&p, &locks[i]);
    return p;
}

/* The fringe is combed to her left from a parting above the right eye. */
static const lock fringe[] = {
    {-22, 62, -66, -12, 0.2f, 0.085f, 0.13f, 0.02f}, {-20, 66, -48, -5, 0.22f, 0.09f, 0.13f, 0.05f},
    {-17, 68, -30, 1, 0.21f, 0.09f, 0.14f, 0.07f},   {-13, 68, -10, -7, 0.2f, 0.1f, 0.17f, 0.05f},
    {-8, 70, 10, -2, 0.22f, 0.1f, 0.16f, 0.07f},     {-2, 68, 29, -5, 0.22f, 0.1f, 0.15f, 0.07f},
    {6, 66, 47, -1, 0.21f, 0.09f, 0.14f, 0.05f},     {14, 62, 65, -11, 0.2f, 0.085f, 0.13f, 0.02f},
    {-16, 60, -20, 4, 0.15f, 0.07f, 0.08f, 0.0f},    {-6, 60, 1, 5, 0.15f, 0.07f, 0.08f, 0.0f},
    {8, 60, 20, 4, 0.15f, 0.07f, 0.08f, 0.0f},       {-20, 60, -57, 2, 0.16f, 0.06f, 0.07f, 0.0f},
    {14, 60, 57, 2, 0.16f, 0.06f, 0.07f, 0.0f},      {-6, 82, 24, 96, 0.05f, 0.04f, 0.32f, 0.3f},
};

static const lock sides[] = {
    {48, 56, 68, -62, 0.17f, 0.1f, 0.07f, 0.05f},
    {58, 50, 80, -78, 0.2f, 0.11f, 0.1f, 0.06f},
    {70, 48, 93, -52, 0.22f, 0.1f, 0.1f, 0.08f},
};

static const lock back[] = {
    {96, 50, 104, -48, 0.27f, 0.13f, 0.12f, 0.1f},   {118, 52, 122, -56, 0.29f, 0.14f, 0.12f, 0.05f},
    {140, 54, 143, -50, 0.29f, 0.14f, 0.13f, 0.1f},  {160, 54, 163, -58, 0.28f, 0.14f, 0.12f, 0.05f},
    {177, 50, 176, -50, 0.25f, 0.13f, 0.11f, 0.08f}, {108, 10, 112, -66, 0.26f, 0.1f, 0.0f, -0.16f},
    {132, 10, 133, -72, 0.26f, 0.1f, 0.0f, -0.2f},   {154, 10, 154, -74, 0.26f, 0.1f, 0.0f, -0.22f},
    {175, 10, 173, -72, 0.24f, 0.1f, 0.0f, -0.22f},
};

part hair_fringe(void)
{
    return add_locks(fringe, sizeof fringe / sizeof *fringe);
}

part hair_sides(void)
{
    return add_locks(sides, sizeof sides / sizeof *sides);
}

part hair_back(void)
{
    return add_locks(back, sizeof back / sizeof *back);
}

/* ---- tails ---- */

static const vec3 tail_curve[4] = {
    {1.16f, 19.35f, 0.62f}, {2.5f, 19.9f, 0.95f}, {2.65f, 17.4f, 1.15f}, {2.0f, 14.0f, 0.75f}};

vec3 tail_joint(uint32_t i)
{
    return bezier(tail_curve, (float)i / (TAIL_JOINTS - 1));
}

/* The path of a lock of the tail: beside the curve, first spreading, then gathering or spreading at the tip. */
typedef struct tail_lock {
    float angle, spread, reach, width, thickness, flick;
} tail_lock;

static const tail_lock tail_locks[] = {
    {0, 0, 1, 0.34f, 0.3f, 0},
    {20, 0.22f, 0.93f, 0.26f, 0.15f, 0.3f},
    {95, 0.24f, 0.84f, 0.25f, 0.14f, 0.22f},
    {165, 0.22f, 0.96f, 0.26f, 0.15f, 0.1f},
    {235, 0.24f, 0.87f, 0.25f, 0.14f, 0.28f},
    {305, 0.24f, 0.8f, 0.24f, 0.14f, 0.34f},
};

static void add_tail_lock(part *p, const tail_lock *l)
{
    enum { RINGS = 13 };
    loft_ring rings[RINGS];
    for (uint32_t k = 0; k < RINGS; k++) {
        float even = (float)k / (RINGS - 1), t = even * (0.55f + 0.45f * even), s = t * l->reach; /* near the bend */
        vec3 down = bezier_direction(tail_curve, s), across = unit(cross(down, v3(0, 0, 1)));
        vec3 over = cross(across, down);
        float angle = l->angle * DEGREE, swell = step_between(0, 0.3f, t) * (1 - 0.5f * t) + l->flick * t * t;
        vec3 out = add(scale(across, cosf(angle)), scale(over, sinf(angle)));
        vec3 at = along(bezier(tail_curve, s), out, (0.06f + l->spread) * swell);
        float profile = (0.3f + 0.7f * step_between(0, 0.3f, t)) * powf(fmaxf(1 - powf(t, 2.4f), 0), 0.75f);
        if (l->spread == 0)
            out = over;
        rings[k] =
            (loft_ring){at, unit(cross(down, out)), out, l->width * profile, l->thickness * profile, 0.42f + 0.56f * s};
    }
    loft_lock(p, rings, RINGS);
}

part hair_tail(void)
{
    part p = {0};
    for (size_t i = 0; i < sizeof tail_locks / sizeof *tail_locks; i++) add_tail_lock(&p, &tail_locks[i]);
    return p;
}

/* A soft ring around the tail's root. */
part hair_tie(void)
{
    enum { AROUND = 16, ACROSS = 7 };
    part p = {0};
    vec3 axis = bezier_direction(tail_curve, 0.05f), centre = bezier(tail_curve, 0.05f);
    vec3 u = unit(cross(axis, v3(0, 0, 1))), w = cross(u, axis);
    for (uint32_t i = 0; i < AROUND; i++)
        for (uint32_t k = 0; k < ACROSS; k++) {
            float a = 2 * PI * (float)i / AROUND, b = 2 * PI * (float)k / ACROSS;
            vec3 out = add(scale(u, cosf(a)), scale(w, sinf(a)));
            vec3 normal = unit(add(scale(out, cosf(b)), scale(axis, sinf(b))));
            float fat = 0.125f + 0.02f * cosf(8 * a);
            vec3 at = along(along(centre, out, 0.18f), normal, fat);
            part_add_vertex(&p, (part_vertex){at, normal, 0.5f, 0.5f, 1});
        }
    for (uint32_t i = 0; i < AROUND; i++)
        for (uint32_t k = 0; k < ACROSS; k++) {
            uint32_t i1 = (i + 1) % AROUND, k1 = (k + 1) % ACROSS;
            part_add_quad(&p, i * ACROSS + k, i * ACROSS + k1, i1 * ACROSS + k1, i1 * ACROSS + k);
        }
    return p;
}
