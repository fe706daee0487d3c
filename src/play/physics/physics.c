/* Worlds and their members: creation, joining and leaving. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "core/model/parents_first.h"
#include "play/physics/world.h"
#include <hone/math.h>

#include <string.h>

bool hone_physics_available(void)
{
    return hone_bullet_available();
}

bool hone_physics_is_portable(void)
{
    return HONE_PORTABLE_PHYSICS && hone_physics_available();
}

bool hone_physics_can_move(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    bool any = data->spring_count > 0;
    for (uint32_t b = 0; !any && b < data->body_count; b++)
        any = data->bodies[b].mode != HONE_BODY_FOLLOWS && hone_physics_available();
    return any;
}

/* ---- worlds ---------------------------------------------------------------------------------------------------- */

static bool check_gravity_keys(const hone_physics_options *options, float most, hone_error *error)
{
    const hone_physics_gravity *keys = options->gravity_keys;
    if (options->gravity_key_count && !keys)
        return hone_fail_null(error, "the keys of gravity");
    for (uint32_t k = 0; k < options->gravity_key_count; k++) {
        bool fine = isfinite(keys[k].frame) && (k == 0 || keys[k].frame >= keys[k - 1].frame);
        for (int i = 0; i < 3; i++) fine = fine && fabsf(keys[k].gravity[i]) <= most;
        if (!fine)
            return hone_fail(error, HONE_ERROR_ARGUMENT, k,
                             "key %u of gravity is out of order, or its gravity is not from -10000 to 10000", k);
    }
    return true;
}

static bool check_options(const hone_physics_options *options, hone_error *error)
{
    static const float most = 1e4f;
    for (int i = 0; i < 3; i++)
        if (!(fabsf(options->gravity[i]) <= most) || !(fabsf(options->wind[i]) <= most))
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "gravity and wind are from -10000 to 10000");
    if (options->rate > HONE_PHYSICS_MAX_RATE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, options->rate, "physics takes at most %d steps a second, not %u",
                         HONE_PHYSICS_MAX_RATE, options->rate);
    if (options->solver != HONE_PHYSICS_SOLVER_CORRECTED && options->solver != HONE_PHYSICS_SOLVER_PLAIN)
        return hone_fail(error, HONE_ERROR_ARGUMENT, options->solver, "physics has no solver %d", (int)options->solver);
    if (!(options->unit >= 0 && options->unit <= most))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the unit of physics is from 0 to 10000");
    if (!check_gravity_keys(options, most, error))
        return false;
    return (options->settle_seconds <= 60) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "physics settles for at most 60 s");
}

/* Copies field by field, so that padding bytes are zero and worlds can be compared with memcmp. */
static void fill_options(hone_physics_options *to, const hone_physics_options *from)
{
    static const float mmd[3] = {0, -98, 0};
    to->unit = from->unit > 0 ? from->unit : 1;
    bool given = from->gravity[0] != 0 || from->gravity[1] != 0 || from->gravity[2] != 0;
    for (int i = 0; i < 3; i++) {
        to->gravity[i] = from->weightless ? 0 : given ? from->gravity[i] : mmd[i] * to->unit;
        to->wind[i] = from->wind[i];
    }
    to->gravity_keys = from->gravity_key_count ? from->gravity_keys : NULL;
    to->gravity_key_count = from->gravity_key_count;
    to->weightless = from->weightless;
    to->floor = from->floor;
    to->rate = from->rate ? from->rate : HONE_PHYSICS_RATE;
    to->exact = from->exact;
    to->solver = from->solver;
    to->settle_seconds = from->settle_seconds == 0 ? 1 : fmaxf(from->settle_seconds, 0);
    to->workers = from->workers;
}

hone_physics_world *hone_physics_world_create(const hone_physics_options *options, const hone_allocator *allocator,
                                              hone_error *error)
{
    static const hone_physics_options defaults = {0};
    options = options ? options : &defaults;
    if (!check_options(options, error))
        return NULL;
    hone_allocator used = hone_allocator_or_default(allocator);
    hone_physics_world *world = hone_allocate(&used, 1, sizeof *world);
    if (!world)
        return hone_fail_memory(error), NULL;
    world->allocator = used;
    fill_options(&world->options, options);
    hone_vec3_copy(world->options.gravity, world->gravity);
    world->checkpoints.stride = 1;
    return world;
}

void hone_physics_world_destroy(hone_physics_world *world)
{
    if (!world)
        return;
    HONE_ASSERT(!world->members);
    hone_bullet_destroy(world->bullet);
    hone_allocator allocator = world->allocator;
    hone_deallocate(&allocator, world->props.items, world->props.capacity, sizeof *world->props.items);
    hone_deallocate(&allocator, world->undo, world->undo_size, 1);
    hone_deallocate(&allocator, world, 1, sizeof *world);
}

