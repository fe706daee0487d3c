/* The motions of an actor: playing, stopping, weights, clocks. */
#include "base/error.h"
#include "core/motion/pose.h"
#include "play/actor/actor_internal.h"
#include <math.h>

static const hone_play_id NO_PLAY = {0};

/* ---- finding --------------------------------------------------------------------------------------------------- */

static hone_layer *find_play(const hone_actor *actor, hone_play_id play, hone_error *error)
{
    if (!actor)
        return hone_fail_null(error, "the actor"), NULL;
    hone_layer *layer = hone_layers_find(&actor->layers, play.id, actor->frame);
    if (!layer)
        hone_fail(error, HONE_ERROR_ARGUMENT, play.id, "the actor plays no motion with the id %u", play.id);
    return layer;
}

/* Finds a motion whose weight or clock is about to change. */
static hone_layer *find_to_change(hone_actor *actor, hone_play_id play, hone_error *error)
{
    hone_layer *layer = find_play(actor, play, error);
    if (layer)
        hone_layers_anchor(&actor->layers, actor->frame);
    return layer;
}

uint32_t hone_actor_play_count(const hone_actor *actor)
{
    return hone_layers_count(&actor->layers, actor->frame);
}

hone_play_id hone_actor_play_at(const hone_actor *actor, uint32_t index)
{
    const hone_layer *layer = hone_layers_at(&actor->layers, index, actor->frame);
    return (hone_play_id){layer ? layer->handle : 0};
}

uint32_t hone_actor_play_bound_count(const hone_actor *actor, hone_play_id play)
{
    const hone_layer *layer = hone_layers_find(&actor->layers, play.id, actor->frame);
    return layer ? hone_sampler_bound_count(layer->sampler) : 0;
}

/* ---- playing --------------------------------------------------------------------------------------------------- */

static hone_play_id add_motion(hone_actor *actor, const hone_layer *from, hone_layer_place place,
                               const hone_motion *motion, const hone_play_desc *desc, hone_error *error)
{
    hone_sampler_desc sampler = {actor->model, motion, actor->rules, &actor->allocator};
    const hone_play_id play = {hone_layers_add(&actor->layers, from, place, &sampler, desc, actor->frame, error)};
    if (play.id)
        hone_actor_motions_changed(actor);
    return play;
}

hone_play_id hone_actor_play(hone_actor *actor, const hone_motion *motion, const hone_play_desc *desc,
                             hone_error *error)
{
    if (!actor || !motion)
        return hone_fail_null(error, "the actor and its motion"), NO_PLAY;
    if (!desc || !desc->with.id)
        return add_motion(actor, NULL, HONE_LAYER_ON_TOP, motion, desc, error);
    const hone_layer *with = find_play(actor, desc->with, error);
    return with ? add_motion(actor, with, HONE_LAYER_BLENDS, motion, desc, error) : NO_PLAY;
}

/* Replaces the motion `from`. */
static hone_play_id replace(hone_actor *actor, hone_play_id from, hone_layer_place place, const hone_motion *motion,
                            const hone_play_desc *desc, hone_error *error)
{
    if (!motion)
        return hone_fail_null(error, "the motion"), NO_PLAY;
    const hone_layer *layer = find_play(actor, from, error);
    if (layer && desc && desc->with.id)
        return hone_fail(error, HONE_ERROR_ARGUMENT, from.id,
                         "a motion cannot both replace one and be blended with one"),
               NO_PLAY;
    return layer ? add_motion(actor, layer, place, motion, desc, error) : NO_PLAY;
}

hone_play_id hone_actor_cross_fade(hone_actor *actor, hone_play_id from, const hone_motion *motion,
                                   const hone_play_desc *desc, hone_error *error)
{
    return replace(actor, from, HONE_LAYER_FADES, motion, desc, error);
}

bool hone_actor_play_stop(hone_actor *actor, hone_play_id play, hone_error *error)
{
    hone_layer *layer = find_to_change(actor, play, error);
    if (!layer)
        return false;
    hone_layers_remove(&actor->layers, layer, actor->frame, &actor->allocator);
    hone_actor_motions_changed(actor);
    return true;
}

