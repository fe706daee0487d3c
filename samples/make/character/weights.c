#include "samples/make/character/weights.h"
#include "samples/make/base/generator.h"
#include "samples/make/character/body.h"
#include "samples/make/character/skirt.h"
#include <hone/skin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4, SET_MAX = 24 };
#define LEAST 0.02f /* smaller weights are dropped */

/* ---- one vertex ---- */

static void give(skin_weights *w, uint32_t bone, float weight)
{
    if (weight <= 0)
        return;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->bones[i] == bone) {
            w->weights[i] += weight;
            return;
        }
    if (w->count == MOST) { /* replaces the lightest if that is lighter */
        uint32_t light = 0;
        for (uint32_t i = 1; i < MOST; i++)
            if (w->weights[i] < w->weights[light])
                light = i;
        if (w->weights[light] < weight)
            w->bones[light] = bone, w->weights[light] = weight;
        return;
    }
    w->bones[w->count] = bone;
    w->weights[w->count++] = weight;
}

/* Sorts, heaviest first, drops weights below LEAST, and makes the sum 1. */
static void settle(skin_weights *w)
{
    for (uint32_t i = 1; i < w->count; i++)
        for (uint32_t k = i; k > 0 && w->weights[k] > w->weights[k - 1]; k--) {
            float weight = w->weights[k];
            uint32_t bone = w->bones[k];
            w->weights[k] = w->weights[k - 1], w->bones[k] = w->bones[k - 1];
            w->weights[k - 1] = weight, w->bones[k - 1] = bone;
        }
    float sum = 0;
    while (w->count > 1 && w->weights[w->count - 1] < LEAST) w->count--;
    for (uint32_t i = 0; i < w->count; i++) sum += w->weights[i];
    for (uint32_t i = 0; i < w->count; i++) w->weights[i] /= sum;
}

/* ---- the distance rule ---- */

typedef struct bone_set {
    uint32_t count, bones[SET_MAX];
    hone_segment segments[SET_MAX];
} bone_set;

static void store(vec3 v, float out[3])
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static bone_set set_make(const skeleton *s, const binding *b)
{
    bone_set set = {0};
    while (set.count < SET_MAX && b->bones[set.count]) {
        uint32_t bone = skeleton_find(s, b->bones[set.count]);
        set.bones[set.count] = bone;
        store(skeleton_at(s, bone), set.segments[set.count].head);
        store(skeleton_tail(s, bone), set.segments[set.count].tail);
        set.count++;
    }
    return set;
}

static hone_influence *distance_rule(const part *p, const bone_set *set, float length)
{
    hone_error error = {0};
    hone_influence *out = allocate((size_t)p->vertex_count * MOST, sizeof *out);
    hone_weights_desc desc = {
        .positions = {&p->vertices[0].position, p->vertex_count, sizeof *p->vertices},
        .segments = set->segments,
        .segment_count = set->count,
        .length = length,
        .max_influences = MOST,
    };
    if (!hone_weights_euclidean(&desc, out, &error)) {
        give_up("%s", error.message);
    }
    return out;
}

/* The legs do not affect each other: below the hips only the nearer leg counts. */
static bool is_other_leg(const skeleton *s, uint32_t bone, vec3 p)
{
    return p.y < 11 && p.x > 0 && strstr(s->names[bone], "右");
}

/* Adds the weights of the distance rule, times the vertex's `share`. */
static void give_rule(const skeleton *s, const part *p, const bone_set *set, float length,
                      float (*share)(const part_vertex *), skin_weights *out)
{
    hone_influence *rule = distance_rule(p, set, length);
    for (uint32_t i = 0; i < p->vertex_count; i++)
        for (int k = 0; k < MOST; k++) {
            const hone_influence *one = &rule[(size_t)i * MOST + (size_t)k];
            if (one->slot != HONE_NONE && !is_other_leg(s, set->bones[one->slot], p->vertices[i].position))
                give(&out[i], set->bones[one->slot], one->weight * share(&p->vertices[i]));
        }
    free(rule);
}

static float whole(const part_vertex *v)
{
    (void)v;
    return 1;
}

/* ---- arms ---- */

/* 0 in the arm, 1 in the hand */
static float in_hand(const part_vertex *v)
{
    vec3 axis = unit(sub(wrist_at, elbow_at));
    return step_between(-0.2f, 0.3f, dot(sub(v->position, wrist_at), axis));
}

static float in_arm(const part_vertex *v)
{
    return 1 - in_hand(v);
}

