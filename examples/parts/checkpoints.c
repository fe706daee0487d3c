#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

static hone_actor *make_actor(const hone_model *model, const hone_motion *motion, hone_error *error)
{
    const hone_actor_physics physics = {.on = true, .options = {.exact = true}}; /* a time has one result */
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = physics}, error);
    if (actor && hone_actor_play(actor, motion, &(hone_play_desc){.loop = true}, error).id)
        return actor;
    hone_actor_destroy(actor);
    return NULL;
}

static hone_physics_world *world_of(const hone_actor *actor)
{
    return hone_physics_get_world(hone_actor_get_physics(actor));
}

/* A long film in parts: one actor simulates alone, the others begin late from its checkpoints. Prints whether all have
 * the same bits. */
int main(int argc, char **argv)
{
    if (argc != 3)
        return fprintf(stderr, "usage: checkpoints MODEL MOTION\n"), 2;
    enum { ACTORS = 3, FRAME = 20 * HONE_FRAMES_PER_SECOND };
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actors[ACTORS] = {NULL};
    bool ok = motion != NULL;
    for (int i = 0; i < ACTORS && ok; i++) ok = (actors[i] = make_actor(model, motion, &error)) != NULL;
    if (ok && !hone_actor_get_physics(actors[0]))
        ok = hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "%s: has no bodies", argv[1]);
    ok = ok && hone_physics_world_is_exact(world_of(actors[0])) &&
         hone_actor_simulate_frame(actors[0], FRAME, &error) &&
         hone_actor_copy_checkpoints(actors[1], actors[0], &error) && /* of actors that play the same, */
         hone_physics_world_copy_checkpoints(world_of(actors[2]), world_of(actors[0]), &error); /* or of worlds */
    for (int i = 0; i < ACTORS && ok; i++) ok = hone_actor_update_frame(actors[i], FRAME, &error);
    size_t size = hone_model_skeleton(model)->bone_count * sizeof(hone_affine);
    for (int i = 1; i < ACTORS && ok; i++)
        printf("actor %d: %s bits\n", i,
               memcmp(hone_actor_bones(actors[i]), hone_actor_bones(actors[0]), size) ? "other" : "the same");
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    for (int i = 0; i < ACTORS; i++) hone_actor_destroy(actors[i]);
    hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
