#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* A frame of a character that goes where its motion goes: the way is taken out of the pose and added to its place. A
 * game would keep the place out of walls before it sets it. */
static bool walk(hone_actor *actor, double seconds, hone_error *error)
{
    hone_actor_sample_frame(actor, hone_frame_from_seconds(seconds));
    hone_root_delta moved = hone_actor_root_motion(actor);
    hone_rigid_transform step = hone_root_delta_transform(&moved), world = hone_actor_world(actor);
    world = hone_rigid_transform_compose(&world, &step);
    hone_quat_normalise(world.rotation, world.rotation);
    if (!hone_actor_set_world(actor, &world, error) || !hone_actor_evaluate(actor, error))
        return false;
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    return true;
}

/* Loops a motion that walks, and prints where the character is. It goes on from one pass to the next. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: root_motion MODEL MOTION SECONDS\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = motion ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    hone_play_desc play = {.loop = true, .root = HONE_ROOT_WALK};
    bool ok = actor && hone_actor_play(actor, motion, &play, &error).id;
    for (int frame = 0; ok && frame <= 60 * strtod(argv[3], NULL); frame++) {
        ok = walk(actor, frame / 60.0, &error);
        hone_rigid_transform world = hone_actor_world(actor);
        if (ok && frame % 30 == 0)
            printf("%.1f s: at %.2f %.2f, turned by %.0f degrees\n", frame / 60.0, (double)world.translation[0],
                   (double)world.translation[2], (double)atan2f(world.rotation[1], world.rotation[3]) * 360 / HONE_PI);
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
