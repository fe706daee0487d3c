/* Finds the trunk of a figure: from the groin to the crown, with waist, neck, head and eyes. */
#include "base/error.h"
#include "offline/autorig/landmarks.h"
#include <hone/autorig.h>
#include <stdlib.h>

/* ---- layers of the trunk --------------------------------------------------------------------------------------- */

/* The largest blob of a layer that crosses the middle. */
static int32_t central(const search *s, int32_t layer)
{
    int32_t best = HONE_NONE;
    for (uint32_t b = s->voxel_layers.begin[layer]; b < s->voxel_layers.begin[layer + 1]; b++) {
        const blob *at = &s->voxel_layers.blobs[b];
        if ((float)at->low[0] <= s->middle + 1 && (float)at->high[0] >= s->middle - 1 &&
            (best == HONE_NONE || at->area > s->voxel_layers.blobs[best].area))
            best = (int32_t)b;
    }
    return best;
}

/* Follows the trunk from layer to layer, across gaps of at most 3 % of the height. Only the overlap near the middle
 * counts, because some layers include the arms. */
static void follow(search *s, int32_t from, int32_t step, int32_t stop)
{
    int32_t reach = search_layer(s, 0.03) - s->low, last = from;
    int32_t left = (int32_t)(s->middle - 0.05f * search_height(s)), right = (int32_t)(2 * s->middle) - left;
    for (int32_t layer = from + step; layer != stop && abs(layer - last) <= reach; layer += step) {
        int32_t found = hone_voxel_layers_over(&s->voxel_layers, (uint32_t)s->trunk_blobs[last], layer, left, right);
        if (found == HONE_NONE)
            continue;
        s->trunk_blobs[layer] = found;
        last = layer;
    }
}

/* Number of the trunk's cells in a layer that are near the middle. */
static uint32_t count_core(const search *s, int32_t layer)
{
    const voxels *g = s->grid;
    const double half = 0.09 * (double)search_height(s);
    int32_t at = s->trunk_blobs[layer];
    uint32_t area = 0;
    if (at == HONE_NONE)
        return 0;
    const blob *b = search_blob(s, at);
    for (int32_t z = b->low[1]; z <= b->high[1]; z++)
        for (int32_t x = b->low[0]; x <= b->high[0]; x++)
            area += fabs(x - (double)s->middle) <= half &&
                    s->voxel_layers.labels[voxel_at(g, x, layer, z)] == (uint32_t)at + 1;
    return area;
}

/* The largest area of the nearest layers, so that a gap between pieces is not taken for a thin place. */
static uint32_t steady_area(const search *s, int32_t layer)
{
    uint32_t most = 0;
    for (int32_t at = layer - 2; at <= layer + 2; at++)
        if (at >= 0 && at < s->grid->size[1] && s->core_areas[at] > most)
            most = s->core_areas[at];
    return most;
}

/* Finds the layer with the smallest area compared with the largest one above it and the largest one below it. */
static void find_neck(search *s)
{
    const double clearly = 2, least = 1.5;
    int32_t low = search_layer(s, 0.4), high = search_layer(s, 0.95);
    double best = least;
    s->neck_layer = HONE_NONE;
    for (int32_t layer = low; layer < high; layer++) {
        uint32_t area = steady_area(s, layer), above = 0, below = 0;
        for (int32_t at = layer + 1; at <= s->high; at++) above = s->core_areas[at] > above ? s->core_areas[at] : above;
        for (int32_t at = low; at < layer; at++) below = s->core_areas[at] > below ? s->core_areas[at] : below;
        double thin = area ? (double)(above < below ? above : below) / area : 0;
        if (thin > best)
            best = thin, s->neck_layer = layer;
    }
    s->neck_seen = best > clearly;
}