/* Moves a part of `from`'s weight to its twist bone, which grows along the limb. */
static void spread_twist(skin_weights *w, uint32_t from, uint32_t twist, vec3 head, vec3 tail, vec3 p)
{
    vec3 axis = sub(tail, head);
    float t = step_between(0.1f, 0.75f, dot(sub(p, head), axis) / dot(axis, axis));
    for (uint32_t i = 0; i < w->count; i++)
        if (w->bones[i] == from) {
            float moved = w->weights[i] * t;
            w->weights[i] -= moved;
            give(w, twist, moved);
            return;
        }
}

static void spread_twists(const skeleton *s, const part *p, skin_weights *out)
{
    uint32_t upper = skeleton_find(s, "左腕"), upper_twist = skeleton_find(s, "左腕捩");
    uint32_t lower = skeleton_find(s, "左ひじ"), lower_twist = skeleton_find(s, "左手捩");
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        spread_twist(&out[i], upper, upper_twist, shoulder_at, elbow_at, p->vertices[i].position);
        spread_twist(&out[i], lower, lower_twist, elbow_at, wrist_at, p->vertices[i].position);
    }
}

static void weigh_arm(const skeleton *s, const part *p, const binding *b, skin_weights *out)
{
    bone_set set = set_make(s, b);
    give_rule(s, p, &set, b->length, in_arm, out);
    give_rule(s, p, &set, 0.1f, in_hand, out); /* fingers are close to one another */
}

/* ---- head and hair ---- */

static void weigh_neck(const skeleton *s, const part *p, const binding *b, skin_weights *out)
{
    uint32_t neck = skeleton_find(s, b->bones[0]), head = skeleton_find(s, b->bones[1]);
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        vec3 at = p->vertices[i].position;
        float off_axis = hypotf(at.x, at.z - 0.1f); /* chin and nape follow the head */
        float t = step_between(16.5f, 17.3f, at.y + 2 * fmaxf(off_axis - 0.42f, 0));
        give(&out[i], neck, 1 - t);
        give(&out[i], head, t);
    }
}

static void weigh_hair(const skeleton *s, const part *p, const binding *b, skin_weights *out)
{
    bone_set set = set_make(s, b);
    uint32_t head = skeleton_find(s, "頭");
    give_rule(s, p, &set, b->length, whole, out);
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        float loose = step_between(b->from, b->to, p->vertices[i].v);
        for (uint32_t k = 0; k < out[i].count; k++) out[i].weights[k] *= loose;
        give(&out[i], head, 1 - loose);
    }
}

/* The quadratic B-spline: a chain with these weights bends without kinks. */
static float spline_share(float distance)
{
    float d = fabsf(distance);
    return d < 0.5f ? 0.75f - d * d : d < 1.5f ? 0.5f * (1.5f - d) * (1.5f - d) : 0;
}

static void weigh_chain(const skeleton *s, const part *p, const binding *b, skin_weights *out)
{
    bone_set set = set_make(s, b);
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        float at = (p->vertices[i].v - b->from) / (b->to - b->from) * (float)set.count;
        for (uint32_t k = 0; k < set.count; k++) give(&out[i], set.bones[k], spline_share(at - (float)k - 0.5f));
        give(&out[i], set.bones[0], spline_share(at + 0.5f));
        give(&out[i], set.bones[set.count - 1], spline_share(at - (float)set.count - 0.5f));
    }
}

/* ---- skirt ---- */

/* The bone of a chain whose middle is before `joint`, and the next one; above the first, the bone that the skirt hangs
 * from. */
static void give_column(const skeleton *s, uint32_t column, float joint, float share, skin_weights *w)
{
    char name[48];
    float t = joint - 0.5f;
    for (int k = 0; k < 2; k++) {
        int bone = (int)floorf(t) + k;
        float part_share = k ? t - floorf(t) : 1 - (t - floorf(t));
        bone = bone > SKIRT_JOINTS - 2 ? SKIRT_JOINTS - 2 : bone;
        snprintf(name, sizeof name, "スカート%u-%d", column % SKIRT_CHAINS + 1, bone + 1);
        give(w, skeleton_find(s, bone < 0 ? "下半身" : name), share * part_share);
    }
}

static void weigh_skirt(const skeleton *s, const part *p, skin_weights *out)
{
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        float column, joint;
        skirt_coordinates(p->vertices[i].position, &column, &joint);
        float between = column - floorf(column);
        give_column(s, (uint32_t)column, joint, 1 - between, &out[i]);
        give_column(s, (uint32_t)column + 1, joint, between, &out[i]);
    }
}

/* ---- toes ---- */

