#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* Takes steps of 1/60 s, each with the bones that the animation has then: here those at rest. Returns the height of the
 * first part, the hips. */
static double take_steps(hone_physics *physics, const hone_physics_input *input, int count, hone_error *error)
{
    hone_ragdoll_part hips = {0};
    for (int i = 0; i < count; i++) {
        hone_physics_set_input(physics, input);
        if (!hone_physics_world_step(hone_physics_get_world(physics), error))
            return -10;
    }
    hone_physics_ragdoll_part(physics, 0, &hips);
    return (double)hips.motion.place.m[1][3];
}

/* Lets all parts go, with a push against the head and one against the hair, on a stage that is then taken away. */
static bool fall(hone_physics *physics, const hone_model *model, const hone_physics_input *input, const float *all,
                 hone_error *error)
{
    hone_physics_world *world = hone_physics_get_world(physics);
    const hone_humanoid human = hone_model_humanoid(model);
    const hone_model_data *data = hone_model_get(model);
    const hone_prop ground = {.shape = HONE_PROP_PLANE, .friction = 0.5f, .place = {{0, 0, 0, 1}, {0, -1, 0}}};
    const hone_prop box = {
        .shape = HONE_PROP_BOX, .size = {9, 0.1f, 9}, .friction = 0.5f, .place = {{0, 0, 0, 1}, {0, -0.1f, 0}}};
    hone_prop_id stage = hone_physics_prop_add(world, &box, error);
    if (!stage.id || !hone_physics_prop_add(world, &ground, error).id || take_steps(physics, input, 30, error) < -9 ||
        !hone_physics_set_ragdoll(physics, all, error))
        return false;
    int32_t head = human.bones[HONE_HUMANOID_HEAD];
    if (head != HONE_NONE)
        hone_physics_push_bone(physics, (uint32_t)head, (const float[3]){0, 0, 5}, NULL, NULL);
    for (uint32_t b = 0; b < data->body_count; b++)
        if (data->bodies[b].mode != HONE_BODY_FOLLOWS)
            hone_physics_push_body(physics, b, (const float[3]){0, 0, data->bodies[b].mass}, NULL, NULL);
    double on_stage = take_steps(physics, input, 240, error);
    if (on_stage < -9 || !hone_physics_prop_remove(world, stage, error))
        return false;
    double below = take_steps(physics, input, 120, error);
    printf("hips at %.2f on the stage, at %.2f below it\n", on_stage, below);
    return true;
}

/* Drops a character that no actor plays: the program gives the bones, and may take the parts back. */
int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: fall_by_hand MODEL\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_rig *rig = model ? hone_rig_create(&(hone_rig_desc){.model = model}, &error) : NULL; /* at rest */
    const hone_physics_desc desc = {.model = model, .ragdoll = true};
    hone_physics *physics = rig ? hone_physics_create(&desc, &error) : NULL;
    uint32_t bones = hone_model_skeleton(model)->bone_count;
    float *all = calloc(bones + 1, sizeof *all);
    for (uint32_t b = 0; all && b < bones; b++) all[b] = 1;
    hone_physics_input input = {.bones = rig ? hone_rig_bones(rig) : NULL};
    bool ok = physics && all;
    if (ok) {
        hone_physics_set_input(physics, &input);
        hone_physics_world_reset(hone_physics_get_world(physics));
        printf("%u parts\n", (unsigned)hone_physics_ragdoll_part_count(physics));
        ok = fall(physics, model, &input, all, &error);
    }
    if (ok) { /* a teleport: the input has the new place, too */
        const hone_rigid_transform by = {{0, 0, 0, 1}, {5, 0, 0}};
        const hone_affine world = hone_affine_from_rigid_transform(&by);
        input.world = &world;
        hone_physics_move(physics, &by);
        hone_ragdoll_part hips;
        ok = take_steps(physics, &input, 1, &error) > -9 && hone_physics_ragdoll_part(physics, 0, &hips);
        printf("moved to x = %.1f\n", ok ? (double)hips.motion.place.m[0][3] : 0);
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    free(all), hone_physics_destroy(physics), hone_rig_destroy(rig), hone_model_release(model);
    return !ok;
}
