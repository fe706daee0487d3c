/* The actor: a model with its rig, motions, physics and skin, updated together for each frame. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/motion/pose.h"
#include "core/skin/palette/palette.h"
#include "play/actor/actor_internal.h"
#include "play/physics/world.h"
#include <math.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void step_source(void *user, double frame, hone_physics_input *out);

static bool create_physics(hone_actor *actor, const hone_actor_physics *physics, hone_error *error)
{
    const hone_model_data *data = hone_model_get(actor->model);
    bool any = physics->on && data->body_count + data->soft_body_count + data->spring_count > 0;
    if (!any && !physics->ragdoll)
        return true;
    hone_pose_allocate(&actor->step_pose, data, actor->memory);
    actor->carried = hone_arena_array(actor->memory, data->skeleton.bone_count, sizeof *actor->carried);
    actor->dynamic = hone_arena_array(actor->memory, data->skeleton.bone_count, sizeof *actor->dynamic);
    if (hone_arena_failed(actor->memory))
        return hone_arena_fail(actor->memory, error);
    actor->physics = hone_physics_create(&(hone_physics_desc){.model = actor->model,
                                                              .world = physics->world,
                                                              .options = physics->options,
                                                              .ragdoll = physics->ragdoll,
                                                              .humanoid = physics->humanoid,
                                                              .source = step_source,
                                                              .user = actor,
                                                              .allocator = &actor->allocator},
                                         error);
    return actor->physics != NULL;
}

static bool create_parts(hone_actor *actor, const hone_actor_desc *desc, hone_error *error)
{
    const hone_model_data *data = hone_model_get(actor->model);
    hone_pose_allocate(&actor->pose, data, actor->memory);
    hone_pose_allocate(&actor->layers.over, data, actor->memory);
    hone_pose_allocate(&actor->layers.below, data, actor->memory);
    hone_pose_allocate(&actor->layers.other, data, actor->memory);
    hone_palette_allocate(&actor->palette, data->mesh.slot_count, actor->memory);
    if (hone_arena_failed(actor->memory))
        return hone_arena_fail(actor->memory, error);
    actor->rig = hone_rig_create(&(hone_rig_desc){actor->model, desc->rules, &actor->allocator}, error);
    if (!actor->rig)
        return false;
    return create_physics(actor, &desc->physics, error);
}

static void evaluate_without_physics(hone_actor *actor)
{
    hone_actor_sample_frame(actor, 0);
    hone_rig_evaluate(actor->rig, &actor->pose);
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
}

hone_actor *hone_actor_create(const hone_actor_desc *desc, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, "the actor's model"), NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_actor *actor = hone_arena_array(memory, 1, sizeof *actor);
    if (!actor) {
        hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    actor->memory = memory;
    actor->allocator = hone_allocator_or_default(desc->allocator);
    actor->model = hone_model_retain(desc->model);
    actor->rules = desc->rules;
    actor->workers = desc->workers;
    actor->edit = desc->edit;
    actor->edit_user = desc->edit_user;
    actor->parents = desc->parents;
    actor->parents_user = desc->parents_user;
    actor->path = desc->path;
    actor->path_user = desc->path_user;
    actor->report = desc->report;
    actor->report_user = desc->report_user;
    if (!create_parts(actor, desc, error)) {
        hone_actor_destroy(actor);
        return NULL;
    }
    evaluate_without_physics(actor);
    return actor;
}

void hone_actor_destroy(hone_actor *actor)
{
    if (!actor)
        return;
    hone_layers_close(&actor->layers, &actor->allocator);
    hone_transition_close(&actor->transition, &actor->pose, &actor->allocator);
    hone_goals_close(&actor->goals, &actor->allocator);
    hone_hull_destroy(actor->hull);
    hone_deallocate(&actor->allocator, actor->room, actor->room_size, 1);
    hone_physics_destroy(actor->physics);
    hone_rig_destroy(actor->rig);
    hone_morphed_rest_discard(&actor->morphed);
    hone_model_release(actor->model);
    hone_arena_destroy(actor->memory);
}

/* ---- changes ------------------------------------------------------------------------------------------------- */

