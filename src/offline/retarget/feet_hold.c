/* Holds the target's feet while the source's are in contact: first their rotations, then the positions of the ankles,
 * such that heel or ball stay where they are. */
#include "offline/retarget/feet.h"
#include <hone/math.h>
#include <string.h>

enum { HEEL = 1u << FEET_HEEL, BALL = 1u << FEET_BALL, FLAT = HEEL | BALL };

/* ---- rotations --------------------------------------------------------------------------------------------------- */

static float *turn_at(const feet_context *f, int bone, uint32_t frame)
{
    return f->r->poses[frame].turns[bone];
}

/* Computes the rotation of a bone for a run of frames: the mean; level if it is nearly level. */
static void find_still(const feet_context *f, int bone, uint32_t begin, uint32_t end, float level, float out[4])
{
    const float *first = turn_at(f, bone, begin);
    float sum[4] = {0, 0, 0, 0};
    for (uint32_t i = begin; i < end; i++) {
        const float *turn = turn_at(f, bone, i);
        float sign = hone_quat_dot(first, turn) < 0 ? -1.0f : 1.0f;
        for (int k = 0; k < 4; k++) sum[k] += sign * turn[k];
    }
    hone_quat_normalise(sum, out);
    if (hone_feet_tilt(out) < level)
        hone_quat_heading(out, out);
}

/* The rotation from `from` to `to`, as a vector. */
static void between(const float from[4], const float to[4], float out[3])
{
    float back[4], turn[4];
    hone_quat_conjugate(from, back);
    hone_quat_multiply(to, back, turn);
    hone_feet_log(turn, out);
}

/* Holds a bone still while all bits of `mask` are set. */
static void hold_turn(feet_context *f, const feet_side *s, int bone, uint8_t mask, float level)
{
    for (uint32_t begin = 0, end; begin < f->count; begin = end) {
        float still[4];
        bool on = (s->on[begin] & mask) == mask;
        for (end = begin; end < f->count && ((s->on[end] & mask) == mask) == on; end++) s->held[end] = on;
        if (!on)
            continue;
        find_still(f, bone, begin, end, level, still);
        for (uint32_t i = begin; i < end; i++) between(turn_at(f, bone, i), still, f->offsets[i]);
    }
    hone_feet_fade(s->held, f->count, f->offsets);
    for (uint32_t i = 0; i < f->count; i++) {
        float turn[4], *own = turn_at(f, bone, i);
        hone_feet_exp(f->offsets[i], turn);
        hone_quat_multiply(turn, own, own);
        hone_quat_normalise(own, own);
    }
}

void hone_feet_hold_turns(feet_context *f)
{
    const float level_foot = 0.25f, level_toes = 0.7f;
    for (int side = 0; side < 2; side++) {
        int foot = HONE_HUMANOID_FOOT + side, toes = HONE_HUMANOID_TOES + side;
        hold_turn(f, &f->sides[side], foot, FLAT, level_foot);
        if (f->r->target.human.bones[toes] == HONE_NONE)
            continue;
        for (uint32_t i = 0; i < f->count && f->r->source.human.bones[toes] == HONE_NONE; i++)
            hone_quat_copy(turn_at(f, foot, i), turn_at(f, toes, i));
        hold_turn(f, &f->sides[side], toes, BALL, level_toes);
    }
}

/* ---- positions --------------------------------------------------------------------------------------------------- */

static void point_from_ankle(const feet_context *f, int side, int point, uint32_t frame, float out[3])
{
    hone_quat_rotate(turn_at(f, HONE_HUMANOID_FOOT + side, frame), f->r->target.soles[side][point], out);
}

/* Returns the height of the ankle with which the lower point of the sole is on the floor, or on the step there. */
static float standing_height(const feet_context *f, int side, uint32_t frame)
{
    float heel[3], ball[3];
    point_from_ankle(f, side, FEET_HEEL, frame, heel);
    point_from_ankle(f, side, FEET_BALL, frame, ball);
    return f->r->target.floor + f->r->scale * f->sides[side].grounds[frame] - fminf(heel[1], ball[1]);
}

/* Holds a point of the sole: its place goes from `from` to `to` during the run. The place of the ankle itself is held
 * if the point is below 0. */
