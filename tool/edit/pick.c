#include "tool/edit/pick.h"
#include "tool/overlay/overlay_bones.h"
#include "tool/overlay/overlay_physics.h"
#include <hone/math.h>
#include <string.h>

static const float alike = 3;        /* pixels */
static const float way_handicap = 6; /* pixels by which a bone's line to its tail ranks behind a joint */

/* ---- places --------------------------------------------------------------------------------------------------- */

static bool is_mmd(const hone_model_data *data)
{
    return data->space == HONE_SPACE_MMD;
}

static void origin_of(const hone_affine *a, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a->m[i][3];
}

/* ---- points --------------------------------------------------------------------------------------------------- */

/* The state of a search: the first pass finds the distance of the nearest candidate, the second the best of those at
 * about that distance. */
typedef struct search {
    const camera_projection *camera_projection;
    const hone_actor *actor;
    hone_affine world;
    const float *pointer;
    float reach, nearest;
    bool second;
    pick best;
} search;

static bool before(const pick *a, const pick *b)
{
    if (b->kind == PICK_NOTHING)
        return true;
    if (fabsf(a->depth - b->depth) > 1e-4f * fabsf(b->depth))
        return a->depth < b->depth;
    if (a->kind != b->kind)
        return a->kind == PICK_GOAL;
    return a->index > b->index;
}

static void consider(search *s, pick found)
{
    if (!(found.pixels <= s->reach))
        return;
    if (!s->second)
        s->nearest = fminf(s->nearest, found.pixels);
    else if (found.pixels <= s->nearest + alike && before(&found, &s->best))
        s->best = found;
}

static void consider_point(search *s, pick_kind kind, uint32_t index, const float point[3])
{
    float at[3];
    if (camera_projection_project(s->camera_projection, point, at))
        consider(s, (pick){kind, index, hypotf(at[0] - s->pointer[0], at[1] - s->pointer[1]), at[2]});
}

static void consider_way(search *s, uint32_t bone, const float head[3], const float tail[3])
{
    float a[3], b[3];
    if (!camera_projection_project(s->camera_projection, head, a) ||
        !camera_projection_project(s->camera_projection, tail, b))
        return;
    float along[2] = {b[0] - a[0], b[1] - a[1]}, to[2] = {s->pointer[0] - a[0], s->pointer[1] - a[1]};
    float square = along[0] * along[0] + along[1] * along[1];
    float t = square > 0 ? fminf(fmaxf((to[0] * along[0] + to[1] * along[1]) / square, 0), 1) : 0;
    float pixels = hypotf(to[0] - t * along[0], to[1] - t * along[1]) + way_handicap;
    consider(s, (pick){PICK_BONE, bone, pixels, a[2] + t * (b[2] - a[2])});
}

static void search_bones(search *s, bool hidden)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(s->actor));
    const hone_affine *bones = hone_actor_bones(s->actor);
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) {
        float head[3], tail[3];
        if (is_mmd(data) && !hidden && !(data->skeleton.bones[b].flags & HONE_BONE_VISIBLE))
            continue;
        origin_of(&bones[b], head);
        hone_affine_point(&s->world, head, head);
        consider_point(s, PICK_BONE, b, head);
        if (overlay_bone_tail(s->actor, b, &s->world, tail))
            consider_way(s, b, head, tail);
    }
}

static void search_goals(search *s)
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(s->actor));
    for (uint32_t c = 0; c < skeleton->ik_count; c++) {
        float point[3];
        origin_of(&hone_actor_bones(s->actor)[skeleton->iks[c].bone], point);
        hone_affine_point(&s->world, point, point);
        consider_point(s, PICK_GOAL, c, point);
    }
}

/* ---- bodies --------------------------------------------------------------------------------------------------- */

static bool ray_meets_sphere(const float o[3], const float d[3], float radius, float *t)
{
    float b = hone_vec3_dot(o, d), c = hone_vec3_dot(o, o) - radius * radius, root = b * b - c;
    if (root < 0 || -b + sqrtf(root) < 0)
        return false;
    *t = -b - sqrtf(root);
    return true;
}

