/* The body goes with the feet: the hips follow the corrections of both feet, and go down where a leg would be too
 * short. Toes and feet are lifted out of the floor. */
#include "base/trigonometry.h"
#include "offline/retarget/feet.h"
#include <hone/math.h>
#include <string.h>

enum { SMOOTH = 8, AHEAD = 4 };

/* A weighted mean of the neighbours, nearer ones more. */
static void smooth(const float *values, uint32_t count, int radius, float *out)
{
    for (int64_t i = 0; i < (int64_t)count; i++) {
        float sum = 0, all = 0;
        for (int64_t k = i - radius; k <= i + radius; k++) {
            float weight = (float)(radius + 1 - (k < i ? i - k : k - i));
            int64_t at = k < 0 ? 0 : k >= (int64_t)count ? (int64_t)count - 1 : k;
            sum += weight * values[at];
            all += weight;
        }
        out[i] = sum / all;
    }
}

/* The largest of the neighbours, so that a smooth curve over it is above the values. */
static void spread(const float *values, uint32_t count, int radius, float *out)
{
    for (int64_t i = 0; i < (int64_t)count; i++) {
        out[i] = values[i];
        for (int64_t k = i - radius; k <= i + radius; k++)
            if (k >= 0 && k < (int64_t)count)
                out[i] = fmaxf(out[i], values[k]);
    }
}

/* Moves the hips by the mean of both feet's corrections. */
static void follow_feet(feet_context *f)
{
    float *mean = f->scratch, *soft = f->scratch + f->count;
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < f->count; i++)
            mean[i] = 0.5f * (f->sides[0].offsets[i][axis] + f->sides[1].offsets[i][axis]);
        smooth(mean, f->count, SMOOTH, soft);
        for (uint32_t i = 0; i < f->count; i++) f->r->strides[i].hips[axis] += soft[i];
    }
}

/* Returns by how much the hips are too high for a leg at a frame. */
static float find_excess(const feet_context *f, int side, uint32_t frame)
{
    const float straight = 0.9995f;
    const retarget_context *r = f->r;
    const retarget_legs *legs = &r->strides[frame];
    float top[3], length = straight * r->target.legs[side];
    hone_quat_rotate(r->poses[frame].turns[HONE_HUMANOID_HIPS], r->target.tops[side], top);
    hone_vec3_add(top, legs->hips, top);
    float x = top[0] - legs->ankles[side][0], z = top[2] - legs->ankles[side][2],
          left = length * length - x * x - z * z;
    return fmaxf(0, top[1] - legs->ankles[side][1] - (left > 0 ? sqrtf(left) : 0));
}

static void lower_hips(feet_context *f)
{
    const float most = 0.2f;
    float *need = f->scratch, *wide = f->scratch + f->count;
    for (uint32_t i = 0; i < f->count; i++) {
        need[i] = 0;
        for (int side = 0; side < 2; side++)
            if (f->sides[side].held[i])
                need[i] = fmaxf(need[i], fminf(most * f->r->target.leg, find_excess(f, side, i)));
    }
    spread(need, f->count, AHEAD, wide);
    smooth(wide, f->count, AHEAD, need);
    for (uint32_t i = 0; i < f->count; i++) f->r->strides[i].hips[1] -= need[i];
}

void hone_feet_correct_hips(feet_context *f)
{
    follow_feet(f);
    lower_hips(f);
}

/* ---- the floor --------------------------------------------------------------------------------------------------- */

/* Returns the angle by which a point must go up about the joint of the toes to be as high as `room`. ahead: the
 * direction of the toes. */
static float angle_out(const float point[3], const float ahead[3], float room)
{
    float far = hone_vec3_dot(point, ahead), radius = hone_hypotf(far, point[1]);
    if (!(point[1] < room) || !(far > 0))
        return 0;
    return hone_asinf(fmaxf(-1, fminf(1, room / radius))) - hone_atan2f(point[1], far);
}

/* Bends the toes up as far as they are below the floor. ankle: of the target. */
static void bend_toes(const feet_context *f, retarget_pose *pose, int side, const float ankle[3])
{
    const float most = 1;
    const retarget_context *r = f->r;
    const retarget_footprint *print = &f->prints[side];
    float joint[3], at[3], ahead[3], turn[4], *toes = pose->turns[HONE_HUMANOID_TOES + side], angle = 0;
    hone_quat_rotate(pose->turns[HONE_HUMANOID_FOOT + side], r->target.toes[side], joint);
    hone_quat_rotate(toes, (float[3]){0, 0, 1}, ahead);
    ahead[1] = 0;
    if (!hone_vec3_normalise(ahead, ahead))
        return;
    for (int i = 0; i < print->counts[FOOTPRINT_TOES]; i++) {
        hone_quat_rotate(toes, print->points[FOOTPRINT_TOES][i], at);
        angle = fmaxf(angle, angle_out(at, ahead, r->target.floor - ankle[1] - joint[1]));
    }
    hone_feet_exp((float[3]){-ahead[2] * fminf(angle, most), 0, ahead[0] * fminf(angle, most)}, turn);
    hone_quat_multiply(turn, toes, toes);
    hone_quat_normalise(toes, toes);
}

float hone_feet_lowest(const feet_context *f, const retarget_pose *pose, int side, const float ankle[3])
{
    const retarget_footprint *print = &f->prints[side];
    const float *turns[] = {pose->turns[HONE_HUMANOID_FOOT + side], pose->turns[HONE_HUMANOID_TOES + side]};
    float low = INFINITY, joint[3], at[3];
    hone_quat_rotate(turns[0], f->r->target.toes[side], joint);
    for (int part = 0; part < FOOTPRINT_PARTS; part++)
        for (int i = 0; i < print->counts[part]; i++) {
            hone_quat_rotate(turns[part], print->points[part][i], at);
            low = fminf(low, at[1] + (part ? joint[1] : 0));
        }
    return ankle[1] + low - f->r->target.floor;
}

void hone_feet_lift(feet_context *f)
{
    retarget_context *r = f->r;
    for (uint32_t i = 0; i < f->count; i++)
        for (int side = 0; side < 2; side++) {
            float *ankle = r->strides[i].ankles[side];
            bend_toes(f, &r->poses[i], side, ankle);
            ankle[1] -= fminf(0, hone_feet_lowest(f, &r->poses[i], side, ankle));
        }
}
