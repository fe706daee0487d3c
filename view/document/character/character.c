#include "view/document/character/character.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Physics that is at most this number of frames behind is simulated in the window's thread between two pictures. */
enum { AT_ONCE = 15 };
enum { ACTORS = 3 }; /* that play its motions: plain, with bodies, and the carrier */
/* Less than a step of physics, in frames. */
static const double before_frame = 1e-3;

static void switch_chains_off(const character *c, hone_pose *pose)
{
    if (c->rules.ik_off && pose->ik_count)
        memset(pose->ik_enabled, 0, pose->ik_count);
}

static void change_plain(void *user, double frame, hone_pose *pose)
{
    const character *c = user;
    switch_chains_off(c, pose);
    if (c->uncorrected)
        edit_apply_layer(c->bends, frame, pose);
    else if (!c->unedited)
        edit_apply(c->bends, frame, pose);
}

static void change_bodies(void *user, double frame, hone_pose *pose)
{
    const character *c = user;
    switch_chains_off(c, pose);
    edit_apply(c->bodies_edit, frame, pose);
}

static void drop_actors(character *c)
{
    live_physics_destroy(c->live);
    hone_actor_destroy(c->plain);
    hone_actor_destroy(c->bodies);
    hone_actor_destroy(c->place.carrier);
    c->place.carrier = NULL;
    c->place.evaluated = false;
    c->plain = c->bodies = c->shown = NULL;
    c->live = NULL;
    memset(c->look_at.actors, 0, sizeof c->look_at.actors);
}

static bool simulates(const character *c, const character_rules *rules)
{
    return rules->mode != CHARACTER_PHYSICS_OFF && hone_physics_can_move(c->model);
}

static hone_actor_desc describe(const character *c, const character_rules *rules, hone_workers *workers, bool physics)
{
    hone_actor_desc desc = {.model = c->model,
                            .rules = rules->mmd,
                            .edit = physics ? change_bodies : change_plain,
                            .edit_user = (void *)c,
                            .parents = place_follower_set_parents,
                            .parents_user = (void *)&c->place.followers[physics ? PLACE_BODIES : PLACE_SHOWN],
                            .workers = workers};
    desc.physics = (hone_actor_physics){.on = physics, .options = rules->physics};
    desc.physics.options.exact = true;
    if (physics && c->follows) {
        desc.path = place_chain_follow;
        desc.path_user = (void *)&c->place;
    }
    return desc;
}

/* The actors of a character; all zero on failure. */
typedef struct actors {
    hone_actor *plain, *bodies, *carrier;
    live_physics *live;
} actors;

static bool make_carrier(character *c, const character_rules *rules, hone_actor **out, hone_error *error)
{
    hone_actor_desc desc = describe(c, rules, NULL, false);
    desc.edit = change_bodies;
    desc.parents_user = &c->place.followers[PLACE_CARRIER];
    *out = c->carries ? hone_actor_create(&desc, error) : NULL;
    return *out || !c->carries;
}

static void release_actors(actors *a)
{
    hone_actor_destroy(a->plain);
    hone_actor_destroy(a->bodies);
    hone_actor_destroy(a->carrier);
}

/* Live physics belongs to the thread that shows it. */
static live_physics *make_live(const character *c, const hone_actor_desc *bodies, hone_actor *plain, hone_error *error)
{
    hone_actor_desc desc = *bodies;
    desc.parents_user = (void *)&c->place.followers[PLACE_SHOWN];
    return live_physics_create(&desc, plain, error);
}

static bool make_actors(character *c, const character_rules *rules, hone_workers *workers, actors *out,
                        hone_error *error)
{
    hone_actor_desc plain = describe(c, rules, workers, false), bodies = describe(c, rules, workers, true);
    *out = (actors){.plain = hone_actor_create(&plain, error)};
    bool ok = out->plain && make_carrier(c, rules, &out->carrier, error);
    if (ok && simulates(c, rules) && rules->mode == CHARACTER_PHYSICS_EXACT)
        ok = (out->bodies = hone_actor_create(&bodies, error)) != NULL;
    else if (ok && simulates(c, rules))
        ok = (out->live = make_live(c, &bodies, out->plain, error)) != NULL;
    if (!ok)
        release_actors(out);
    return ok;
}

/* ---- weights -------------------------------------------------------------------------------------------------- */