bool hone_physics_world_is_exact(const hone_physics_world *world)
{
    return world && world->options.exact;
}

bool hone_physics_world_set_wind(hone_physics_world *world, const float wind[3], hone_error *error)
{
    if (!world || !wind)
        return hone_fail_null(error, "the world or its wind");
    if (world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an exact world has one wind: that of its options");
    hone_physics_options options = world->options;
    hone_vec3_copy(wind, options.wind);
    if (!check_options(&options, error))
        return false;
    hone_vec3_copy(wind, world->options.wind);
    return true;
}

/* Finds the number of checkpoints for which all members have room. */
static void count_checkpoints(hone_physics_world *world)
{
    world->checkpoints.most = HONE_CHECKPOINTS_MOST;
    for (const hone_physics *p = world->members; p; p = p->next)
        if (p->checkpoints < world->checkpoints.most)
            world->checkpoints.most = p->checkpoints;
}

static void join(hone_physics *physics)
{
    hone_physics **last = &physics->world->members;
    while (*last) last = &(*last)->next;
    *last = physics;
    physics->world->stale = true;
    count_checkpoints(physics->world);
    hone_physics_world_restart(physics->world);
}

static void leave(hone_physics *physics)
{
    hone_physics **at = &physics->world->members;
    while (*at && *at != physics) at = &(*at)->next;
    if (!*at)
        return;
    *at = physics->next;
    physics->world->stale = true;
    count_checkpoints(physics->world);
    hone_physics_world_restart(physics->world);
}

/* ---- members --------------------------------------------------------------------------------------------------- */

static void allocate_states(hone_physics *p)
{
    uint32_t count = p->rigid_count;
    p->now = hone_arena_array(p->memory, count, sizeof *p->now);
    p->before = hone_arena_array(p->memory, count, sizeof *p->before);
    p->aims = hone_arena_array(p->memory, count, sizeof *p->aims);
    p->shown = hone_arena_array(p->memory, count, sizeof *p->shown);
    p->pushes = hone_arena_array(p->memory, count, sizeof *p->pushes);
    p->checkpoints = HONE_CHECKPOINTS_MOST;
    size_t size = count * sizeof *p->saved + p->springs.size;
    if (!p->world->options.exact || size == 0)
        return;
    size_t room = HONE_CHECKPOINT_BYTES / size;
    p->checkpoints = room < 4 ? 4 : room > HONE_CHECKPOINTS_MOST ? HONE_CHECKPOINTS_MOST : (uint32_t)room;
    p->saved = hone_arena_array(p->memory, (size_t)p->checkpoints * count, sizeof *p->saved);
    if (p->springs.plan)
        hone_springs_allocate_checkpoints(p, p->checkpoints);
}

static void allocate_bones(hone_physics *p)
{
    uint32_t count = hone_model_bone_count(p->model);
    p->animated = hone_arena_array(p->memory, count, sizeof *p->animated);
    p->order = hone_arena_array(p->memory, count, sizeof *p->order);
    p->carrier = hone_arena_array(p->memory, count, sizeof *p->carrier);
    p->carried = hone_arena_array(p->memory, count, sizeof *p->carried);
    p->model_from_bone = hone_arena_array(p->memory, count, sizeof *p->model_from_bone);
}

static void stand_at_rest(hone_physics *p)
{
    const hone_skeleton *skeleton = hone_model_skeleton(p->model);
    bool mmd = hone_model_get(p->model)->space == HONE_SPACE_MMD;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = p->order[i];
        int32_t parent = skeleton->bones[b].parent;
        const hone_affine *local = &skeleton->bones[b].rest_local;
        p->model_from_bone[b] = mmd                   ? hone_affine_translation(skeleton->bones[b].position)
                                : parent == HONE_NONE ? *local
                                                      : hone_affine_multiply(&p->model_from_bone[parent], local);
    }
    hone_physics_set_input(p, &(hone_physics_input){.bones = p->model_from_bone});
}

static bool find_world(hone_physics *physics, const hone_physics_desc *desc, hone_error *error)
{
    hone_physics_options options = desc->options;
    physics->owns_world = desc->world == NULL;
    physics->world = desc->world;
    if (options.unit == 0 && hone_model_get(physics->model)->space != HONE_SPACE_MMD)
        options.unit = hone_model_height(physics->model) / 20; /* a character of MMD is 20 units high */
    if (!physics->world)
        physics->world = hone_physics_world_create(&options, desc->allocator, error);
    return physics->world != NULL;
}

