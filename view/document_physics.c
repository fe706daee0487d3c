/* What time it is, and physics on its way there. */
#include "document_parts.h"

static const double chase_wait = 0.006; /* seconds that a picture waits for physics that is nearly there */

static void end_chase(document *d)
{
    for (uint32_t i = 0; i < d->runner_count; i++) {
        character *c = d->chased[i];
        c->runner = d->runners[i];
        c->stale = c->runner.restart;
    }
    d->runner_count = 0;
}

void document_stop_chase(document *d)
{
    if (chase_busy(d->chase))
        chase_stop(d->chase);
    end_chase(d);
}

static void begin_chase(document *d, double frame)
{
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->who;
        if (!character_wants_chase(c, frame))
            continue;
        d->chased[d->runner_count] = c;
        d->runners[d->runner_count++] = c->runner;
    }
    d->chased_frame = frame;
    if (d->runner_count)
        chase_begin(d->chase, d->runners, d->runner_count, frame);
}

/* True: nothing is under way any more. */
static bool look_at_chase(document *d, double seconds)
{
    if (!chase_busy(d->chase))
        return true;
    if (!chase_done(d->chase, seconds))
        return false;
    end_chase(d);
    return true;
}

static bool is_chased(const document *d, const character *c)
{
    for (uint32_t i = 0; i < d->runner_count; i++)
        if (d->chased[i] == c)
            return true;
    return false;
}

double document_chasing(const document *d)
{
    return chase_busy(d->chase) ? chase_progress(d->chase) : -1;
}

/* Whoever's edit has changed since physics began must begin anew; the others go on. */
static void hear_of_edits(document *d)
{
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->who;
        if (!character_is_edited(c))
            continue;
        document_stop_chase(d);
        character_changed(c);
    }
}

void document_update(document *d, double frame, bool held, meter *m)
{
    frame = frame < 0 ? 0 : frame;
    d->frame = frame;
    if (!held)
        hear_of_edits(d);
    bool there = look_at_chase(d, 0);
    if (!there && (frame < d->chased_frame - 1 || frame > d->chased_frame + 60)) { /* it runs after something else */
        document_stop_chase(d);
        there = true;
    }
    if (there && !held) {
        begin_chase(d, frame);
        look_at_chase(d, chase_wait);
    }
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->who;
        character_update(c, frame, !held && !is_chased(d, c) && character_is_ready(c, frame), m);
    }
}

void document_settle(document *d)
{
    meter unused = {0};
    document_update(d, d->frame, false, &unused);
    while (!look_at_chase(d, 1)) {
    }
    document_update(d, d->frame, false, &unused);
}

void document_restart_physics(document *d)
{
    document_stop_chase(d);
    for (uint32_t i = 0; i < d->model_count; i++) character_changed(d->models[i]->who);
}