bool hone_actor_play_replace(hone_actor *actor, hone_play_id play, const hone_motion *motion, double frame,
                             hone_error *error)
{
    hone_layer *layer = find_play(actor, play, error);
    if (!layer)
        return false;
    if (layer->data)
        return hone_fail(error, HONE_ERROR_ARGUMENT, play.id, "the motion %u has events, sync, root or a reference",
                         play.id);
    const hone_sampler_desc desc = {actor->model, motion, actor->rules, &actor->allocator};
    hone_sampler *sampler = hone_sampler_create(&desc, error);
    if (!sampler)
        return false;
    hone_sampler_destroy(layer->sampler);
    layer->sampler = sampler;
    layer->clock.length = hone_frame_from_seconds(hone_motion_duration(motion));
    hone_physics_world *world = hone_physics_get_world(actor->physics);
    if (world && hone_physics_world_is_exact(world))
        hone_physics_world_forget_after_frame(world, frame);
    return true;
}

/* ---- inertialization ------------------------------------------------------------------------------------------- */

enum { OLD, OLD_BEFORE, NEW, NEW_BEFORE, POSES };
static const double step = 0.5; /* frames from which the velocities follow */

/* The pose of all motions, with what is left of an earlier transition or without it. */
static void sample_motions(hone_actor *actor, double frame, bool old, hone_pose *pose)
{
    hone_pose_reset(pose, actor->model);
    hone_layers_apply(&actor->layers, frame, pose, actor->model);
    if (old)
        hone_transition_apply(&actor->transition, frame, pose);
}

static void begin_transition(hone_actor *actor, const hone_pose poses[POSES], double seconds)
{
    const hone_inertia_moment now = {poses[OLD].bones, poses[NEW].bones, poses[OLD].morphs, poses[NEW].morphs};
    const hone_inertia_moment before = {poses[OLD_BEFORE].bones, poses[NEW_BEFORE].bones, poses[OLD_BEFORE].morphs,
                                        poses[NEW_BEFORE].morphs};
    hone_inertia_begin(&actor->transition.inertia, &now, &before, (float)(step / HONE_FRAMES_PER_SECOND),
                       (float)seconds);
    actor->transition.begin = actor->frame;
}

static hone_play_id inertialize(hone_actor *actor, hone_play_id from, const hone_motion *motion,
                                const hone_play_desc *desc, hone_arena *memory, hone_error *error)
{
    hone_pose poses[POSES];
    for (int i = 0; i < POSES; i++) hone_pose_allocate(&poses[i], hone_model_get(actor->model), memory);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error), NO_PLAY;
    if (!hone_transition_open(&actor->transition, &actor->pose, &actor->allocator, error))
        return NO_PLAY;
    sample_motions(actor, actor->frame, true, &poses[OLD]);
    sample_motions(actor, actor->frame - step, true, &poses[OLD_BEFORE]);
    const hone_play_id play = replace(actor, from, HONE_LAYER_REPLACES, motion, desc, error);
    if (!play.id)
        return play;
    sample_motions(actor, actor->frame, false, &poses[NEW]);
    sample_motions(actor, actor->frame - step, false, &poses[NEW_BEFORE]);
    begin_transition(actor, poses, desc ? desc->fade_in_seconds : 0);
    return play;
}

hone_play_id hone_actor_inertialize(hone_actor *actor, hone_play_id from, const hone_motion *motion,
                                    const hone_play_desc *desc, hone_error *error)
{
    if (!actor || !motion)
        return hone_fail_null(error, "the actor and its motion"), NO_PLAY;
    hone_arena *memory = hone_arena_create(&actor->allocator, 0, error);
    const hone_play_id play = memory ? inertialize(actor, from, motion, desc, memory, error) : NO_PLAY;
    hone_arena_destroy(memory);
    return play;
}

/* ---- weights --------------------------------------------------------------------------------------------------- */

