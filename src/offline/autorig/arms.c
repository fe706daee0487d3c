/* Finds the arms of a figure in voxels: fingertips, wrists, elbows and shoulders. A flood fill starts at the
 * outermost cell of each side and moves inwards until it reaches the trunk; the number of cells per step gives the
 * thickness of the arm. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "base/trigonometry.h"
#include "offline/autorig/flood_path.h"
#include "offline/autorig/landmarks.h"
#include <hone/autorig.h>
#include <hone/math.h>
#include <string.h>

static bool in_core(const void *user, int32_t x, int32_t y, int32_t z)
{
    const search *s = user;
    return fabs(x - (double)s->middle) <= 0.025 * (double)search_height(s) && s->trunk_blobs[y] != HONE_NONE &&
           s->voxel_layers.labels[voxel_at(s->grid, x, y, z)] == (uint32_t)s->trunk_blobs[y] + 1;
}

/* ---- thickness and centre along the arm ------------------------------------------------------------------------ */

/* Cells per step, averaged over five steps, because steps across edges and corners reach further than steps across
 * faces. */
static double thickness(const flood_path *w, uint32_t step)
{
    double sum = 0, count = 0;
    for (int32_t at = (int32_t)step - 2; at <= (int32_t)step + 2; at++)
        if (at >= 0 && at < (int32_t)w->length)
            sum += w->list[at].count, count++;
    return sum / count;
}

/* The centre of the limb at a step. */
static void place_of(const flood_path *w, uint32_t step, float out[3])
{
    double sum[3] = {0}, count = 0;
    for (int32_t at = (int32_t)step - 1; at <= (int32_t)step + 1; at++)
        if (at >= 0 && at < (int32_t)w->length) {
            count += w->list[at].count;
            for (int i = 0; i < 3; i++) sum[i] += w->list[at].sum[i];
        }
    for (int i = 0; i < 3; i++) out[i] = (float)(sum[i] / count);
}

/* The median thickness of the upper arm, found by counting: there are few steps. */
static double usual_thickness(const flood_path *w)
{
    uint32_t begin = w->length * 2 / 5, end = w->length * 17 / 20;
    double best = 0;
    uint32_t best_off = UINT32_MAX;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t below = 0, above = 0;
        for (uint32_t k = begin; k < end; k++) {
            below += thickness(w, k) < thickness(w, i);
            above += thickness(w, k) > thickness(w, i);
        }
        uint32_t off = below > above ? below - above : above - below;
        if (off < best_off)
            best_off = off, best = thickness(w, i);
    }
    return best;
}

/* ---- joints ----------------------------------------------------------------------------------------------------- */

/* Length of the ray from `from` along `direction` that stays inside the solid, at most `limit`. */
static float length_inside(const search *s, const float from[3], const float direction[3], float limit)
{
    const float step = 0.5f;
    for (int i = 0; (float)i * step < limit; i++) {
        int32_t at[3];
        for (int k = 0; k < 3; k++) {
            at[k] = (int32_t)lroundf(from[k] + (float)i * step * direction[k]);
            if (at[k] < 0 || at[k] >= s->grid->size[k])
                return (float)i * step;
        }
        if (!s->grid->inside[voxel_at(s->grid, at[0], at[1], at[2])])
            return (float)i * step;
    }
    return limit;
}

/* Returns the last step before the arm widens into the trunk, and sets the shoulder where the upper arm, continued
 * in a straight line, would be at that step. A hanging arm meets the trunk below the shoulder, so the joint is then
 * moved upwards until it lies below the skin by the arm's radius. */