/* From 0 to 1 between two numbers, without a kink. */
static float ease(float from, float to, float at)
{
    float t = fmaxf(0, fminf(1, (at - from) / (to - from)));
    return t * t * (3 - 2 * t);
}

/* The distance rule gives the heel of the sole to the toes, whose bone is nearer. They move only what is ahead of their
 * joint. */
static void part_toes(const skeleton *s, const part *p, skin_weights *out)
{
    const float width = 0.15f, low = 0.6f, high = 1.1f;
    uint32_t foot = skeleton_find(s, "左足首"), toes = skeleton_find(s, "左足先EX");
    float joint = skeleton_at(s, toes).z;
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        vec3 at = p->vertices[i].position;
        float share = ease(joint + width, joint - width, at.z) * ease(high, low, at.y), both = 0;
        bool bends = false;
        for (uint32_t k = 0; k < out[i].count; k++)
            if (out[i].bones[k] == foot || out[i].bones[k] == toes) {
                bends |= out[i].bones[k] == toes;
                both += out[i].weights[k];
                out[i].weights[k] = 0;
            }
        if (bends || share > 0)
            give(&out[i], toes, both * share);
        give(&out[i], foot, bends || share > 0 ? both * (1 - share) : both);
    }
}

/* ---- SDEF: vertices near an elbow or a knee turn about the joint, which keeps the limb's thickness ---- */

typedef struct hinge {
    const char *upper, *lower;
    const vec3 *head, *joint, *tail;
} hinge;

static const hinge hinges[] = {
    {"左腕捩", "左ひじ", &shoulder_at, &elbow_at, &wrist_at},
    {"左足", "左ひざ", &hip_at, &knee_at, &ankle_at},
};

/* C: the point of the limb's axis beside the vertex. R0 and R1: the same point as each bone alone has it; for bones
 * that meet in the joint they are equal. */
static void make_sdef(const hinge *h, vec3 p, skin_weights *w)
{
    vec3 upper = unit(sub(*h->joint, *h->head)), lower = unit(sub(*h->tail, *h->joint));
    float along_upper = dot(sub(p, *h->joint), upper), along_lower = dot(sub(p, *h->joint), lower);
    w->sdef = true;
    w->c = *h->joint;
    if (along_upper < 0 && along_lower < 0)
        w->c = along(*h->joint, upper, along_upper);
    else if (along_upper > 0 && along_lower > 0)
        w->c = along(*h->joint, lower, along_lower);
    w->r0 = w->r1 = w->c;
}

static void find_sdef(const skeleton *s, const part *p, skin_weights *out)
{
    for (size_t k = 0; k < sizeof hinges / sizeof *hinges; k++) {
        uint32_t upper = skeleton_find(s, hinges[k].upper), lower = skeleton_find(s, hinges[k].lower);
        for (uint32_t i = 0; i < p->vertex_count; i++) {
            const uint32_t *b = out[i].bones;
            if (out[i].count == 2 && ((b[0] == upper && b[1] == lower) || (b[0] == lower && b[1] == upper)))
                make_sdef(&hinges[k], p->vertices[i].position, &out[i]);
        }
    }
}

/* ---- all kinds ---- */

void weights_make(const skeleton *s, const part *p, const binding *b, skin_weights *out)
{
    memset(out, 0, p->vertex_count * sizeof *out);
    bone_set set = set_make(s, b);
    switch (b->kind) {
    case WEIGH_RIGID:
        for (uint32_t i = 0; i < p->vertex_count; i++) give(&out[i], set.bones[0], 1);
        break;
    case WEIGH_AUTO:
        give_rule(s, p, &set, b->length, whole, out);
        break;
    case WEIGH_ARM:
        weigh_arm(s, p, b, out);
        break;
    case WEIGH_NECK:
        weigh_neck(s, p, b, out);
        break;
    case WEIGH_HAIR:
        weigh_hair(s, p, b, out);
        break;
    case WEIGH_CHAIN:
        weigh_chain(s, p, b, out);
        break;
    case WEIGH_SKIRT:
        weigh_skirt(s, p, out);
        break;
    }
    spread_twists(s, p, out);
    part_toes(s, p, out);
    for (uint32_t i = 0; i < p->vertex_count; i++) settle(&out[i]);
    find_sdef(s, p, out);
}

skin_weights weights_mirror(const skeleton *s, const skin_weights *w)
{
    skin_weights m = *w;
    for (uint32_t i = 0; i < m.count; i++) m.bones[i] = skeleton_mirror(s, m.bones[i]);
    m.c = mirrored(m.c), m.r0 = mirrored(m.r0), m.r1 = mirrored(m.r1);
    return m;
}
