/* Updates the document to a time, and lets exact physics catch up with it. */
#include "view/document/document_internal.h"

#include <math.h>

/* Seconds that a picture waits for a catch-up that is nearly complete. */
static const double physics_catch_up_wait = 0.006;

static void end_catch_up(document *d)
{
    for (uint32_t i = 0; i < d->runner_count; i++) {
        character *c = d->catching_up[i];
        c->runner = d->runners[i];
        c->stale = c->runner.keep < (double)INFINITY;
    }
    d->runner_count = 0;
}

void document_stop_catch_up(document *d)
{
    if (physics_catch_up_busy(d->physics_catch_up))
        physics_catch_up_stop(d->physics_catch_up);
    end_catch_up(d);
}

static void begin_catch_up(document *d, double frame)
{
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        if (!character_needs_catch_up(c, frame))
            continue;
        d->catching_up[d->runner_count] = c;
        d->runners[d->runner_count++] = c->runner;
    }
    d->catch_up_frame = frame;
    if (d->runner_count)
        physics_catch_up_begin(d->physics_catch_up, d->runners, d->runner_count, frame);
}

/* True: no catch-up is running any more. */
static bool poll_catch_up(document *d, double seconds)
{
    if (!physics_catch_up_busy(d->physics_catch_up))
        return true;
    if (!physics_catch_up_done(d->physics_catch_up, seconds))
        return false;
    end_catch_up(d);
    return true;
}

static bool is_catching_up(const document *d, const character *c)
{
    for (uint32_t i = 0; i < d->runner_count; i++)
        if (d->catching_up[i] == c)
            return true;
    return false;
}

double document_catch_up_progress(const document *d)
{
    return physics_catch_up_busy(d->physics_catch_up) ? physics_catch_up_progress(d->physics_catch_up) : -1;
}

static bool is_timeless(const document *d)
{
    return !(d->duration > 0);
}

/* If nothing has a duration, exact physics only brings the bodies to rest at the beginning; after that physics is
 * live. */
static bool is_exact_at(const document *d, double frame)
{
    return !is_timeless(d) || frame == 0;
}

/* An edited character continues from the shown state. Its exact physics restarts in the background when nothing is
 * held; the other characters are not affected. */
static void take_edits(document *d, double frame, bool held)
{
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        character_visit(c, frame);
        if (!character_is_edited(c))
            continue;
        character_linger(c, frame, DOCUMENT_LINGERING);
        if (held)
            continue;
        document_stop_catch_up(d);
        character_take_edit(c);
    }
}

/* Painted weights are shown at once, without a change of the pose. */
static bool take_weights(document *d, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        if (!character_needs_weights(c))
            continue;
        document_stop_catch_up(d);
        ok &= character_take_weights(c, ok ? error : NULL);
    }
    return ok;
}

static character_show choose(const document *d, const character *c, double frame)
{
    bool told = !is_catching_up(d, c) && !character_is_edited(c) && !character_is_ahead(c);
    if (!c->bodies || !is_exact_at(d, frame))
        return character_has_physics(c) ? CHARACTER_SHOW_LIVE : CHARACTER_SHOW_PLAIN;
    if (told && character_is_ready(c, frame) && !(is_timeless(d) && character_lingers(c)))
        return CHARACTER_SHOW_EXACT;
    return character_goes_on(c, frame) ? CHARACTER_SHOW_LIVE : CHARACTER_SHOW_PLAIN;
}

static void follow_catch_up(document *d, double frame, bool held)
{
    bool there = poll_catch_up(d, 0);
    bool elsewhere = frame < d->catch_up_frame - 1 || frame > d->catch_up_frame + 60 || !is_exact_at(d, frame);
    if (!there && elsewhere) {
        document_stop_catch_up(d);
        there = true;
    }
    if (there && !held && is_exact_at(d, frame)) {
        begin_catch_up(d, frame);
        poll_catch_up(d, physics_catch_up_wait);
    }
}

/* Reports why a catch-up failed, once; the next one tries again. */
static bool take_error(character *c, hone_error *error)
{
    if (c->runner.error.code == HONE_OK)
        return true;
    if (error)
        *error = c->runner.error;
    c->runner.error = (hone_error){0};
    return false;
}

bool document_update(document *d, double frame, bool held, double seconds, frame_timing *m, hone_error *error)
{
    frame = frame < 0 ? 0 : frame;
    d->frame = frame;
    bool ok = take_weights(d, error);
    ok &= document_take_keys(d, frame, ok ? error : NULL);
    take_edits(d, frame, held);
    ok &= document_follow_places(d, frame, held, ok ? error : NULL);
    follow_catch_up(d, frame, held);
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[document_update_order(d, i)]->character;
        ok &= take_error(c, error);
        document_stand(c);
        ok &= character_update(c, frame, choose(d, c, frame), seconds, m, error);
    }
    return ok;
}

/* Also true while exact physics is about to replace live physics. */
bool document_is_moving(const document *d)
{
    bool any = false;
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *c = d->models[i]->character;
        bool waits = c->bodies && is_exact_at(d, d->frame) && character_goes_on(c, d->frame);
        any |= waits || character_lingers(c);
    }
    return any;
}

bool document_is_endless(const document *d)
{
    bool any = false;
    for (uint32_t i = 0; i < d->model_count; i++) any |= character_has_physics(d->models[i]->character);
    return any && is_timeless(d);
}

bool document_settle(document *d, hone_error *error)
{
    frame_timing unused = {0};
    document_update(d, d->frame, false, 0, &unused, NULL); /* the last one reports */
    for (uint32_t i = 0; i < d->model_count; i++) character_rest(d->models[i]->character);
    while (!poll_catch_up(d, 1)) {
    }
    return document_update(d, d->frame, false, 0, &unused, error);
}

void document_restart_physics(document *d)
{
    document_stop_catch_up(d);
    for (uint32_t i = 0; i < d->model_count; i++) character_changed(d->models[i]->character);
}