void hone_actor_motions_changed(hone_actor *actor)
{
    hone_physics_world *world = hone_physics_get_world(actor->physics);
    if (world && hone_physics_world_is_exact(world))
        hone_physics_world_restart(world);
}

/* ---- goals ----------------------------------------------------------------------------------------------------- */

hone_goal_id hone_actor_goal_add(hone_actor *actor, const hone_goal *goal, hone_error *error)
{
    static const hone_goal_id none = {0};
    if (!actor)
        return hone_fail_null(error, "the actor"), none;
    if (!hone_goal_check(goal, actor->model, error) ||
        !hone_goals_prepare(&actor->goals, goal, actor->model, &actor->allocator, error))
        return none;
    const hone_goal_id added = {hone_goals_add(&actor->goals, goal, &actor->allocator, error)};
    if (added.id && !hone_goal_turns_eyes_only(goal))
        hone_actor_motions_changed(actor);
    return added;
}

static hone_goal_item *find_goal(const hone_actor *actor, hone_goal_id goal, hone_error *error)
{
    if (!actor)
        return hone_fail_null(error, "the actor"), NULL;
    hone_goal_item *item = hone_goals_find(&actor->goals, goal.id);
    if (!item)
        hone_fail(error, HONE_ERROR_ARGUMENT, goal.id, "the actor has no goal with the id %u", goal.id);
    return item;
}

bool hone_actor_goal_set(hone_actor *actor, hone_goal_id goal, const hone_goal *to, hone_error *error)
{
    hone_goal_item *item = find_goal(actor, goal, error);
    if (!item || !hone_goal_check(to, actor->model, error) ||
        !hone_goals_prepare(&actor->goals, to, actor->model, &actor->allocator, error))
        return false;
    bool only_eyes = hone_goal_turns_eyes_only(&item->goal) && hone_goal_turns_eyes_only(to);
    item->goal = *to;
    if (!only_eyes)
        hone_actor_motions_changed(actor);
    return true;
}

bool hone_actor_goal_remove(hone_actor *actor, hone_goal_id goal, hone_error *error)
{
    hone_goal_item *item = find_goal(actor, goal, error);
    if (!item)
        return false;
    bool only_eyes = hone_goal_turns_eyes_only(&item->goal);
    hone_goals_remove(&actor->goals, item);
    if (!only_eyes)
        hone_actor_motions_changed(actor);
    return true;
}

bool hone_actor_goal_reached(const hone_actor *actor, hone_goal_id goal)
{
    const hone_goal_item *item = hone_goals_find(&actor->goals, goal.id);
    return item && item->reached;
}

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

static void sample(hone_actor *actor, double frame, hone_pose *pose)
{
    hone_pose_reset(pose, actor->model);
    hone_layers_apply(&actor->layers, frame, pose, actor->model);
    hone_transition_apply(&actor->transition, frame, pose);
    if (actor->edit)
        actor->edit(actor->edit_user, frame, pose);
    if (actor->goals.count == 0)
        return;
    const hone_goal_context context = {hone_model_get(actor->model), actor->rig, pose, hone_actor_world(actor), NULL};
    hone_goals_apply(&actor->goals, &context, pose == &actor->pose);
}

void hone_actor_sample_frame(hone_actor *actor, double frame)
{
    double before = actor->frame;
    if (isfinite(frame)) /* fades begin at this frame */
        actor->frame = frame;
    hone_layers_settle(&actor->layers, actor->frame);
    actor->moved = hone_layers_root_motion(&actor->layers, before, actor->frame);
    sample(actor, frame, &actor->pose);
    hone_layers_report(&actor->layers, before, actor->frame, actor->report, actor->report_user);
}

static void set_parents(hone_actor *actor, double frame)
{
    if (actor->parents)
        actor->parents(actor->parents_user, frame, actor->rig);
}

