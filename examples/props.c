#include <hone/hone.h>
#include <stdio.h>

/* Waves, 0.1 high and 3 long. */
static bool waves(void *user, const float position[3], float *height, float normal[3])
{
    (void)user;
    *height = 0.1f * sinf(2 * position[2]);
    hone_vec3_set(0, 1, -0.2f * cosf(2 * position[2]), normal);
    return true;
}

/* Throws a ball at a character, sweeps it aside with a moving wall, and prints where it is. Lengths are in metres: the
 * world says so, and the character is one of glTF. */
int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: props MODEL.glb\n"), 2;
    hone_error error = {0};
    hone_physics_options options = {.gravity = {0, -9.81f, 0}, .unit = (float)HONE_MMD_METRES};
    hone_physics_world *world = hone_physics_world_create(&options, NULL, &error);
    hone_model *model = world ? hone_model_load(argv[1], NULL, &error) : NULL;
    /* the parts of a ragdoll stand in the ball's way, also while the character does not fall */
    hone_actor_desc desc = {.model = model, .physics = {.on = true, .ragdoll = true, .world = world}};
    hone_actor *actor = model ? hone_actor_create(&desc, &error) : NULL;

    const hone_prop ground = {.shape = HONE_PROP_GROUND, .size = {0.25f}, .friction = 0.8f, .ground = waves};
    const hone_prop ball = {.shape = HONE_PROP_SPHERE,
                            .size = {0.12f},
                            .mass = 0.4f,
                            .friction = 0.5f,
                            .restitution = 0.6f,
                            .place = {{0, 0, 0, 1}, {0, 1.1f, 2}},
                            .velocity = {0, 2, -4}};
    const hone_prop wall = {
        .shape = HONE_PROP_BOX, .size = {0.05f, 0.5f, 0.3f}, .place = {{0, 0, 0, 1}, {-1.5f, 0.5f, 0.4f}}};
    hone_prop_id props[3] = {{0}};
    bool ok = actor != NULL;
    ok = ok && (props[0] = hone_physics_prop_add(world, &ground, &error)).id;
    ok = ok && (props[1] = hone_physics_prop_add(world, &ball, &error)).id;
    ok = ok && (props[2] = hone_physics_prop_add(world, &wall, &error)).id;
    for (int frame = 0; ok && frame <= 120; frame++) {
        hone_rigid_transform place = {{0, 0, 0, 1}, {0.02f * (float)frame - 1.5f, 0.5f, 0.4f}};
        ok = hone_physics_prop_place(world, props[2], &place, &error) && hone_actor_update(actor, frame / 60.0, &error);
        if (ok && frame == 60) /* an impulse: 0.4 kg become 2 m/s faster, upwards */
            ok = hone_physics_prop_push(world, props[1], (const float[3]){0, 0.8f, 0}, NULL, &error);
        hone_body_motion at;
        if (ok && frame % 15 == 0 && hone_physics_prop_motion(world, props[1], &at))
            printf("%.2f s: ball at %.2f %.2f %.2f\n", frame / 60.0, (double)at.place.m[0][3], (double)at.place.m[1][3],
                   (double)at.place.m[2][3]);
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_model_release(model), hone_physics_world_destroy(world);
    return !ok;
}
