#include "tool/play/actors.h"
#include "tool/messages/messages.h"
#include "tool/play/actor_places.h"
#include "tool/play/retarget_motions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LISTED = 10 };

/* A motion that moves nothing is warned of. */
static const hone_play_desc any_rig = {.allow_unbound = true};

/* Writes ": a, b, c and 4 more", the names of the tracks that move nothing, or an empty text if memory runs out. */
static void list_unbound(const input *item, const hone_actor *actor, char *text, size_t size)
{
    const char *names[NAMES_LISTED];
    uint32_t count = 0;
    size_t used = 0;
    hone_error ignored = {0};
    text[0] = '\0';
    if (!hone_motion_unbound(item->motion, hone_actor_model(actor), names, NAMES_LISTED, &count, &ignored))
        return;
    for (uint32_t i = 0; i < count && i < NAMES_LISTED && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%.60s", i ? message_text(", ") : ": ", names[i]);
    if (count > NAMES_LISTED && used < size)
        snprintf(text + used, size - used, message_text(" and %u more"), count - NAMES_LISTED);
}

/* MMD asks whether to continue. What matters is how many of the motion's tracks find nothing to move. */
static void warn_of_other_model(const input *item, const hone_actor *actor, hone_play_id motion, report *r)
{
    const hone_motion_data *data = hone_motion_get(item->motion);
    uint32_t tracks = data->bone_track_count + data->morph_track_count;
    uint32_t bound = hone_actor_play_bound_count(actor, motion);
    bool own = hone_motion_is_for(item->motion, hone_actor_model(actor));
    bool moves = tracks || data->channel_count || data->packed;
    if ((own || !tracks) && moves && bound == 0)
        report_warn(r, item->path, "none of its tracks finds a bone or morph of the model");
    if (own)
        return;
    char text[1024], names[800] = "";
    if (bound < tracks) {
        list_unbound(item, actor, names, sizeof names);
        snprintf(text, sizeof text,
                 "made for the model %.60s, but played on another one: %u of its %u tracks move nothing%s",
                 data->model_name, tracks - bound, tracks, names);
    } else {
        snprintf(text, sizeof text, "made for the model %.60s, but played on another one", data->model_name);
    }
    report_warn(r, item->path, text);
}

/* Keeps the motion for copies of the actor. */
static bool keep_motion(actor_entry *member, const hone_motion *motion, hone_error *error)
{
    size_t count = (size_t)member->motion_count + 1;
    hone_motion **motions = realloc(member->motions, count * sizeof(hone_motion *));
    if (!motions)
        return hone_fail_memory(error);
    member->motions = motions;
    motions[member->motion_count++] = hone_motion_retain(motion);
    return true;
}

static bool weigh(const input *item, hone_actor *actor, hone_play_id motion, hone_error *error)
{
    float weight = item->weighted ? item->weighted->weight : 1;
    return weight == 1 || hone_actor_play_set_weight(actor, motion, weight, error);
}

static bool play_motion(const input *item, actor_entry *member, const actor_list *c, report *r, hone_error *error)
{
    hone_motion *other;
    if (!retarget_motion(item, c->made_for, hone_actor_model(member->actor), c->play, r, &other, error))
        return false;
    const hone_motion *played = other ? other : item->motion;
    hone_play_id motion = hone_actor_play(member->actor, played, &any_rig, error);
    bool ok = motion.id && keep_motion(member, played, error) && weigh(item, member->actor, motion, error);
    hone_motion_release(other);
    if (ok && !other)
        warn_of_other_model(item, member->actor, motion, r);
    return ok;
}

/* Attaches the motions of member m, in the order of the inputs. */
static bool play_motions(const inputs *in, uint32_t m, const actor_list *c, report *r, hone_error *error)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        if (!item->motion || !inputs_plays_on(in, item, m + 1))
            continue;
        if (!play_motion(item, &c->members[m], c, r, error))
            return false;
    }
    return true;
}

/* Warns if the model has dynamic bodies, this build has no physics, and the user has not turned physics off. */
static void warn_of_no_physics(const input *source, const playback_values *play, report *r)
{
    const hone_model_data *data = hone_model_get(source->model);
    bool dynamic = false;
    for (uint32_t b = 0; b < data->body_count; b++) dynamic |= data->bodies[b].mode != HONE_BODY_FOLLOWS;
    if (dynamic && play->physics.mode == PLAYBACK_PHYSICS_DEFAULT)
        report_warn(r, source->path, "physics is not built in: bodies follow their bones (--physics off)");
}

/* NULL: nothing is corrected. */
static hone_pose_edit *edit_of(const actor_entry *m)
{
    return m->corrections.chains_off || m->source->set_up ? corrections_apply : NULL;
}

