/* Bakes a camera's motion to a position and a rotation per key, for players that know nothing of MMD's cameras. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/trigonometry.h"
#include "files/format/common/shot.h"
#include "offline/bake/key_reduction.h"
#include <hone/bake.h>
#include <hone/math.h>
#include <string.h>

/* Computes the camera's place: the inverse of V = T(0,0,-distance) Rz Rx Ry T(-target). */
static void place(const hone_camera *camera, float position[3], float rotation[4])
{
    const float *a = camera->angles, eye[3] = {0, 0, camera->distance};
    const float x[4] = {hone_sinf(a[0] / 2), 0, 0, hone_cosf(a[0] / 2)},
                y[4] = {0, hone_sinf(a[1] / 2), 0, hone_cosf(a[1] / 2)},
                z[4] = {0, 0, hone_sinf(a[2] / 2), hone_cosf(a[2] / 2)};
    float turned[4];
    hone_quat_multiply(z, x, turned);
    hone_quat_multiply(turned, y, turned);
    hone_quat_conjugate(turned, turned);
    hone_quat_normalise(turned, rotation);
    hone_quat_rotate(rotation, eye, position);
    hone_vec3_add(position, camera->target, position);
}

typedef struct camera_samples {
    float (*positions)[3], (*rotations)[4];
    float *views;   /* fields of view, or of parallel lines of sight half the height of what is seen */
    float furthest; /* largest distance of the target from the eye */
    bool parallel;  /* whether all lines of sight are parallel */
    bool zooms;     /* whether the views differ */
} camera_samples;

/* What an orthographic camera sees is as high as what a certain perspective one sees at the distance of its target. */
static float half_height(const hone_camera *camera)
{
    return fabsf(camera->distance) * (float)HONE_SHOT_FLAT_SLOPE;
}

static hone_camera camera_at(const hone_motion *motion, uint32_t sample)
{
    hone_camera camera = HONE_CAMERA_DEFAULT;
    hone_motion_camera(motion, (double)sample / HONE_BAKE_TIMES_PER_FRAME, HONE_CURVE_EXACT, &camera);
    return camera;
}

static bool is_parallel(const hone_motion *motion, uint32_t count)
{
    bool parallel = true;
    for (uint32_t f = 0; f < count && parallel; f++) parallel = camera_at(motion, f).orthographic;
    return parallel;
}

static void sample(const hone_motion *motion, uint32_t count, camera_samples *out)
{
    out->parallel = is_parallel(motion, count);
    for (uint32_t f = 0; f < count; f++) {
        const hone_camera camera = camera_at(motion, f);
        place(&camera, out->positions[f], out->rotations[f]);
        out->views[f] = out->parallel ? half_height(&camera) : camera.fov;
        out->zooms |= out->views[f] != out->views[0];
        out->furthest = fmaxf(out->furthest, fabsf(camera.distance));
        if (f && hone_quat_dot(out->rotations[f - 1], out->rotations[f]) < 0)
            for (int i = 0; i < 4; i++) out->rotations[f][i] = -out->rotations[f][i];
    }
}

static bool fill(hone_builder *builder, const hone_bake_track *track, const char *name, hone_channel_path path,
                 uint32_t count, bake_grid grid, uint32_t *kept, hone_channel *out)
{
    uint32_t found = hone_tracks_reduce_keys(track, 1, count, grid, kept);
    hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
    double *times = hone_builder_array(builder, found, sizeof *times);
    float *values = hone_builder_array(builder, found, track->width * sizeof *values);
    if (!target || !times || !values)
        return false;
    *target = (hone_channel_target){name, HONE_NONE};
    *out = (hone_channel){.path = (uint8_t)path,
                          .target_count = 1,
                          .targets = target,
                          .key_count = found,
                          .times = times,
                          .values = values};
    for (uint32_t k = 0; k < found; k++) {
        times[k] = kept[k] / (double)(HONE_BAKE_TIMES_PER_FRAME * HONE_FRAMES_PER_SECOND);
        memcpy(values + (size_t)k * track->width, track->values + (size_t)kept[k] * track->width,
               track->width * sizeof *values);
    }
    return true;
}

/* Returns how many channels there are; 0: out of memory. A point at the edge of the picture may be as far from its
 * place as the point that the camera looks at. */
static uint32_t bake(const hone_motion *motion, uint32_t count, float tolerance, hone_arena *scratch,
                     hone_builder *builder, hone_channel *channels)
{
    camera_samples samples = {.positions = hone_arena_array(scratch, count, sizeof *samples.positions),
                              .rotations = hone_arena_array(scratch, count, sizeof *samples.rotations),
                              .views = hone_arena_array(scratch, count, sizeof *samples.views)};
    uint32_t *kept = hone_arena_array(scratch, count, sizeof *kept);
    if (!samples.positions || !samples.rotations || !samples.views || !kept || !channels)
        return 0;
    sample(motion, count, &samples);
    const hone_bake_track positions = {*samples.positions, 3, false, tolerance / 2, 0};
    const float turn = tolerance / 4 / fmaxf(samples.furthest, 1e-3f);
    const hone_bake_track rotations = {*samples.rotations, 4, true, turn, 0};
    const float off = samples.parallel ? tolerance / 4 : turn * (float)(180 / HONE_PI);
    const hone_bake_track views = {samples.views, 1, false, off, 0};
    const char *view = samples.parallel ? "height" : "fov";
    const bake_grid grid = {.per_frame = HONE_BAKE_TIMES_PER_FRAME, .whole = tolerance == 0};
    bool ok = fill(builder, &positions, "camera", HONE_CHANNEL_TRANSLATION, count, grid, kept, &channels[0]) &&
              fill(builder, &rotations, "camera", HONE_CHANNEL_ROTATION, count, grid, kept, &channels[1]) &&
              (!samples.zooms || fill(builder, &views, view, HONE_CHANNEL_WEIGHTS, count, grid, kept, &channels[2]));
    return !ok ? 0 : samples.zooms ? 3 : 2;
}

hone_motion *hone_bake_camera(const hone_motion *motion, uint32_t last_frame, float tolerance,
                              const hone_allocator *allocator, hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(motion);
    if (!motion)
        return hone_fail_null(error, "the motion of a camera"), NULL;
    if (data->camera_key_count == 0 || last_frame >= HONE_BAKE_MAX_FRAMES || !(tolerance >= 0 && tolerance < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, last_frame, "no camera keys, or too many frames"), NULL;
    hone_arena *scratch = hone_arena_create(allocator, 0, error);
    hone_builder *builder = scratch ? hone_builder_create(allocator, 0, error) : NULL;
    hone_channel *channels = hone_builder_array(builder, 3, sizeof *channels);
    hone_motion *out = NULL;
    uint32_t samples = last_frame * HONE_BAKE_TIMES_PER_FRAME + 1;
    uint32_t count = bake(motion, samples, tolerance, scratch, builder, channels);
    if (count) {
        const hone_motion_data baked = {.space = HONE_SPACE_MMD, .channel_count = count, .channels = channels};
        out = hone_motion_create(builder, &baked, NULL, error);
    } else {
        hone_fail_memory(error);
        hone_builder_destroy(builder);
    }
    hone_arena_destroy(scratch);
    return out;
}
