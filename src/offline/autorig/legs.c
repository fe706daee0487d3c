/* Finds feet, knees and hips: two blobs that stand apart on the ground, followed upwards until they become one. */
#include "base/error.h"
#include "offline/autorig/landmarks.h"
#include <hone/autorig.h>
#include <stdlib.h>

/* ---- feet ------------------------------------------------------------------------------------------------------- */

/* The blobs of a layer that have at least a quarter of the largest one's area; at most `most` of them. */
static uint32_t sizeable(const search *s, int32_t layer, int32_t *out, uint32_t most)
{
    uint32_t count = 0, largest = 0;
    const uint32_t begin = s->voxel_layers.begin[layer], end = s->voxel_layers.begin[layer + 1];
    for (uint32_t b = begin; b < end; b++)
        largest = s->voxel_layers.blobs[b].area > largest ? s->voxel_layers.blobs[b].area : largest;
    for (uint32_t b = begin; b < end && count < most; b++)
        if (s->voxel_layers.blobs[b].area >= 4 && 4 * s->voxel_layers.blobs[b].area >= largest)
            out[count++] = (int32_t)b;
    return count;
}

static bool find_soles(search *s, hone_error *error)
{
    enum { MOST = 8 };
    uint32_t votes[MOST + 1] = {0}, most = 0;
    int32_t found[MOST];
    s->sole = HONE_NONE;
    for (int32_t layer = search_layer(s, 0.02); layer <= search_layer(s, 0.1); layer++) {
        uint32_t count = sizeable(s, layer, found, MOST);
        votes[count]++;
        if (count == 2 && s->sole == HONE_NONE)
            s->sole = layer;
    }
    for (uint32_t i = 0; i <= MOST; i++) most = votes[i] > votes[most] ? i : most;
    if (most < 2)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         "no two feet were found: there is one connected piece on the ground");
    if (most > 2)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%u feet were found on the ground, not two", most);
    sizeable(s, s->sole, found, MOST);
    bool swap = search_blob(s, found[0])->x < search_blob(s, found[1])->x;
    for (int side = 0; side < SIDES; side++) s->leg_blobs[side][s->sole] = found[side ^ (int)swap];
    return true;
}

/* ---- up to the groin -------------------------------------------------------------------------------------------- */

/* The blob above another one, possibly across a gap between pieces of the mesh. */
static int32_t above(const search *s, int32_t from, int32_t *layer)
{
    int32_t reach = search_layer(s, 0.03) - s->low;
    for (int32_t up = 1; up <= reach; up++) {
        int32_t found = hone_voxel_layers_over(&s->voxel_layers, (uint32_t)from, *layer + up, 0, s->grid->size[0]);
        if (found != HONE_NONE)
            return *layer += up, found;
    }
    return HONE_NONE;
}

/* Follows both legs until they become one, or until both end under a skirt that has no thighs in it. */
static bool follow_legs(search *s, hone_error *error)
{
    int32_t layers[SIDES] = {s->sole, s->sole}, now[SIDES] = {s->leg_blobs[0][s->sole], s->leg_blobs[1][s->sole]};
    bool ended[SIDES] = {false, false};
    int32_t apart = search_layer(s, 0.05) - s->low; /* one leg may end this much below the other */
    while (now[0] != now[1] && !(ended[0] && ended[1]) && abs(layers[0] - layers[1]) <= apart) {
        int side = ended[0] || (!ended[1] && layers[1] < layers[0]); /* the lower leg goes next */
        int32_t found = above(s, now[side], &layers[side]);
        ended[side] = found == HONE_NONE;
        if (!ended[side])
            s->leg_blobs[side][layers[side]] = now[side] = found;
    }
    s->groin = layers[0] > layers[1] ? layers[0] : layers[1];
    s->joined = now[0] == now[1];
    for (int side = 0; side < SIDES; side++) s->leg_blobs[side][s->groin] = HONE_NONE;
    if (s->joined)
        s->trunk_blobs[s->groin] = now[0];
    if (s->groin < search_layer(s, 0.12))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no two legs were found: they merge at %.0f %% of the height",
                         100.0 * (s->groin - s->low) / (double)search_height(s));
    return true;
}

/* ---- facing direction ------------------------------------------------------------------------------------------ */

/* The centre of a leg at a height, averaged over the nearest layers; false if the leg has none there. */
static bool leg_middle(const search *s, int side, double layer, float out[3])
{
    double x = 0, z = 0, count = 0;
    for (int32_t at = (int32_t)floor(layer) - 1; at <= (int32_t)ceil(layer) + 1; at++)
        if (at >= s->low && at < s->groin && s->leg_blobs[side][at] != HONE_NONE) {
            const blob *b = search_blob(s, s->leg_blobs[side][at]);
            x += (double)b->x, z += (double)b->z, count++;
        }
    if (count == 0)
        return false;
    out[0] = (float)(x / count), out[1] = (float)layer, out[2] = (float)(z / count);
    return true;
}

/* The layer where the foot begins: the first one below the thinnest layer of the shin with one and a half times its
 * area. */
static int32_t ankle_layer(const search *s, int side, int32_t *thinnest)
{
    const int32_t *blobs = s->leg_blobs[side], highest = search_layer(s, 0.1);
    int32_t thin = HONE_NONE, at;
    for (at = search_layer(s, 0.05); at < search_layer(s, 0.18) && at < s->groin; at++)
        if (blobs[at] != HONE_NONE &&
            (thin == HONE_NONE || search_blob(s, blobs[at])->area < search_blob(s, blobs[thin])->area))
            thin = at;
    *thinnest = thin == HONE_NONE ? s->sole : thin;
    for (at = *thinnest; at > s->sole; at--)
        if (at < highest && blobs[at] != HONE_NONE &&
            2 * search_blob(s, blobs[at])->area > 3 * search_blob(s, blobs[*thinnest])->area)
            return at;
    return search_layer(s, 0.05);
}