/* Makes rigids and joints: first those of the model, then those of a ragdoll. */
static bool make_rigids(hone_physics *physics, const hone_physics_desc *desc, hone_error *error)
{
    uint32_t room = desc->ragdoll ? HONE_RAGDOLL_PARTS_MOST : 0;
    allocate_bones(physics);
    hone_rigids_make(physics, room);
    if (!hone_arena_failed(physics->memory))
        hone_joints_make(physics, room);
    if (hone_arena_failed(physics->memory))
        return hone_arena_fail(physics->memory, error);
    hone_parents_first(hone_model_skeleton(physics->model), physics->carrier, physics->carried, physics->order);
    return !desc->ragdoll || hone_ragdoll_make(physics, desc->humanoid, error);
}

static bool make_springs(hone_physics *physics, hone_error *error)
{
    return hone_model_get(physics->model)->spring_count == 0 || hone_springs_make(physics, error);
}

static bool create_parts(hone_physics *physics, const hone_physics_desc *desc, hone_error *error)
{
    if (!find_world(physics, desc, error) || !make_rigids(physics, desc, error))
        return false;
    if ((physics->rigid_count && !hone_bullet_open(error)) || !make_springs(physics, error))
        return false;
    hone_impulses_make(physics);
    hone_corrections_make(physics);
    hone_joint_graph_make(physics);
    if (!hone_arena_failed(physics->memory))
        hone_rigids_place(physics);
    allocate_states(physics);
    if (hone_arena_failed(physics->memory))
        return hone_arena_fail(physics->memory, error);
    if (!hone_builder_finish_warnings(physics->builder, false, &physics->warnings, error))
        return false;
    if (physics->ragdoll)
        hone_ragdoll_attach(physics);
    stand_at_rest(physics);
    join(physics);
    hone_physics_world_reset(physics->world);
    return true;
}

hone_physics *hone_physics_create(const hone_physics_desc *desc, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, "the model of physics"), NULL;
    hone_builder *builder = hone_builder_create(desc->allocator, 0, error);
    if (!builder)
        return NULL;
    hone_physics *physics = hone_builder_array(builder, 1, sizeof *physics);
    if (!physics) {
        hone_builder_fail(builder, error);
        hone_builder_destroy(builder);
        return NULL;
    }
    physics->builder = builder;
    physics->memory = hone_builder_memory(builder);
    physics->model = hone_model_retain(desc->model);
    physics->source = desc->source;
    physics->user = desc->user;
    physics->place = (hone_affine)HONE_AFFINE_IDENTITY;
    if (create_parts(physics, desc, error))
        return physics;
    hone_physics_destroy(physics);
    return NULL;
}

void hone_physics_destroy(hone_physics *physics)
{
    if (!physics)
        return;
    if (physics->world)
        leave(physics);
    if (physics->owns_world)
        hone_physics_world_destroy(physics->world);
    if (physics->springs.plan)
        hone_springs_close(physics);
    hone_model_release(physics->model);
    hone_builder_destroy(physics->builder);
}

/* ---- queries --------------------------------------------------------------------------------------------------- */

hone_physics_world *hone_physics_get_world(const hone_physics *physics)
{
    return physics ? physics->world : NULL;
}

hone_warnings hone_physics_warnings(const hone_physics *physics)
{
    return physics ? physics->warnings : (hone_warnings){0};
}

void hone_physics_bones_at(hone_physics *physics, const hone_affine *bones, const hone_affine *place,
                           hone_affine *model_from_bone, uint8_t *dynamic)
{
    hone_bodies_show(physics, bones, place, model_from_bone, dynamic);
    if (physics->springs.plan)
        hone_springs_show(physics, bones, model_from_bone, dynamic);
}

void hone_physics_bones(hone_physics *physics, const hone_affine *bones, hone_affine *model_from_bone, uint8_t *dynamic)
{
    hone_physics_bones_at(physics, bones, physics->placed ? &physics->place : NULL, model_from_bone, dynamic);
}

hone_physics_diagnostics hone_physics_get_diagnostics(const hone_physics *physics)
{
    return physics ? physics->incidents : (hone_physics_diagnostics){0};
}

bool hone_physics_body_motion(const hone_physics *physics, uint32_t body, hone_body_motion *out)
{
    if (body >= hone_model_get(physics->model)->body_count || physics->rigid_of_body[body] == HONE_NONE)
        return false;
    *out = physics->now[physics->rigid_of_body[body]].motion;
    return true;
}

uint32_t hone_physics_held_steps(const hone_physics *physics, uint32_t body, uint32_t *steps)
{
    if (steps)
        *steps = physics ? physics->steps : 0;
    if (!physics || body >= hone_model_get(physics->model)->body_count || physics->rigid_of_body[body] == HONE_NONE)
        return 0;
    return physics->held_steps[physics->rigid_of_body[body]];
}
