/* Solves easing curves, HONE_LANES at once: finds the t at which the cubic x is s, and evaluates the cubic y there. */
#ifndef HONE_SRC_MOTION_LANES_EASE_H
#define HONE_SRC_MOTION_LANES_EASE_H

#include "core/motion/eases.h"
#include "core/motion/lanes/doubles.h"
#include "core/motion/lanes/words.h"

/* ---- cubics ---- */

/* Returns a number of each curve. */
static inline lanes points_of(words curves, int number)
{
    lanes v = ints_to_lanes((ints)(curves >> (8 * number) & 0xff));
    return lanes_pick(v < 127, v, lanes_set(127));
}

static inline void store_cubic(lanes a, lanes b, lanes c, float cubic[3][HONE_BLOCK_LANES], int at)
{
    lanes_store(cubic[0] + at, a);
    lanes_store(cubic[1] + at, b);
    lanes_store(cubic[2] + at, c);
}

/* Sets a half of curves. t, x, slope: at both of its ends. Returns the lanes that have no slope and no bend where the
 * part begins. */
static inline lanes_bits set_half(hone_ease_half *half, int at, const lanes t[2], const lanes x[2],
                                  const lanes slope[2], lanes a, lanes b)
{
    lanes_bits backwards = slope[1] < slope[0];
    lanes begin = lanes_pick(backwards, t[1], t[0]), first = lanes_pick(backwards, slope[1], slope[0]);
    lanes bend = lanes_turned(3 * a * begin + b, backwards);
    lanes_store(half->edge + at, lanes_pick(backwards, x[1], x[0]));
    lanes_store(half->begin + at, begin);
    lanes_store(half->slope + at, first);
    lanes_store(half->bend + at, bend);
    lanes_store(half->per_rise + at, lanes_turned(1 / (x[1] - x[0]), backwards));
    return (first == 0) & (bend == 0);
}

/* Returns whether some lanes have no slope and no bend where a part begins. */
static inline bool set_lanes(hone_ease_group *group, int at, words curves)
{
    lanes x1 = points_of(curves, 0), x2 = points_of(curves, 2), y1 = points_of(curves, 1), y2 = points_of(curves, 3);
    lanes a = 127 + 3 * (x1 - x2), b = 3 * x2 - 6 * x1, c = 3 * x1;
    const lanes t[3] = {lanes_set(0), lanes_set(0.5f), lanes_set(1)};
    const lanes x[3] = {lanes_set(0), (127 + 3 * (x1 + x2)) * 0.125f, lanes_set(127)};
    const lanes slope[3] = {c, (a * 0.75f + b) + c, (3 * a + 2 * b) + c};
    store_cubic(a, b, c, group->x, at);
    store_cubic(127 + 3 * (y1 - y2), 3 * y2 - 6 * y1, 3 * y1, group->y, at);
    lanes_store(group->middle + at, x[1]);
    lanes_bits cubes = set_half(&group->halves[0], at, t, x, slope, a, b);
    return lanes_any(cubes | set_half(&group->halves[1], at, t + 1, x + 1, slope + 1, a, b));
}

/* Computes what is the same all along the curves. */
static void set_curves(hone_ease_group *group)
{
    group->cubes = false;
    for (int at = 0; at < HONE_BLOCK_LANES; at += HONE_LANES)
        group->cubes |= set_lanes(group, at, words_load(group->curves + at));
}

/* Half a group of lanes. */
static inline doubles evaluate(const float cubic[3][HONE_BLOCK_LANES], int at, doubles t)
{
    doubles a = doubles_widen(cubic[0] + at), b = doubles_widen(cubic[1] + at), c = doubles_widen(cubic[2] + at);
    return ((a * t + b) * t + c) * t;
}

/* ---- the exact solution ---- */

/* The part of x in which the root is: see hone_ease_half. */
typedef struct ease_part {
    lanes a, bend, slope, begin;
    lanes per_rise; /* below 0: t = begin - r */
    lanes rise;     /* |x(t) - x(begin)| at the root; below 0 if the target is before the middle but rounds to it */
    lanes root;
    doubles s[HALVES], target[HALVES], t[HALVES]; /* target: x at the root; t: the solution */
} ease_part;

/* So that nothing is divided by 0. */
#define TINY lanes_set(1e-30f)

