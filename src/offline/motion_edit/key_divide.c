/* New keys between two others. */
#include "offline/motion_edit/easing.h"
#include <hone/motion_edit.h>
#include <math.h>
#include <string.h>

/* The position of the new key in its segment, and the largest error so far. */
typedef struct division {
    double at, error;
} division;

static division divide_at(uint32_t from, uint32_t to, uint32_t frame)
{
    return (division){((double)frame - from) / ((double)to - from), 0};
}

/* Divides a curve. changes: whether the values of both keys differ, so that the error matters. Returns the value at the
 * new key, 0 to 1. */
static double divide_curve(division *d, hone_curve curve, bool changes, hone_curve *before, hone_curve *after)
{
    double error[2];
    *before = hone_curve_part(curve, 0, d->at, &error[0]);
    *after = hone_curve_part(curve, d->at, 1, &error[1]);
    if (changes)
        d->error = fmax(d->error, fmax(error[0], error[1]));
    hone_easing easing = hone_easing_of(curve);
    if (hone_curve_is_linear(curve))
        return d->at;
    return hone_easing_cubic(easing.y1, easing.y2, hone_easing_parameter(&easing, d->at));
}

static float between(float from, float to, double part)
{
    return from == to ? from : (float)(from + part * ((double)to - from));
}

/* Slerp in double precision, the shorter way. */
static void turn_between(const float from[4], const float to[4], double part, float out[4])
{
    double cosine = 0, q[4], square = 0;
    for (int i = 0; i < 4; i++) cosine += (double)from[i] * to[i];
    double sign = cosine < 0 ? -1 : 1, angle = acos(fmin(fabs(cosine), 1)), sine = sin(angle);
    double a = sine > 1e-6 ? sin((1 - part) * angle) / sine : 1 - part;
    double b = sine > 1e-6 ? sin(part * angle) / sine : part;
    for (int i = 0; i < 4; i++) {
        q[i] = a * from[i] + sign * b * to[i];
        square += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++) out[i] = (float)(q[i] / sqrt(square));
}

double hone_bone_key_divide(const hone_bone_key *from, const hone_bone_key *to, uint32_t frame, hone_bone_key *middle,
                            hone_curve after[4])
{
    division d = divide_at(from->frame, to->frame, frame);
    hone_bone_key out = {.frame = frame, .physics_off = from->physics_off};
    for (int i = 0; i < 3; i++) {
        bool changes = from->translation[i] != to->translation[i];
        double part = divide_curve(&d, to->curves[i], changes, &out.curves[i], &after[i]);
        out.translation[i] = between(from->translation[i], to->translation[i], part);
    }
    bool turns = memcmp(from->rotation, to->rotation, sizeof from->rotation) != 0;
    double part = divide_curve(&d, to->curves[3], turns, &out.curves[3], &after[3]);
    memcpy(out.rotation, from->rotation, sizeof out.rotation);
    if (turns)
        turn_between(from->rotation, to->rotation, part, out.rotation);
    *middle = out;
    return d.error;
}

double hone_camera_key_divide(const hone_camera_key *from, const hone_camera_key *to, uint32_t frame,
                              hone_camera_key *middle, hone_curve after[6])
{
    const hone_camera *a = &from->camera, *b = &to->camera;
    bool angles = memcmp(a->angles, b->angles, sizeof a->angles) != 0;
    bool changes[6] = {a->target[0] != b->target[0], a->target[1] != b->target[1],
                       a->target[2] != b->target[2], angles,
                       a->distance != b->distance,   a->fov != b->fov};
    division d = divide_at(from->frame, to->frame, frame);
    hone_camera_key out = {.frame = frame, .camera = *a};
    double part[6];
    for (int c = 0; c < 6; c++) part[c] = divide_curve(&d, to->curves[c], changes[c], &out.curves[c], &after[c]);
    for (int i = 0; i < 3; i++) {
        out.camera.target[i] = between(a->target[i], b->target[i], part[HONE_CAMERA_X + i]);
        out.camera.angles[i] = between(a->angles[i], b->angles[i], part[HONE_CAMERA_ANGLES]);
    }
    out.camera.distance = between(a->distance, b->distance, part[HONE_CAMERA_DISTANCE]);
    out.camera.fov = between(a->fov, b->fov, part[HONE_CAMERA_FOV]);
    *middle = out;
    return d.error;
}