static void step_source(void *user, double frame, hone_physics_input *out)
{
    hone_actor *actor = user;
    sample(actor, frame, &actor->step_pose);
    set_parents(actor, frame);
    hone_rig_before_physics(actor->rig, &actor->step_pose);
    *out = (hone_physics_input){.bones = hone_rig_bones(actor->rig),
                                .physics_off = actor->step_pose.physics_off,
                                .morphs = hone_rig_morphs(actor->rig),
                                .world = hone_actor_place_at(actor, frame, &actor->step_place)};
}

bool hone_actor_simulate_frame(hone_actor *actor, double frame, hone_error *error)
{
    return !actor->physics || hone_physics_world_seek_frame(hone_physics_get_world(actor->physics), frame, error);
}

bool hone_actor_evaluate(hone_actor *actor, hone_error *error)
{
    bool ok = hone_actor_simulate_frame(actor, actor->frame, error);
    set_parents(actor, actor->frame);
    hone_rig_before_physics(actor->rig, &actor->pose);
    if (actor->physics) {
        hone_affine scratch;
        const hone_affine *place = hone_actor_place_at(actor, actor->frame, &scratch);
        hone_physics_bones_at(actor->physics, hone_rig_bones(actor->rig), place, actor->carried, actor->dynamic);
        hone_rig_apply_physics(actor->rig, &actor->pose, actor->carried, actor->dynamic);
    }
    hone_rig_after_physics(actor->rig, &actor->pose);
    hone_actor_place_passed(actor, actor->frame);
    return ok;
}

bool hone_actor_copy_checkpoints(hone_actor *to, const hone_actor *from, hone_error *error)
{
    if (!to || !from || !to->physics || !from->physics)
        return hone_fail_null(error, "actors with physics, whose checkpoints are copied,");
    return hone_physics_world_copy_checkpoints(hone_physics_get_world(to->physics),
                                               hone_physics_get_world(from->physics), error);
}

void hone_actor_apply_morphs(hone_actor *actor)
{
    hone_rig_apply_morphs(actor->rig);
}

void hone_actor_build_palette(hone_actor *actor)
{
    hone_palette_build(hone_model_mesh(actor->model)->slots, hone_rig_bones(actor->rig), actor->pose.bone_count,
                       &actor->palette);
}

bool hone_actor_update_frame(hone_actor *actor, double frame, hone_error *error)
{
    hone_workers_wake(actor->workers); /* for the skinning that follows */
    hone_actor_sample_frame(actor, frame);
    bool ok = hone_actor_evaluate(actor, error);
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    return ok;
}

bool hone_actor_update(hone_actor *actor, double seconds, hone_error *error)
{
    return hone_actor_update_frame(actor, hone_frame_from_seconds(seconds), error);
}

/* ---- results --------------------------------------------------------------------------------------------------- */

hone_pose *hone_actor_writable_pose(hone_actor *actor)
{
    return &actor->pose;
}

const hone_rig *hone_actor_rig(const hone_actor *actor)
{
    return actor->rig;
}

const hone_physics *hone_actor_get_physics(const hone_actor *actor)
{
    return actor->physics;
}

const hone_model *hone_actor_model(const hone_actor *actor)
{
    return actor->model;
}

const hone_affine *hone_actor_bones(const hone_actor *actor)
{
    return hone_rig_bones(actor->rig);
}

hone_bone_parts hone_actor_bone_parts(const hone_actor *actor, uint32_t bone)
{
    return hone_rig_bone_parts(actor->rig, &actor->pose, bone);
}

const float *hone_actor_morphs(const hone_actor *actor)
{
    return hone_rig_morphs(actor->rig);
}

const hone_morph_result *hone_actor_morph_result(const hone_actor *actor)
{
    return hone_rig_morph_result(actor->rig);
}

const hone_palette *hone_actor_palette(const hone_actor *actor)
{
    return &actor->palette;
}

