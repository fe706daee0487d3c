#include "files/format/common/shot.h"
#include "base/error.h"
#include "base/trigonometry.h"
#include <math.h>
#include <string.h>

const double hone_shot_camera_tolerances[HONE_SHOT_WIDTH] = {2e-4, 2e-4, 2e-4, 1e-5, 1e-5, 1e-5, 2e-4, 1e-3};

enum { FRAMES_PER_KEY_MAX = 64, WINDOW = FRAMES_PER_KEY_MAX + 2 };

/* ---- samples -------------------------------------------------------------------------------------------------- */

/* The frames that were sampled last: a file may have very many. */
typedef struct samples {
    const hone_shot_desc *desc;
    double values[WINDOW][HONE_SHOT_WIDTH]; /* of frame f at f % WINDOW */
    double first[HONE_SHOT_WIDTH];          /* of frame 0 */
    uint32_t next;                          /* the frame that is sampled next */
    /* Whether all frames so far are like the first: some exporters write keys for whatever stands still. */
    bool still;
} samples;

/* Adds whole turns to an angle, so that it is near the one before. */
static double unwind(double before, double angle)
{
    return angle + 2 * HONE_PI * rint((before - angle) / (2 * HONE_PI));
}

/* Chooses those of the angles of one direction that are near the ones before. A camera that goes on over the zenith has
 * a pitch beyond it; otherwise heading and roll would jump by half a turn. */
static void unwind_camera(const double before[3], double angles[3])
{
    const double other[3] = {HONE_PI - angles[0], angles[1] + HONE_PI, angles[2] + HONE_PI};
    double here[3], there[3], to_here = 0, to_there = 0;
    for (int i = 0; i < 3; i++) {
        here[i] = unwind(before[i], angles[i]), there[i] = unwind(before[i], other[i]);
        to_here += fabs(here[i] - before[i]), to_there += fabs(there[i] - before[i]);
    }
    memcpy(angles, to_there < to_here / 2 ? there : here, sizeof here);
}

static void sample(const hone_shot_desc *desc, double frame, const double *before, double out[HONE_SHOT_WIDTH])
{
    desc->sample(desc->user, frame, out);
    if (before && desc->angles != HONE_NONE)
        unwind_camera(before + desc->angles, out + desc->angles);
}

static bool are_alike(const hone_shot_desc *desc, const double *a, const double *b)
{
    for (uint32_t i = 0; i < desc->width; i++)
        if (!(fabs(a[i] - b[i]) <= desc->tolerances[i]))
            return false;
    return true;
}

static const double *at(samples *s, uint32_t frame)
{
    for (; s->next <= frame; s->next++) {
        double *values = s->values[s->next % WINDOW];
        sample(s->desc, s->next, s->next ? s->values[(s->next - 1) % WINDOW] : NULL, values);
        if (s->next == 0)
            memcpy(s->first, values, sizeof s->first);
        s->still = s->still && are_alike(s->desc, s->first, values);
    }
    return s->values[frame % WINDOW];
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

/* Whether the frames between two keys are on the line between them. */
static bool is_line(samples *s, uint32_t from, uint32_t to)
{
    const double *end = at(s, to), *begin = at(s, from);
    for (uint32_t f = from + 1; f < to; f++) {
        double t = (double)(f - from) / (to - from), line[HONE_SHOT_WIDTH];
        for (uint32_t i = 0; i < s->desc->width; i++) line[i] = begin[i] + (end[i] - begin[i]) * t;
        if (!are_alike(s->desc, line, at(s, f)))
            return false;
    }
    return true;
}

/* Whether the numbers jump between a frame and the next one: nearly all of the change is in one half of the time. */
static bool is_cut(samples *s, uint32_t from)
{
    double middle[HONE_SHOT_WIDTH];
    const double *b = at(s, from + 1), *a = at(s, from);
    sample(s->desc, from + 0.5, a, middle);
    for (uint32_t i = 0; i < s->desc->width; i++) {
        double whole = fabs(b[i] - a[i]), least = fmin(fabs(middle[i] - a[i]), fabs(b[i] - middle[i]));
        if (whole > 10 * s->desc->tolerances[i] && least < 0.05 * whole)
            return true;
    }
    return false;
}

/* Returns the frame of the next key. */
static uint32_t next_key(samples *s, uint32_t from, bool *no_cut)
{
    uint32_t to = from + 1;
    *no_cut = to < s->desc->frames && !is_cut(s, from);
    while (*no_cut && to + 1 < s->desc->frames && to - from < FRAMES_PER_KEY_MAX && is_line(s, from, to + 1)) to++;
    *no_cut = *no_cut && to == from + 1;
    return to;
}

uint32_t hone_shot_keys(const hone_shot_desc *desc, hone_shot_key *keys, uint32_t room)
{
    samples s = {.desc = desc, .still = true};
    uint32_t count = 0;
    bool no_cut = false;
    for (uint32_t f = 0; f < desc->frames; f = next_key(&s, f, &no_cut)) {
        const double *values = at(&s, f);
        if (keys && count < room) {
            keys[count] = (hone_shot_key){.frame = f, .no_cut = no_cut};
            memcpy(keys[count].values, values, desc->width * sizeof *values);
        }
        count++;
    }
    return s.still ? desc->still : count;
}

/* ---- cameras -------------------------------------------------------------------------------------------------- */

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static double normalise(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3 && length > 0; i++) v[i] /= length;
    return length;
}