static uint32_t find_shoulder(const search *s, const flood_path *w, arm_marks *arm)
{
    double usual = usual_thickness(w);
    uint32_t last = w->length - 1, least = w->length * 2 / 5;
    while (last > least && fmin(w->list[last].count, w->list[last - 1].count) > 1.8 * usual) last--;
    uint32_t near = last - (last > 3 ? 3 : 0), far = last - last / 5;
    float from[3], to[3], end[3], direction[3];
    place_of(w, far < near ? far : 0, from);
    place_of(w, near, to);
    place_of(w, last, end);
    hone_vec3_subtract(to, from, direction);
    if (!hone_vec3_normalise(direction, direction))
        direction[0] = direction[1] = direction[2] = 0;
    float on = hone_vec3_distance(end, to), up = fmaxf(direction[1], 0), thick = (float)sqrt(usual / HONE_PI);
    hone_vec3_add_scaled(to, direction, on, end);
    float more = up * up * up * up * fmaxf(length_inside(s, end, direction, 0.15f * search_height(s)) - thick, 0);
    hone_vec3_add_scaled(end, direction, more, arm->shoulder);
    return last;
}

/* The step that is thinnest compared with the thickest part of the hand and of the forearm. */
static uint32_t find_wrist(search *s, const flood_path *w, uint32_t shoulder)
{
    uint32_t begin = shoulder * 3 / 20, end = shoulder * 2 / 5, best = shoulder / 4;
    double most = 1.15;
    for (uint32_t i = begin; i <= end; i++) {
        double hand = 0, arm = 0;
        for (uint32_t k = 0; k < i; k++) hand = fmax(hand, thickness(w, k));
        for (uint32_t k = i + 1; k <= shoulder / 2; k++) arm = fmax(arm, thickness(w, k));
        double thin = fmin(hand, arm) / thickness(w, i);
        if (thin > most)
            most = thin, best = i;
    }
    if (most <= 1.15)
        s->landmark_warnings |= HONE_AUTORIG_WARN_WRISTS;
    return best;
}

/* The step furthest from the line between wrist and shoulder, if the arm is bent enough and that step is near where
 * elbows are; otherwise a point a little beyond the middle. */
static uint32_t find_elbow(const flood_path *w, const arm_marks *arm, uint32_t wrist, uint32_t shoulder)
{
    const float bent = 0.08f;
    uint32_t begin = wrist + (shoulder - wrist) * 3 / 10, end = wrist + (shoulder - wrist) * 7 / 10;
    uint32_t usual = shoulder - (uint32_t)lround(0.52 * (shoulder - wrist)), best = begin;
    float direction[3], most = 0;
    place_of(w, shoulder - (shoulder - wrist) / 8, direction); /* further up, the centre is no longer that of the arm */
    hone_vec3_subtract(direction, arm->wrist, direction);
    float length = hone_vec3_length(direction);
    if (!hone_vec3_normalise(direction, direction))
        return usual;
    for (uint32_t i = begin; i <= end; i++) {
        float p[3], off[3];
        place_of(w, i, p);
        hone_vec3_subtract(p, arm->wrist, off);
        float along = hone_vec3_dot(off, direction), away = sqrtf(fmaxf(hone_vec3_dot(off, off) - along * along, 0));
        if (away > most)
            most = away, best = i;
    }
    bool inside = best > begin && best < end;
    return inside && most > bent * length ? best : usual;
}

/* ---- the hand --------------------------------------------------------------------------------------------------- */

/* The direction across the palm: perpendicular to the line from wrist to fingertip, along the larger principal axis
 * of the hand's cells; zero if the hand is not clearly wider than thick. */
