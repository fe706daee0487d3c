/* Samples a motion's scene: camera, light and self-shadow. */
#include <hone/math.h>
#include <hone/motion.h>

#include "core/motion/keys.h"

#include <string.h>

static float lerp(float from, float to, double t)
{
    return (float)(from + t * ((double)to - from));
}

/* The two keys around a frame and the position between them, 0..1. Before the first key and after the last, both are
 * the same key. */
typedef struct key_pair {
    uint32_t from, to;
    double s;
} key_pair;

static key_pair find_keys(const void *keys, size_t size, uint32_t count, double frame)
{
    hone_key_segment segment = {0};
    frame = hone_snap_frame(frame);
    hone_key_segment_seek(&segment, keys, size, count, frame);
    uint32_t from = hone_key_segment_key(&segment);
    if (!hone_key_segment_is_inner(&segment))
        return (key_pair){from, from, 0};
    return (key_pair){from, from + 1, hone_key_segment_position(&segment, frame)};
}

bool hone_motion_camera(const hone_motion *motion, double frame, hone_curve_mode curve, hone_camera *out)
{
    const hone_motion_data *data = hone_motion_get(motion);
    if (!data->camera_key_count)
        return false;
    key_pair at = find_keys(data->camera_keys, sizeof *data->camera_keys, data->camera_key_count, frame);
    const hone_camera_key *from = &data->camera_keys[at.from], *to = &data->camera_keys[at.to];
    *out = from->camera;
    if (to->frame - from->frame <= (to->no_cut ? 0 : 1)) /* a cut, or only one key */
        return true;
    double eased[6];
    for (int c = 0; c < 6; c++) eased[c] = hone_curve_evaluate(to->curves[c], at.s, curve);
    for (int i = 0; i < 3; i++) {
        out->target[i] = lerp(from->camera.target[i], to->camera.target[i], eased[HONE_CAMERA_X + i]);
        out->angles[i] = lerp(from->camera.angles[i], to->camera.angles[i], eased[HONE_CAMERA_ANGLES]);
    }
    out->distance = lerp(from->camera.distance, to->camera.distance, eased[HONE_CAMERA_DISTANCE]);
    out->fov = lerp(from->camera.fov, to->camera.fov, eased[HONE_CAMERA_FOV]);
    return true;
}

/* Normalises a direction. A direction without length becomes MMD's initial one. */
static void unit_direction(const float direction[3], float out[3])
{
    const hone_light start = HONE_LIGHT_DEFAULT;
    if (!hone_vec3_normalise(direction, out))
        memcpy(out, start.direction, sizeof start.direction);
}

bool hone_motion_light(const hone_motion *motion, double frame, hone_light *out)
{
    const hone_motion_data *data = hone_motion_get(motion);
    if (!data->light_key_count)
        return false;
    key_pair at = find_keys(data->light_keys, sizeof *data->light_keys, data->light_key_count, frame);
    const hone_light *from = &data->light_keys[at.from].light, *to = &data->light_keys[at.to].light;
    float direction[3];
    for (int i = 0; i < 3; i++) {
        out->colour[i] = lerp(from->colour[i], to->colour[i], at.s);
        direction[i] = lerp(from->direction[i], to->direction[i], at.s);
    }
    unit_direction(direction, out->direction);
    return true;
}

bool hone_motion_shadow(const hone_motion *motion, double frame, uint8_t *mode, float *distance)
{
    const hone_motion_data *data = hone_motion_get(motion);
    if (!data->shadow_key_count)
        return false;
    key_pair at = find_keys(data->shadow_keys, sizeof *data->shadow_keys, data->shadow_key_count, frame);
    const hone_shadow_key *from = &data->shadow_keys[at.from], *to = &data->shadow_keys[at.to];
    *mode = from->mode;
    *distance = lerp(from->distance, to->distance, at.s);
    return true;
}