static void hold_point(feet_context *f, int side, int point, uint32_t begin, uint32_t end, const float from[3],
                       const float to[3])
{
    for (uint32_t i = begin; i < end; i++) {
        float t = end - begin > 1 ? (float)(i - begin) / (float)(end - 1 - begin) : 0, offset[3] = {0, 0, 0}, at[3];
        hone_vec3_lerp(from, to, t * t * (3 - 2 * t), at);
        if (point >= 0)
            point_from_ankle(f, side, point, i, offset);
        hone_vec3_subtract(at, offset, at);
        at[1] = standing_height(f, side, i);
        hone_vec3_subtract(at, f->r->strides[i].ankles[side], f->offsets[i]);
    }
}

/* Computes the mean place of a point of the target's sole, or of the ankle, in a run. */
static void find_mean(const feet_context *f, int side, int point, uint32_t begin, uint32_t end, float out[3])
{
    hone_vec3_set(0, 0, 0, out);
    for (uint32_t i = begin; i < end; i++) {
        float offset[3] = {0, 0, 0};
        if (point >= 0)
            point_from_ankle(f, side, point, i, offset);
        hone_vec3_add(out, f->r->strides[i].ankles[side], out);
        hone_vec3_add(out, offset, out);
    }
    hone_vec3_scale(out, 1 / (float)(end - begin), out);
}

/* Finds where a point is at a frame at which the foot is held flat; false: it is not. */
static bool find_neighbour(const feet_context *f, int side, int point, int64_t frame, float out[3])
{
    if (frame < 0 || frame >= (int64_t)f->count || f->sides[side].on[frame] != FLAT)
        return false;
    float offset[3];
    point_from_ankle(f, side, point, (uint32_t)frame, offset);
    hone_vec3_add(f->r->strides[frame].ankles[side], f->offsets[frame], out);
    hone_vec3_add(out, offset, out);
    return true;
}

/* Holds heel or ball for a run: where the flat foot before or after it has it. */
static void hold_pivot(feet_context *f, int side, int point, uint32_t begin, uint32_t end)
{
    float from[3], to[3];
    bool before = find_neighbour(f, side, point, (int64_t)begin - 1, from);
    bool after = find_neighbour(f, side, point, (int64_t)end, to);
    if (!before && !after)
        find_mean(f, side, point, begin, end, from);
    if (!before && after)
        hone_vec3_copy(to, from);
    hold_point(f, side, point, begin, end, from, after ? to : from);
}

/* Between heel and ball alone nothing is held for some frames. */
static void part_pivots(const feet_side *s, uint32_t count)
{
    enum { PART = 3 };
    for (uint32_t i = 0; i < count; i++) s->held[i] = s->on[i] != 0;
    for (uint32_t i = 1; i < count; i++)
        if ((s->on[i] | s->on[i - 1]) == FLAT && s->on[i] != FLAT && s->on[i - 1] != FLAT)
            for (uint32_t k = i > PART ? i - PART : 0; k < i + PART && k < count; k++) s->held[k] = 0;
}

/* flat: holds the runs in which heel and ball are on the floor; else those in which one of them is. */
static void hold_runs(feet_context *f, int side, bool flat)
{
    const feet_side *s = &f->sides[side];
    for (uint32_t begin = 0, end; begin < f->count; begin = end) {
        uint8_t on = s->on[begin];
        float still[3];
        for (end = begin; end < f->count && s->on[end] == on; end++) {
        }
        if (on == FLAT && flat) {
            find_mean(f, side, -1, begin, end, still);
            hold_point(f, side, -1, begin, end, still, still);
        } else if (on && on != FLAT && !flat) {
            hold_pivot(f, side, on == HEEL ? FEET_HEEL : FEET_BALL, begin, end);
        }
    }
}

void hone_feet_hold_ankles(feet_context *f)
{
    for (int side = 0; side < 2; side++) {
        feet_side *s = &f->sides[side];
        f->offsets = s->offsets;
        hold_runs(f, side, true);
        hold_runs(f, side, false);
        part_pivots(s, f->count);
        hone_feet_fade(s->held, f->count, f->offsets);
        for (uint32_t i = 0; i < f->count; i++)
            hone_vec3_add(f->r->strides[i].ankles[side], s->offsets[i], f->r->strides[i].ankles[side]);
    }
}