/* Finds the angles of hone_camera: the view is Rz Rx Ry, whose rows are right, up and forward. A camera that looks
 * straight up or down has only a heading. */
static void set_angles(const double forward[3], const double up[3], double out[3])
{
    double right[3], above[3];
    cross(up, forward, right);
    normalise(right);
    cross(forward, right, above);
    bool upright = fabs(forward[0]) < 1e-6 && fabs(forward[2]) < 1e-6;
    out[0] = hone_asin(fmax(-1, fmin(1, forward[1])));
    out[1] = upright ? hone_atan2(right[2], right[0]) : hone_atan2(-forward[0], forward[2]);
    out[2] = upright ? 0 : hone_atan2(-right[1], above[1]);
}

void hone_shot_camera(const double eye[3], const double forward[3], const double up[3], double focus, double fov,
                      double out[HONE_SHOT_WIDTH])
{
    double along[3] = {forward[0], forward[1], forward[2]};
    if (!(normalise(along) > 0))
        along[2] = 1;
    for (int i = 0; i < 3; i++) out[HONE_SHOT_TARGET + i] = eye[i] + along[i] * focus;
    set_angles(along, up, out + HONE_SHOT_ANGLES);
    out[HONE_SHOT_DISTANCE] = -focus;
    out[HONE_SHOT_FOV] = fov;
}

static void set_key(const hone_shot_key *from, bool orthographic, hone_camera_key *out)
{
    *out = (hone_camera_key){.frame = from->frame, .no_cut = from->no_cut};
    for (int i = 0; i < 6; i++) out->curves[i] = (hone_curve)HONE_CURVE_LINEAR;
    for (int i = 0; i < 3; i++) {
        out->camera.target[i] = (float)from->values[HONE_SHOT_TARGET + i];
        out->camera.angles[i] = (float)from->values[HONE_SHOT_ANGLES + i];
    }
    out->camera.distance = (float)from->values[HONE_SHOT_DISTANCE];
    out->camera.fov = orthographic ? 30 : (float)from->values[HONE_SHOT_FOV];
    out->camera.orthographic = orthographic;
}

bool hone_shot_camera_keys(const hone_shot_desc *desc, bool orthographic, uint32_t most, hone_builder *builder,
                           hone_motion_data *out, hone_error *error)
{
    uint32_t count = hone_shot_keys(desc, NULL, 0);
    if (count == 0)
        return true;
    if (count > most) {
        hone_builder_warn(builder, "camera that needs too many keys: left out", 0);
        return true;
    }
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(builder));
    hone_shot_key *keys = hone_allocate(allocator, count, sizeof *keys);
    hone_camera_key *made = keys ? hone_builder_array(builder, count, sizeof *made) : NULL;
    if (made)
        hone_shot_keys(desc, keys, count);
    for (uint32_t k = 0; made && k < count; k++) set_key(&keys[k], orthographic, &made[k]);
    hone_deallocate(allocator, keys, count, sizeof *keys);
    out->camera_keys = made;
    out->camera_key_count = made ? count : 0;
    return made || hone_fail_memory(error);
}
