/* Motions of an actor while it plays them: hone_actor_play_*. */
#include "web/actor.h"
#include "web/web.h"

#include <stdlib.h>

static hone_play_id play_of(uint32_t id)
{
    return (hone_play_id){id};
}

/* In the order in which hone.mjs has them. */
static void take_play(hone_play_desc *d)
{
    const double *n = web_numbers;
    d->loop = n[0] != 0;
    d->ping_pong = n[1] != 0;
    d->loop_count = (uint32_t)n[2];
    d->stop = n[3] != 0;
    d->fade_out_seconds = n[4];
    d->start_seconds = n[5];
    d->offset_seconds = n[6];
    d->speed = n[7];
    d->with = play_of((uint32_t)n[8]);
    d->additive = n[9] != 0;
    d->reference_seconds = n[10];
    d->fade_in_seconds = n[11];
    d->allow_unbound = n[12] != 0;
}

/* way: 0 plays it above the others, 1 cross-fades from `from`, 2 inertializes. mask: [bone_count] or NULL. */
WEB_CALL(uint32_t, actor_play, web_actor *a, const hone_motion *motion, int way, uint32_t from,
         const hone_motion *reference, const float *mask)
{
    hone_play_desc desc = {.reference = reference, .mask = mask};
    take_play(&desc);
    if (way == 1)
        return hone_actor_cross_fade(a->actor, play_of(from), motion, &desc, &web_error).id;
    if (way == 2)
        return hone_actor_inertialize(a->actor, play_of(from), motion, &desc, &web_error).id;
    return hone_actor_play(a->actor, motion, &desc, &web_error).id;
}

WEB_CALL(int, actor_play_stop, web_actor *a, uint32_t play)
{
    return hone_actor_play_stop(a->actor, play_of(play), &web_error);
}

WEB_CALL(uint32_t, actor_play_count, web_actor *a)
{
    return hone_actor_play_count(a->actor);
}

WEB_CALL(uint32_t, actor_play_at, web_actor *a, uint32_t index)
{
    return hone_actor_play_at(a->actor, index).id;
}

WEB_CALL(uint32_t, actor_play_bound_count, web_actor *a, uint32_t play)
{
    return hone_actor_play_bound_count(a->actor, play_of(play));
}

WEB_CALL(int, actor_play_fade, web_actor *a, uint32_t play, double weight, double seconds)
{
    return hone_actor_play_fade(a->actor, play_of(play), (float)weight, seconds, &web_error);
}

WEB_CALL(int, actor_play_fade_out, web_actor *a, uint32_t play, double seconds)
{
    return hone_actor_play_fade_out(a->actor, play_of(play), seconds, &web_error);
}

WEB_CALL(double, actor_play_weight, web_actor *a, uint32_t play)
{
    return hone_actor_play_weight(a->actor, play_of(play));
}

WEB_CALL(int, actor_play_seek, web_actor *a, uint32_t play, double seconds)
{
    return hone_actor_play_seek(a->actor, play_of(play), seconds, &web_error);
}

WEB_CALL(double, actor_play_seconds, web_actor *a, uint32_t play)
{
    return hone_actor_play_seconds(a->actor, play_of(play));
}

WEB_CALL(int, actor_play_set_speed, web_actor *a, uint32_t play, double speed)
{
    return hone_actor_play_set_speed(a->actor, play_of(play), speed, &web_error);
}

WEB_CALL(double, actor_play_speed, web_actor *a, uint32_t play)
{
    return hone_actor_play_speed(a->actor, play_of(play));
}

WEB_CALL(int, actor_play_pause, web_actor *a, uint32_t play, int paused)
{
    return hone_actor_play_pause(a->actor, play_of(play), paused, &web_error);
}