static int add_member(const inputs *in, const input *source, bool simulate, actor_list *c, report *r)
{
    hone_error error = {0};
    bool can = hone_physics_available() || hone_physics_can_move(source->model) ||
               c->play->physics.mode == PLAYBACK_PHYSICS_ON;
    hone_actor_physics physics = {.on = playback_simulates(c->play, simulate) && can,
                                  .options = playback_physics_options(c->play)};
    physics.options.workers = c->workers;
    actor_entry *member = &c->members[c->count];
    *member = (actor_entry){.source = source, .list = c};
    actor_places_begin(member);
    if (!corrections_make(source->set_up, source->model, source->path, &member->corrections, r))
        hone_fail_memory(&error);
    member->corrections.chains_off = c->play->ik == PLAYBACK_IK_OFF;
    const hone_actor_desc desc = {.model = source->model,
                                  .rules = c->play->rules,
                                  .physics = physics,
                                  .edit = edit_of(member),
                                  .edit_user = &member->corrections,
                                  .parents = actor_places_parents_of(source),
                                  .parents_user = &member->chain.followers[PLACE_BODIES],
                                  .path = physics.on ? actor_places_path_of(source, c->play) : NULL,
                                  .path_user = &member->chain,
                                  .workers = c->workers};
    member->actor = error.code == HONE_OK ? hone_actor_create(&desc, &error) : NULL;
    member->simulates_alone =
        physics.on && !desc.parents && !desc.path && c->play->rules.order != HONE_ORDER_LAG && !c->play->gaze.given;
    c->count++;
    if (!member->actor)
        return report_failure(r, source->path, &error);
    if (c->play->gaze.given && !gaze_begin(member->actor, &member->gaze, &error))
        return report_failure(r, source->path, &error);
    if (hone_rig_skipped_chain_count(hone_actor_rig(member->actor)))
        report_warn(r, source->path, "has far more inverse kinematics than usual: some IK chains are left out");
    report_warn_all(r, source->path, hone_physics_warnings(hone_actor_get_physics(member->actor)));
    if (simulate && !hone_physics_available())
        warn_of_no_physics(source, c->play, r);
    if (!play_motions(in, c->count - 1, c, r, &error))
        return report_failure(r, source->path, &error);
    return STATUS_OK;
}

int actor_list_make(const inputs *in, const playback_values *play, bool simulate, actor_list *out, report *r)
{
    hone_error error = {0};
    *out = (actor_list){.play = play};
    int status = playback_check_kernel(play, r);
    if (status == STATUS_OK)
        status = retarget_load_source(play, &out->made_for, r);
    if (status != STATUS_OK)
        return status;
    out->members = calloc(in->model_count ? in->model_count : 1, sizeof *out->members);
    out->workers = hone_workers_create(play->threads, NULL, &error);
    if (!out->workers || !out->members)
        return report_failure(r, NULL, out->workers ? &(hone_error){.message = "out of memory"} : &error);
    for (uint32_t i = 0; i < in->count && status == STATUS_OK; i++)
        if (in->items[i].model)
            status = add_member(in, &in->items[i], simulate, out, r);
    return status == STATUS_OK ? actor_places_make(out, r) : status;
}

hone_actor *actor_list_copy_member(const actor_list *c, uint32_t member, bool follow, hone_error *error)
{
    const actor_entry *m = &c->members[member];
    const hone_actor_desc desc = {.model = m->source->model,
                                  .rules = c->play->rules,
                                  .edit = edit_of(m),
                                  .edit_user = (void *)&m->corrections,
                                  .parents = actor_places_parents_of(m->source),
                                  .parents_user = (void *)&m->chain.followers[PLACE_CARRIER]};
    if (desc.parents && !follow)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "bones of the model follow other models"), NULL;
    hone_actor *copy = hone_actor_create(&desc, error);
    for (uint32_t i = 0; copy && i < m->motion_count; i++) {
        hone_play_id motion = hone_actor_play(copy, m->motions[i], &any_rig, error);
        float weight = hone_actor_play_weight(m->actor, hone_actor_play_at(m->actor, i));
        if (!motion.id || (weight != 1 && !hone_actor_play_set_weight(copy, motion, weight, error))) {
            hone_actor_destroy(copy);
            return NULL;
        }
    }
    return copy;
}

static void release_member(actor_entry *member)
{
    for (uint32_t i = 0; i < member->motion_count; i++) hone_motion_release(member->motions[i]);
    free(member->motions);
    corrections_release(&member->corrections);
    hone_actor_destroy(member->actor);
}

void actor_list_release(actor_list *c)
{
    actor_places_release(c);
    for (uint32_t i = 0; i < c->count; i++) release_member(&c->members[i]);
    hone_workers_destroy(c->workers);
    hone_model_release(c->made_for);
    free(c->members);
    *c = (actor_list){0};
}

/* Reports each kind of incident once. */
static void warn_of_incidents(actor_entry *m, report *r)
{
    hone_physics_diagnostics met = hone_physics_get_diagnostics(hone_actor_get_physics(m->actor));
    static const char *const texts[] = {
        "physics: bones jumped within a step; the bodies on them were moved along",
        "physics: bodies became unstable; they were slowed down, or put back on their bones",
        "physics: too many bodies touch; some of them pass through each other",
    };
    const uint32_t counts[] = {met.teleports, met.unstable_bodies, met.contact_overflows};
    for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i] && !(m->incidents_noted & 1u << i)) {
            m->incidents_noted |= 1u << i;
            report_warn(r, m->source->path, texts[i]);
        }
}

