#include "offline/motion_edit/key_kinds.h"
#include "offline/motion_edit/easing.h"
#include "offline/motion_edit/rotations.h"
#include <hone/motion_edit.h>
#include <math.h>
#include <string.h>

/* A section of a segment, and the largest error of its curves so far. */
typedef struct section {
    double begin, end, error;
} section;

/* Sets the curve of the section. changes: false: the value is the same at both keys. Returns the eased value at the end
 * of the section, 0 to 1. */
static double take_curve(section *s, hone_curve curve, bool changes, hone_curve *out)
{
    double error = 0;
    *out = changes ? hone_curve_part(curve, s->begin, s->end, &error) : curve;
    s->error = fmax(s->error, error);
    if (hone_curve_is_linear(curve) || !changes || s->end == 1)
        return s->end;
    hone_easing easing = hone_easing_of(curve);
    return hone_easing_cubic(easing.y1, easing.y2, hone_easing_parameter(&easing, s->end));
}

static float between(float from, float to, double part)
{
    if (from == to || part == 0)
        return from;
    return part == 1 ? to : (float)(from + part * ((double)to - from));
}

static bool same_bits(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

/* ---- bones ---- */

static void turn_between(const float from[4], const float to[4], double part, float out[4])
{
    double a[4], b[4];
    hone_turn_widen(from, a), hone_turn_widen(to, b);
    hone_turn_between(a, b, part, a);
    hone_turn_narrow(a, out);
}

static double bone_section(const void *from_key, const void *to_key, double begin, double end, void *out_key)
{
    const hone_bone_key *from = from_key, *to = to_key;
    hone_bone_key *out = out_key;
    section s = {begin, end, 0};
    bool turns = !same_bits(from->rotation, to->rotation, sizeof from->rotation);
    *out = *to;
    for (int i = 0; i < 3; i++) {
        bool moves = from->translation[i] != to->translation[i];
        double part = take_curve(&s, to->curves[i], moves, &out->curves[i]);
        out->translation[i] = between(from->translation[i], to->translation[i], part);
    }
    double part = take_curve(&s, to->curves[3], turns, &out->curves[3]);
    if (turns && part < 1)
        turn_between(from->rotation, to->rotation, part, out->rotation);
    out->physics_off = end < 1 ? from->physics_off : to->physics_off;
    return s.error;
}

static bool equal_bones(const void *a_key, const void *b_key)
{
    const hone_bone_key *a = a_key, *b = b_key;
    return same_bits(a->translation, b->translation, sizeof a->translation) &&
           same_bits(a->rotation, b->rotation, sizeof a->rotation) && a->physics_off == b->physics_off;
}

double hone_bone_key_divide(const hone_bone_key *from, const hone_bone_key *to, uint32_t frame, hone_bone_key *middle,
                            hone_curve after[4])
{
    double at = ((double)frame - from->frame) / ((double)to->frame - from->frame);
    hone_bone_key end;
    double error = bone_section(from, to, 0, at, middle);
    middle->frame = frame;
    error = fmax(error, bone_section(from, to, at, 1, &end));
    memcpy(after, end.curves, sizeof end.curves);
    return error;
}

/* ---- morphs ---- */

static double morph_section(const void *from, const void *to, double begin, double end, void *out)
{
    (void)begin;
    ((hone_morph_key *)out)->weight =
        between(((const hone_morph_key *)from)->weight, ((const hone_morph_key *)to)->weight, end);
    return 0;
}

static bool equal_morphs(const void *a, const void *b)
{
    return same_bits(&((const hone_morph_key *)a)->weight, &((const hone_morph_key *)b)->weight, sizeof(float));
}

/* ---- the camera ---- */

static double camera_section(const void *from_key, const void *to_key, double begin, double end, void *out_key)
{
    const hone_camera_key *from = from_key, *to = to_key;
    const hone_camera *a = &from->camera, *b = &to->camera;
    hone_camera_key *out = out_key;
    section s = {begin, end, 0};
    bool angles = !same_bits(a->angles, b->angles, sizeof a->angles);
    bool changes[6] = {a->target[0] != b->target[0], a->target[1] != b->target[1],
                       a->target[2] != b->target[2], angles,
                       a->distance != b->distance,   a->fov != b->fov};
    double part[6];
    *out = *to;
    for (int c = 0; c < 6; c++) part[c] = take_curve(&s, to->curves[c], changes[c], &out->curves[c]);
    for (int i = 0; i < 3; i++) {
        out->camera.target[i] = between(a->target[i], b->target[i], part[HONE_CAMERA_X + i]);
        out->camera.angles[i] = between(a->angles[i], b->angles[i], part[HONE_CAMERA_ANGLES]);
    }
    out->camera.distance = between(a->distance, b->distance, part[HONE_CAMERA_DISTANCE]);
    out->camera.fov = between(a->fov, b->fov, part[HONE_CAMERA_FOV]);
    out->camera.orthographic = end < 1 ? a->orthographic : b->orthographic;
    return s.error;
}

static bool equal_cameras(const void *a_key, const void *b_key)
{
    const hone_camera *a = &((const hone_camera_key *)a_key)->camera, *b = &((const hone_camera_key *)b_key)->camera;
    return same_bits(a->target, b->target, sizeof a->target) && same_bits(a->angles, b->angles, sizeof a->angles) &&
           a->distance == b->distance && a->fov == b->fov && a->orthographic == b->orthographic;
}

double hone_camera_key_divide(const hone_camera_key *from, const hone_camera_key *to, uint32_t frame,
                              hone_camera_key *middle, hone_curve after[6])
{
    double at = ((double)frame - from->frame) / ((double)to->frame - from->frame);
    hone_camera_key end;
    double error = camera_section(from, to, 0, at, middle);
    middle->frame = frame;
    error = fmax(error, camera_section(from, to, at, 1, &end));
    memcpy(after, end.curves, sizeof end.curves);
    return error;
}

/* ---- light and self-shadow ---- */

static double light_section(const void *from_key, const void *to_key, double begin, double end, void *out_key)
{
    (void)begin;
    const hone_light *from = &((const hone_light_key *)from_key)->light, *to = &((const hone_light_key *)to_key)->light;
    hone_light *out = &((hone_light_key *)out_key)->light;
    for (int i = 0; i < 3; i++) {
        out->colour[i] = between(from->colour[i], to->colour[i], end);
        out->direction[i] = between(from->direction[i], to->direction[i], end);
    }
    return 0;
}

static bool equal_lights(const void *a, const void *b)
{
    return same_bits(&((const hone_light_key *)a)->light, &((const hone_light_key *)b)->light, sizeof(hone_light));
}

static double shadow_section(const void *from_key, const void *to_key, double begin, double end, void *out_key)
{
    (void)begin;
    const hone_shadow_key *from = from_key, *to = to_key;
    hone_shadow_key *out = out_key;
    out->mode = end < 1 ? from->mode : to->mode;
    out->distance = between(from->distance, to->distance, end);
    return 0;
}

static bool equal_shadows(const void *a_key, const void *b_key)
{
    const hone_shadow_key *a = a_key, *b = b_key;
    return a->mode == b->mode && a->distance == b->distance;
}

/* ---- properties ---- */

static bool equal_properties(const void *a_key, const void *b_key)
{
    const hone_property_key *a = a_key, *b = b_key;
    if (a->visible != b->visible || a->state_count != b->state_count)
        return false;
    for (uint32_t i = 0; i < a->state_count; i++)
        if (a->states[i].enabled != b->states[i].enabled || strcmp(a->states[i].name.text, b->states[i].name.text) != 0)
            return false;
    return true;
}

const hone_key_kind hone_key_kinds[KEY_TYPE_COUNT] = {
    [KEY_BONE] = {KEY_BONE, sizeof(hone_bone_key), bone_section, equal_bones, false},
    [KEY_MORPH] = {KEY_MORPH, sizeof(hone_morph_key), morph_section, equal_morphs, false},
    [KEY_CAMERA] = {KEY_CAMERA, sizeof(hone_camera_key), camera_section, equal_cameras, true},
    [KEY_LIGHT] = {KEY_LIGHT, sizeof(hone_light_key), light_section, equal_lights, false},
    [KEY_SHADOW] = {KEY_SHADOW, sizeof(hone_shadow_key), shadow_section, equal_shadows, false},
    [KEY_PROPERTY] = {KEY_PROPERTY, sizeof(hone_property_key), NULL, equal_properties, false},
};
