/* Finds the surface under the pointer. */
#include "tool/edit/pick.h"
#include <hone/math.h>

typedef struct ray {
    float origin[3], direction[3]; /* model space; t counts world units */
} ray;

/* Moeller and Trumbore 1997. In every space the front of a triangle is where (b - a) x (c - a) points. */
static bool meets(const ray *r, const float a[3], const float b[3], const float c[3], bool backs, float *t)
{
    float ab[3], ac[3], ao[3], p[3], q[3];
    for (int i = 0; i < 3; i++) ab[i] = b[i] - a[i], ac[i] = c[i] - a[i], ao[i] = r->origin[i] - a[i];
    hone_vec3_cross(r->direction, ac, p);
    float determinant = hone_vec3_dot(ab, p); /* above 0: the front is visible */
    if (determinant == 0 || (determinant < 0 && !backs))
        return false;
    float u = hone_vec3_dot(ao, p) / determinant;
    hone_vec3_cross(ao, ab, q);
    float v = hone_vec3_dot(r->direction, q) / determinant;
    *t = hone_vec3_dot(ac, q) / determinant;
    return u >= 0 && v >= 0 && u + v <= 1 && *t > 0;
}

static ray ray_in_model(const camera_projection *s, const hone_affine *world, const float pointer[2])
{
    ray r;
    camera_projection_ray(s, pointer, r.origin, r.direction);
    for (int i = 0; i < 3; i++) /* the world transform is a scale of each axis */
        r.origin[i] /= world->m[i][i], r.direction[i] /= world->m[i][i];
    return r;
}

static uint32_t nearest_corner(const uint32_t corners[3], const float (*positions)[3], const float point[3])
{
    uint32_t best = corners[0];
    float least = INFINITY;
    for (int k = 0; k < 3; k++) {
        const float *p = positions[corners[k]];
        float d[3] = {p[0] - point[0], p[1] - point[1], p[2] - point[2]};
        if (hone_vec3_dot(d, d) < least)
            least = hone_vec3_dot(d, d), best = corners[k];
    }
    return best;
}

static int32_t strongest_bone(const hone_mesh *mesh, uint32_t vertex)
{
    int32_t bone = HONE_NONE;
    float most = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].weight > most) {
            most = mesh->influences[i].weight;
            bone = mesh->slots[mesh->influences[i].slot].bone;
        }
    return bone;
}

static bool is_seen(const hone_material *material, const hone_material_state *state)
{
    return !(material->flags & (HONE_MATERIAL_POINTS | HONE_MATERIAL_LINES)) && state->diffuse[3] > 0;
}

bool pick_triangle(const camera_projection *s, hone_actor *actor, const float (*positions)[3], const bool *hidden,
                   const float pointer[2], pick_surface *out)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    const hone_material_state *states = hone_actor_morph_result(actor)->materials;
    hone_affine world = camera_projection_world(actor);
    ray r = ray_in_model(s, &world, pointer);
    float nearest = INFINITY, t;
    uint32_t first = 0, triangle = 0, material = 0;
    for (uint32_t m = 0; m < data->material_count; first += data->materials[m++].index_count) {
        bool backs = data->materials[m].flags & HONE_MATERIAL_DOUBLE_SIDED;
        if ((hidden && hidden[m]) || !is_seen(&data->materials[m], &states[m]))
            continue;
        for (uint32_t i = 0; i + 2 < data->materials[m].index_count; i += 3) {
            const uint32_t *corner = &data->mesh.indices[first + i];
            if (meets(&r, positions[corner[0]], positions[corner[1]], positions[corner[2]], backs, &t) && t < nearest)
                nearest = t, triangle = first + i, material = m;
        }
    }
    if (!(nearest < INFINITY))
        return false;
    float point[3];
    for (int i = 0; i < 3; i++) point[i] = r.origin[i] + nearest * r.direction[i];
    uint32_t vertex = nearest_corner(&data->mesh.indices[triangle], positions, point);
    *out = (pick_surface){triangle / 3, vertex, material, strongest_bone(&data->mesh, vertex), {0}, nearest};
    hone_affine_point(&world, point, out->point);
    return true;
}