bool hone_actor_play_fade(hone_actor *actor, hone_play_id play, float weight, double seconds, hone_error *error)
{
    hone_layer *layer = find_to_change(actor, play, error);
    if (!layer)
        return false;
    if (layer->additive ? !isfinite(weight) : !(weight >= 0 && weight <= 1))
        return hone_fail(error, HONE_ERROR_ARGUMENT, play.id, "the weight of %s is %g, not %s",
                         layer->additive ? "an additive motion" : "a motion", (double)weight,
                         layer->additive ? "a finite number" : "from 0 to 1");
    if (!(seconds >= 0 && seconds < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, play.id, "a motion cannot fade within %g s", seconds);
    hone_layer_fade(layer, actor->frame, weight, seconds * HONE_FRAMES_PER_SECOND);
    hone_actor_motions_changed(actor);
    return true;
}

bool hone_actor_play_set_weight(hone_actor *actor, hone_play_id play, float weight, hone_error *error)
{
    return hone_actor_play_fade(actor, play, weight, 0, error);
}

bool hone_actor_play_fade_out(hone_actor *actor, hone_play_id play, double seconds, hone_error *error)
{
    if (!hone_actor_play_fade(actor, play, 0, seconds, error))
        return false;
    hone_layer *layer = find_play(actor, play, error);
    layer->ends = fmin(layer->ends, layer->fade.end);
    return true;
}

float hone_actor_play_weight(const hone_actor *actor, hone_play_id play)
{
    const hone_layer *layer = hone_layers_find(&actor->layers, play.id, actor->frame);
    return layer ? hone_layers_weight(&actor->layers, layer, actor->frame) : 0;
}

/* ---- clocks ---------------------------------------------------------------------------------------------------- */

static bool check_finite(double number, hone_play_id play, hone_error *error)
{
    return isfinite(number) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, play.id, "%g is neither a time nor a speed of a motion", number);
}

bool hone_actor_play_seek(hone_actor *actor, hone_play_id play, double seconds, hone_error *error)
{
    hone_layer *layer = find_to_change(actor, play, error);
    if (!layer || !check_finite(seconds, play, error))
        return false;
    hone_layers_seek(&actor->layers, layer, actor->frame, hone_frame_from_seconds(seconds));
    hone_actor_motions_changed(actor);
    return true;
}

double hone_actor_play_seconds(const hone_actor *actor, hone_play_id play)
{
    const hone_layer *layer = hone_layers_find(&actor->layers, play.id, actor->frame);
    if (!layer)
        return 0;
    double own = hone_clock_wrap(&layer->clock, hone_layers_position(&actor->layers, layer, actor->frame));
    return fmin(fmax(own, 0), layer->clock.length) / HONE_FRAMES_PER_SECOND;
}

bool hone_actor_play_set_phase(hone_actor *actor, hone_play_id play, double phase, hone_error *error)
{
    const hone_layer *layer = find_play(actor, play, error);
    return layer && check_finite(phase, play, error) &&
           hone_actor_play_seek(actor, play, phase * layer->clock.length / HONE_FRAMES_PER_SECOND, error);
}

double hone_actor_play_phase(const hone_actor *actor, hone_play_id play)
{
    const hone_layer *layer = hone_layers_find(&actor->layers, play.id, actor->frame);
    if (!layer || !(layer->clock.length > 0))
        return 0;
    return fmin(hone_actor_play_seconds(actor, play) * HONE_FRAMES_PER_SECOND / layer->clock.length, 1);
}

bool hone_actor_play_set_speed(hone_actor *actor, hone_play_id play, double speed, hone_error *error)
{
    hone_layer *layer = find_to_change(actor, play, error);
    if (!layer || !check_finite(speed, play, error))
        return false;
    bool paused = hone_layers_leader(&actor->layers, layer)->clock.paused;
    hone_layers_set_speed(&actor->layers, layer, actor->frame, speed, paused);
    hone_actor_motions_changed(actor);
    return true;
}

double hone_actor_play_speed(const hone_actor *actor, hone_play_id play)
{
    const hone_layer *layer = hone_layers_find(&actor->layers, play.id, actor->frame);
    return layer ? hone_layers_leader(&actor->layers, layer)->clock.speed : 0;
}

bool hone_actor_play_pause(hone_actor *actor, hone_play_id play, bool paused, hone_error *error)
{
    hone_layer *layer = find_to_change(actor, play, error);
    if (!layer)
        return false;
    double speed = hone_layers_leader(&actor->layers, layer)->clock.speed;
    hone_layers_set_speed(&actor->layers, layer, actor->frame, speed, paused);
    hone_actor_motions_changed(actor);
    return true;
}
