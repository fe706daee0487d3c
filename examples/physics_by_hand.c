#include <hone/physics.h>
#include <stdio.h>
#include <string.h>

enum { HANDLE, BALL, BODIES };

/* A model made by program: a ball that hangs below a handle, two units long, and a bone for each. */
static hone_model *make_pendulum(hone_error *error)
{
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    if (!builder)
        return NULL;
    hone_bone *bones = hone_builder_array(builder, BODIES, sizeof *bones);
    hone_body *bodies = hone_builder_array(builder, BODIES, sizeof *bodies);
    hone_joint *joint = hone_builder_array(builder, 1, sizeof *joint);
    if (bones && bodies && joint) {
        bones[HANDLE] = (hone_bone){.name = "handle", .parent = HONE_NONE, .position = {0, 10, 0}};
        bones[BALL] = (hone_bone){.name = "ball", .parent = HANDLE, .position = {0, 8, 0}};
        for (int i = 0; i < BODIES; i++) {
            bones[i].tail_bone = bones[i].append_source = bones[i].ik = HONE_NONE;
            bodies[i] = (hone_body){.name = bones[i].name, .bone = i, .size = {0.25f}, .mass = 1};
            memcpy(bodies[i].position, bones[i].position, sizeof bodies[i].position);
        }
        bodies[HANDLE].mode = HONE_BODY_FOLLOWS;
        bodies[BALL].mode = HONE_BODY_DYNAMIC;
        *joint = (hone_joint){.name = "string", .body_a = HANDLE, .body_b = BALL, .position = {0, 10, 0}};
        joint->angular_lower[2] = -1, joint->angular_upper[2] = 1; /* radians about z; all else is locked */
    }
    hone_model_data data = {.space = HONE_SPACE_MMD, .body_count = BODIES, .bodies = bodies};
    data.skeleton = (hone_skeleton){.bone_count = BODIES, .bones = bones};
    data.joint_count = 1, data.joints = joint;
    return hone_model_create(builder, &data, NULL, error); /* reports it, too, if the builder had no memory */
}

/* Moves the handle one unit along x within a tenth of a second, takes 60 steps, and prints where the ball is. */
int main(void)
{
    hone_error error = {0};
    hone_model *model = make_pendulum(&error);
    hone_physics *physics = hone_physics_create(&(hone_physics_desc){.model = model}, &error);
    hone_affine bones[BODIES] = {HONE_AFFINE_IDENTITY, HONE_AFFINE_IDENTITY};
    for (int i = 0; i < BODIES; i++) bones[i].m[1][3] = 10 - 2.0f * (float)i;

    bool ok = physics != NULL;
    for (int step = 0; ok && step < 60; step++) {
        bones[HANDLE].m[0][3] = step < 6 ? (float)step / 6 : 1; /* model space, where a rig would have it */
        hone_physics_set_input(physics, &(hone_physics_input){.bones = bones});
        ok = hone_physics_world_step(hone_physics_get_world(physics), &error); /* 1/60 s */
        hone_body_motion ball;
        if (step % 10 == 9 && hone_physics_body_motion(physics, BALL, &ball))
            printf("%.2f s: %6.3f %6.3f\n", (step + 1) / 60.0, ball.place.m[0][3], ball.place.m[1][3]);
    }
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_physics_destroy(physics);
    hone_model_release(model);
    return !ok;
}