const hone_model *character_shown_model(const character *c)
{
    return c->painted ? c->painted : c->model;
}

bool character_needs_weights(const character *c)
{
    const weight_table *t = edit_weights(c->edit);
    return t && weight_table_revision(t) != c->painted_revision;
}

/* Gives the weights to an actor, unless it has them; NULL is fine. */
static bool set_weights(const character *c, hone_actor *actor, hone_error *error)
{
    const hone_model *model = character_shown_model(c);
    return !actor || hone_actor_model(actor) == model || hone_actor_set_skin_weights(actor, model, error);
}

static bool set_all_weights(const character *c, hone_error *error)
{
    return set_weights(c, c->plain, error) && set_weights(c, c->bodies, error) &&
           set_weights(c, c->live ? live_physics_actor(c->live) : NULL, error);
}

bool character_take_weights(character *c, hone_error *error)
{
    const weight_table *t = edit_weights(c->edit);
    hone_model *now = t && weight_table_count(t) ? weight_table_model(t, error) : NULL;
    if (t && weight_table_count(t) && !now)
        return false;
    hone_model *before = c->painted;
    c->painted = now;
    c->painted_revision = t ? weight_table_revision(t) : 0;
    bool ok = set_all_weights(c, error);
    hone_model_release(before);
    return ok;
}

bool character_rebuild_actors(character *c, const character_rules *rules, hone_workers *workers, hone_error *error)
{
    actors made;
    if (!make_actors(c, rules, workers, &made, error))
        return false;
    drop_actors(c);
    c->plain = c->shown = made.plain;
    c->bodies = made.bodies;
    c->live = made.live;
    c->place.carrier = made.carrier;
    c->rules = *rules;
    c->workers = workers;
    c->runner = physics_catch_up_runner_of(c->bodies);
    character_changed(c);
    if (c->painted && !set_all_weights(c, NULL))
        c->painted_revision = UINT64_MAX; /* the next update tries again */
    return true;
}

/* Keys are those of MMD. */
static bool make_edits(character *c, hone_error *error)
{
    c->bends = edit_create(c->model, error);
    c->correction = edit_create(c->model, error);
    c->bodies_edit = edit_create(c->model, error);
    c->bodies_correction = edit_create(c->model, error);
    if (!c->bends || !c->correction || !c->bodies_edit || !c->bodies_correction)
        return false;
    edit_set_over(c->bends, c->correction);
    character_visit(c, 0);
    edit_set_over(c->bodies_edit, c->bodies_correction);
    bool of_mmd = hone_model_get(c->model)->space == HONE_SPACE_MMD;
    character_set_layer(c, of_mmd ? CHARACTER_KEYS : CHARACTER_CORRECTION);
    return true;
}

character *character_create(uint32_t id, hone_model *model, const character_rules *rules, hone_workers *workers,
                            hone_error *error)
{
    character *c = calloc(1, sizeof *c);
    if (!c)
        return hone_fail_memory(error), NULL;
    *c = (character){.id = id, .model = hone_model_retain(model), .visible = true};
    place_chain_make(&c->place);
    c->place.id = id, c->place.model = c->model, c->place.shown = &c->shown;
    if (make_edits(c, error) && character_rebuild_actors(c, rules, workers, error))
        return c;
    character_destroy(c);
    return NULL;
}

const scene_model *character_stage(const character *c)
{
    return c->stage.model_count ? c->stage.models : NULL;
}

void character_destroy(character *c)
{
    if (!c)
        return;
    drop_actors(c);
    edit_destroy(c->bends);
    edit_destroy(c->correction);
    edit_destroy(c->bodies_edit);
    edit_destroy(c->bodies_correction);
    painter_destroy(c->painter);
    place_chain_release(&c->place);
    scene_release(&c->stage);
    hone_model_release(c->painted);
    hone_model_release(c->model);
    free(c);
}

/* Exact physics keeps what it simulated up to a frame. */
static void forget_after(character *c, double frame)
{
    c->runner.keep = fmin(c->runner.keep, frame);
    c->stale |= frame < (double)INFINITY;
    c->moved++;
}

