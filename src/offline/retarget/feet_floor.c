/* Where the floor of a motion is, and how the soles of the source are on it. */
#include "offline/retarget/feet.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Returns the value below which `part` of them are. Sorts them. */
static float quantile(float *values, uint32_t count, float part)
{
    qsort(values, count, sizeof *values, compare);
    return values[(uint32_t)(part * (float)(count - 1))];
}

void hone_feet_find_points(feet_context *f)
{
    const retarget_context *r = f->r;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < f->count; i++)
            for (int p = 0; p < FEET_POINTS; p++) {
                float *at = f->sides[side].points[p][i];
                const retarget_pose *pose = &r->poses[i];
                hone_quat_rotate(pose->turns[HONE_HUMANOID_FOOT + side], r->source.soles[side][p], at);
                hone_vec3_add(at, pose->ankles[side], at);
                at[1] -= r->source.floor;
            }
}

/* Collects the heights of points that are slow; returns how many. A point of -1 is the lower one. */
static uint32_t collect(feet_context *f, int side, int point)
{
    const feet_side *s = &f->sides[side];
    uint32_t found = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        int p = point >= 0 ? point : s->points[FEET_HEEL][i][1] < s->points[FEET_BALL][i][1] ? FEET_HEEL : FEET_BALL;
        if (hone_feet_speed((const float(*)[3])s->points[p], f->count, i) < f->limits.slow)
            f->scratch[found++] = s->points[p][i][1];
    }
    return found;
}

/* Returns the height at which slow feet usually are. If the rest pose stands at 0, a floor far from that is none: BVH
 * has rest poses with the hips at 0. */
static float find_height(feet_context *f)
{
    enum { FEWEST = 5 };
    const float usual = 0.25f, farthest = 0.6f, nothing = 0.005f;
    float *begin = f->scratch, leg = f->r->source.leg;
    uint32_t found = collect(f, 0, -1);
    f->scratch += found;
    found += collect(f, 1, -1);
    f->scratch = begin;
    float height = found < FEWEST ? 0 : quantile(f->scratch, found, usual);
    bool stands = f->r->source.floor == 0;
    return fabsf(height) < nothing * leg || (stands && fabsf(height) > farthest * leg) ? 0 : height;
}

/* Finds the heights of heel and ball above the floor when they stand on it. */
static void find_levels(feet_context *f)
{
    const float usual = 0.25f, lowest = -0.06f, highest = 0.1f, leg = f->r->source.leg;
    for (int side = 0; side < 2; side++)
        for (int p = 0; p < FEET_POINTS; p++) {
            uint32_t found = collect(f, side, p);
            float level = found ? quantile(f->scratch, found, usual) : 0;
            f->sides[side].levels[p] = level > lowest * leg && level < highest * leg ? level : 0;
        }
}

void hone_feet_find_floor(feet_context *f)
{
    retarget_context *r = f->r;
    const hone_retarget_desc *desc = r->desc;
    bool usual = r->source.model->space == HONE_SPACE_MMD; /* MMD's floor is at 0 */
    float height = desc->floor_known ? desc->floor - r->source.floor : usual ? 0 : find_height(f);
    for (uint32_t i = 0; i < f->count && height != 0; i++) {
        r->poses[i].hips[1] -= height;
        for (int side = 0; side < 2; side++) {
            r->poses[i].ankles[side][1] -= height;
            for (int p = 0; p < FEET_POINTS; p++) f->sides[side].points[p][i][1] -= height;
        }
    }
    r->report->floor = r->source.floor + height;
    find_levels(f);
}

/* ---- noise ------------------------------------------------------------------------------------------------------- */

/* Estimates the noise of mocap, as a standard deviation along an axis, from the second differences of slow points. */
float hone_feet_noise(feet_context *f)
{
    const float per_deviation = 3.77f; /* median length of the second differences of white noise of deviation 1 */
    uint32_t found = 0;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 1; i + 1 < f->count; i++) {
            const float(*points)[3] = (const float(*)[3])f->sides[side].points[FEET_BALL];
            float way[3];
            if (hone_feet_speed(points, f->count, i) >= f->limits.slow)
                continue;
            for (int k = 0; k < 3; k++) way[k] = points[i - 1][k] - 2 * points[i][k] + points[i + 1][k];
            f->scratch[found++] = hone_vec3_length(way);
        }
    return found ? quantile(f->scratch, found, 0.5f) / per_deviation : 0;
}

/* ---- tilted rest poses ------------------------------------------------------------------------------------------- */

/* Adds up the tilts of a foot that stands flat; returns at how many frames it does. */
static uint32_t sum_tilts(const feet_context *f, int side, float sum[4])
{
    const float most = 0.7f;
    uint32_t found = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const float *turn = f->r->poses[i].turns[HONE_HUMANOID_FOOT + side];
        float yaw[4], tilt[4];
        if (f->sides[side].on[i] != (1u << FEET_HEEL | 1u << FEET_BALL) || hone_feet_tilt(turn) > most)
            continue;
        hone_quat_heading(turn, yaw);
        hone_quat_conjugate(yaw, yaw);
        hone_quat_multiply(yaw, turn, tilt);
        for (int k = 0; k < 4; k++) sum[k] += tilt[3] < 0 ? -tilt[k] : tilt[k];
        found++;
    }
    return found;
}

static void straighten(feet_context *f, int side, const float tilt[4])
{
    retarget_context *r = f->r;
    float back[4], toe[3], *ball = r->source.soles[side][FEET_BALL];
    hone_quat_conjugate(tilt, back);
    hone_quat_rotate(tilt, ball, toe);
    ball[0] = toe[0], ball[2] = toe[2];
    for (uint32_t i = 0; i < f->count; i++) {
        float *turn = r->poses[i].turns[HONE_HUMANOID_FOOT + side];
        hone_quat_multiply(turn, back, turn);
        hone_quat_normalise(turn, turn);
    }
}

void hone_feet_straighten(feet_context *f)
{
    enum { FEWEST = 10 };
    const float least = 0.02f;
    for (int side = 0; side < 2 && f->r->source.model->space != HONE_SPACE_MMD; side++) {
        float tilt[4] = {0, 0, 0, 0}, way[3];
        if (sum_tilts(f, side, tilt) < FEWEST)
            continue;
        hone_quat_normalise(tilt, tilt);
        hone_feet_log(tilt, way);
        if (hone_vec3_length(way) > least)
            straighten(f, side, tilt);
    }
}
