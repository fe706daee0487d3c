/* Replaces worlds of physics where HONE_WORLDS leaves them out. No world and no member can be created, so what takes one
 * does nothing. */
#include "base/error.h"
#include "play/physics/world.h"

static bool refuse(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "physics is not built in: hone was built without worlds");
}

bool hone_physics_available(void)
{
    return false;
}

bool hone_physics_is_portable(void)
{
    return false;
}

bool hone_physics_can_move(const hone_model *model)
{
    (void)model;
    return false;
}

hone_physics_world *hone_physics_world_create(const hone_physics_options *options, const hone_allocator *allocator,
                                              hone_error *error)
{
    (void)options, (void)allocator;
    refuse(error);
    return NULL;
}

void hone_physics_world_destroy(hone_physics_world *world)
{
    (void)world;
}

bool hone_physics_world_is_exact(const hone_physics_world *world)
{
    (void)world;
    return false;
}

bool hone_physics_world_set_wind(hone_physics_world *world, const float wind[3], hone_error *error)
{
    (void)world, (void)wind;
    return refuse(error);
}

hone_physics *hone_physics_create(const hone_physics_desc *desc, hone_error *error)
{
    (void)desc;
    refuse(error);
    return NULL;
}

void hone_physics_destroy(hone_physics *physics)
{
    (void)physics;
}

hone_physics_world *hone_physics_get_world(const hone_physics *physics)
{
    (void)physics;
    return NULL;
}

hone_warnings hone_physics_warnings(const hone_physics *physics)
{
    (void)physics;
    return (hone_warnings){0};
}

hone_physics_diagnostics hone_physics_get_diagnostics(const hone_physics *physics)
{
    (void)physics;
    return (hone_physics_diagnostics){0};
}

uint32_t hone_physics_held_steps(const hone_physics *physics, uint32_t body, uint32_t *steps)
{
    (void)physics, (void)body, (void)steps;
    return 0;
}

bool hone_physics_world_seek_frame(hone_physics_world *world, double frame, hone_error *error)
{
    (void)world, (void)frame;
    return refuse(error);
}

void hone_physics_world_restart(hone_physics_world *world)
{
    (void)world;
}

void hone_physics_world_forget_after_frame(hone_physics_world *world, double frame)
{
    (void)world, (void)frame;
}

bool hone_physics_world_copy_checkpoints(hone_physics_world *to, const hone_physics_world *from, hone_error *error)
{
    (void)to, (void)from;
    return refuse(error);
}

bool hone_physics_world_write_checkpoints(const hone_physics_world *world, hone_bytes *out, hone_error *error)
{
    (void)world, (void)out;
    return refuse(error);
}

bool hone_physics_world_read_checkpoints(hone_physics_world *world, const void *bytes, size_t size, hone_error *error)
{
    (void)world, (void)bytes, (void)size;
    return refuse(error);
}

void hone_physics_set_input(hone_physics *physics, const hone_physics_input *input)
{
    (void)physics, (void)input;
}

void hone_physics_move(hone_physics *physics, const hone_rigid_transform *by)
{
    (void)physics, (void)by;
}

void hone_physics_world_reset(hone_physics_world *world)
{
    (void)world;
}

bool hone_physics_world_step(hone_physics_world *world, hone_error *error)
{
    (void)world;
    return refuse(error);
}

size_t hone_physics_world_state_size(const hone_physics_world *world)
{
    (void)world;
    return 0;
}

void hone_physics_world_save(const hone_physics_world *world, void *state)
{
    (void)world, (void)state;
}

bool hone_physics_world_restore(hone_physics_world *world, const void *state, size_t size, hone_error *error)
{
    (void)world, (void)state, (void)size;
    return refuse(error);
}

bool hone_physics_push_body(hone_physics *physics, uint32_t body, const float impulse[3], const float point[3],
                            hone_error *error)
{
    (void)physics, (void)body, (void)impulse, (void)point;
    return refuse(error);
}

hone_prop_id hone_physics_prop_add(hone_physics_world *world, const hone_prop *prop, hone_error *error)
{
    (void)world, (void)prop;
    refuse(error);
    return (hone_prop_id){0};
}

bool hone_physics_prop_remove(hone_physics_world *world, hone_prop_id prop, hone_error *error)
{
    (void)world, (void)prop;
    return refuse(error);
}

bool hone_physics_prop_place(hone_physics_world *world, hone_prop_id prop, const hone_rigid_transform *place,
                             hone_error *error)
{
    (void)world, (void)prop, (void)place;
    return refuse(error);
}

bool hone_physics_prop_push(hone_physics_world *world, hone_prop_id prop, const float impulse[3], const float point[3],
                            hone_error *error)
{
    (void)world, (void)prop, (void)impulse, (void)point;
    return refuse(error);
}

void hone_physics_bones(hone_physics *physics, const hone_affine *bones, hone_affine *model_from_bone, uint8_t *dynamic)
{
    (void)physics, (void)bones, (void)model_from_bone, (void)dynamic;
}

bool hone_physics_body_motion(const hone_physics *physics, uint32_t body, hone_body_motion *out)
{
    (void)physics, (void)body, (void)out;
    return false;
}

bool hone_physics_prop_motion(const hone_physics_world *world, hone_prop_id prop, hone_body_motion *out)
{
    (void)world, (void)prop, (void)out;
    return false;
}

bool hone_physics_set_ragdoll(hone_physics *physics, const float *weights, hone_error *error)
{
    (void)physics, (void)weights;
    return refuse(error);
}

bool hone_physics_push_bone(hone_physics *physics, uint32_t bone, const float impulse[3], const float point[3],
                            hone_error *error)
{
    (void)physics, (void)bone, (void)impulse, (void)point;
    return refuse(error);
}

uint32_t hone_physics_ragdoll_part_count(const hone_physics *physics)
{
    (void)physics;
    return 0;
}

bool hone_physics_ragdoll_part(const hone_physics *physics, uint32_t part, hone_ragdoll_part *out)
{
    (void)physics, (void)part, (void)out;
    return false;
}

void hone_physics_bones_at(hone_physics *physics, const hone_affine *bones, const hone_affine *place,
                           hone_affine *model_from_bone, uint8_t *dynamic)
{
    (void)physics, (void)bones, (void)place, (void)model_from_bone, (void)dynamic;
}

bool hone_physics_restore_any(hone_physics_world *world, const void *state, size_t size, hone_error *error)
{
    (void)world, (void)state, (void)size;
    return refuse(error);
}
