/* Finds a humanoid by the shape of its skeleton. All bounds are wide, because builds differ from a doll's to a
 * fashion drawing's. */
#include "core/model/humanoid.h"
#include <hone/math.h>
#include <string.h>

enum { MOST_BONES = 512, MOST_CHAIN = 16 };

typedef struct shape {
    const hone_bone *bones;
    uint32_t count;
    uint16_t depth[MOST_BONES]; /* length of the longest chain of descendants */
    float low, high;            /* lowest and highest y of all bones */
    /* known after the legs have been found */
    int axis; /* axis from side to side: 0 or 2 */
    /* coordinate of the plane of symmetry; length of a leg, and its distance from that plane */
    float middle, leg, stance;
} shape;

typedef struct limb { /* thigh, shin, foot; or upper arm, forearm, hand */
    int32_t at[3];
    int32_t before, after; /* before: collar bone; after: toes; HONE_NONE: none */
} limb;

typedef struct limb_pair {
    int32_t fork; /* the common parent */
    limb limbs[2];
} limb_pair;

/* ---- measures ---------------------------------------------------------------------------------------------------- */

static const float *position_of(const shape *s, int32_t bone)
{
    return s->bones[bone].position;
}

static float distance(const shape *s, int32_t a, int32_t b)
{
    float offset[3];
    for (int i = 0; i < 3; i++) offset[i] = position_of(s, a)[i] - position_of(s, b)[i];
    return hone_vec3_length(offset);
}

/* Distance from the plane of symmetry. */
static float distance_from_middle(const shape *s, int32_t bone)
{
    return fabsf(position_of(s, bone)[s->axis] - s->middle);
}

static bool is_between(float value, float low, float high)
{
    return value >= low && value <= high; /* false for NaN */
}

static void measure(shape *s)
{
    s->low = INFINITY, s->high = -INFINITY;
    memset(s->depth, 0, sizeof s->depth);
    for (uint32_t b = 0; b < s->count; b++) {
        uint16_t depth = 0;
        s->low = fminf(s->low, s->bones[b].position[1]);
        s->high = fmaxf(s->high, s->bones[b].position[1]);
        for (int32_t at = s->bones[b].parent; at != HONE_NONE && s->depth[at] < ++depth; at = s->bones[at].parent)
            s->depth[at] = depth;
    }
}

/* Follows the child with the longest chain of descendants; of equal ones the one furthest away. */
static int follow(const shape *s, int32_t from, int32_t chain[MOST_CHAIN])
{
    int count = 0;
    for (int32_t at = from; at != HONE_NONE && count < MOST_CHAIN;) {
        int32_t next = HONE_NONE;
        chain[count++] = at;
        for (uint32_t b = 0; b < s->count; b++) {
            if (s->bones[b].parent != at)
                continue;
            int more = next == HONE_NONE ? 1 : (int)s->depth[b] - (int)s->depth[next];
            if (more > 0 || (more == 0 && distance(s, at, (int32_t)b) > distance(s, at, next)))
                next = (int32_t)b;
        }
        at = next;
    }
    return count;
}

/* ---- legs -------------------------------------------------------------------------------------------------------- */

