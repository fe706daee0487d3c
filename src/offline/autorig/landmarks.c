/* Finds the joints of a human in a mesh: makes a solid of voxels, looks for feet, trunk, arms and spine in it, and
 * makes both sides symmetric where they nearly are. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "offline/autorig/human_skeleton.h"
#include <hone/autorig.h>
#include <hone/math.h>
#include <string.h>

enum { LAYERS = 200 };

/* ---- search ---------------------------------------------------------------------------------------------------- */

static bool start(search *s, voxels *grid, hone_arena *scratch)
{
    size_t layers = (size_t)grid->size[1];
    *s = (search){.grid = grid, .neck_layer = HONE_NONE};
    int32_t *lists[SIDES + 1];
    for (int i = 0; i <= SIDES; i++) {
        lists[i] = hone_arena_array(scratch, layers, sizeof *lists[i]);
        if (!lists[i])
            return false;
        for (size_t k = 0; k < layers; k++) lists[i][k] = HONE_NONE;
    }
    s->leg_blobs[0] = lists[0], s->leg_blobs[1] = lists[1], s->trunk_blobs = lists[SIDES];
    s->core_areas = hone_arena_array(scratch, layers, sizeof *s->core_areas);
    return s->core_areas && hone_voxel_layers_make(grid, scratch, &s->voxel_layers);
}

/* Finds the lowest and the highest layer that have cells. */
static bool measure(search *s, hone_error *error)
{
    const uint32_t *begin = s->voxel_layers.begin;
    int32_t layers = s->grid->size[1];
    if (begin[layers] == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no body was found: the triangles enclose nothing");
    for (s->low = 0; begin[s->low + 1] == begin[s->low];) s->low++;
    for (s->high = layers - 1; begin[s->high + 1] == begin[s->high];) s->high--;
    if (s->high - s->low < LAYERS / 4)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no body was found that stands upright");
    return true;
}

static bool search_axis(const hone_mesh *mesh, bool across, hone_arena *scratch, voxels *grid, search *s,
                        hone_error *error)
{
    if (!hone_voxels_make(mesh, across, LAYERS, scratch, grid, error) || !start(s, grid, scratch) ||
        !measure(s, error) || !hone_autorig_find_feet(s, error) || !hone_autorig_find_trunk(s, error) ||
        !hone_autorig_find_arms(s, scratch, error))
        return false;
    hone_autorig_find_spine(s);
    return true;
}

/* ---- conversion from cells to MMD's units ---------------------------------------------------------------------- */

static void to_world(const search *s, const float cell[3], float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = voxel_centre(s->grid, i, cell[i]);
    if (s->backwards)
        out[0] = -out[0], out[2] = -out[2];
}

static void arms_to_world(const search *s, const arm_marks *from, arm_marks *to)
{
    to_world(s, from->collar, to->collar);
    to_world(s, from->shoulder, to->shoulder);
    to_world(s, from->elbow, to->elbow);
    to_world(s, from->wrist, to->wrist);
    to_world(s, from->tip, to->tip);
    for (int i = 0; i < 3; i++) to->across[i] = s->backwards && i != 1 ? -from->across[i] : from->across[i];
}

static void legs_to_world(const search *s, const leg_marks *from, leg_marks *to)
{
    to_world(s, from->hip, to->hip);
    to_world(s, from->knee, to->knee);
    to_world(s, from->ankle, to->ankle);
    to_world(s, from->toe, to->toe);
}

static void marks_to_world(const search *s, bool across, autorig_landmarks *out)
{
    const float middle[3] = {s->middle, (float)s->low - 0.5f, 0};
    float at[3];
    *out =
        (autorig_landmarks){.quarters = (int)across + 2 * (int)s->backwards, .landmark_warnings = s->landmark_warnings};
    for (int side = 0; side < SIDES; side++) {
        int from = side ^ (int)s->backwards;
        legs_to_world(s, &s->legs[from], &out->legs[side]);
        arms_to_world(s, &s->arms[from], &out->arms[side]);
        to_world(s, s->trunk.eyes[from], out->trunk.eyes[side]);
    }
    to_world(s, s->trunk.spine, out->trunk.spine);
    to_world(s, s->trunk.chest, out->trunk.chest);
    to_world(s, s->trunk.neck, out->trunk.neck);
    to_world(s, s->trunk.head, out->trunk.head);
    to_world(s, s->trunk.crown, out->trunk.crown);
    if (!(s->landmark_warnings & HONE_AUTORIG_WARN_NECK))
        out->neck_thick = s->grid->cell * sqrtf((float)(search_blob(s, s->trunk_blobs[s->neck_layer])->area / HONE_PI));
    to_world(s, middle, at);
    out->middle = at[0], out->ground = at[1];
    out->height = out->trunk.crown[1] - out->ground;
}

/* ---- symmetry -------------------------------------------------------------------------------------------------- */

/* Replaces the points of both sides by their mirrored mean, if all pairs are alike. */
static bool even_out(float (*left)[3], float (*right)[3], int count, float middle, float alike)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(left[i][0] + right[i][0] - 2 * middle) < alike && fabsf(left[i][1] - right[i][1]) < alike &&
              fabsf(left[i][2] - right[i][2]) < alike))
            return false;
    for (int i = 0; i < count; i++) {
        float out = (left[i][0] - right[i][0]) / 2;
        left[i][0] = middle + out, right[i][0] = middle - out;
        for (int k = 1; k < 3; k++) left[i][k] = right[i][k] = (left[i][k] + right[i][k]) / 2;
    }
    return true;
}