bool hone_actor_visible(const hone_actor *actor)
{
    return actor->pose.visible;
}

/* ---- vertices ------------------------------------------------------------------------------------------------ */

/* Whether models differ in weights at most. */
static bool share_all_but_weights(const hone_model *a, const hone_model *b)
{
    const hone_model_data *x = hone_model_get(a), *y = hone_model_get(b);
    return x->mesh.positions == y->mesh.positions && x->mesh.slots == y->mesh.slots &&
           x->skeleton.bones == y->skeleton.bones && x->morphs == y->morphs &&
           x->mesh.vertex_count == y->mesh.vertex_count && x->mesh.slot_count == y->mesh.slot_count;
}

bool hone_actor_set_skin_weights(hone_actor *actor, const hone_model *model, hone_error *error)
{
    if (!actor || !model)
        return hone_fail_null(error, "the actor and the model with its new weights");
    if (!share_all_but_weights(actor->model, model))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a model that differs from the actor's in more than weights");
    hone_morphed_rest_discard(&actor->morphed);
    hone_hull_destroy(actor->hull);
    actor->hull = NULL;
    const hone_model *before = actor->model;
    actor->model = hone_model_retain(model);
    hone_model_release(before);
    return true;
}

const hone_skin *hone_actor_compiled_skin(const hone_actor *actor, hone_error *error)
{
    return hone_model_compiled_skin(actor->model, error);
}

/* Gives the job the actor's room, which grows when a method is first used. */
static bool make_room(hone_actor *actor, const hone_skin *skin, hone_skin_job *job, hone_error *error)
{
    const size_t needed = hone_skin_room(skin, job->method);
    if (needed > actor->room_size) {
        hone_deallocate(&actor->allocator, actor->room, actor->room_size, 1);
        actor->room = hone_allocate(&actor->allocator, needed, 1);
        actor->room_size = actor->room ? needed : 0;
    }
    job->room = actor->room, job->room_size = actor->room_size;
    return actor->room_size >= needed || hone_fail_memory(error);
}

bool hone_actor_skin(hone_actor *actor, const hone_skin_out *out, hone_error *error)
{
    if (!actor || !out)
        return hone_fail_null(error, "the actor and the place for its vertices");
    const hone_skin *skin = hone_model_compiled_skin(actor->model, error);
    hone_skin_job job = {.palette = out->palette ? out->palette : &actor->palette,
                         .positions = out->positions,
                         .normals = out->normals,
                         .tangents = out->tangents,
                         .method = out->method,
                         .order = out->order,
                         .kernel = out->kernel};
    return skin && hone_model_prepare_skin(actor->model, out->method, error) &&
           hone_morphed_rest_follow(&actor->morphed, skin, hone_model_get(actor->model),
                                    hone_rig_morph_result(actor->rig), &actor->allocator, &job.rest, error) &&
           make_room(actor, skin, &job, error) && hone_skin_run_on(actor->workers, skin, &job, error);
}

bool hone_actor_bounds(const hone_actor *actor, hone_skin_method method, hone_bounds *box, hone_bounding_sphere *sphere,
                       hone_error *error)
{
    if (!actor)
        return hone_fail_null(error, "the actor");
    const hone_skin_bounds *bounds = hone_model_skin_bounds(actor->model, error);
    hone_bounds_job job = {
        .palette = &actor->palette, .morphs = hone_actor_morphs(actor), .method = method, .box = box, .sphere = sphere};
    if (method > HONE_SKIN_DUAL_QUATERNION) {
        if (!hone_model_prepare_skin(actor->model, method, error))
            return false;
        job.reach = hone_skin_reach(hone_model_compiled_skin(actor->model, NULL), method);
    }
    return bounds && hone_skin_bounds_pose(bounds, &job, error);
}

const hone_hull *hone_actor_hull(hone_actor *actor, hone_error *error)
{
    if (!actor->hull)
        actor->hull = hone_hull_create(actor->model, &actor->allocator, error);
    return actor->hull;
}
