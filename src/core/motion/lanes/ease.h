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

static inline void store_cubic(lanes p1, lanes p2, float cubic[3][HONE_BLOCK_LANES], int at)
{
    lanes_store(cubic[0] + at, 127 + 3 * (p1 - p2));
    lanes_store(cubic[1] + at, 3 * p2 - 6 * p1);
    lanes_store(cubic[2] + at, 3 * p1);
}

static inline void set_group(hone_eases *eases, int at, words curves)
{
    lanes x1 = points_of(curves, 0), x2 = points_of(curves, 2), middle = (127 + 3 * (x1 + x2)) * 0.125f;
    store_cubic(x1, x2, eases->x, at);
    store_cubic(points_of(curves, 1), points_of(curves, 3), eases->y, at);
    lanes_store(eases->middle + at, middle);
    lanes_store(eases->per_rise[0] + at, 1 / middle);
    lanes_store(eases->per_rise[1] + at, 1 / (127 - middle));
}

/* Computes what is the same all along the curves. */
static void set_curves(hone_eases *eases)
{
    eases->any = false, eases->all = true;
    for (int at = 0; at < HONE_BLOCK_LANES; at += HONE_LANES) {
        words curves = words_load(eases->curves + at);
        lanes_bits curved = ((curves ^ curves >> 8) & 0x00ff00ff) != 0;
        lanes_store_mask(eases->curved + at, curved);
        eases->all &= lanes_all(curved);
        if (!lanes_any(curved))
            continue;
        set_group(eases, at, curves);
        eases->any = true;
    }
}

/* Half a group of lanes. */
static inline doubles evaluate(const float cubic[3][HONE_BLOCK_LANES], int at, doubles t)
{
    doubles a = doubles_widen(cubic[0] + at), b = doubles_widen(cubic[1] + at), c = doubles_widen(cubic[2] + at);
    return ((a * t + b) * t + c) * t;
}

/* ---- the exact solution ---- */

/* The part of x in which the root is, as a cubic of its own: t = begin + r or begin - r, and |x(t) - x(begin)|, the
 * rise, is ((a r + bend) r + slope) r, for r from 0 to 1/2. It begins at that end of the half of the curve where x is
 * flatter, because there t depends most on s. */
