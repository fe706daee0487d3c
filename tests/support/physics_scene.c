#include "support/physics_scene.h"
#include "support/support.h"
#include <string.h>

make_bodies scene_plan;
const hone_physics_options scene_usual;

static scene here;

int scene_setup(void **state)
{
    (void)state;
    make_bodies_clear(&scene_plan);
    return 0;
}

void scene_aim(scene *s)
{
    hone_physics_set_input(s->physics,
                           &(hone_physics_input){.bones = s->bones, .physics_off = s->off, .morphs = s->morphs});
}

scene *scene_open(const hone_physics_options *options)
{
    scene *s = &here;
    hone_error error = {0};
    memset(s, 0, sizeof *s);
    NEEDS(physics);
    s->model = make_bodies_model(&scene_plan, NULL, &error);
    s->physics = hone_physics_create(&(hone_physics_desc){.model = s->model, .options = *options}, &error);
    if (!s->physics)
        fail_msg("%s", error.message);
    s->world = hone_physics_get_world(s->physics);
    for (uint32_t b = 0; b < scene_plan.body_count; b++)
        s->bones[b] = (hone_affine){{{1, 0, 0, scene_plan.bodies[b].position[0]},
                                     {0, 1, 0, scene_plan.bodies[b].position[1]},
                                     {0, 0, 1, scene_plan.bodies[b].position[2]}}};
    scene_aim(s);
    return s;
}

void scene_close(scene *s)
{
    hone_physics_destroy(s->physics);
    hone_model_release(s->model);
}

void scene_step(scene *s, int count)
{
    scene_aim(s);
    while (count-- > 0) CHECK(hone_physics_world_step(s->world, NULL));
}

hone_body_motion scene_body(const scene *s, uint32_t index)
{
    hone_body_motion motion;
    CHECK(hone_physics_body_motion(s->physics, index, &motion));
    return motion;
}

float scene_height(const scene *s, uint32_t index)
{
    return scene_body(s, index).place.m[1][3];
}

const hone_affine *scene_bone(scene *s, uint32_t index)
{
    hone_physics_bones(s->physics, s->bones, s->model_from_bone, s->dynamic);
    return &s->model_from_bone[index];
}

void scene_check_sane(const scene *s, float reach)
{
    for (uint32_t b = 0; b < scene_plan.body_count; b++) {
        hone_body_motion m;
        if (!hone_physics_body_motion(s->physics, b, &m))
            continue;
        for (int r = 0; r < 3; r++) {
            CHECK(fabsf(m.place.m[r][3]) <= reach && fabsf(m.velocity[r]) <= 5001 && fabsf(m.spin[r]) <= 2000);
            for (int c = 0; c < 3; c++) CHECK(fabsf(m.place.m[r][c]) <= 1.001f);
        }
    }
}