/* Makes arms, legs and eyes symmetric; a middle within about a cell of x = 0 is moved there. */
static void make_even(autorig_landmarks *m)
{
    const float alike = 0.04f * m->height;
    float seen = m->middle;
    if (fabsf(seen) < 0.006f * m->height)
        m->middle = 0;
    for (float(*p)[3] = (float(*)[3]) & m->trunk, (*end)[3] = p + 5; p < end; p++) (*p)[0] += m->middle - seen;
    bool arms = even_out((float(*)[3]) & m->arms[0], (float(*)[3]) & m->arms[1], 5, m->middle, alike);
    bool legs = even_out((float(*)[3]) & m->legs[0], (float(*)[3]) & m->legs[1], 4, m->middle, alike);
    even_out(&m->trunk.eyes[0], &m->trunk.eyes[1], 1, m->middle, alike);
    if (!arms || !legs)
        m->landmark_warnings |= HONE_AUTORIG_WARN_SIDES;
    if (arms) {
        const float *a = m->arms[0].across, *b = m->arms[1].across;
        float mean[3] = {a[0] - b[0], a[1] + b[1], a[2] + b[2]};
        if (!hone_vec3_normalise(mean, mean))
            memset(mean, 0, sizeof mean);
        for (int i = 0; i < 3; i++) m->arms[0].across[i] = mean[i], m->arms[1].across[i] = i ? mean[i] : -mean[i];
    }
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

static bool try_axis(const hone_mesh *mesh, bool across, const hone_allocator *allocator, autorig_landmarks *out,
                     uint8_t *hangs_on_head, hone_error *error)
{
    voxels grid;
    search s;
    hone_error why = {0};
    hone_arena *scratch = hone_arena_create(allocator, 0, error);
    if (!scratch)
        return false;
    bool ok = search_axis(mesh, across, scratch, &grid, &s, &why) &&
              (s.landmark_warnings & HONE_AUTORIG_WARN_NECK ||
               hone_autorig_find_head(&s, mesh, across, scratch, hangs_on_head, &why));
    if (ok)
        marks_to_world(&s, across, out);
    else if (why.code)
        hone_fail(error, why.code, why.at, "%s", why.message);
    else
        hone_fail_memory(error);
    hone_arena_destroy(scratch);
    if (ok)
        make_even(out);
    return ok;
}

bool hone_autorig_find_landmarks(const hone_mesh *mesh, const hone_allocator *allocator, autorig_landmarks *out,
                                 uint8_t *hangs_on_head, hone_error *error)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            low[i] = fminf(low[i], mesh->positions[v][i]);
            high[i] = fmaxf(high[i], mesh->positions[v][i]);
        }
    bool across = high[2] - low[2] > high[0] - low[0]; /* the longest horizontal axis is that of the arms */
    hone_error first = {0}, second = {0};
    if (try_axis(mesh, across, allocator, out, hangs_on_head, &first))
        return true;
    if (first.code == HONE_ERROR_ARGUMENT && try_axis(mesh, !across, allocator, out, hangs_on_head, &second))
        return true;
    const hone_error *why = second.code == HONE_ERROR_MEMORY ? &second : &first;
    return hone_fail(error, why->code, why->at, "%s", why->message);
}