typedef struct ease_part {
    lanes a, bend, slope;
    lanes begin;        /* t there: 0, 1/2 or 1 */
    lanes rise, root;   /* below 0 if the target is before the middle but rounds to it */
    lanes part_of_rise; /* of this half */
    lanes_bits backwards;
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
 * equation is quadratic. */
static inline void guess(ease_part *p)
{
    lanes u = p->part_of_rise, r = lanes_set(0.0939f) + u * (lanes_set(0.7228f) - u * lanes_set(0.2684f));
    lanes square = p->slope * p->slope + 4 * (p->bend + p->a * r) * p->rise;
    lanes_bits cube = (p->slope == 0) & (p->bend == 0) & (p->rise != 0), below = p->rise < 0;
    p->root = 2 * p->rise / (p->slope + lanes_sqrt(lanes_positive(square)) + TINY);
    if (lanes_any(cube))
        p->root = lanes_pick(cube, lanes_turned(near_cube_root(lanes_turned(p->rise, below) / p->a), below), p->root);
}

static inline void find_part(const hone_eases *eases, int at, ease_part *p)
{
    lanes a = lanes_aligned(eases->x[0] + at), b = lanes_aligned(eases->x[1] + at), c = lanes_aligned(eases->x[2] + at);
    lanes zero = lanes_set(0), half = lanes_set(0.5f), middle = lanes_aligned(eases->middle + at);
    lanes slope = (a * 0.75f + b) + c, last_slope = (3 * a + 2 * b) + c;
    doubles x[HALVES];
    for (int h = 0; h < HALVES; h++) p->target[h] = 127 * p->s[h];
    lanes_bits second = doubles_narrow(p->target) >= middle;
    lanes low = lanes_pick(second, slope, c), high = lanes_pick(second, last_slope, slope);
    lanes near = lanes_pick(second, middle, zero), far = lanes_pick(second, lanes_set(127), middle);
    p->backwards = high < low;
    p->a = a;
    p->slope = lanes_pick(p->backwards, high, low);
    p->begin = lanes_pick(second, half, zero) + lanes_pick(p->backwards, half, zero);
    p->bend = lanes_turned(3 * a * p->begin + b, p->backwards);
    doubles_widen_all(lanes_pick(p->backwards, far, near), x);
    for (int h = 0; h < HALVES; h++) x[h] = p->target[h] - x[h];
    p->rise = lanes_turned(doubles_narrow(x), p->backwards);
    lanes per_rise = lanes_pick(second, lanes_aligned(eases->per_rise[1] + at), lanes_aligned(eases->per_rise[0] + at));
    p->part_of_rise = p->rise * per_rise;
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
static inline void finish(const hone_eases *eases, int at, ease_part *p)
{
    doubles miss_of[HALVES], step[HALVES];
    doubles_widen_all(p->begin + lanes_turned(p->root, p->backwards), p->t);
    for (int h = 0; h < HALVES; h++) miss_of[h] = evaluate(eases->x, at + h * DOUBLES, p->t[h]) - p->target[h];
    lanes miss = lanes_turned(doubles_narrow(miss_of), p->backwards), r = p->root;
    lanes steep = 3 * p->a * r, slope = (steep + 2 * p->bend) * r + p->slope;
    lanes below = slope * slope - miss * (steep + p->bend) + TINY;
    doubles_widen_all(lanes_turned(miss * slope / below, p->backwards), step);
    for (int h = 0; h < HALVES; h++) p->t[h] -= step[h];
}

/* ---- MMD's solution ---- */

/* Does exactly what MikuMikuDance does: twelve halvings without a final test and without a tolerance. */
static inline doubles solve_by_halves(const hone_eases *eases, int at, doubles s)
{
    doubles t = doubles_set(0.5), step = doubles_set(0.25), target = 127 * s;
    doubles_bits found = {0};
    for (int i = 0; i < 12; i++, step *= 0.5) {
        doubles x = evaluate(eases->x, at, t);
        found |= x == target;
        t += doubles_pick(found, doubles_set(0), doubles_pick(x < target, step, -step));
    }
    return doubles_pick(s > 0, t, doubles_set(0));
}

/* ---- both ---- */

/* The positions of a group of lanes in their segments, 0 to 1. */
static inline void positions(const double begin[HONE_BLOCK_LANES], const hone_slerp_keys *keys, int at, double frame,
                             doubles s[HALVES])
{
    for (int h = 0; h < HALVES; h++) {
        int i = at + h * DOUBLES;
        s[h] = (doubles_set(frame) - doubles_load(begin + i)) * doubles_load(keys->per_length + i);
    }
}

/* Stores the values at t of half a group of lanes, and s where there is no curve. */
static inline void store_values(hone_eases *eases, int at, doubles t, doubles s)
{
    doubles values = evaluate((const float(*)[HONE_BLOCK_LANES])eases->y, at, t) * doubles_set(HONE_CURVE_UNIT);
    doubles_store(eases->values + at, doubles_pick(doubles_mask(eases->curved + at), values, s));
}

/* Here the position is divided, because halvings show how it is rounded. */
static void ease_by_halves(hone_eases *eases, double frame)
{
    for (int at = 0; at < HONE_BLOCK_LANES; at += DOUBLES) {
        doubles since = doubles_set(frame) - doubles_load(eases->begin + at);
        doubles length = doubles_load(eases->keys->length + at), never = doubles_set((double)INFINITY);
        doubles t = solve_by_halves(eases, at, since / doubles_pick(length > 0, length, never));
        store_values(eases, at, t, since * doubles_load(eases->keys->per_length + at));
    }
}

enum { EASED_AT_ONCE = 8 };

/* Takes one short step at a time for several groups, so that the processor need not wait for the result of each
 * operation. */
HONE_ALWAYS_INLINE void ease_some(hone_eases *const eases[], const int count, double frame)
{
    ease_part parts[EASED_AT_ONCE * GROUPS];
    for (int i = 0; i < count * GROUPS; i++) {
        const hone_eases *e = eases[i / GROUPS];
        int at = i % GROUPS * HONE_LANES;
        positions(e->begin, e->keys, at, frame, parts[i].s);
        find_part(e, at, &parts[i]);
    }
    for (int i = 0; i < count * GROUPS; i++) guess(&parts[i]);
    for (int i = 0; i < count * GROUPS; i++) approach(&parts[i]);
    for (int i = 0; i < count * GROUPS; i++) finish(eases[i / GROUPS], i % GROUPS * HONE_LANES, &parts[i]);
    for (int i = 0; i < HALVES * count * GROUPS; i++) {
        const ease_part *p = &parts[i / HALVES];
        store_values(eases[i / HALVES / GROUPS], i % (HALVES * GROUPS) * DOUBLES, p->t[i % HALVES], p->s[i % HALVES]);
    }
}

/* Where the count is a constant, the parts are in registers. */
static void ease_batch(hone_eases *const eases[], uint32_t count, double frame)
{
    switch (count) {
    case 1:
        ease_some(eases, 1, frame);
        return;
    case 2:
        ease_some(eases, 2, frame);
        return;
    case 3:
        ease_some(eases, 3, frame);
        return;
    case 4:
        ease_some(eases, 4, frame);
        return;
    default:
        ease_some(eases, (int)count, frame);
    }
}

/* All batches have nearly the same size, because a small one takes nearly as long as a large one. */
static void ease(hone_eases *const eases[], uint32_t count, double frame, hone_curve_mode mode)
{
    for (uint32_t e = 0; mode == HONE_CURVE_MMD && e < count; e++) ease_by_halves(eases[e], frame);
    if (mode == HONE_CURVE_MMD)
        return;
    for (uint32_t left = count, batches = (count + EASED_AT_ONCE - 1) / EASED_AT_ONCE; left > 0; batches--) {
        const uint32_t size = (left + batches - 1) / batches;
        ease_batch(eases + (count - left), size, frame);
        left -= size;
    }
}

#endif
