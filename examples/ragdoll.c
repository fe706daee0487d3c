#include "draw_actor.h"
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* The largest speed of a part, in the model's units a second. */
static float fastest_part(const hone_physics *physics)
{
    float most = 0;
    hone_ragdoll_part part;
    for (uint32_t i = 0; hone_physics_ragdoll_part(physics, i, &part); i++)
        most = fmaxf(most, hone_vec3_length(part.motion.velocity));
    return most;
}

/* Lets all of the character go, or none of it. */
static bool set_weight(hone_actor *actor, float weight, hone_error *error)
{
    uint32_t count = hone_model_skeleton(hone_actor_model(actor))->bone_count;
    float *weights = calloc(count + 1, sizeof *weights);
    for (uint32_t b = 0; weights && b < count; b++) weights[b] = weight;
    bool ok = weights && hone_actor_set_ragdoll(actor, weights, error);
    free(weights);
    return ok;
}

/* Takes steps of 1/60 s, and prints the height of the first part, the hips, each half second. */
static bool fall(hone_actor *actor, int *step, int count, hone_error *error)
{
    hone_ragdoll_part hips;
    for (int end = *step + count; *step < end;) {
        if (!hone_actor_update(actor, ++*step / 60.0, error))
            return false;
        if (*step % 30 == 0 && hone_physics_ragdoll_part(hone_actor_get_physics(actor), 0, &hips))
            printf("%.1f s: hips at %.2f, fastest part %.2f\n", *step / 60.0, (double)hips.motion.place.m[1][3],
                   (double)fastest_part(hone_actor_get_physics(actor)));
    }
    return true;
}

/* Drops a character on the floor with a push against the head, and lets it get up after five seconds. */
int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3)
        return fprintf(stderr, "usage: ragdoll MODEL [OUT.png]\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_actor_physics physics = {.on = true, .ragdoll = true, .options = {.floor = true}};
    hone_actor *actor =
        model ? hone_actor_create(&(hone_actor_desc){.model = model, .physics = physics}, &error) : NULL;
    int step = 0;
    bool ok = actor && fall(actor, &step, 30, &error) && set_weight(actor, 1, &error);
    hone_ragdoll_part part;
    for (uint32_t i = 0; ok && hone_physics_ragdoll_part(hone_actor_get_physics(actor), i, &part); i++)
        if (part.bone == hone_model_humanoid(model).bones[HONE_HUMANOID_HEAD]) /* or the neck, if the model has one */
            hone_actor_push_bone(actor, (uint32_t)part.bone, (const float[3]){0, 0, part.mass}, NULL, NULL);
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t b = 0; ok && b < data->body_count; b++)
        if (data->bodies[b].mode != HONE_BODY_FOLLOWS) /* hair and skirts are pushed, too */
            hone_actor_push_body(actor, b, (const float[3]){0, 0, data->bodies[b].mass}, NULL, NULL);
    ok = ok && fall(actor, &step, 270, &error) && (argc < 3 || draw_actor(actor, argv[1], argv[2], &error));
    for (int i = 29; ok && i >= 0; i--) /* within half a second */
        ok = set_weight(actor, (float)i / 30, &error) && fall(actor, &step, 1, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_model_release(model);
    return !ok;
}