/* Returns the root of a r^3 = x within 6 %, by the exponent. x: above 0 */
static inline lanes near_cube_root(lanes x)
{
    lanes third = ints_to_lanes(lanes_to_bits(x)) * lanes_set(1.0f / 3);
    return lanes_from_bits(ints_from_lanes(third) + 709921077);
}

/* Finds a root within 0.06. One of the three r of a r^3 is replaced by a parabola through known roots, and then the
 * equation is quadratic. cubes: there may be lanes without slope and bend. */
static inline void guess(ease_part *p, bool cubes)
{
    lanes u = lanes_with_sign(p->rise, p->per_rise) * p->per_rise;
    lanes r = lanes_set(0.0939f) + u * (lanes_set(0.7228f) - u * lanes_set(0.2684f));
    lanes square = p->slope * p->slope + (p->bend + p->a * r) * (4 * p->rise);
    p->root = 2 * p->rise / (p->slope + lanes_sqrt(lanes_positive(square)) + TINY);
    if (!cubes)
        return;
    lanes_bits cube = (p->slope == 0) & (p->bend == 0) & (p->rise != 0), below = p->rise < 0;
    lanes root = lanes_turned(near_cube_root(lanes_turned(p->rise, below) / p->a), below);
    p->root = lanes_pick(cube, root, p->root);
}

/* Returns x at the target minus x where the part of a half begins. */
static inline lanes rise_in(const hone_ease_half *half, int at, const doubles target[HALVES])
{
    doubles rise[HALVES];
    for (int h = 0; h < HALVES; h++) rise[h] = target[h] - doubles_widen(half->edge + at + h * DOUBLES);
    return doubles_narrow(rise);
}

/* The rises of both halves are computed before one is chosen, so that neither waits for the choice. */
static inline void find_part(const hone_ease_group *group, int at, ease_part *p)
{
    const hone_ease_half *halves = group->halves;
    for (int h = 0; h < HALVES; h++) p->target[h] = 127 * p->s[h];
    lanes_bits second = doubles_narrow(p->target) >= lanes_aligned(group->middle + at);
#define OF_HALF(member) lanes_pick(second, lanes_aligned(halves[1].member + at), lanes_aligned(halves[0].member + at))
    p->a = lanes_aligned(group->x[0] + at);
    p->slope = OF_HALF(slope);
    p->bend = OF_HALF(bend);
    p->begin = OF_HALF(begin);
    p->per_rise = OF_HALF(per_rise);
#undef OF_HALF
    lanes rise = lanes_pick(second, rise_in(&halves[1], at, p->target), rise_in(&halves[0], at, p->target));
    p->rise = lanes_with_sign(rise, p->per_rise);
}

/* Takes a step of Halley's method. */
static inline void approach(ease_part *p)
{
    lanes r = p->root, steep = 3 * p->a * r, slope = (steep + 2 * p->bend) * r + p->slope;
    lanes miss = ((p->a * r + p->bend) * r + p->slope) * r - p->rise;
    p->root = r - miss * slope / (slope * slope - miss * (steep + p->bend) + TINY);
}

/* The last step, Halley's too, begins with a difference in double. All curves are solved with an error below 1e-8 in t,
 * but for what the rounding of s changes. */
static inline void finish(const hone_ease_group *group, int at, ease_part *p)
{
    doubles miss_of[HALVES], step[HALVES];
    doubles_widen_all(p->begin + lanes_with_sign(p->root, p->per_rise), p->t);
    for (int h = 0; h < HALVES; h++) miss_of[h] = evaluate(group->x, at + h * DOUBLES, p->t[h]) - p->target[h];
    lanes miss = lanes_with_sign(doubles_narrow(miss_of), p->per_rise), r = p->root;
    lanes steep = 3 * p->a * r, slope = (steep + 2 * p->bend) * r + p->slope;
    lanes below = slope * slope - miss * (steep + p->bend) + TINY;
    doubles_widen_all(lanes_with_sign(miss * slope / below, p->per_rise), step);
    for (int h = 0; h < HALVES; h++) p->t[h] -= step[h];
}

/* ---- MMD's solution ---- */

