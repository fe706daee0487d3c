#include "view/document/character/live_physics.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>

struct live_physics {
    hone_actor *actor; /* has the pose of `plain` */
    hone_actor *plain;
    double rate;    /* steps a second */
    double settle;  /* seconds in which bodies come to rest after a restart */
    double clock;   /* in frames; it advances even if the document's frame does not */
    double before;  /* the clock at the previous update */
    double frame;   /* the document's frame at the last update */
    double lingers; /* seconds for which it continues while the document's frame does not change */
    bool flows;     /* the document's frame advances in this update, and a motion plays */
    bool going;     /* it continues from the shown state; else the next update restarts it */
};

static const double leap = 15; /* frames: hone_physics_world_seek_frame restarts after a larger step */
/* Seconds that one update simulates at most while the document's frame does not change. */
static const double longest = 0.25;

/* Gives the pose for the physics step at `clock`. If a motion plays, that is the pose of the corresponding frame. Else
 * it interpolates between the poses of the last update and now, so that an edit by hand takes effect evenly over the
 * steps. */
static void follow(void *user, double clock, hone_pose *pose)
{
    live_physics *l = user;
    const hone_pose *now = hone_actor_writable_pose(l->plain), *before = hone_actor_writable_pose(l->actor);
    if (l->flows) {
        hone_actor_sample_frame(l->plain, l->frame + clock - l->clock);
        hone_pose_copy(pose, now);
    } else if (pose == before || !(clock < l->clock) || !(l->before < l->clock)) {
        hone_pose_copy(pose, now);
    } else {
        double part = (clock - l->before) / (l->clock - l->before);
        hone_pose_copy(pose, before);
        hone_pose_blend(pose, now, (float)fmax(part, 0), NULL, hone_actor_model(l->plain));
    }
}

/* The actor asks for a pose while it is created, before l->actor is set. */
static void follow_later(void *user, double clock, hone_pose *pose)
{
    live_physics *l = user;
    if (l->actor)
        follow(l, clock, pose);
}

static hone_physics_world *world_of(const hone_actor *actor)
{
    return hone_physics_get_world(hone_actor_get_physics(actor));
}

static live_physics *fill(live_physics *l, const hone_actor_desc *desc, hone_error *error)
{
    hone_actor_desc own = *desc;
    own.edit = follow_later;
    own.edit_user = l;
    own.path = NULL; /* see live_physics_set_world */
    own.physics.options.exact = false;
    /* begin() settles the bodies; a world that continues from another one must not settle */
    own.physics.options.settle_seconds = -1;
    l->actor = hone_actor_create(&own, error);
    return l->actor ? l : NULL;
}

live_physics *live_physics_create(const hone_actor_desc *desc, hone_actor *plain, hone_error *error)
{
    live_physics *l = calloc(1, sizeof *l);
    if (!l)
        return hone_fail_memory(error), NULL;
    const hone_physics_options *options = &desc->physics.options;
    *l = (live_physics){.plain = plain,
                        .rate = options->rate ? options->rate : HONE_PHYSICS_RATE,
                        .settle = options->settle_seconds < 0   ? 0
                                  : options->settle_seconds > 0 ? (double)options->settle_seconds
                                                                : 1};
    if (fill(l, desc, error))
        return l;
    live_physics_destroy(l);
    return NULL;
}

void live_physics_destroy(live_physics *l)
{
    if (!l)
        return;
    hone_actor_destroy(l->actor);
    free(l);
}

void live_physics_set_world(live_physics *l, const hone_rigid_transform *world)
{
    if (world)
        hone_actor_set_world(l->actor, world, NULL);
}

hone_actor *live_physics_actor(const live_physics *l)
{
    return l->actor;
}

/* Takes the world to its clock. If that fails, the next evaluation tries again and reports it. */
static void simulate(live_physics *l)
{
    hone_actor_simulate_frame(l->actor, l->clock, NULL);
}

/* Sets the clock and the world to `clock`, and the pose to that of a frame. */
static void stand(live_physics *l, double clock, double frame)
{
    l->flows = false;
    l->clock = l->before = clock;
    l->frame = frame;
    l->going = true;
    hone_actor_sample_frame(l->plain, frame);
    hone_physics_world_restart(world_of(l->actor));
    simulate(l);
}

/* The frame at the end of the step where a world is after seeking `frame`. */
static double end_of_step(const live_physics *l, double frame)
{
    double steps = l->rate / HONE_FRAMES_PER_SECOND;
    return ceil(frame * steps - 1e-6) / steps;
}

/* Copies the state of an exact world into the live one. */
static bool copy_state(live_physics *l, const hone_actor *exact)
{
    size_t size = hone_physics_world_state_size(world_of(exact));
    void *state = malloc(size);
    if (state)
        hone_physics_world_save(world_of(exact), state);
    bool ok = state && hone_physics_world_restore(world_of(l->actor), state, size, NULL);
    free(state);
    return ok;
}

void live_physics_begin_from(live_physics *l, hone_actor *exact, double frame)
{
    stand(l, end_of_step(l, frame), frame);
    if (!copy_state(l, exact))
        live_physics_end(l);
    hone_pose_copy(hone_actor_writable_pose(l->actor), hone_actor_writable_pose(exact)); /* interpolation begins here */
}

void live_physics_end(live_physics *l)
{
    if (!l)
        return;
    l->going = false;
    l->lingers = 0;
}

bool live_physics_reaches(const live_physics *l, double frame)
{
    return l->going && frame >= l->frame && frame - l->frame < leap;
}

void live_physics_linger(live_physics *l, double seconds)
{
    l->lingers = seconds;
}

bool live_physics_lingers(const live_physics *l)
{
    return l->going && l->lingers > 0;
}

static void begin(live_physics *l, double frame)
{
    stand(l, 0, frame);
    double end = l->settle * HONE_FRAMES_PER_SECOND;
    while (l->clock < end) {
        l->before = l->clock = fmin(l->clock + leap / 2, end);
        simulate(l);
    }
}

/* Advances the clock as far as the document's frame advanced, or by the elapsed time if the frame did not change. */
static void advance(live_physics *l, double frame, double seconds)
{
    double frames = frame - l->frame;
    l->flows = frames > 0 && hone_actor_play_count(l->plain) > 0;
    if (frames <= 0 && l->lingers > 0) {
        frames = fmin(seconds, longest) * HONE_FRAMES_PER_SECOND;
        l->lingers -= seconds;
    }
    l->before = l->clock;
    l->clock += frames;
    l->frame = frame;
    hone_actor_sample_frame(l->plain, frame);
    simulate(l);
    hone_actor_sample_frame(l->plain, frame);
    l->flows = false;
}

bool live_physics_update(live_physics *l, double frame, double seconds, frame_timing *m, hone_error *error)
{
    frame_timing_begin(m);
    if (live_physics_reaches(l, frame))
        advance(l, frame, seconds);
    else
        begin(l, frame);
    frame_timing_mark(m, FRAME_TIMING_RIG);
    hone_actor_sample_frame(l->actor, l->clock);
    frame_timing_mark(m, FRAME_TIMING_SAMPLE);
    bool ok = hone_actor_evaluate(l->actor, error);
    hone_actor_apply_morphs(l->actor);
    frame_timing_mark(m, FRAME_TIMING_RIG);
    hone_actor_build_palette(l->actor);
    frame_timing_mark(m, FRAME_TIMING_PALETTE);
    return ok;
}