static bool play_on(hone_actor *actor, const character_part *parts, uint32_t count, hone_error *error)
{
    while (hone_actor_play_count(actor)) hone_actor_play_stop(actor, hone_actor_play_at(actor, 0), NULL);
    const hone_play_desc any_rig = {.allow_unbound = true}; /* the user may give it to another model, or edit it */
    for (uint32_t i = 0; i < count; i++) {
        hone_play_id motion = hone_actor_play(actor, parts[i].motion, &any_rig, error);
        if (!motion.id || !hone_actor_play_set_weight(actor, motion, parts[i].weight, error))
            return false;
    }
    return true;
}

bool character_attach_motions(character *c, const character_part *parts, uint32_t count, hone_error *error)
{
    hone_actor *all[] = {c->plain, c->bodies, c->place.carrier};
    bool ok = true;
    for (int i = 0; i < ACTORS && ok; i++) ok = !all[i] || play_on(all[i], parts, count, error);
    character_changed(c);
    return ok;
}

void character_weigh(character *c, uint32_t part, float weight)
{
    hone_actor *all[] = {c->plain, c->bodies, c->place.carrier};
    for (int i = 0; i < ACTORS; i++)
        if (all[i])
            hone_actor_play_set_weight(all[i], hone_actor_play_at(all[i], part), weight, NULL);
    character_take_edit(c);
    forget_after(c, -1);
}

bool character_replace_motion(character *c, uint32_t part, const hone_motion *to, double frame, hone_error *error)
{
    hone_actor *all[] = {c->plain, c->bodies, c->place.carrier};
    for (int i = 0; i < ACTORS; i++)
        if (all[i] && !hone_actor_play_replace(all[i], hone_actor_play_at(all[i], part), to, frame, error))
            return false;
    forget_after(c, frame);
    return true;
}

void character_set_layer(character *c, character_layer layer)
{
    c->layer = layer;
    c->edit = layer == CHARACTER_KEYS ? c->bends : c->correction;
}

void character_visit(character *c, double frame)
{
    double from = (double)INFINITY;
    if (edit_bends(c->bends))
        from = fmin(edit_from(c->bends), frame);
    edit_set_from(c->bends, from);
}

void character_changed(character *c)
{
    live_physics_end(c->live);
    character_take_edit(c);
    forget_after(c, -1);
}

void character_moved(character *c)
{
    forget_after(c, -1);
}

/* Bends apply from a frame on, which may have changed; before it they change nothing. */
void character_take_edit(character *c)
{
    double from = fmin(edit_from(c->bodies_edit), edit_from(c->bends));
    bool all = c->correction_revision != edit_revision(c->correction);
    edit_copy(c->bodies_edit, c->bends);
    edit_copy(c->bodies_correction, c->correction);
    c->revision = edit_revision(c->bends);
    c->correction_revision = edit_revision(c->correction);
    forget_after(c, all ? -1 : from - before_frame);
}

bool character_chain_by_motions(character *c, double frame, uint32_t chain)
{
    c->unedited = true;
    hone_actor_sample_frame(c->plain, frame);
    bool on =
        chain < hone_actor_writable_pose(c->plain)->ik_count && hone_actor_writable_pose(c->plain)->ik_enabled[chain];
    c->unedited = false;
    hone_actor_sample_frame(c->plain, frame);
    return on;
}

const hone_pose *character_registered_pose(character *c, double frame)
{
    character_visit(c, frame);
    c->uncorrected = true;
    hone_actor_sample_frame(c->plain, frame);
    c->uncorrected = false;
    return hone_actor_writable_pose(c->plain);
}

const hone_pose *character_pose_without(character *c, uint32_t part, double frame)
{
    hone_play_id motion = hone_actor_play_at(c->plain, part);
    float weight = hone_actor_play_weight(c->plain, motion);
    hone_actor_play_set_weight(c->plain, motion, 0, NULL);
    c->unedited = true;
    hone_actor_sample_frame(c->plain, frame);
    c->unedited = false;
    hone_actor_play_set_weight(c->plain, motion, weight, NULL);
    return hone_actor_writable_pose(c->plain);
}

bool character_is_edited(const character *c)
{
    return c->revision != edit_revision(c->bends) || c->correction_revision != edit_revision(c->correction);
}

bool character_is_ahead(const character *c)
{
    return c->place.ahead && (c->follows || c->place.follow_count);
}

bool character_is_bent(const character *c)
{
    return !edit_is_empty(c->bends) || !edit_is_empty(c->correction);
}