static bool ray_meets_box(const float o[3], const float d[3], const float half[3], float *t)
{
    float first = -INFINITY, last = INFINITY;
    for (int i = 0; i < 3; i++) {
        if (d[i] == 0 && fabsf(o[i]) > half[i])
            return false;
        if (d[i] == 0)
            continue;
        float a = (-half[i] - o[i]) / d[i], b = (half[i] - o[i]) / d[i];
        first = fmaxf(first, fminf(a, b));
        last = fminf(last, fmaxf(a, b));
    }
    *t = first;
    return first <= last && last >= 0;
}

/* Tests the side and a ball at either end. */
static bool ray_meets_capsule(const float o[3], const float d[3], float radius, float height, float *t)
{
    float a = d[0] * d[0] + d[2] * d[2], b = o[0] * d[0] + o[2] * d[2];
    float c = o[0] * o[0] + o[2] * o[2] - radius * radius, root = b * b - a * c, at;
    bool hit = false;
    *t = INFINITY;
    if (a > 0 && root >= 0) {
        at = (-b - sqrtf(root)) / a;
        if (fabsf(o[1] + at * d[1]) <= height / 2)
            *t = at, hit = true;
    }
    for (int end = -1; end <= 1; end += 2)
        if (ray_meets_sphere((float[]){o[0], o[1] - (float)end * height / 2, o[2]}, d, radius, &at))
            *t = fminf(*t, at), hit = true;
    return hit;
}

static bool ray_meets_body(const hone_body *body, const float o[3], const float d[3], float *t)
{
    switch (body->shape) {
    case HONE_BODY_SPHERE:
        return ray_meets_sphere(o, d, body->size[0], t);
    case HONE_BODY_BOX:
        return ray_meets_box(o, d, body->size, t);
    default:
        return ray_meets_capsule(o, d, body->size[0], body->size[1], t);
    }
}

static void search_bodies(search *s)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(s->actor));
    float origin[3], direction[3];
    camera_projection_ray(s->camera_projection, s->pointer, origin, direction);
    for (uint32_t b = 0; b < data->body_count; b++) {
        hone_affine place = overlay_body_place(s->actor, b);
        place = hone_affine_multiply(&s->world, &place); /* bodies are in MMD's world, which is its model space */
        hone_affine back = hone_affine_invert_rigid(&place);
        float o[3], d[3], t, at[3], hit[3];
        hone_affine_point(&back, origin, o);
        hone_affine_direction(&back, direction, d);
        if (!ray_meets_body(&data->bodies[b], o, d, &t))
            continue;
        for (int i = 0; i < 3; i++) hit[i] = origin[i] + fmaxf(t, 0) * direction[i];
        hone_affine_point(&s->camera_projection->view, hit, at);
        consider(s, (pick){PICK_BODY, b, s->reach, at[2]});
    }
}

static void search_joints(search *s)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(s->actor));
    for (uint32_t j = 0; j < data->joint_count; j++) {
        hone_affine place = overlay_joint_place(s->actor, j);
        float point[3];
        origin_of(&place, point);
        hone_affine_point(&s->world, point, point);
        consider_point(s, PICK_JOINT, j, point);
    }
}

pick pick_at(const camera_projection *s, const hone_actor *actor, const float pointer[2], float reach, unsigned kinds)
{
    search found = {s,        actor, camera_projection_world(actor),       pointer, reach,
                    INFINITY, false, {PICK_NOTHING, 0, INFINITY, INFINITY}};
    for (int pass = 0; pass < 2; pass++) {
        found.second = pass == 1;
        if (kinds & PICK_BONES)
            search_bones(&found, kinds & PICK_HIDDEN);
        if (kinds & PICK_GOALS)
            search_goals(&found);
        if (kinds & PICK_BODIES)
            search_bodies(&found);
        if (kinds & PICK_JOINTS)
            search_joints(&found);
    }
    return found.best;
}

pick pick_better(pick a, pick b)
{
    if (a.kind == PICK_NOTHING || b.kind == PICK_NOTHING)
        return a.kind == PICK_NOTHING ? b : a;
    if (fabsf(a.pixels - b.pixels) > alike)
        return a.pixels < b.pixels ? a : b;
    return b.depth < a.depth ? b : a;
}
