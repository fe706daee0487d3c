#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static hone_actor *make_actor(const char *path, hone_error *error)
{
    hone_model *model = hone_model_load(path, NULL, error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, error);
    hone_model_release(model); /* the actor retains it */
    return actor;
}

/* Starts a motion at `now`. With no `from` it plays at once; else it replaces that one within half a second. */
static hone_play_id start(hone_actor *actor, hone_play_id from, const char *path, double now, hone_error *error)
{
    hone_motion *motion = hone_motion_load(path, NULL, error);
    if (!actor || !motion)
        return hone_motion_release(motion), (hone_play_id){0};
    hone_play_desc desc = {.loop = true, .start_seconds = now};
    if (from.id)
        desc.fade_in_seconds = 0.5;
    hone_play_id play = from.id ? hone_actor_cross_fade(actor, from, motion, &desc, error)
                                : hone_actor_play(actor, motion, &desc, error);
    hone_motion_release(motion); /* the actor retains it */
    return play;
}

/* Updates the actor to a time. Returns the largest distance that a bone has moved. */
static double step(hone_actor *actor, double seconds, float (*before)[3])
{
    float most = 0;
    hone_actor_update(actor, seconds, NULL); /* cannot fail without physics */
    for (uint32_t b = 0; b < hone_actor_writable_pose(actor)->bone_count; b++) {
        const hone_affine *bone = &hone_actor_bones(actor)[b];
        float now[3] = {bone->m[0][3], bone->m[1][3], bone->m[2][3]};
        most = fmaxf(most, hone_vec3_distance(now, before[b]));
        hone_vec3_copy(now, before[b]);
    }
    return (double)most;
}

/* Plays one motion, cross-fades to another after two seconds, and prints how far a bone moves within 1/60 s. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: cross_fade MODEL MOTION MOTION\n"), 2;
    hone_error error = {0};
    hone_actor *actor = make_actor(argv[1], &error);
    hone_play_id first = start(actor, (hone_play_id){0}, argv[2], 0, &error), second = {0};
    float(*before)[3] = calloc(actor ? hone_actor_writable_pose(actor)->bone_count + 1 : 1, sizeof *before);
    double alone = 0, within = 0;
    for (int frame = 0; first.id && before && frame <= 240; frame++) {
        if (frame == 120 && !(second = start(actor, first, argv[3], (frame - 1) / 60.0, &error)).id)
            break;
        double moved = step(actor, frame / 60.0, before);
        double *most = frame >= 120 && frame < 150 ? &within : &alone;
        *most = frame > 0 ? fmax(*most, moved) : 0;
    }
    if (second.id)
        printf("at most %.3f a frame, %.3f within the cross-fade; %u motion plays\n", alone, within,
               (unsigned)hone_actor_play_count(actor));
    else
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), free(before);
    return second.id == 0;
}