bool character_is_ready(const character *c, double frame)
{
    double behind = frame - c->runner.reached;
    return c->bodies && !c->stale && c->runner.reached >= 0 && behind >= 0 && behind <= AT_ONCE;
}

bool character_needs_catch_up(const character *c, double frame)
{
    return c->bodies && !character_is_ready(c, frame);
}

bool character_has_physics(const character *c)
{
    return c->bodies || c->live;
}

const hone_physics *character_physics_of(const character *c)
{
    const hone_actor *actor = c->bodies ? c->bodies : c->live ? live_physics_actor(c->live) : NULL;
    return actor ? hone_actor_get_physics(actor) : NULL;
}

bool character_is_simulated(const character *c)
{
    return c->shown != c->plain;
}

/* Whether live physics is there; creates it if needed. False: out of memory or no physics. */
static bool have_live(character *c)
{
    if (c->live || !c->bodies)
        return c->live != NULL;
    const hone_actor_desc desc = describe(c, &c->rules, c->workers, true);
    c->live = make_live(c, &desc, c->plain, NULL);
    if (c->live && c->painted)
        set_weights(c, live_physics_actor(c->live), NULL);
    return c->live != NULL;
}

/* Live physics continues from the shown exact physics, if that is near. An edit does this before its catch-up begins;
 * from then on the exact physics belongs to the catch-up's thread. */
static void leave_exact(character *c, double frame)
{
    bool near = fabs(frame - c->runner.reached) <= AT_ONCE, left = character_goes_on(c, frame);
    if (c->shown == c->bodies && near && !left && have_live(c))
        live_physics_begin_from(c->live, c->bodies, c->runner.reached);
}

void character_linger(character *c, double frame, double seconds)
{
    leave_exact(c, frame);
    if (c->live)
        live_physics_linger(c->live, seconds);
}

bool character_lingers(const character *c)
{
    return c->live && c->shown == live_physics_actor(c->live) && live_physics_lingers(c->live);
}

void character_rest(character *c)
{
    if (c->live)
        live_physics_linger(c->live, 0);
}

bool character_goes_on(const character *c, double frame)
{
    return c->live && live_physics_reaches(c->live, frame);
}

void character_look(character *c, const float point[3], const hone_affine *place)
{
    c->look_at.on = point != NULL;
    if (!point)
        return;
    memcpy(c->look_at.point, point, sizeof c->look_at.point);
    c->look_at.place = *place;
}

/* Gives the actor that is about to be shown the goal of the eyes, or takes it away. */
static void look(character *c, uint32_t slot, hone_actor *actor)
{
    character_look_at *l = &c->look_at;
    bool has = l->actors[slot].actor == actor;
    if (!l->on && has) {
        gaze_end(&l->actors[slot].gaze, actor);
        l->actors[slot].actor = NULL;
    }
    if (!l->on || (!has && !gaze_begin(actor, &l->actors[slot].gaze, NULL)))
        return;
    l->actors[slot].actor = actor;
    gaze_look(&l->actors[slot].gaze, actor, &l->place, l->point);
}

static bool update(character *c, double frame, bool exact, frame_timing *m, hone_error *error)
{
    c->shown = exact ? c->bodies : c->plain;
    look(c, exact, c->shown);
    frame_timing_begin(m);
    hone_actor_sample_frame(c->shown, frame);
    frame_timing_mark(m, FRAME_TIMING_SAMPLE);
    bool ok = hone_actor_evaluate(c->shown, error);
    hone_actor_apply_morphs(c->shown);
    frame_timing_mark(m, FRAME_TIMING_RIG);
    hone_actor_build_palette(c->shown);
    frame_timing_mark(m, FRAME_TIMING_PALETTE);
    if (exact && ok)
        physics_catch_up_runner_passed(&c->runner, frame);
    return ok;
}

bool character_update(character *c, double frame, character_show how, double seconds, frame_timing *m,
                      hone_error *error)
{
    if (how == CHARACTER_SHOW_LIVE && have_live(c)) {
        leave_exact(c, frame);
        c->shown = live_physics_actor(c->live);
        look(c, 2, c->shown);
        live_physics_set_world(c->live, c->follows ? &c->world : NULL);
        return live_physics_update(c->live, frame, seconds, m, error);
    }
    live_physics_end(c->live);
    return update(c, frame, how == CHARACTER_SHOW_EXACT, m, error);
}