/* Extent of the foot along z: cells near the ground around the leg. */
static void foot_reach(const search *s, int side, float ankle_x, float reach[2])
{
    const voxels *g = s->grid;
    float about = 0.06f * search_height(s);
    reach[0] = INFINITY, reach[1] = -INFINITY;
    for (int32_t y = s->low; y <= search_layer(s, 0.05); y++)
        for (int32_t z = 0; z < g->size[2]; z++)
            for (int32_t x = 0; x < g->size[0]; x++)
                if (g->inside[voxel_at(g, x, y, z)] && fabsf((float)x - ankle_x) <= about &&
                    ((float)x > s->middle) == (side == 0)) {
                    reach[0] = fminf(reach[0], (float)z);
                    reach[1] = fmaxf(reach[1], (float)z);
                }
}

/* Determines the facing direction, since feet are longer in front of the ankle than behind it, and places the toes. */
static void find_facing(search *s)
{
    /* fraction of the way from the ankle to the end of the foot */
    const float clear = 0.02f * search_height(s), ball = 0.8f;
    float reach[SIDES][2], ahead = 0;
    for (int side = 0; side < SIDES; side++) {
        float *ankle = s->legs[side].ankle, thin[3];
        int32_t thinnest, layer = ankle_layer(s, side, &thinnest);
        if (!leg_middle(s, side, thinnest, thin))
            leg_middle(s, side, s->sole, thin);
        ankle[0] = thin[0], ankle[1] = (float)layer, ankle[2] = thin[2];
        foot_reach(s, side, ankle[0], reach[side]);
        ahead += (reach[side][1] - ankle[2]) - (ankle[2] - reach[side][0]);
    }
    s->backwards = ahead > clear;
    s->landmark_warnings |= fabsf(ahead) <= clear ? HONE_AUTORIG_WARN_FACING : 0;
    for (int side = 0; side < SIDES; side++) {
        const float *ankle = s->legs[side].ankle, end = reach[side][s->backwards];
        float least = 0.05f * search_height(s), length = ball * (end - ankle[2]);
        if (fabsf(length) < least) /* no foot is visible */
            length = s->backwards ? least : -least;
        s->legs[side].toe[0] = ankle[0];
        s->legs[side].toe[1] = (float)s->low + 0.015f * search_height(s);
        s->legs[side].toe[2] = ankle[2] + length;
    }
}

bool hone_autorig_find_feet(search *s, hone_error *error)
{
    if (!find_soles(s, error) || !follow_legs(s, error))
        return false;
    double sum = 0;
    for (int side = 0; side < SIDES; side++) sum += (double)search_blob(s, s->leg_blobs[side][s->sole])->x;
    s->middle = (float)(sum / SIDES);
    find_facing(s);
    return true;
}

/* ---- hips and knees --------------------------------------------------------------------------------------------- */

/* Estimates the height of the hips where a skirt hides them: legs are about seven tenths of the shoulders' height.
 * If a waist was found, the estimate is averaged with a second one: the waist is above the hips by six tenths of its
 * distance from the shoulders. */
static float guess_hips(const search *s, float by_height, float shoulders)
{
    float by_waist = s->waist - 0.6f * (shoulders - s->waist);
    bool likely = s->waist > 0 && fabsf(by_waist - by_height) < 0.1f * search_height(s);
    return likely ? (by_height + by_waist) / 2 : by_height;
}

/* Legs that meet at the groin fill about its area; the hem of a skirt is much larger. */
static bool is_hem(const search *s)
{
    uint32_t legs = 0, above = 0;
    for (int side = 0; side < SIDES; side++)
        for (int32_t at = s->groin - 1; at > s->sole; at--)
            if (s->leg_blobs[side][at] != HONE_NONE) {
                legs += search_blob(s, s->leg_blobs[side][at])->area;
                break;
            }
    for (int32_t at = s->groin; at <= s->groin + search_layer(s, 0.03) - s->low && at < s->grid->size[1]; at++)
        above = s->core_areas[at] > above ? s->core_areas[at] : above;
    return 5 * above > 7 * legs;
}

void hone_autorig_find_knees(search *s)
{
    float shoulders = (s->arms[0].shoulder[1] + s->arms[1].shoulder[1]) / 2, ground = (float)s->low;
    float usual = ground + 0.7f * (shoulders - ground), height = (float)s->groin + 0.01f * search_height(s);
    if (!s->joined || (usual - height > 0.08f * search_height(s) && is_hem(s))) {
        s->landmark_warnings |= HONE_AUTORIG_WARN_HIPS;
        height = guess_hips(s, usual, shoulders);
    }
    for (int side = 0; side < SIDES; side++) {
        leg_marks *leg = &s->legs[side];
        float top = fminf(height, (float)s->groin) - 2;
        while (!leg_middle(s, side, (double)top, leg->hip)) top--;
        leg->hip[1] = height;
        float knee = (leg->hip[1] + leg->ankle[1]) / 2, below = knee;
        while (!leg_middle(s, side, (double)below, leg->knee)) below--;
        leg->knee[1] = knee;
    }
}