static void find_palm(const search *s, const flood_path *w, uint32_t wrist, arm_marks *arm)
{
    float along[3], u[3], v[3];
    const float up[3] = {0, 1, 0}, ahead[3] = {0, 0, 1};
    double uu = 0, uv = 0, vv = 0;
    memset(arm->across, 0, sizeof arm->across);
    hone_vec3_subtract(arm->tip, arm->wrist, along);
    if (!hone_vec3_normalise(along, along))
        return;
    hone_vec3_cross(along, fabsf(along[1]) < 0.9f ? up : ahead, u);
    hone_vec3_normalise(u, u);
    hone_vec3_cross(along, u, v);
    for (uint32_t i = 0; i < w->reached && w->steps[w->queue[i]] <= wrist; i++) {
        int32_t place[3];
        float off[3], axis[3];
        hone_flood_path_place(s->grid, w->queue[i], place);
        for (int k = 0; k < 3; k++) off[k] = (float)place[k] - arm->wrist[k];
        for (int k = 0; k < 3; k++) axis[k] = off[k] - hone_vec3_dot(off, along) * along[k];
        double a = (double)hone_vec3_dot(axis, u), b = (double)hone_vec3_dot(axis, v);
        uu += a * a, uv += a * b, vv += b * b;
    }
    double angle = 0.5 * hone_atan2(2 * uv, uu - vv), sum = uu + vv;
    double spread = sqrt((uu - vv) * (uu - vv) + 4 * uv * uv);
    if (!(spread > 0.35 * sum)) /* about twice as wide as thick */
        return;
    double cosine = hone_cos(angle), sine = hone_sin(angle);
    for (int i = 0; i < 3; i++) arm->across[i] = (float)(cosine * (double)u[i] + sine * (double)v[i]);
    float behind = s->backwards ? -arm->across[2] : arm->across[2]; /* the thumb points forwards or upwards */
    if (fabsf(behind) > 0.3f ? behind < 0 : arm->across[1] > 0)
        hone_vec3_scale(arm->across, -1, arm->across);
}

/* ---- choice of the arm ----------------------------------------------------------------------------------------- */

/* The cell that is furthest out on one side, among the cells not barred. */
static uint32_t outermost(const search *s, const uint8_t *barred, int side)
{
    const voxels *g = s->grid;
    uint32_t best = UINT32_MAX;
    int32_t far = 0;
    for (int32_t y = search_layer(s, 0.15); y < search_layer(s, 0.95); y++)
        for (int32_t z = 0; z < g->size[2]; z++)
            for (int32_t x = 0; x < g->size[0]; x++) {
                int32_t out = side ? g->size[0] - x : x + 1;
                uint32_t cell = voxel_at(g, x, y, z);
                if (out > far && g->inside[cell] && !barred[cell])
                    far = out, best = cell;
            }
    return best;
}

/* Rejects what reaches further out than the hands but is no arm: hair, which meets the trunk at the head, and feet
 * or skirts, which meet it below the trunk. */
static bool is_arm(const search *s, const flood_path *w)
{
    double height = w->list[w->length - 1].sum[1] / w->list[w->length - 1].count;
    return height > s->groin + 0.05 * (double)search_height(s) && !(s->neck_seen && height > s->neck_layer);
}

static bool measure_arm(search *s, const flood_path *w, int side, hone_error *error)
{
    arm_marks *arm = &s->arms[side];
    uint32_t shoulder = find_shoulder(s, w, arm);
    place_of(w, 0, arm->tip);
    if (hone_vec3_distance(arm->tip, arm->shoulder) < 0.15f * search_height(s))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no arms were found that are apart from the body");
    uint32_t wrist = find_wrist(s, w, shoulder);
    place_of(w, wrist, arm->wrist);
    place_of(w, find_elbow(w, arm, wrist, shoulder), arm->elbow);
    find_palm(s, w, wrist, arm);
    return true;
}

static bool find_arm(search *s, flood_path *w, uint8_t *barred, int side, hone_error *error)
{
    enum { TRIES = 16 };
    uint32_t gap = (uint32_t)(search_layer(s, 0.04) - s->low);
    for (int i = 0; i < TRIES; i++) {
        uint32_t tip = outermost(s, barred, side);
        if (tip == UINT32_MAX)
            break;
        bool arrived = hone_flood_path_from(w, tip, gap, in_core, s);
        if (arrived && is_arm(s, w))
            return measure_arm(s, w, side, error);
        for (uint32_t k = 0; k < w->reached; k++) barred[w->queue[k]] = 1;
    }
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no %s arm was found that is connected to the trunk",
                     (side == 0) != s->backwards ? "left" : "right");
}

bool hone_autorig_find_arms(search *s, hone_arena *scratch, hone_error *error)
{
    flood_path w;
    uint8_t *barred = hone_arena_array(scratch, s->grid->count, 1);
    if (!barred || !hone_flood_path_make(s->grid, scratch, &w))
        return false;
    for (int side = 0; side < SIDES; side++)
        if (!find_arm(s, &w, barred, side, error))
            return false;
    return true;
}
