#include "tool/play/actor_places.h"
#include "tool/play/actor_links.h"
#include "tool/scene/place_model.h"
#include "tool/scene/place_path.h"
#include "tool/scene/scene_key_at.h"

#include <hone/io.h>
#include <hone/math.h>

#include <math.h>
#include <stdlib.h>

/* A copy of a member without physics, for the bones at any frame. */
typedef struct actor_carrier {
    hone_actor *actor; /* NULL: nothing that is simulated follows the member */
    double frame;
    bool evaluated; /* at that frame */
} actor_carrier;

const hone_affine *actor_entry_place(const actor_entry *member)
{
    return member->placed ? &member->place : NULL;
}

/* Without what it is attached to. */
static hone_affine own_place(const actor_entry *m, double frame)
{
    const scene_model *from = m->source->set_up;
    if (!m->links->key_count)
        return placement_transform(&m->source->place);
    const scene_key key = scene_key_at(from->keys, from->key_count, frame);
    return scene_key_transform(&key);
}

/* ---- places at any frame: for physics --------------------------------------------------------------------------- */

static const hone_actor *carrier_at(const actor_list *c, uint32_t member, double frame)
{
    actor_carrier *carrier = &c->carriers[member];
    if (carrier->evaluated && carrier->frame == frame)
        return carrier->actor;
    hone_actor_sample_frame(carrier->actor, frame);
    hone_actor_evaluate(carrier->actor, NULL);
    carrier->frame = frame;
    carrier->evaluated = true;
    return carrier->actor;
}

/* The place of a member at a frame. The bones that carry it are those before physics. */
static hone_affine place_at(const actor_entry *m, double frame)
{
    const hone_affine own = own_place(m, frame);
    const model_link link = model_links_at(m->links, frame);
    if (link.bone == HONE_NONE || !m->list->carriers)
        return own;
    const hone_affine place = place_at(&m->list->members[link.parent], frame);
    const hone_affine bone = placement_of_bone(&place, carrier_at(m->list, link.parent, frame), link.bone);
    return hone_affine_multiply(&bone, &own);
}

static void follow_place(void *user, double frame, hone_rigid_transform *world)
{
    const actor_entry *m = user;
    const hone_affine place = place_at(m, frame);
    place_path_of(&place, m->source->model, world);
}

hone_actor_path *actor_places_path_of(const input *source, const playback_values *play)
{
    const hone_physics_options physics = playback_physics_options(play);
    bool keyed = source->set_up && source->set_up->key_count;
    return keyed || place_path_is_needed(&source->place, &physics) ? follow_place : NULL;
}

/* Whether copies are needed: members that are simulated, and what those follow. */
static void mark_needed(const actor_list *c, bool *needed, bool *copied)
{
    for (uint32_t k = c->count; k-- > 0;) {
        uint32_t i = c->order[k];
        const model_links *links = c->members[i].links;
        needed[i] = needed[i] || hone_actor_physics_of(c->members[i].actor);
        for (uint32_t j = 0; needed[i] && j < model_links_count(links); j++) {
            const model_link *link = model_links_get(links, j);
            if (link->bone != HONE_NONE)
                needed[link->parent] = copied[link->parent] = true;
        }
    }
}

static bool make_carriers(actor_list *c, hone_error *error)
{
    bool *marks = calloc((size_t)2 * c->count + 1, sizeof *marks), *copied = marks + c->count, any = false;
    if (!marks)
        return hone_fail_memory(error);
    mark_needed(c, marks, copied);
    for (uint32_t i = 0; i < c->count; i++) any = any || copied[i];
    actor_carrier *carriers = any ? calloc(c->count, sizeof *carriers) : NULL;
    bool ok = !any || carriers || hone_fail_memory(error);
    for (uint32_t i = 0; ok && i < c->count; i++)
        if (copied[i])
            ok = (carriers[i].actor = actor_list_copy_member(c, i, true, error)) != NULL;
    c->carriers = carriers;
    free(marks);
    return ok;
}

void actor_places_release(actor_list *c)
{
    for (uint32_t i = 0; c->carriers && i < c->count; i++) hone_actor_destroy(c->carriers[i].actor);
    free(c->carriers);
    c->carriers = NULL;
}

/* ---- members that are played alone ------------------------------------------------------------------------------- */