/* Does exactly what MikuMikuDance does: twelve halvings without a final test and without a tolerance. */
static inline doubles solve_by_halves(const hone_ease_group *group, int at, doubles s)
{
    doubles t = doubles_set(0.5), step = doubles_set(0.25), target = 127 * s;
    doubles_bits found = {0};
    for (int i = 0; i < 12; i++, step *= 0.5) {
        doubles x = evaluate(group->x, at, t);
        found |= x == target;
        t += doubles_pick(found, doubles_set(0), doubles_pick(x < target, step, -step));
    }
    return doubles_pick(s > 0, t, doubles_set(0));
}

/* ---- both ---- */

/* The positions of a vector of lanes in their segments, 0 to 1. */
static inline void positions(const double begin[HONE_BLOCK_LANES], const double per_length[HONE_BLOCK_LANES], int at,
                             double frame, doubles s[HALVES])
{
    for (int h = 0; h < HALVES; h++) {
        int i = at + h * DOUBLES;
        s[h] = (doubles_set(frame) - doubles_load(begin + i)) * doubles_load(per_length + i);
    }
}

/* Stores the values at t of half a vector of lanes. */
static inline void store_values(hone_ease_group *group, int at, doubles t)
{
    doubles values = evaluate((const float(*)[HONE_BLOCK_LANES])group->y, at, t) * doubles_set(HONE_CURVE_UNIT);
    doubles_store(group->values + at, values);
}

/* Here the position is divided, because halvings show how it is rounded. */
static void ease_by_halves(hone_ease_group *group, double frame)
{
    for (int at = 0; at < HONE_BLOCK_LANES; at += DOUBLES) {
        doubles since = doubles_set(frame) - doubles_load(group->begin + at);
        doubles length = doubles_load(group->length + at), never = doubles_set((double)INFINITY);
        store_values(group, at, solve_by_halves(group, at, since / doubles_pick(length > 0, length, never)));
    }
}

enum { EASED_AT_ONCE = 8 };

/* Takes one short step at a time for several groups, so that the processor need not wait for the result of each
 * operation. */
HONE_ALWAYS_INLINE void ease_some(hone_ease_group *const groups[], const int count, double frame)
{
    ease_part parts[EASED_AT_ONCE * GROUPS];
    for (int i = 0; i < count * GROUPS; i++) {
        const hone_ease_group *group = groups[i / GROUPS];
        int at = i % GROUPS * HONE_LANES;
        positions(group->begin, group->per_length, at, frame, parts[i].s);
        find_part(group, at, &parts[i]);
    }
    for (int i = 0; i < count * GROUPS; i++) guess(&parts[i], groups[i / GROUPS]->cubes);
    for (int i = 0; i < count * GROUPS; i++) approach(&parts[i]);
    for (int i = 0; i < count * GROUPS; i++) finish(groups[i / GROUPS], i % GROUPS * HONE_LANES, &parts[i]);
    for (int i = 0; i < HALVES * count * GROUPS; i++) {
        store_values(groups[i / HALVES / GROUPS], i % (HALVES * GROUPS) * DOUBLES, parts[i / HALVES].t[i % HALVES]);
    }
}

/* Where the count is a constant, the parts are in registers: fast, and five times as large. */
static void ease_batch(hone_ease_group *const groups[], uint32_t count, double frame)
{
    switch (count) {
#ifndef __OPTIMIZE_SIZE__
    case 1:
        ease_some(groups, 1, frame);
        return;
    case 2:
        ease_some(groups, 2, frame);
        return;
    case 3:
        ease_some(groups, 3, frame);
        return;
    case 4:
        ease_some(groups, 4, frame);
        return;
#endif
    default:
        ease_some(groups, (int)count, frame);
    }
}

/* All batches have nearly the same size, because a small one takes nearly as long as a large one. */
static void ease(hone_ease_group *const groups[], uint32_t count, double frame, hone_curve_mode mode)
{
    for (uint32_t e = 0; mode == HONE_CURVE_MMD && e < count; e++) ease_by_halves(groups[e], frame);
    if (mode == HONE_CURVE_MMD)
        return;
    for (uint32_t left = count, batches = (count + EASED_AT_ONCE - 1) / EASED_AT_ONCE; left > 0; batches--) {
        const uint32_t size = (left + batches - 1) / batches;
        ease_batch(groups + (count - left), size, frame);
        left -= size;
    }
}

#endif