enum { HELD_STEPS = 60, HELD_SHARE = 10, HELD_NAMES = 3 };

/* Names the bodies that had to be held at their joints in more than a tenth of all steps. */
static void warn_of_held_bodies(actor_entry *m, report *r)
{
    const hone_physics *physics = m->actor ? hone_actor_get_physics(m->actor) : NULL; /* a failed one has no actor */
    const hone_model_data *data = hone_model_get(m->source->model);
    char text[512] = "";
    uint32_t count = 0, steps;
    for (uint32_t b = 0; physics && b < data->body_count; b++) {
        uint32_t held = hone_physics_held_steps(physics, b, &steps);
        if (held < HELD_STEPS || held < steps / HELD_SHARE)
            continue;
        size_t used = strlen(text);
        if (count++ < HELD_NAMES)
            snprintf(text + used, sizeof text - used, "%s'%.64s'", used ? message_text(", ") : "",
                     data->bodies[b].name);
    }
    char line[640];
    snprintf(line, sizeof line,
             "physics: bodies had to be held at their joints in more than a tenth of the steps: %s%s", text,
             count > HELD_NAMES ? message_text(" and others") : "");
    if (count)
        report_warn(r, m->source->path, line);
}

/* Warns if an impulse morph has weight but no simulation runs, unless the user chose that with --physics. */
static void warn_of_impulses(actor_entry *m, const playback_values *play, report *r)
{
    const hone_model_data *data = hone_model_get(m->source->model);
    const float *weights = hone_actor_morphs(m->actor);
    const uint32_t bit = 1u << 31;
    if (play->physics.mode != PLAYBACK_PHYSICS_DEFAULT || hone_actor_get_physics(m->actor) || m->incidents_noted & bit)
        return;
    for (uint32_t i = 0; i < data->morph_count; i++)
        if (data->morphs[i].kind == HONE_MORPH_IMPULSE && weights[i] != 0) {
            m->incidents_noted |= bit;
            report_warn(r, m->source->path, "impulse morphs push bodies, which only move with --physics on");
            return;
        }
}

/* Reports what an update came to. */
static int end_update(actor_list *c, actor_entry *m, bool ok, const hone_error *error, report *r)
{
    if (!ok)
        return report_failure(r, m->source->path, error);
    warn_of_incidents(m, r);
    warn_of_impulses(m, c->play, r);
    return STATUS_OK;
}

int actor_list_update_member(actor_list *c, uint32_t member, double frame, report *r)
{
    hone_error error = {0};
    actor_entry *m = &c->members[member];
    bool ok = hone_actor_update_frame(m->actor, frame, &error);
    return end_update(c, m, ok, &error, r);
}

typedef struct simulation {
    const actor_list *list;
    double frame;
} simulation;

/* What fails here fails again in actor_list_update_member, which reports it. */
static void simulate_members(void *user, uint32_t begin, uint32_t end)
{
    const simulation *s = user;
    for (uint32_t i = begin; i < end; i++)
        if (s->list->members[i].simulates_alone)
            hone_actor_simulate_frame(s->list->members[i].actor, s->frame, &(hone_error){0});
}

/* Simulates members side by side, where there are enough of them for all threads. Otherwise the threads divide the
 * steps of one after the other. */
static void simulate(const actor_list *c, double frame)
{
    simulation s = {c, frame};
    uint32_t threads = hone_workers_thread_count(c->workers), alone = 0;
    for (uint32_t i = 0; i < c->count; i++) alone += c->members[i].simulates_alone;
    if (threads > 1 && alone >= threads)
        hone_workers_run(c->workers, simulate_members, &s, c->count, 1);
}

int actor_list_look(actor_list *c, const float point[3], double frame, report *r)
{
    int status = STATUS_OK;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++) {
        actor_entry *m = &c->members[c->places.order[i]];
        if (gaze_look(&m->gaze, m->actor, actor_entry_place(m), point))
            status = actor_list_update_member(c, c->places.order[i], frame, r);
    }
    return status;
}

int actor_list_update(actor_list *c, double frame, report *r)
{
    const playback_gaze *gaze = &c->play->gaze;
    int status = STATUS_OK;
    simulate(c, frame);
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++) {
        status = actor_list_update_member(c, c->places.order[i], frame, r);
        actor_places_update(c, c->places.order[i], frame);
    }
    if (status == STATUS_OK && gaze->given && !gaze->camera)
        status = actor_list_look(c, gaze->point, frame, r);
    return status;
}

void actor_list_warn_of_physics(actor_list *c, report *r)
{
    for (uint32_t i = 0; i < c->count; i++) warn_of_held_bodies(&c->members[i], r);
}