/* Brings a member that others follow to their frame. */
static void bring(const actor_list *c, uint32_t member, double frame)
{
    actor_entry *m = &c->members[member];
    if (!c->on_demand || m->brought_to == frame)
        return;
    m->brought_to = frame;
    hone_error error = {0};
    if (!hone_actor_update_frame(m->actor, frame, &error) && m->list->brought.code == HONE_OK)
        m->list->brought = error;
    actor_places_update(m->list, member, frame);
}

void actor_list_play_alone(actor_list *c)
{
    c->on_demand = true;
    for (uint32_t i = 0; i < c->count; i++) c->members[i].brought_to = (double)NAN;
}

int actor_list_place(actor_list *c, uint32_t member, double frame, report *r)
{
    actor_places_update(c, member, frame);
    return c->brought.code == HONE_OK ? STATUS_OK : report_failure(r, c->members[member].source->path, &c->brought);
}

/* ---- bones that follow bones of others --------------------------------------------------------------------------- */

/* The bone in the world at the frame: before physics where anything that is simulated needs it, so that all steps and
 * the picture agree. */
static hone_affine bone_in_world(const actor_list *c, const model_link *link, double frame)
{
    const actor_entry *parent = &c->members[link->parent];
    const hone_affine none = HONE_AFFINE_IDENTITY;
    if (c->carriers && c->carriers[link->parent].actor) {
        const hone_affine place = place_at(parent, frame);
        return placement_of_bone(&place, carrier_at(c, link->parent, frame), link->bone);
    }
    bring(c, link->parent, frame);
    return placement_of_bone(parent->placed ? &parent->place : &none, parent->actor, link->bone);
}

static hone_affine place_now(const actor_list *c, const actor_entry *m, double frame)
{
    const hone_affine own = own_place(m, frame);
    const model_link link = model_links_at(m->links, frame);
    if (link.bone == HONE_NONE)
        return own;
    const hone_affine bone = bone_in_world(c, &link, frame);
    return hone_affine_multiply(&bone, &own);
}

static hone_affine matrix_of(void *user, const model_link *link, double frame)
{
    const actor_entry *m = user;
    hone_affine out = bone_in_world(m->list, link, frame), back;
    if (m->placed) {
        const hone_affine place = place_now(m->list, m, frame);
        if (hone_affine_invert(&place, &back))
            out = hone_affine_multiply(&back, &out);
    }
    hone_affine_orthonormalise(&out);
    return out;
}

static void set_parents(void *user, double frame, hone_rig *rig)
{
    actor_entry *m = user;
    if (m->links) /* NULL while the list is made */
        model_links_set_parents(m->links, frame, matrix_of, m, m->parent_matrices, rig);
}

hone_actor_parents *actor_places_parents_of(const input *source)
{
    return source->set_up && source->set_up->parent_count ? set_parents : NULL;
}

/* ---- places at the frame that is shown --------------------------------------------------------------------------- */

int actor_places_make(actor_list *c, report *r)
{
    hone_error error = {0};
    int status = actor_links_make(c, r);
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++) {
        actor_entry *m = &c->members[i];
        m->placed = m->links->key_count || !placement_is_none(&m->source->place);
        m->place = own_place(m, 0);
        m->opacity = 1;
    }
    if (status == STATUS_OK && !make_carriers(c, &error))
        return report_failure(r, NULL, &error);
    return status;
}

void actor_places_update(actor_list *c, uint32_t member, double frame)
{
    actor_entry *m = &c->members[member];
    const model_link link = model_links_at(m->links, frame);
    m->place = own_place(m, frame);
    if (m->links->key_count) {
        const scene_key key = scene_key_at(m->source->set_up->keys, m->links->key_count, frame);
        m->opacity = key.opacity;
        m->no_ground_shadow = key.no_shadow;
    }
    if (link.bone == HONE_NONE)
        return;
    bring(c, link.parent, frame);
    const hone_affine none = HONE_AFFINE_IDENTITY;
    const actor_entry *parent = &c->members[link.parent];
    const hone_affine *place = actor_entry_place(parent);
    const hone_affine bone = placement_of_bone(place ? place : &none, parent->actor, link.bone);
    m->place = hone_affine_multiply(&bone, &m->place);
}
