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
            float bend[3];
            if (hone_feet_speed(points, f->count, i) >= f->limits.slow)
                continue;
            for (int k = 0; k < 3; k++) bend[k] = points[i - 1][k] - 2 * points[i][k] + points[i + 1][k];
            f->scratch[found++] = hone_vec3_length(bend);
        }
    return found ? quantile(f->scratch, found, 0.5f) / per_deviation : 0;
}

/* ---- tilted rest poses ------------------------------------------------------------------------------------------- */

/* Adds a rotation without its heading to a sum. */
static void add_tilt(const float turn[4], float sum[4])
{
    float heading[4], tilt[4];
    hone_quat_heading(turn, heading);
    hone_quat_conjugate(heading, heading);
    hone_quat_multiply(heading, turn, tilt);
    for (int k = 0; k < 4; k++) sum[k] += tilt[3] < 0 ? -tilt[k] : tilt[k];
}

/* Takes the tilt away from all rotations of a bone; returns whether it is worth it. */
static bool untilt(feet_context *f, int bone, const float sum[4], float least, float tilt[4])
{
    float back[4], angles[3];
    hone_quat_normalise(sum, tilt);
    hone_feet_log(tilt, angles);
    if (!(hone_vec3_length(angles) > least))
        return false;
    hone_quat_conjugate(tilt, back);
    for (uint32_t i = 0; i < f->count; i++) {
        float *turn = f->r->poses[i].turns[bone];
        hone_quat_multiply(turn, back, turn);
        hone_quat_normalise(turn, turn);
    }
    return true;
}

/* Adds up the tilts of a foot that stands flat; returns at how many frames it does. */
static uint32_t sum_tilts(const feet_context *f, int side, float sum[4])
{
    const float most = 0.7f;
    uint32_t found = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const float *turn = f->r->poses[i].turns[HONE_HUMANOID_FOOT + side];
        if (f->sides[side].on[i] != (1u << FEET_HEEL | 1u << FEET_BALL) || hone_feet_tilt(turn) > most)
            continue;
        add_tilt(turn, sum);
        found++;
    }
    return found;
}

void hone_feet_straighten(feet_context *f)
{
    enum { FEWEST = 10 };
    const float least = 0.02f;
    for (int side = 0; side < 2 && f->r->source.model->space != HONE_SPACE_MMD; side++) {
        float sum[4] = {0, 0, 0, 0}, tilt[4], toe[3], *ball = f->r->source.soles[side][FEET_BALL];
        if (sum_tilts(f, side, sum) < FEWEST || !untilt(f, HONE_HUMANOID_FOOT + side, sum, least, tilt))
            continue;
        hone_quat_rotate(tilt, ball, toe);
        ball[0] = toe[0], ball[2] = toe[2];
    }
}

/* ---- rest poses that do not stand ------------------------------------------------------------------------------- */

/* Returns a height near the lowest at which an ankle is slow; INFINITY: it is never slow. */
static float lowest_ankle(feet_context *f, int side, float (*ankles)[3])
{
    const float usual = 0.1f;
    uint32_t found = 0;
    for (uint32_t i = 0; i < f->count; i++) hone_vec3_copy(f->r->poses[i].ankles[side], ankles[i]);
    for (uint32_t i = 0; i < f->count; i++)
        if (hone_feet_speed((const float(*)[3])ankles, f->count, i) < f->limits.slow)
            f->scratch[found++] = ankles[i][1];
    return found ? quantile(f->scratch, found, usual) : INFINITY;
}

/* Adds up the tilts of foot and toes while the ankle is slow and low. Returns how often; 0 if the foot stands on its
 * toes there, with the ball below the ankle. */
static uint32_t sum_stance(feet_context *f, int side, float foot[4], float toes[4])
{
    const float near = 0.02f, steep = 0.85f;
    const retarget_context *r = f->r;
    float(*ankles)[3] = f->sides[side].points[FEET_HEEL], low = lowest_ankle(f, side, ankles), ball[3], drop = 0;
    uint32_t found = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const retarget_pose *pose = &r->poses[i];
        if (!(ankles[i][1] < low + near * r->source.leg) ||
            hone_feet_speed((const float(*)[3])ankles, f->count, i) >= f->limits.slow)
            continue;
        hone_quat_rotate(pose->turns[HONE_HUMANOID_FOOT + side], r->source.toes[side], ball);
        drop -= ball[1];
        add_tilt(pose->turns[HONE_HUMANOID_FOOT + side], foot);
        add_tilt(pose->turns[HONE_HUMANOID_TOES + side], toes);
        found++;
    }
    return drop < steep * hone_vec3_length(r->source.toes[side]) * (float)found ? found : 0;
}

/* A file may have one of its frames as rest pose, with a foot in mid-stride. Such a foot is levelled by the frames at
 * which it stands. */
void hone_feet_level(feet_context *f)
{
    enum { FEWEST = 4 };
    const float least = 0.35f, sole = 0.03f;
    retarget_context *r = f->r;
    for (int side = 0; side < 2; side++) {
        float foot[4] = {0, 0, 0, 0}, toes[4] = {0, 0, 0, 0}, tilt[4], joint[3];
        if (r->source.model->space == HONE_SPACE_MMD || r->source.human.bones[HONE_HUMANOID_TOES + side] == HONE_NONE ||
            sum_stance(f, side, foot, toes) < FEWEST || !untilt(f, HONE_HUMANOID_FOOT + side, foot, least, tilt))
            continue;
        hone_quat_rotate(tilt, r->source.toes[side], joint);
        hone_vec3_copy(joint, r->source.toes[side]);
        r->source.soles[side][FEET_HEEL][1] = joint[1] - sole * r->source.leg;
        hone_vec3_copy(joint, r->source.soles[side][FEET_BALL]);
        r->source.soles[side][FEET_BALL][1] = joint[1] - sole * r->source.leg;
        untilt(f, HONE_HUMANOID_TOES + side, toes, 0, tilt);
    }
}