bool hone_autorig_find_trunk(search *s, hone_error *error)
{
    int32_t start = search_layer(s, 0.7);
    s->trunk_blobs[start] = central(s, start);
    if (s->trunk_blobs[start] == HONE_NONE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no trunk was found above the legs");
    follow(s, start, 1, s->grid->size[1]);
    follow(s, start, -1, s->groin - 1);
    for (int32_t layer = 0; layer < s->grid->size[1]; layer++) s->core_areas[layer] = count_core(s, layer);
    find_neck(s);
    return true;
}

/* ---- joints ----------------------------------------------------------------------------------------------------- */

/* The trunk in the layer that is nearest to a height, as there may be gaps in it. */
static const blob *trunk_at(const search *s, float height)
{
    int32_t layer = (int32_t)lroundf(height), best = search_layer(s, 0.7); /* where the trunk was first seen */
    for (int32_t at = 0; at < s->grid->size[1]; at++)
        if (s->trunk_blobs[at] != HONE_NONE && abs(at - layer) < abs(best - layer))
            best = at;
    return search_blob(s, s->trunk_blobs[best]);
}

/* The centre of the trunk at a height, in the plane of symmetry. */
static void middle_at(const search *s, float height, float out[3])
{
    out[0] = s->middle, out[1] = height, out[2] = trunk_at(s, height)->z;
}

/* Finds the thinnest layer between shoulders and hips, if it is thinner than the chest. Stops where the area falls
 * below half of the smallest so far, because the body ends there inside a skirt. */
static void find_waist(search *s, float shoulders)
{
    uint32_t least = UINT32_MAX, chest = 0;
    s->waist = 0;
    for (int32_t layer = (int32_t)shoulders - (search_layer(s, 0.05) - s->low); layer > s->groin; layer--) {
        uint32_t area = s->core_areas[layer];
        if (area && 2 * area < least && least != UINT32_MAX)
            break;
        chest = area > chest ? area : chest;
        if (area && area < least && 10 * area < 9 * chest)
            least = area, s->waist = (float)layer;
    }
}

/* The neck extends as far as its area is at most 1.6 times the smallest one. */
static void neck_ends(const search *s, float ends[2])
{
    uint32_t limit = s->core_areas[s->neck_layer] * 8 / 5;
    for (int up = 0; up < 2; up++) {
        int32_t layer = s->neck_layer, step = up ? 1 : -1;
        while (layer + step > s->low && layer + step < s->high && s->core_areas[layer + step] <= limit) layer += step;
        ends[up] = (float)layer;
    }
}

static void find_head(search *s, float shoulders)
{
    trunk_marks *t = &s->trunk;
    float ends[2], height = search_height(s);
    int32_t top = s->high;
    while (top > s->low && s->trunk_blobs[top] == HONE_NONE) top--;
    if (s->neck_layer != HONE_NONE && (float)s->neck_layer > shoulders) {
        neck_ends(s, ends);
        ends[0] = fmaxf(ends[0], shoulders);
        middle_at(s, (float)s->neck_layer, t->neck);
    } else {
        s->landmark_warnings |= HONE_AUTORIG_WARN_NECK;
        ends[0] = shoulders + 0.03f * height, ends[1] = ends[0] + 0.045f * height;
        middle_at(s, ends[0], t->neck);
    }
    for (int i = 0; i < 3; i++) t->head[i] = t->crown[i] = t->neck[i];
    t->neck[1] = ends[0], t->head[1] = fminf(ends[1], ends[0] + 0.08f * height);
    t->crown[1] = (float)top;
}

/* Eyes are not searched for: they are placed where most figures have them. */
static void place_eyes(search *s)
{
    trunk_marks *t = &s->trunk;
    float height = t->head[1] + 0.28f * (t->crown[1] - t->head[1]);
    const blob *face = trunk_at(s, height);
    float half = fminf((float)(face->high[0] - face->low[0]) / 2, t->crown[1] - t->head[1]);
    for (int side = 0; side < SIDES; side++) {
        t->eyes[side][0] = s->middle + (side ? -0.27f : 0.27f) * half;
        t->eyes[side][1] = height;
        t->eyes[side][2] = face->z + (s->backwards ? 0.3f : -0.3f) * half;
    }
}

void hone_autorig_find_spine(search *s)
{
    float shoulders = (s->arms[0].shoulder[1] + s->arms[1].shoulder[1]) / 2;
    find_waist(s, shoulders);
    hone_autorig_find_knees(s);
    find_head(s, shoulders);
    place_eyes(s);
    trunk_marks *t = &s->trunk;
    float hips = (s->legs[0].hip[1] + s->legs[1].hip[1]) / 2;
    middle_at(s, hips + 0.29f * (t->neck[1] - hips), t->spine);
    middle_at(s, hips + 0.53f * (t->neck[1] - hips), t->chest);
    for (int side = 0; side < SIDES; side++) {
        arm_marks *arm = &s->arms[side];
        hone_vec3_copy(t->neck, arm->collar);
        arm->collar[0] += 0.25f * (arm->shoulder[0] - s->middle);
        arm->collar[1] = arm->shoulder[1] + 0.15f * (t->neck[1] - arm->shoulder[1]);
    }
}
