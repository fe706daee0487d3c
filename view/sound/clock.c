#define _POSIX_C_SOURCE 200809L
#include "view/sound/clock.h"

#include <math.h>
#include <time.h>

static const double speed_min = 0.01, speed_max = 16, frames_per_second = 30;
static const double patience = 1; /* seconds to wait until a source is heard */
static const double stall = 0.5;  /* seconds; an older reading is ignored */
/* Seconds; beyond this difference the clock waits or jumps, below it is adjusted gradually. */
static const double slip = 0.1;
static const double settling = 0.5; /* seconds in which the difference falls to 1/e */

play_clock play_clock_make(void)
{
    return (play_clock){.speed = 1};
}

double clock_monotonic(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- state ---- */

static bool has_range(const play_clock *c)
{
    return c->to > c->from;
}

double play_clock_time(const play_clock *c)
{
    return c->time;
}

double play_clock_begin(const play_clock *c)
{
    return has_range(c) ? c->from : 0;
}

double play_clock_end(const play_clock *c)
{
    return has_range(c) ? c->to : c->length > 0 ? c->length : INFINITY;
}

bool play_clock_is_playing(const play_clock *c)
{
    return c->playing;
}

static bool loops(const play_clock *c)
{
    return c->looping && isfinite(play_clock_end(c));
}

/* ---- the source ---- */

static void pause_source(play_clock *c)
{
    if (c->source_plays && c->source)
        c->source->pause(c->source->user);
    c->source_plays = false;
}

static void start_source(play_clock *c, double now)
{
    if (!c->source || !c->playing || c->speed != 1) {
        pause_source(c);
        return;
    }
    bool loop = loops(c);
    c->source->play(c->source->user, c->time, loop ? play_clock_begin(c) : 0, loop ? play_clock_end(c) : 0);
    c->source_plays = true;
    c->heard = false;
    c->waiting = now;
}

/* How far the source is ahead of `time`; in a loop, by the shorter way. */
static double lead_of(const play_clock *c, const clock_reading *reading, double now, double time)
{
    double lead = reading->position + (now - reading->stamp) - time;
    double round = play_clock_end(c) - play_clock_begin(c);
    return loops(c) ? lead - round * nearbyint(lead / round) : lead;
}

/* The next time of the clock with its source. `next` is the next time without it. */
static double follow(play_clock *c, double now, double next)
{
    clock_reading reading;
    double step = next - c->time;
    if (!c->source->read(c->source->user, &reading)) {
        if (!c->heard && now - c->waiting < patience)
            return c->time;
        pause_source(c);
        return next;
    }
    c->heard = true;
    if (!(now - reading.stamp < stall))
        return next;
    double lead = lead_of(c, &reading, now, next);
    if (lead > slip)
        return next + lead;
    if (lead < -slip)
        return c->time;
    double pull = lead * (1 - exp(-step / settling));
    return next + fmin(fmax(pull, -step / 2), step / 2);
}

/* ---- time ---- */

/* Loops or stops at the end of the range. */
static double turn_round(play_clock *c, double time)
{
    double begin = play_clock_begin(c), end = play_clock_end(c);
    if (!(time >= end))
        return time;
    if (loops(c))
        return begin + fmod(time - end, end - begin);
    c->playing = false;
    pause_source(c);
    return end;
}

double play_clock_advance(play_clock *c, double now)
{
    double step = now > c->at ? now - c->at : 0;
    c->at = now > c->at ? now : c->at;
    if (!c->playing || step == 0)
        return c->time;
    double next = c->time + step * c->speed;
    c->time = turn_round(c, c->source_plays ? follow(c, now, next) : next);
    return c->time;
}

static double within(const play_clock *c, double seconds)
{
    double time = seconds > 0 ? seconds : 0; /* handles NaN, too */
    return c->length > 0 ? fmin(time, fmax(c->length, c->room)) : fmin(time, 1e9);
}

/* Call when the source must play from a new place. */
static void restart(play_clock *c, double now)
{
    if (c->playing)
        c->time = turn_round(c, c->time);
    start_source(c, now);
}

/* ---- commands ---- */

void play_clock_set_source(play_clock *c, double now, const clock_source *source)
{
    play_clock_advance(c, now);
    pause_source(c);
    c->source = source;
    restart(c, now);
}

void play_clock_set_length(play_clock *c, double now, double seconds)
{
    play_clock_advance(c, now);
    c->length = seconds > 0 ? seconds : 0;
    c->time = within(c, c->time);
    restart(c, now);
}

void play_clock_set_room(play_clock *c, double seconds)
{
    c->room = seconds > 0 ? fmin(seconds, 1e9) : 0;
}

void play_clock_set_looping(play_clock *c, double now, bool looping)
{
    play_clock_advance(c, now);
    c->looping = looping;
    restart(c, now);
}

void play_clock_set_range(play_clock *c, double now, double from, double to)
{
    play_clock_advance(c, now);
    bool any = to > from && to > 0;
    c->from = any ? fmax(from, 0) : 0;
    c->to = any ? to : 0;
    restart(c, now);
}

void play_clock_set_speed(play_clock *c, double now, double speed)
{
    play_clock_advance(c, now);
    c->speed = speed > speed_min ? fmin(speed, speed_max) : speed_min;
    restart(c, now);
}

void play_clock_play(play_clock *c, double now)
{
    play_clock_advance(c, now);
    if (c->playing)
        return;
    if (c->time < play_clock_begin(c) || c->time >= play_clock_end(c))
        c->time = play_clock_begin(c);
    c->playing = true;
    restart(c, now);
}

void play_clock_pause(play_clock *c, double now)
{
    play_clock_advance(c, now);
    c->playing = false;
    pause_source(c);
}

void play_clock_seek(play_clock *c, double now, double seconds)
{
    play_clock_advance(c, now);
    c->time = within(c, seconds);
    restart(c, now);
}

void play_clock_step(play_clock *c, double now, int frames)
{
    play_clock_pause(c, now);
    double frame = c->time * frames_per_second;
    frame = frames < 0 ? ceil(frame - 1e-6) : floor(frame + 1e-6);
    c->time = within(c, (frame + frames) / frames_per_second);
}
