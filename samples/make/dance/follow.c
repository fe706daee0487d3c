#include "samples/make/dance/follow.h"
#include "samples/make/base/generator.h"
#include "samples/make/character/skeleton.h"
#include "samples/make/dance/dance.h"
#include "samples/make/mesh/part.h"
#include <hone/actor.h>
#include <stdlib.h>

/* Verlet integration of points that are kept at their distances (Jakobsen 2001) and pulled towards the rest shape. */
enum { STEPS = 4 /* for each frame */, JOINTS = 8, KEY_EVERY = 3 };

typedef struct manner { /* how a kind of chain moves */
    float shape;        /* pull towards the rest shape in a step: 0..1 */
    float drag;         /* part of the speed lost in a step: 0..1 */
    float gravity;      /* units a second squared */
    float radius;       /* distance from the body */
} manner;

static const manner manners[] = {
    [CHAIN_HAIR] = {0.16f, 0.1f, 10, 0},
    [CHAIN_TAIL] = {0.015f, 0.036f, 70, 0.25f},
    [CHAIN_SKIRT] = {0.045f, 0.06f, 20, 0.28f},
    [CHAIN_BOW] = {0.02f, 0.05f, 40, 0.1f},
};

/* Capsules of bones, at rest, that chains must not enter. */
typedef struct obstacle {
    const char *bone;
    vec3 from, to;
    float radius;
    int32_t index;
} obstacle;

static const obstacle obstacle_table[] = {
    {"頭", {0, 18.75f, 0.15f}, {0, 18.9f, 0.15f}, 1.53f, 0},
    {"上半身2", {0, 14.4f, 0.05f}, {0, 15.5f, 0.15f}, 0.85f, 0},
    {"上半身2", {0.9f, 15.5f, 0.1f}, {-0.9f, 15.5f, 0.1f}, 0.4f, 0},
    {"下半身", {0.4f, 11.7f, 0.1f}, {-0.4f, 11.7f, 0.1f}, 0.85f, 0},
    {"左足", {0.7f, 11.3f, 0.04f}, {0.69f, 6.6f, -0.05f}, 0.62f, 0},
    {"右足", {-0.7f, 11.3f, 0.04f}, {-0.69f, 6.6f, -0.05f}, 0.62f, 0},
    {"左ひざ", {0.69f, 6.3f, -0.05f}, {0.66f, 2, 0.15f}, 0.5f, 0},
    {"右ひざ", {-0.69f, 6.3f, -0.05f}, {-0.66f, 2, 0.15f}, 0.5f, 0},
};
enum { OBSTACLES = sizeof obstacle_table / sizeof *obstacle_table };

typedef struct strand {
    chain shape;
    int32_t parent; /* a bone */
    vec3 now[JOINTS], before[JOINTS];
} strand;

typedef struct scene {
    const hone_model *model;
    hone_actor *actor;
    uint32_t count;
    strand strands[MAX_CHAINS];
    obstacle obstacles[OBSTACLES];
} scene;

static vec3 carried(const scene *s, int32_t bone, vec3 p)
{
    const hone_affine *m = &hone_actor_bones(s->actor)[bone];
    const float *rest = hone_model_skeleton(s->model)->bones[bone].position, (*r)[4] = m->m;
    vec3 q = sub(p, v3(rest[0], rest[1], rest[2]));
    return v3(r[0][0] * q.x + r[0][1] * q.y + r[0][2] * q.z + r[0][3],
              r[1][0] * q.x + r[1][1] * q.y + r[1][2] * q.z + r[1][3],
              r[2][0] * q.x + r[2][1] * q.y + r[2][2] * q.z + r[2][3]);
}

/* Moves a point out of the capsule, sideways. */
static vec3 pushed_out(vec3 p, vec3 from, vec3 to, float radius)
{
    vec3 axis = sub(to, from);
    float t = clamp(dot(sub(p, from), axis) / fmaxf(dot(axis, axis), 1e-6f), 0, 1);
    vec3 nearest = along(from, axis, t), off = sub(p, nearest);
    float d = length(off);
    return d < radius ? along(nearest, unit(off), radius) : p;
}

static vec3 clear_of_body(const scene *s, vec3 p, float radius)
{
    for (int i = 0; i < OBSTACLES; i++) {
        const obstacle *o = &s->obstacles[i];
        p = pushed_out(p, carried(s, o->index, o->from), carried(s, o->index, o->to), o->radius + radius);
    }
    return p;
}

/* Each joint is pulled to its rest place, and to where it would be if only the chain had kept its shape. */
static vec3 shape_target(const scene *s, const strand *c, uint32_t i)
{
    vec3 rest = carried(s, c->parent, c->shape.joints[i]), above = carried(s, c->parent, c->shape.joints[i - 1]);
    return mix3(rest, add(c->now[i - 1], sub(rest, above)), 0.6f);
}

