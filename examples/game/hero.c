#include "hero.h"
#include "pace.h"
#include <stdlib.h>

/* ---- making ------------------------------------------------------------------------------------------------------ */

/* Walk and run are blended with standing, and pass the contacts of their feet together. The way that they go is taken
 * out of the pose; hero_update moves the character by it. */
static hone_play_id play_cycle(const hero *h, const hone_motion *motion, hone_error *error)
{
    const hone_sync_marker contacts[] = {{0, 0}, {hone_motion_duration(motion) / 2, 1}};
    const hone_play_desc desc = {.loop = true,
                                 .root = HONE_ROOT_XZ,
                                 .with = h->idle,
                                 .sync = HONE_SYNC_WEIGHTED,
                                 .marker_count = 2,
                                 .markers = contacts};
    return hone_actor_play(h->actor, motion, &desc, error);
}

static bool play_motions(hero *h, hone_error *error)
{
    const hone_play_desc desc = {.loop = true, .root = HONE_ROOT_XZ};
    h->idle = hone_actor_play(h->actor, h->motions->idle, &desc, error);
    if (!h->idle.id)
        return false;
    h->walk = play_cycle(h, h->motions->walk, error);
    h->run = play_cycle(h, h->motions->run, error);
    return h->walk.id && h->run.id;
}

/* Feet on the terrain, eyes on the target. */
static bool add_goals(hero *h, const hone_model *model, hone_error *error)
{
    if (!hone_goal_for_feet(model, NULL, terrain_ground, h->ground, &h->stand, error) ||
        !hone_goal_for_gaze(model, NULL, &h->gaze, error))
        return false;
    h->feet = feet_make(model, &h->stand);
    h->stand_id = hone_actor_goal_add(h->actor, &h->stand, error);
    h->gaze_id = hone_actor_goal_add(h->actor, &h->gaze, error);
    return h->stand_id.id && h->gaze_id.id;
}

/* The wave moves the right arm only. */
static bool make_mask(hero *h, const hone_model *model, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    int32_t arm = hone_model_humanoid(model).bones[HONE_HUMANOID_UPPER_ARM + 1];
    h->right_arm = calloc(skeleton->bone_count + 1, sizeof *h->right_arm);
    return h->right_arm ? hone_mask_below(skeleton, (uint32_t)arm, 1, 0, h->right_arm) > 0 : hone_fail_memory(error);
}

bool hero_create(hero *h, const hone_model *model, const motions *m, terrain *ground, hone_error *error)
{
    *h = (hero){.motions = m, .ground = ground};
    hone_rigid_transform world = HONE_RIGID_TRANSFORM_IDENTITY;
    world.translation[1] = terrain_height(ground, 0, 0);
    /* settle: hair begins where the bones are. With the default of a second, a frame that comes late would be followed
     * by a longer one, because the hair would then come to rest again. */
    const hone_actor_physics physics = {.on = hone_physics_available(), .options = {.settle_seconds = -1}};
    h->actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = physics}, error);
    return h->actor && play_motions(h, error) && add_goals(h, model, error) && make_mask(h, model, error) &&
           hone_actor_teleport(h->actor, &world, error);
}

void hero_destroy(hero *h)
{
    hone_actor_destroy(h->actor);
    free(h->right_arm);
    *h = (hero){0};
}

/* ---- a frame ----------------------------------------------------------------------------------------------------- */

/* Stands at 0, walks at 1, runs at 2. A walk begins where one foot is in the air. */
static bool set_speed(hero *h, float speed, hone_error *error)
{
    bool begins = h->speed == 0 && speed > 0;
    h->speed = speed;
    return (!begins || hone_actor_play_set_phase(h->actor, h->walk, 0.3, error)) &&
           hone_actor_play_set_weight(h->actor, h->idle, fmaxf(1 - speed, 0), error) &&
           hone_actor_play_set_weight(h->actor, h->walk, 1 - fabsf(1 - speed), error) &&
           hone_actor_play_set_weight(h->actor, h->run, fmaxf(speed - 1, 0), error);
}

static bool begin_wave(hero *h, hone_error *error)
{
    const hone_play_desc desc = {.start_seconds = h->seconds,
                                 .fade_in_seconds = 0.3,
                                 .loop = true,
                                 .loop_count = 2,
                                 .stop = true,
                                 .fade_out_seconds = 0.4,
                                 .mask = h->right_arm};
    return hone_actor_play(h->actor, h->motions->wave, &desc, error).id != 0;
}

/* Air that goes along in part: otherwise a skirt would hang back behind the legs of a runner. */
static bool set_air(const hero *h, const float from[3], const float to[3], float passed, hone_error *error)
{
    float wind[3];
    hone_physics_world *world = hone_physics_get_world(hone_actor_get_physics(h->actor));
    if (!world || passed <= 0)
        return true;
    hone_vec3_subtract(to, from, wind);
    hone_vec3_scale(wind, 0.8f / passed, wind);
    return hone_physics_world_set_wind(world, wind, error);
}

/* Moves the character as its motions go, and turns it to where the player wants to go. */
static bool move(hero *h, const hero_wish *wish, float passed, hone_error *error)
{
    hone_root_delta moved = hone_actor_root_motion(h->actor);
    hone_rigid_transform world = hone_actor_world(h->actor);
    float front[3] = {0, 0, hone_model_get(hone_actor_model(h->actor))->space == HONE_SPACE_GLTF ? 1 : -1};
    hone_rigid_transform_direction(&world, front, front);
    if (wish->speed > 0)
        moved.yaw += pace_turn(front, wish->direction, h->speed, passed);
    hone_rigid_transform step = hone_root_delta_transform(&moved);
    hone_rigid_transform before = world;
    world = hone_rigid_transform_compose(&world, &step); /* here a game keeps it out of walls */
    world.translation[1] = terrain_height(h->ground, world.translation[0], world.translation[2]);
    return set_air(h, before.translation, world.translation, passed, error) &&
           hone_actor_set_world(h->actor, &world, error);
}

bool hero_update(hero *h, const hero_wish *wish, double seconds, hone_error *error)
{
    float passed = (float)(seconds - h->seconds);
    h->seconds = seconds;
    if (!set_speed(h, pace_speed(h->speed, wish->speed, passed), error) || (wish->wave && !begin_wave(h, error)))
        return false;
    hone_actor_sample_frame(h->actor, hone_frame_from_seconds(seconds)); /* where do the motions go? */
    if (!move(h, wish, passed, error) || !hone_actor_evaluate(h->actor, error))
        return false;
    feet_plan(&h->feet, h->actor, h->ground, h->speed == 0, passed, &h->stand); /* and where are the feet then? */
    hone_actor_to_model(h->actor, wish->target, h->gaze.position);
    return hone_actor_goal_set(h->actor, h->stand_id, &h->stand, error) &&
           hone_actor_goal_set(h->actor, h->gaze_id, &h->gaze, error) &&
           hone_actor_update(h->actor, seconds, error); /* pose, goals, physics and palette */
}
