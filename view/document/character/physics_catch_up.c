#define _POSIX_C_SOURCE 200809L
#include "view/document/character/physics_catch_up.h"
#include <hone/io.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* Frames: STRIDE between checks for a stop; CHECKPOINT as in hone_physics_world_seek_frame. */
enum { STRIDE = 3, CHECKPOINT = 300 };

struct physics_catch_up {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    physics_catch_up_runner *runners;
    uint32_t count;
    double frame;
    /* busy: the caller has not been informed of the end; running: the thread is working */
    bool begun, busy, running, leaving;
    atomic_bool stop;
    _Atomic(float) progress;
};

physics_catch_up_runner physics_catch_up_runner_of(hone_actor *actor)
{
    return (physics_catch_up_runner){.actor = actor, .reached = -1, .furthest = -1, .keep = (double)INFINITY};
}

/* The frame at which a runner starts its way to `frame`: its current frame, or the last checkpoint before `frame`,
 * whichever is nearer. It has left checkpoints up to `furthest`. */
static double first_step(const physics_catch_up_runner *r, double frame)
{
    double checkpoint = r->furthest > 0 ? floor(fmin(frame, r->furthest) / CHECKPOINT) * CHECKPOINT : 0;
    return r->reached <= frame ? fmax(r->reached, checkpoint) : checkpoint;
}

void physics_catch_up_runner_passed(physics_catch_up_runner *r, double frame)
{
    r->reached = frame;
    r->furthest = fmax(r->furthest, frame);
}

static void run_exact(physics_catch_up *c, physics_catch_up_runner *r, uint32_t index)
{
    double begin = first_step(r, c->frame), at = begin;
    bool ok = true;
    while (ok && at < c->frame && !atomic_load(&c->stop)) {
        at = fmin(at + STRIDE, c->frame);
        ok = hone_actor_simulate_frame(r->actor, at, &r->error);
        double part = c->frame > begin ? (at - begin) / (c->frame - begin) : 1;
        atomic_store(&c->progress, (float)((index + part) / c->count));
    }
    if (ok && at >= c->frame)
        ok = hone_actor_simulate_frame(r->actor, c->frame, &r->error);
    if (ok)
        physics_catch_up_runner_passed(r, at);
    else
        r->reached = -1;
}

static void forget(physics_catch_up_runner *r)
{
    hone_physics_world_forget_after_frame(hone_physics_get_world(hone_actor_get_physics(r->actor)), r->keep);
    r->reached = r->reached <= r->keep ? r->reached : -1;
    r->furthest = r->keep < 0 ? -1 : fmin(r->furthest, r->keep);
    r->keep = (double)INFINITY;
}

static void run_one(physics_catch_up *c, physics_catch_up_runner *r, uint32_t index)
{
    if (r->keep < (double)INFINITY)
        forget(r);
    run_exact(c, r, index);
}

static void *run(void *user)
{
    physics_catch_up *c = user;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (!c->begun && !c->leaving) pthread_cond_wait(&c->changed, &c->lock);
        if (c->leaving)
            break;
        c->begun = false;
        pthread_mutex_unlock(&c->lock);
        for (uint32_t i = 0; i < c->count && !atomic_load(&c->stop); i++) run_one(c, &c->runners[i], i);
        pthread_mutex_lock(&c->lock);
        c->running = false;
        pthread_cond_broadcast(&c->changed);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

physics_catch_up *physics_catch_up_create(hone_error *error)
{
    physics_catch_up *c = calloc(1, sizeof *c);
    if (!c)
        return hone_fail_memory(error), NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    if (pthread_create(&c->thread, NULL, run, c) != 0) {
        hone_fail(error, HONE_ERROR_DEVICE, 0, "the system gives no thread");
        free(c);
        return NULL;
    }
    return c;
}

void physics_catch_up_destroy(physics_catch_up *c)
{
    if (!c)
        return;
    physics_catch_up_stop(c);
    pthread_mutex_lock(&c->lock);
    c->leaving = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void physics_catch_up_begin(physics_catch_up *c, physics_catch_up_runner *runners, uint32_t count, double frame)
{
    pthread_mutex_lock(&c->lock);
    c->runners = runners, c->count = count, c->frame = frame;
    c->begun = c->busy = c->running = true;
    atomic_store(&c->stop, false);
    atomic_store(&c->progress, 0);
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

bool physics_catch_up_busy(const physics_catch_up *c)
{
    return c->busy;
}

bool physics_catch_up_done(physics_catch_up *c, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    double whole = floor(seconds), nanos = (double)until.tv_nsec + (seconds - whole) * 1e9;
    until.tv_sec += (time_t)(whole + floor(nanos / 1e9));
    until.tv_nsec = (long)fmod(nanos, 1e9);
    pthread_mutex_lock(&c->lock);
    while (c->running && pthread_cond_timedwait(&c->changed, &c->lock, &until) == 0) {
    }
    bool done = c->busy && !c->running;
    if (done)
        c->busy = false;
    pthread_mutex_unlock(&c->lock);
    return done;
}

void physics_catch_up_stop(physics_catch_up *c)
{
    atomic_store(&c->stop, true);
    pthread_mutex_lock(&c->lock);
    while (c->running) pthread_cond_wait(&c->changed, &c->lock);
    c->busy = false;
    pthread_mutex_unlock(&c->lock);
}

double physics_catch_up_progress(const physics_catch_up *c)
{
    return (double)atomic_load(&c->progress);
}