static void step_strand(const scene *s, strand *c, float seconds)
{
    const manner *m = &manners[c->shape.kind];
    c->before[0] = c->now[0];
    c->now[0] = carried(s, c->parent, c->shape.joints[0]);
    for (uint32_t i = 1; i <= c->shape.count; i++) {
        vec3 old = c->now[i], p = along(old, sub(old, c->before[i]), 1 - m->drag);
        p.y -= m->gravity * seconds * seconds;
        p = mix3(p, shape_target(s, c, i), fminf(m->shape * (1 + 1.5f / (float)(i * i)), 1)); /* roots are stiffer */
        if (m->radius > 0)
            p = clear_of_body(s, p, m->radius);
        float reach = length(sub(c->shape.joints[i], c->shape.joints[i - 1]));
        p = along(c->now[i - 1], unit(sub(p, c->now[i - 1])), reach);
        c->before[i] = old;
        c->now[i] = p;
    }
}

/* Neighbouring columns of the skirt keep about their distance. */
static void hold_columns(scene *s, uint32_t a, uint32_t b)
{
    strand *left = &s->strands[a], *right = &s->strands[b];
    for (uint32_t i = 1; i <= left->shape.count; i++) {
        float rest = length(sub(left->shape.joints[i], right->shape.joints[i]));
        vec3 between = sub(right->now[i], left->now[i]);
        float d = length(between), excess = d - clamp(d, 0.75f * rest, 1.12f * rest);
        vec3 half = scale(unit(between), excess * 0.4f);
        left->now[i] = add(left->now[i], half);
        right->now[i] = sub(right->now[i], half);
    }
}

static void step_scene(scene *s, float seconds)
{
    uint32_t first = MAX_CHAINS, last = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        step_strand(s, &s->strands[i], seconds);
        if (s->strands[i].shape.kind == CHAIN_SKIRT)
            first = i < first ? i : first, last = i;
    }
    for (uint32_t i = first; i <= last; i++) hold_columns(s, i, i == last ? first : i + 1);
}

/* ---- keys ---- */

static quat bone_rotation(const scene *s, int32_t bone)
{
    return quat_from_affine(&hone_actor_bones(s->actor)[bone]);
}

static void key_strand(const scene *s, const strand *c, tracks *t, int frame)
{
    char name[48];
    quat world = bone_rotation(s, c->parent);
    for (uint32_t i = 0; i < c->shape.count; i++) {
        vec3 rest = unit(sub(c->shape.joints[i + 1], c->shape.joints[i]));
        vec3 now = quat_rotate(quat_inverse(world), unit(sub(c->now[i + 1], c->now[i])));
        quat local = quat_between(rest, now);
        tracks_bone(t, chain_bone_name(&c->shape, i, name), frame, v3(0, 0, 0), local, EASE_LINEAR);
        world = quat_multiply(world, local);
    }
}

/* ---- simulation ---- */

static void scene_make(scene *s, const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    chain chains[MAX_CHAINS];
    *s = (scene){.model = model, .actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error)};
    if (!s->actor || !hone_actor_play(s->actor, motion, NULL, &error).id) {
        give_up("%s", error.message);
    }
    s->count = skeleton_chains(chains);
    for (int i = 0; i < OBSTACLES; i++) {
        s->obstacles[i] = obstacle_table[i];
        s->obstacles[i].index = hone_model_find_bone(model, obstacle_table[i].bone);
    }
    for (uint32_t i = 0; i < s->count; i++) {
        strand *c = &s->strands[i];
        c->shape = chains[i];
        c->parent = hone_model_find_bone(model, chains[i].parent);
        for (uint32_t k = 0; k <= c->shape.count; k++) c->now[k] = c->before[k] = chains[i].joints[k];
    }
}

/* Simulates the dance twice: the first run reaches a steady movement, the second is keyed; so the end meets the
 * beginning. */
void follow_chains(tracks *t, const hone_model *model)
{
    hone_motion *motion = tracks_motion(t, "");
    scene *s = allocate(1, sizeof *s);
    scene_make(s, model, motion);
    for (int lap = 0; lap < 2; lap++)
        for (int frame = 0; frame <= LAST_FRAME; frame++) {
            for (int step = 1; step <= STEPS && frame; step++) {
                hone_actor_update_frame(s->actor, frame - 1 + (double)step / STEPS, NULL); /* has no physics */
                step_scene(s, 1.0f / (HONE_FRAMES_PER_SECOND * STEPS));
            }
            if (frame == 0)
                hone_actor_update_frame(s->actor, 0, NULL);
            for (uint32_t i = 0; lap && frame % KEY_EVERY == 0 && i < s->count; i++)
                key_strand(s, &s->strands[i], t, frame);
        }
    hone_actor_destroy(s->actor);
    hone_motion_release(motion);
    free(s);
}
