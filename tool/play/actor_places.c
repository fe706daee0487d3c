#include "tool/play/actor_places.h"
#include "tool/options/bone_name.h"
#include "tool/place/place_model.h"
#include "tool/place/place_path.h"
#include "tool/scene/scene_key_at.h"

#include <hone/io.h>

#include <math.h>
#include <stdlib.h>

const hone_affine *actor_entry_place(const actor_entry *member)
{
    return member->chain.placed ? &member->place : NULL;
}

void actor_places_begin(actor_entry *m)
{
    const scene_model *stage = m->source->set_up;
    const hone_affine own = placement_transform(&m->source->place);
    m->chain = (place_chain){.id = (uint32_t)(m - m->list->members) + 1,
                             .model = m->source->model,
                             .stage = stage,
                             .stage_first = m->source->set_up_first,
                             .attach = m->source->place.attach,
                             .bone = HONE_NONE,
                             .shown = &m->actor};
    place_chain_make(&m->chain);
    place_chain_put(&m->chain, (stage && stage->key_count) || !placement_is_none(&m->source->place), &own);
    m->place = place_chain_shown(&m->chain); /* nothing carries it yet */
    m->opacity = 1;
}

hone_actor_path *actor_places_path_of(const input *source, const playback_values *play)
{
    const hone_physics_options physics = playback_physics_options(play);
    bool keyed = source->set_up && source->set_up->key_count;
    return keyed || place_path_is_needed(&source->place, &physics) ? place_chain_follow : NULL;
}

hone_actor_parents *actor_places_parents_of(const input *source)
{
    return source->set_up && source->set_up->parent_count ? place_follower_set_parents : NULL;
}

/* ---- members that are played alone ------------------------------------------------------------------------------- */

/* Brings a member that others follow to their frame. */
static void bring(void *user, uint32_t member, double frame)
{
    actor_list *c = user;
    actor_entry *m = &c->members[member];
    hone_error error = {0};
    if (m->brought_to == frame)
        return;
    m->brought_to = frame;
    if (!hone_actor_update_frame(m->actor, frame, &error) && c->brought.code == HONE_OK)
        c->brought = error;
}

void actor_list_play_alone(actor_list *c)
{
    c->places.hooks = (place_hooks){.bring = bring, .user = c};
    for (uint32_t i = 0; i < c->count; i++) c->members[i].brought_to = (double)NAN;
}

int actor_list_place(actor_list *c, uint32_t member, double frame, report *r)
{
    actor_places_update(c, member, frame);
    return c->brought.code == HONE_OK ? STATUS_OK : report_failure(r, c->members[member].source->path, &c->brought);
}

/* ---- finding the bones ------------------------------------------------------------------------------------------ */

typedef struct link_context {
    const actor_list *list;
    report *report;
    int status;
    uint32_t warned; /* the id of the model that was warned of last: a missing bone is reported once for each model */
} link_context;

static void describe(const place_fault *fault, const char *bone, uint32_t count, hone_error *error)
{
    if (fault->kind == PLACE_NOT_OPEN)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is attached to model %u, but there are %u models", fault->id, count);
    else if (fault->kind == PLACE_NO_BONE)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                  "is attached to a bone \"%.200s\" that model %u does not have (hone info --tree lists them)", bone,
                  fault->id);
    else if (fault->kind == PLACE_NO_CHILD)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no bone \"%.200s\" that can follow bones of other models", bone);
    else if (fault->attached)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is attached to itself, or to a model that is attached to it");
    else
        hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                  "follows a model that follows it, too: it is drawn as if it did not follow it");
}

static void note(void *user, const place_fault *fault)
{
    link_context *l = user;
    hone_error error = {0};
    const input *source = l->list->members[fault->index].source;
    uint32_t id = fault->kind == PLACE_CIRCLE ? 0 : fault->index + 1;
    if (l->status != STATUS_OK || (id && id == l->warned))
        return;
    describe(fault, fault->attached ? source->place.bone : fault->bone, l->list->count, &error);
    if (fault->attached) {
        l->status = report_failure(l->report, source->path, &error);
        return;
    }
    report_warn(l->report, source->path, error.message);
    l->warned = id;
}

/* The bone that a member is attached to, by its placement; it is missing if the model is. */
static void find_attached(const actor_list *c, actor_entry *m)
{
    const placement *place = &m->source->place;
    if (place->attach && place->attach <= c->count)
        m->chain.bone = bone_name_find(c->members[place->attach - 1].source->model, place->bone);
}

static int link_members(actor_list *c, report *r)
{
    link_context l = {.list = c, .report = r, .status = STATUS_OK};
    hone_error error = {0};
    place_chain **chains = calloc((size_t)c->count + 1, sizeof *chains);
    for (uint32_t i = 0; i < c->count && chains; i++) {
        actor_entry *m = &c->members[i];
        find_attached(c, m);
        m->chain.simulated = hone_actor_get_physics(m->actor) != NULL;
        chains[i] = &m->chain;
    }
    bool ok = chains ? place_set_link(&c->places, chains, c->count, note, &l, &error) : hone_fail_memory(&error);
    free(chains);
    return ok ? l.status : report_failure(r, NULL, &error);
}

/* Copies of members without physics, by which physics knows the bones that it follows. */
static int make_carriers(actor_list *c, report *r)
{
    hone_error error = {0};
    bool ok = true;
    for (uint32_t i = 0; i < c->count && ok; i++) {
        place_chain *chain = &c->members[i].chain;
        if (chain->needs_carrier)
            ok = (chain->carrier = actor_list_copy_member(c, i, true, &error)) != NULL;
    }
    return ok ? STATUS_OK : report_failure(r, NULL, &error);
}

int actor_places_make(actor_list *c, report *r)
{
    int status = link_members(c, r);
    return status == STATUS_OK ? make_carriers(c, r) : status;
}

void actor_places_release(actor_list *c)
{
    place_set_unlink(&c->places);
    for (uint32_t i = 0; i < c->count; i++) {
        hone_actor_destroy(c->members[i].chain.carrier);
        place_chain_release(&c->members[i].chain);
    }
}

/* ---- places at the frame that is shown --------------------------------------------------------------------------- */

void actor_places_update(actor_list *c, uint32_t member, double frame)
{
    actor_entry *m = &c->members[member];
    const scene_model *stage = m->chain.stage;
    c->places.frame = frame;
    m->place = place_chain_shown(&m->chain);
    if (!stage || !stage->key_count)
        return;
    const scene_key key = scene_key_at(stage->keys, stage->key_count, frame);
    m->opacity = key.opacity;
    m->no_ground_shadow = key.no_shadow;
}
