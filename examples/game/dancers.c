#include "dancers.h"

/* In rows, looking at where the hero begins. */
static hone_affine place_of(const terrain *ground, int i)
{
    int row = i / 10, column = i % 10;
    float right = (float)column + (row % 2 ? 0.5f : 0) - 4.75f, back = (float)row - 4.5f, rotation[4];
    const float at[3] = {ground->square[0] + right * 1.7f * ground->scale, 0,
                         ground->square[1] + back * 1.7f * ground->scale};
    hone_quat_from_euler(HONE_EULER_YXZ, (float[3]){0, (float)HONE_PI + 0.3f * sinf((float)i * 2.4f), 0}, rotation);
    return hone_affine_from_rotation(rotation, at);
}

bool dancers_create(dancers *d, const hone_model *model, const hone_motion *dance, const terrain *ground,
                    hone_error *error)
{
    const hone_crowd_model_desc desc = {.model = model, .clip_count = 1, .clips = &dance, .bake_rate = 60};
    hone_crowd_model *shared = hone_crowd_model_create(&desc, error);
    *d = (dancers){0};
    d->crowd =
        shared ? hone_crowd_create(
                     &(hone_crowd_desc){.model = shared, .member_count = DANCERS, .play_count = 1, .interpolate = true},
                     error)
               : NULL;
    for (int i = 0; d->crowd && i < DANCERS; i++) {
        hone_crowd_writable_plays(d->crowd, (uint32_t)i)[0] =
            (hone_crowd_play){.weight = 1, .seconds = i % 7 * 0.9, .speed = 0.9f + 0.02f * (float)(i % 11)};
        hone_crowd_writable_places(d->crowd)[i] = place_of(ground, i);
    }
    hone_crowd_model_release(shared); /* the crowd retains it */
    return d->crowd != NULL;
}

void dancers_destroy(dancers *d)
{
    hone_crowd_destroy(d->crowd);
    *d = (dancers){0};
}

bool dancers_update(dancers *d, const float eye[3], const terrain *ground, double seconds, hone_error *error)
{
    const hone_crowd_lod lods[] = {{.distance = 15 * ground->scale, .period = 1}, {.distance = INFINITY, .period = 2}};
    double passed = seconds - d->seconds;
    d->seconds = seconds;
    hone_crowd_set_lods(d->crowd, eye, lods, 2);
    return hone_crowd_update(d->crowd, passed, NULL, error);
}