static bool find_leg(const shape *s, int32_t from, limb *out)
{
    int32_t chain[MOST_CHAIN];
    int count = follow(s, from, chain);
    if (count < 3 || count == MOST_CHAIN)
        return false;
    float low = INFINITY;
    for (int i = 0; i < count; i++) low = fminf(low, position_of(s, chain[i])[1]);
    float top = position_of(s, chain[0])[1], leg = top - low, ankle = position_of(s, chain[2])[1];
    float thigh = distance(s, chain[0], chain[1]), shin = distance(s, chain[1], chain[2]);
    *out = (limb){{chain[0], chain[1], chain[2]}, HONE_NONE, HONE_NONE};
    float ahead = 0;
    for (int i = 0; i < 3 && count > 3; i += 2)
        ahead = fmaxf(ahead, fabsf(position_of(s, chain[3])[i] - position_of(s, chain[2])[i]));
    if (ahead > 0.03f * leg && position_of(s, chain[3])[1] < ankle)
        out->after = chain[3];
    return is_between(leg, 0.25f * (s->high - s->low), INFINITY) && low - s->low < 0.1f * (s->high - s->low) &&
           is_between(ankle - low, 0, 0.2f * leg) && is_between(thigh / shin, 0.6f, 1.7f) && thigh + shin < 1.3f * leg;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */

/* Whether both sides are symmetric within a tenth of a leg's length. */
static bool is_mirrored(const shape *s, const limb_pair *pair)
{
    const float most = 0.1f * s->leg;
    for (int i = 0; i < 3; i++) {
        const float *a = position_of(s, pair->limbs[0].at[i]), *b = position_of(s, pair->limbs[1].at[i]);
        int across = 2 - s->axis;
        bool alike = fabsf(a[1] - b[1]) <= most && fabsf(a[across] - b[across]) <= most &&
                     fabsf(a[s->axis] + b[s->axis] - 2 * s->middle) <= most && a[s->axis] != b[s->axis];
        if (!alike)
            return false;
    }
    const limb *limbs = pair->limbs;
    return (limbs[0].before == HONE_NONE) == (limbs[1].before == HONE_NONE);
}

typedef bool limb_finder(const shape *s, int32_t from, limb *out);
typedef bool pair_judge(shape *s, const limb_pair *pair);

/* Finds the only pair of limbs with a common parent; false if there are none, or more than one. */
static bool find_pair(shape *s, limb_finder *find, pair_judge *judge, limb_pair *out)
{
    int found = 0;
    for (uint32_t a = 0; a < s->count; a++) {
        limb_pair pair = {.fork = s->bones[a].parent};
        if (pair.fork == HONE_NONE || s->depth[a] < 2 || !find(s, (int32_t)a, &pair.limbs[0]))
            continue;
        for (uint32_t b = a + 1; b < s->count; b++) {
            if (s->bones[b].parent != pair.fork || s->depth[b] < 2 || !find(s, (int32_t)b, &pair.limbs[1]) ||
                !judge(s, &pair))
                continue;
            *out = pair;
            found++;
        }
    }
    return found == 1 && judge(s, out);
}

/* Checks a pair of legs, and derives from them the axis from side to side. */
static bool judge_legs(shape *s, const limb_pair *pair)
{
    const int32_t *a = pair->limbs[0].at, *b = pair->limbs[1].at;
    float x = fabsf(position_of(s, a[0])[0] - position_of(s, b[0])[0]),
          z = fabsf(position_of(s, a[0])[2] - position_of(s, b[0])[2]);
    s->axis = x > z ? 0 : 2;
    s->middle = 0.5f * (position_of(s, a[0])[s->axis] + position_of(s, b[0])[s->axis]);
    s->stance = distance_from_middle(s, a[0]);
    s->leg =
        0.5f * (distance(s, a[0], a[1]) + distance(s, a[1], a[2]) + distance(s, b[0], b[1]) + distance(s, b[1], b[2]));
    return is_between(s->stance / s->leg, 0.03f, 0.5f) && distance_from_middle(s, pair->fork) < 0.3f * s->stance &&
           is_mirrored(s, pair);
}

/* Checks a pair of arms: the parent is in the middle, and both sides are symmetric. */
static bool judge_arms(shape *s, const limb_pair *pair)
{
    return distance_from_middle(s, pair->fork) < 0.3f * s->stance && is_mirrored(s, pair);
}

/* ---- arms -------------------------------------------------------------------------------------------------------- */

/* Arms begin about as far from the middle as legs. A collar bone may come before an arm; after it there may be a
 * hand, which must be shorter than the forearm. */
static bool find_arm(const shape *s, int32_t from, limb *out)
{
    int32_t chain[MOST_CHAIN];
    int count = follow(s, from, chain), first = distance_from_middle(s, from) < 0.8f * s->stance;
    if (count < first + 3 || count == MOST_CHAIN)
        return false;
    const int32_t *at = chain + first;
    float upper = distance(s, at[0], at[1]), lower = distance(s, at[1], at[2]), hand = 0;
    for (int i = first + 2; i + 1 < count; i++) hand += distance(s, chain[i], chain[i + 1]);
    *out = (limb){{at[0], at[1], at[2]}, first ? chain[0] : HONE_NONE, HONE_NONE};
    return distance_from_middle(s, at[0]) >= 0.8f * s->stance && is_between(upper / s->leg, 0.15f, 0.8f) &&
           is_between(lower / s->leg, 0.15f, 0.8f) && is_between(upper / lower, 0.55f, 1.8f) && hand < 0.9f * lower &&
           position_of(s, at[2])[1] > s->low + 0.3f * s->leg;
}

/* ---- trunk and head ---------------------------------------------------------------------------------------------- */

static bool is_upright(const shape *s, int32_t hips, int32_t chest)
{
    const float *a = position_of(s, hips), *b = position_of(s, chest);
    int across = 2 - s->axis;
    int32_t at = chest;
    while (at != HONE_NONE && at != hips) at = s->bones[at].parent;
    return at == hips && chest != hips && b[1] - a[1] > 0.25f * s->leg &&
           fabsf(b[across] - a[across]) < 0.5f * (b[1] - a[1]);
}

static bool begins(const limb_pair *pair, int32_t bone)
{
    const limb *a = &pair->limbs[0], *b = &pair->limbs[1];
    return bone == a->at[0] || bone == a->before || bone == b->at[0] || bone == b->before;
}

/* Finds a neck of one or two bones above the chest, in the middle, and a head, possibly followed by a bone at its
 * end. */
static bool find_head(const shape *s, const limb_pair *arms, int32_t *bones)
{
    const float narrow = 0.02f * s->leg, longest_neck = 0.17f * s->leg;
    int32_t chain[MOST_CHAIN], chest = arms->fork, first = HONE_NONE;
    for (uint32_t b = 0; b < s->count; b++)
        if (s->bones[b].parent == chest && !begins(arms, (int32_t)b) && distance_from_middle(s, (int32_t)b) < narrow &&
            position_of(s, (int32_t)b)[1] > position_of(s, chest)[1]) {
            if (first != HONE_NONE && s->depth[b] == s->depth[first])
                return false;
            first = first == HONE_NONE || s->depth[b] > s->depth[first] ? (int32_t)b : first;
        }
    if (first == HONE_NONE)
        return false;
    int length = follow(s, first, chain), count = 1;
    while (count < length && distance_from_middle(s, chain[count]) < narrow &&
           is_between(distance(s, chain[count - 1], chain[count]), 0, longest_neck) &&
           position_of(s, chain[count])[1] > position_of(s, chain[count - 1])[1])
        count++;
    bones[HONE_HUMANOID_NECK] = count > 1 ? chain[0] : HONE_NONE;
    bones[HONE_HUMANOID_HEAD] = chain[count - 1];
    return count <= 3;
}

/* ---- left and right ---------------------------------------------------------------------------------------------- */

/* Returns the sign of the forward direction along the other horizontal axis; 0: unknown. Toes and knees point
 * forward. */
static int find_forward(const shape *s, const limb_pair *legs)
{
    int across = 2 - s->axis, forward = 0;
    for (int side = 0; side < 2; side++) {
        const limb *leg = &legs->limbs[side];
        float hip = position_of(s, leg->at[0])[across], knee = position_of(s, leg->at[1])[across],
              ankle = position_of(s, leg->at[2])[across];
        float cues[] = {leg->after == HONE_NONE ? 0 : position_of(s, leg->after)[across] - ankle,
                        knee - 0.5f * (hip + ankle)};
        for (int i = 0; i < 2; i++) {
            int says = cues[i] > 0.02f * s->leg ? 1 : cues[i] < -0.02f * s->leg ? -1 : 0;
            if (says && forward && says != forward)
                return 0;
            forward = says ? says : forward;
        }
    }
    return forward;
}

/* Whether the first limb of a pair is the left one: left is up x forward, in left-handed spaces the opposite. */
static bool is_left(const shape *s, const limb_pair *pair, int forward, hone_space space)
{
    int sign = s->axis == 0 ? forward : -forward;
    bool first_is_more = position_of(s, pair->limbs[0].at[0])[s->axis] > s->middle;
    return ((space == HONE_SPACE_GLTF ? sign : -sign) > 0) == first_is_more;
}

static void take_pair(const limb_pair *pair, bool swapped, hone_humanoid_bone first, hone_humanoid_bone before,
                      hone_humanoid_bone after, int32_t *bones)
{
    for (int side = 0; side < 2; side++) {
        const limb *l = &pair->limbs[swapped ? 1 - side : side];
        for (int i = 0; i < 3; i++) bones[(int)first + 2 * i + side] = l->at[i];
        if (l->before != HONE_NONE)
            bones[(int)before + side] = l->before;
        if (l->after != HONE_NONE)
            bones[(int)after + side] = l->after;
    }
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

bool hone_humanoid_by_shape(const hone_model_data *data, int32_t *bones)
{
    shape s = {.bones = data->skeleton.bones, .count = data->skeleton.bone_count};
    limb_pair legs, arms;
    int32_t found[HONE_HUMANOID_COUNT];
    if (s.count > MOST_BONES)
        return false;
    measure(&s);
    if (!find_pair(&s, find_leg, judge_legs, &legs) || !find_pair(&s, find_arm, judge_arms, &arms) ||
        !is_upright(&s, legs.fork, arms.fork))
        return false;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) found[h] = HONE_NONE;
    int forward = find_forward(&s, &legs);
    if (!forward || !find_head(&s, &arms, found))
        return false;
    found[HONE_HUMANOID_HIPS] = legs.fork;
    take_pair(&legs, !is_left(&s, &legs, forward, data->space), HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_UPPER_LEG,
              HONE_HUMANOID_TOES, found);
    take_pair(&arms, !is_left(&s, &arms, forward, data->space), HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_SHOULDER,
              HONE_HUMANOID_UPPER_ARM, found);
    memcpy(bones, found, sizeof found);
    return true;
}
