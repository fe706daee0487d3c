#include "support/reference/reference_tracks.h"
#include <math.h>
#include <string.h>

/* Solves the curve by bisection. */
static double ease(hone_curve curve, double s)
{
    double low = 0, high = 1, x1 = curve.x1 / 127.0, y1 = curve.y1 / 127.0, x2 = curve.x2 / 127.0,
           y2 = curve.y2 / 127.0;
    for (int i = 0; i < 100; i++) {
        double t = (low + high) / 2, u = 1 - t;
        if (3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t < s)
            low = t;
        else
            high = t;
    }
    double u = 1 - low;
    return 3 * u * u * low * y1 + 3 * u * low * low * y2 + low * low * low;
}

static uint32_t frame_of(const void *keys, size_t size, uint32_t k)
{
    uint32_t frame;
    memcpy(&frame, (const char *)keys + k * size, sizeof frame);
    return frame;
}

/* The keys around a frame, and the position between them. */
typedef struct place {
    uint32_t from, to;
    double s;
} place;

static place find(const void *keys, size_t size, uint32_t count, double frame)
{
    uint32_t past = 0;
    while (past < count && frame_of(keys, size, past) <= frame) past++;
    if (past == 0 || past == count)
        return (place){past ? past - 1 : 0, past ? past - 1 : 0, 0};
    double first = frame_of(keys, size, past - 1), last = frame_of(keys, size, past);
    return (place){past - 1, past, (frame - first) / (last - first)};
}

static double mix(double a, double b, double t)
{
    return a + t * (b - a);
}

static void slerp(const float a[4], const float b[4], double t, double out[4])
{
    double cosine = 0, square = 0;
    for (int i = 0; i < 4; i++) cosine += (double)a[i] * b[i];
    double sign = cosine < 0 ? -1 : 1, angle = acos(fmin(1, fabs(cosine)));
    double wa = angle < 1e-7 ? 1 - t : sin((1 - t) * angle) / sin(angle);
    double wb = angle < 1e-7 ? t : sin(t * angle) / sin(angle);
    for (int i = 0; i < 4; i++) {
        out[i] = wa * a[i] + sign * wb * b[i];
        square += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++) out[i] /= sqrt(square);
}

reference_offset reference_bone_track(const hone_bone_track *track, double frame)
{
    place at = find(track->keys, sizeof *track->keys, track->key_count, frame);
    const hone_bone_key *a = &track->keys[at.from], *b = &track->keys[at.to];
    reference_offset out = {.physics_off = a->physics_off};
    for (int i = 0; i < 3; i++)
        out.translation[i] = mix(a->translation[i], b->translation[i], ease(b->curves[i], at.s));
    slerp(a->rotation, b->rotation, ease(b->curves[3], at.s), out.rotation);
    return out;
}

double reference_morph_track(const hone_morph_track *track, double frame)
{
    place at = find(track->keys, sizeof *track->keys, track->key_count, frame);
    return mix(track->keys[at.from].weight, track->keys[at.to].weight, at.s);
}

reference_camera reference_camera_keys(const hone_camera_key *keys, uint32_t count, double frame)
{
    place at = find(keys, sizeof *keys, count, frame);
    const hone_camera_key *to = &keys[at.to];
    const hone_camera *a = &keys[at.from].camera, *b = to->frame - keys[at.from].frame <= 1 ? a : &to->camera;
    reference_camera out = {.orthographic = a->orthographic};
    for (int i = 0; i < 3; i++) {
        out.target[i] = mix(a->target[i], b->target[i], ease(to->curves[i], at.s));
        out.angles[i] = mix(a->angles[i], b->angles[i], ease(to->curves[HONE_CAMERA_ANGLES], at.s));
    }
    out.distance = mix(a->distance, b->distance, ease(to->curves[HONE_CAMERA_DISTANCE], at.s));
    out.fov = mix(a->fov, b->fov, ease(to->curves[HONE_CAMERA_FOV], at.s));
    return out;
}

void reference_light_keys(const hone_light_key *keys, uint32_t count, double frame, double colour[3],
                          double direction[3])
{
    place at = find(keys, sizeof *keys, count, frame);
    for (int i = 0; i < 3; i++) {
        colour[i] = mix(keys[at.from].light.colour[i], keys[at.to].light.colour[i], at.s);
        direction[i] = mix(keys[at.from].light.direction[i], keys[at.to].light.direction[i], at.s);
    }
}

double reference_shadow_keys(const hone_shadow_key *keys, uint32_t count, double frame, int *mode)
{
    place at = find(keys, sizeof *keys, count, frame);
    *mode = keys[at.from].mode;
    return mix(keys[at.from].distance, keys[at.to].distance, at.s);
}

bool reference_visible(const hone_property_key *keys, uint32_t count, double frame)
{
    return !count || keys[find(keys, sizeof *keys, count, frame).from].visible;
}

bool reference_chain(const hone_property_key *keys, uint32_t count, const char *chain, double frame)
{
    bool on = true, named = false;
    for (uint32_t k = 0; k < count && (keys[k].frame <= frame || !named); k++)
        for (uint32_t s = 0; s < keys[k].state_count; s++)
            if (strcmp(keys[k].states[s].name.text, chain) == 0)
                on = keys[k].states[s].enabled, named = true;
    return on;
}

double reference_angle(const double a[4], const double b[4])
{
    double cosine = 0;
    for (int i = 0; i < 4; i++) cosine += a[i] * b[i];
    return 2 * acos(fmin(1, fabs(cosine)));
}
