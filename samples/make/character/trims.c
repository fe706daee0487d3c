#include "samples/make/character/trims.h"
#include "samples/make/character/body.h"
#include "samples/make/character/hair.h"
#include "samples/make/mesh/loft.h"
#include "samples/make/mesh/mesher.h"

static float even(const void *user, vec3 p)
{
    (void)p;
    return *(const float *)user;
}

static void plain_colour(part *p, float u, float v)
{
    for (uint32_t i = 0; i < p->vertex_count; i++) p->vertices[i].u = u, p->vertices[i].v = v;
}

/* ---- sash ---- */

static float sash_level(const void *user, vec3 p)
{
    (void)user;
    return fmaxf(p.y - 13.0f, 12.36f - p.y);
}

part trim_sash(void)
{
    sdf body = body_sdf;
    body.grow = 0.15f;
    float size = 0.2f;
    part p = mesh_body(&(mesh_desc){.body = &body,
                                    .low = {0, 12, -1.2f},
                                    .high = {1.6f, 13.4f, 1.2f},
                                    .cell = 0.07f,
                                    .keep = sash_level,
                                    .size = even,
                                    .user = &size});
    mesh_hem(&p, 0.12f);
    for (uint32_t i = 0; i < p.vertex_count; i++) {
        p.vertices[i].u = 0.9f;
        p.vertices[i].v = clamp((13.0f - p.vertices[i].position.y) / 0.58f, 0, 1);
    }
    return p;
}

/* ---- bow ---- */

static const sdf_shape bow_shapes[] = {
    {SDF_ELLIPSOID, 0.1f, {0, 12.74f, 0.86f}, {0.17f, 0.2f, 0.15f}, 0, 0},
    {SDF_ELLIPSOID, 0.06f, {0.52f, 12.84f, 0.9f}, {0.48f, 0.3f, 0.16f}, 0, 0.25f},
    {SDF_ELLIPSOID, -0.1f, {0.66f, 12.86f, 1.1f}, {0.24f, 0.12f, 0.14f}, 0, 0.25f},
};

part trim_bow(void)
{
    const sdf bow = SDF(bow_shapes, 0);
    float size = 0.15f;
    part p = mesh_body(&(mesh_desc){.body = &bow,
                                    .low = {0, 12.3f, 0.5f},
                                    .high = {1.3f, 13.4f, 1.3f},
                                    .cell = 0.05f,
                                    .size = even,
                                    .user = &size});
    for (uint32_t i = 0; i < p.vertex_count; i++) {
        p.vertices[i].u = 0.02f + 0.96f * sdf_openness(&bow, p.vertices[i].position, p.vertices[i].normal, 0.4f);
        p.vertices[i].v = clamp(fabsf(p.vertices[i].position.x), 0, 1);
    }
    return p;
}

static const vec3 bow_tail[4] = {{0.08f, 12.7f, 0.9f}, {0.35f, 12.2f, 1.5f}, {0.6f, 11.2f, 1.95f}, {0.95f, 9.9f, 2.2f}};

vec3 bow_tail_joint(uint32_t i)
{
    return bezier(bow_tail, (float)i / (BOW_JOINTS - 1));
}

part trim_bow_tail(void)
{
    enum { RINGS = 8 };
    loft_ring rings[RINGS];
    for (uint32_t k = 0; k < RINGS; k++) {
        float t = (float)k / (RINGS - 1);
        vec3 down = bezier_direction(bow_tail, t), side = unit(cross(down, v3(0, 0.5f, 1)));
        float wide = k == RINGS - 1 ? 0 : 0.12f + 0.17f * t;
        rings[k] = (loft_ring){bezier(bow_tail, t), side, cross(side, down), wide, wide * 0.16f, t};
    }
    part p = {0};
    loft_lock(&p, rings, RINGS);
    return p;
}

/* ---- bones ---- */

static const sdf_shape bone_shapes[] = {
    {SDF_CONE, 0.1f, {0, 0, 0}, {0.3f, 0, 0}, 0.095f, 0.095f},
    {SDF_ELLIPSOID, 0.06f, {0.35f, 0.085f, 0}, {0.115f, 0.11f, 0.1f}, 0, 0},
    {SDF_ELLIPSOID, 0.06f, {0.35f, -0.085f, 0}, {0.115f, 0.11f, 0.1f}, 0, 0},
};

/* A bone shape of the given half length along `axis`; its front is towards `out`. */
static part bone(vec3 centre, vec3 axis, vec3 out, float size)
{
    const sdf body = SDF(bone_shapes, 0);
    float edge = 0.09f;
    part half = mesh_body(&(mesh_desc){.body = &body,
                                       .low = {0, -0.3f, -0.3f},
                                       .high = {0.6f, 0.3f, 0.3f},
                                       .cell = 0.035f,
                                       .size = even,
                                       .user = &edge});
    part p = {0};
    out = unit(out);
    axis = unit(along(axis, out, -dot(axis, out)));
    vec3 up = cross(out, axis);
    for (int side = 0; side < 2; side++) {
        uint32_t base = p.vertex_count;
        for (uint32_t i = 0; i < half.vertex_count; i++) {
            part_vertex v = half.vertices[i];
            vec3 q = v.position, n = v.normal;
            if (side)
                q.x = -q.x, n.x = -n.x;
            v.position = along(along(along(centre, axis, q.x * size), up, q.y * size), out, q.z * size);
            v.normal = unit(add(add(scale(axis, n.x), scale(up, n.y)), scale(out, n.z)));
            part_add_vertex(&p, v);
        }
        for (uint32_t i = 0; i < half.triangle_count; i++) {
            const uint32_t *t = half.triangles[i];
            part_add_triangle(&p, base + t[0], base + t[side ? 2 : 1], base + t[side ? 1 : 2]);
        }
    }
    part_release(&half);
    plain_colour(&p, 0.5f, 0.5f);
    return p;
}

part trim_clip(void)
{
    vec3 at = hair_point(-0.82f, 0.36f, 0.3f), out = sub(at, v3(0, 18.5f, 0.1f));
    return bone(at, v3(-0.5f, -0.75f, 0.3f), out, 0.95f);
}

part trim_pendant(void)
{
    return bone(v3(0, 16.2f, -0.36f), v3(1, 0, 0), v3(0, 0.1f, -1), 0.5f);
}
