#include "tool/play/actor_places.h"
#include "tool/options/bone_name.h"
#include "tool/scene/place_model.h"

#include <hone/io.h>
#include <hone/math.h>

#include <stdlib.h>

const hone_affine *actor_entry_place(const actor_entry *member)
{
    return member->placed ? &member->place : NULL;
}

/* ---- physics ---------------------------------------------------------------------------------------------------- */

/* The place of a member at a frame. The bones that carry it are those before physics. */
static hone_affine place_at(const actor_entry *m, double frame)
{
    const hone_affine own = placement_transform(&m->source->place);
    if (m->parent_bone == HONE_NONE || !m->carrier)
        return own;
    const hone_affine place = place_at(&m->list->members[m->parent], frame);
    hone_actor_sample_frame(m->carrier, frame);
    hone_actor_evaluate(m->carrier, NULL);
    const hone_affine bone = placement_of_bone(&place, m->carrier, m->parent_bone);
    return hone_affine_multiply(&bone, &own);
}

/* Physics has the model's own size: the world is divided by the scale of the place. */
static void follow_place(void *user, double frame, hone_rigid_transform *world)
{
    const actor_entry *m = user;
    hone_affine place = place_at(m, frame), from_model = hone_world_from_model(m->source->model), back;
    float scale = placement_size(&place);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) place.m[row][column] /= scale;
    place = hone_affine_multiply(&place, &from_model);
    if (!hone_affine_invert(&from_model, &back))
        return;
    place = hone_affine_multiply(&back, &place);
    hone_affine_origin(&place, world->translation);
    hone_affine_orthonormalise(&place);
    hone_quat_from_affine(&place, world->rotation);
}

hone_actor_path *actor_places_path_of(const input *source, const playback_values *play)
{
    const placement *place = &source->place;
    const playback_physics *physics = &play->physics;
    bool upright = place->turn[0] == 0 && place->turn[2] == 0 && place->attach == 0;
    bool wind = physics->wind[0] != 0 || physics->wind[1] != 0 || physics->wind[2] != 0 || physics->gravity_given;
    bool floor = physics->floor && place->at[1] != 0;
    return placement_is_none(place) || (upright && !wind && !floor) ? NULL : follow_place;
}

static int make_carriers(actor_list *c, report *r)
{
    hone_error error = {0};
    bool simulated = false;
    for (uint32_t i = 0; i < c->count; i++) simulated = simulated || hone_actor_physics_of(c->members[i].actor);
    for (uint32_t i = 0; i < c->count && simulated; i++) {
        actor_entry *m = &c->members[i];
        if (m->parent_bone == HONE_NONE)
            continue;
        m->carrier = actor_list_copy_member(c, m->parent, &error);
        if (!m->carrier)
            return report_failure(r, m->source->path, &error);
    }
    return STATUS_OK;
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

static int attach(actor_list *c, uint32_t member, report *r)
{
    hone_error error = {0};
    actor_entry *m = &c->members[member];
    const placement *place = &m->source->place;
    m->parent_bone = HONE_NONE;
    m->placed = !placement_is_none(place);
    m->place = placement_transform(place);
    if (place->attach == 0)
        return STATUS_OK;
    m->parent = place->attach - 1;
    if (place->attach > c->count)
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is attached to model %u, but there are %u models", place->attach,
                  c->count);
    else
        m->parent_bone = bone_name_find(c->members[m->parent].source->model, place->bone);
    if (place->attach <= c->count && m->parent_bone == HONE_NONE)
        hone_fail(&error, HONE_ERROR_ARGUMENT, 0,
                  "is attached to a bone \"%.200s\" that model %u does not have (hone info --tree lists them)",
                  place->bone, place->attach);
    return error.code == HONE_OK ? STATUS_OK : report_failure(r, m->source->path, &error);
}

/* Appends the members whose parents have their place in the order, round by round. */
static bool sort(actor_list *c, bool *sorted)
{
    uint32_t count = 0, before = UINT32_MAX;
    while (count < c->count && count != before) {
        before = count;
        for (uint32_t i = 0; i < c->count; i++) {
            const actor_entry *m = &c->members[i];
            if (sorted[i] || (m->parent_bone != HONE_NONE && !sorted[m->parent]))
                continue;
            sorted[i] = true;
            c->order[count++] = i;
        }
    }
    return count == c->count;
}

static int report_circle(const actor_list *c, const bool *sorted, report *r)
{
    hone_error error = {0};
    uint32_t first = 0;
    while (sorted[first]) first++;
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "is attached to itself, or to a model that is attached to it");
    return report_failure(r, c->members[first].source->path, &error);
}

int actor_places_make(actor_list *c, report *r)
{
    hone_error error = {0};
    int status = STATUS_OK;
    for (uint32_t i = 0; i < c->count && status == STATUS_OK; i++) status = attach(c, i, r);
    if (status != STATUS_OK)
        return status;
    c->order = calloc((size_t)c->count + 1, sizeof *c->order);
    bool *sorted = calloc((size_t)c->count + 1, sizeof *sorted);
    if (!c->order || !sorted)
        hone_fail_memory(&error), status = report_failure(r, NULL, &error);
    else if (!sort(c, sorted))
        status = report_circle(c, sorted, r);
    free(sorted);
    return status == STATUS_OK ? make_carriers(c, r) : status;
}

void actor_places_update(actor_list *c, uint32_t member)
{
    actor_entry *m = &c->members[member];
    if (m->parent_bone == HONE_NONE)
        return;
    const hone_affine none = HONE_AFFINE_IDENTITY;
    const actor_entry *parent = &c->members[m->parent];
    const hone_affine own = placement_transform(&m->source->place);
    const hone_affine *place = actor_entry_place(parent);
    const hone_affine bone = placement_of_bone(place ? place : &none, parent->actor, m->parent_bone);
    m->place = hone_affine_multiply(&bone, &own);
}
