#include "dancers.h"

/* Rows that look at the hero's beginning. */
static hone_rigid_transform place(const terrain *ground, int i)
{
    hone_rigid_transform out = HONE_RIGID_TRANSFORM_IDENTITY;
    float row = (float)(i / 10), column = (float)(i % 10), shift = i / 10 % 2 ? 0.5f : 0;
    out.translation[0] = ground->square[0] + (column - 4.75f + shift) * 1.7f * ground->scale;
    out.translation[2] = ground->square[1] + (row - 4.5f) * 1.7f * ground->scale;
    float turn = (float)HONE_PI + 0.3f * sinf((float)i * 2.4f);
    hone_quat_from_euler(HONE_EULER_YXZ, (float[3]){0, turn, 0}, out.rotation);
    return out;
}

bool dancers_create(dancers *d, const hone_model *model, hone_motion *dance, const terrain *ground, hone_error *error)
{
    *d = (dancers){0};
    for (int i = 0; i < DANCERS; i++) {
        const hone_play_desc desc = {.loop = true, .offset = i % 7 * 0.9, .speed = 0.9 + 0.02 * (i % 11)};
        d->worlds[i] = place(ground, i);
        d->actors[i] = hone_actor_create(&(hone_actor_desc){.model = model}, error);
        if (!d->actors[i] || !hone_actor_play(d->actors[i], dance, &desc, error))
            return false;
    }
    return true;
}

void dancers_destroy(dancers *d)
{
    for (int i = 0; i < DANCERS; i++) hone_actor_destroy(d->actors[i]);
    *d = (dancers){0};
}

bool dancers_update(dancers *d, double seconds, hone_error *error)
{
    bool ok = true;
    for (int i = 0; ok && i < DANCERS; i++) ok = hone_actor_update(d->actors[i], seconds, error);
    return ok;
}
