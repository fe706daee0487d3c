#include "character.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 15 }; /* frames that physics may be behind: as many a window simulates between two pictures */

static void change_pose(const edit *e, bool ik_off, double frame, hone_pose *pose)
{
    if (ik_off && pose->ik_count)
        memset(pose->ik_enabled, 0, pose->ik_count);
    edit_apply((void *)e, frame, pose);
}

static void change_plain(void *user, double frame, hone_pose *pose)
{
    const character *c = user;
    change_pose(c->edit, c->ik_off, frame, pose);
}

static void change_bodies(void *user, double frame, hone_pose *pose)
{
    const character *c = user;
    change_pose(c->bodies_edit, c->ik_off, frame, pose);
}

static bool has_bodies(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t b = 0; b < data->body_count; b++)
        if (data->bodies[b].mode != HONE_BODY_FOLLOWS)
            return true;
    return false;
}

static void drop_actors(character *c)
{
    hone_actor_destroy(c->plain);
    hone_actor_destroy(c->bodies);
    c->plain = c->bodies = c->shown = NULL;
}

/* False: what was made is gone again. */
static bool cast(character *c, const character_rules *rules, hone_workers *workers, hone_actor **plain,
                 hone_actor **bodies, hone_error *error)
{
    hone_actor_desc desc = {.model = c->model,
                            .curve = rules->curve,
                            .fixed_axis = rules->fixed_axis,
                            .rig = rules->rig,
                            .edit = change_plain,
                            .edit_user = c,
                            .workers = workers};
    *bodies = NULL;
    *plain = hone_actor_create(&desc, error);
    if (!*plain || rules->mode == CHARACTER_PHYSICS_OFF || !hone_physics_available() || !has_bodies(c->model))
        return *plain != NULL;
    desc.physics = (hone_actor_physics){.on = true, .options = rules->physics};
    desc.physics.options.exact = rules->mode == CHARACTER_PHYSICS_EXACT;
    desc.edit = change_bodies;
    *bodies = hone_actor_create(&desc, error);
    if (!*bodies)
        hone_actor_destroy(*plain);
    return *bodies != NULL;
}

bool character_recast(character *c, const character_rules *rules, hone_workers *workers, hone_error *error)
{
    hone_actor *plain, *bodies;
    if (!cast(c, rules, workers, &plain, &bodies, error))
        return false;
    drop_actors(c);
    c->plain = c->shown = plain;
    c->bodies = bodies;
    c->ik_off = rules->ik_off;
    c->runner = (chase_runner){.actor = c->bodies, .reached = -1};
    character_changed(c);
    return true;
}

character *character_create(uint32_t id, hone_model *model, const character_rules *rules, hone_workers *workers,
                            hone_error *error)
{
    character *c = calloc(1, sizeof *c);
    if (!c)
        return hone_fail_memory(error), NULL;
    *c = (character){.id = id, .model = hone_model_retain(model), .visible = true};
    c->edit = edit_create(model, error);
    c->bodies_edit = edit_create(model, error);
    if (c->edit && c->bodies_edit && character_recast(c, rules, workers, error))
        return c;
    character_destroy(c);
    return NULL;
}

void character_destroy(character *c)
{
    if (!c)
        return;
    drop_actors(c);
    edit_destroy(c->edit);
    edit_destroy(c->bodies_edit);
    hone_model_release(c->model);
    free(c);
}

static bool play_on(hone_actor *actor, const character_part *parts, uint32_t count, hone_error *error)
{
    while (hone_actor_motion_count(actor)) hone_actor_stop(actor, hone_actor_motion_count(actor) - 1, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (!hone_actor_play(actor, parts[i].motion, NULL, error) ||
            !hone_actor_set_weight(actor, i, parts[i].weight, error))
            return false;
    return true;
}

bool character_equip(character *c, const character_part *parts, uint32_t count, hone_error *error)
{
    bool ok = play_on(c->plain, parts, count, error) && (!c->bodies || play_on(c->bodies, parts, count, error));
    character_changed(c);
    return ok;
}

void character_weigh(character *c, uint32_t part, float weight)
{
    hone_actor_set_weight(c->plain, part, weight, NULL);
    if (c->bodies)
        hone_actor_set_weight(c->bodies, part, weight, NULL);
    character_changed(c);
}

void character_changed(character *c)
{
    edit_copy(c->bodies_edit, c->edit);
    c->revision = edit_revision(c->edit);
    c->runner.restart = true;
    c->stale = true;
}

bool character_is_edited(const character *c)
{
    return c->revision != edit_revision(c->edit);
}

bool character_is_ready(const character *c, double frame)
{
    double behind = frame - c->runner.reached;
    return c->bodies && !c->stale && c->runner.reached >= 0 && behind >= 0 && behind <= AT_ONCE;
}

bool character_wants_chase(const character *c, double frame)
{
    return c->bodies && !character_is_ready(c, frame);
}

void character_update(character *c, double frame, bool simulated, meter *m)
{
    c->shown = simulated ? c->bodies : c->plain;
    meter_begin(m);
    hone_actor_sample_frame(c->shown, frame);
    meter_mark(m, METER_SAMPLE);
    hone_actor_evaluate(c->shown);
    meter_mark(m, METER_RIG);
    hone_actor_build_palette(c->shown);
    meter_mark(m, METER_PALETTE);
    if (simulated)
        c->runner.reached = frame;
}
