#include "view/document/document_place.h"
#include "tool/options/bone_name.h"
#include "tool/scene/place_model.h"
#include "tool/scene/scene_key_at.h"
#include "view/digest.h"
#include "view/document/document_internal.h"

#include <hone/math.h>
#include <string.h>

static placement of(const edit_placement *from)
{
    placement out = {.scale = from->scale};
    memcpy(out.at, from->at, sizeof out.at);
    memcpy(out.turn, from->turn, sizeof out.turn);
    return out;
}

hone_affine document_own_place(const edit_placement *place)
{
    const placement own = of(place);
    return placement_transform(&own);
}

static hone_affine place_of(const document *d, const character *c, uint32_t steps);

/* The place of a bone in the world; of the world itself if there is no such character or bone. */
static hone_affine bone_place(const document *d, uint32_t id, const char *name, uint32_t steps)
{
    const document_model *carrier = id && steps ? document_find(d, id) : NULL;
    int32_t bone = carrier ? bone_name_find(carrier->character->model, name) : HONE_NONE;
    if (bone == HONE_NONE)
        return (hone_affine)HONE_AFFINE_IDENTITY;
    const hone_affine below = place_of(d, carrier->character, steps - 1);
    return placement_of_bone(&below, carrier->character->shown, bone);
}

/* Where the keys of a scene have a character. */
static hone_affine keyed_place(const document *d, const scene_model *stage, uint32_t steps)
{
    const scene_key key = scene_key_at(stage->keys, stage->key_count, d->frame);
    const hone_affine own = scene_key_transform(&key), bone = bone_place(d, key.attach, key.bone, steps);
    return hone_affine_multiply(&bone, &own);
}

/* steps: of the way through characters that are attached to each other. */
static hone_affine place_of(const document *d, const character *c, uint32_t steps)
{
    const edit_placement *place = edit_place(c->edit);
    const scene_model *stage = character_stage(c);
    if (stage && stage->key_count)
        return keyed_place(d, stage, steps);
    const document_model *carrier = place->attach && steps ? document_find(d, place->attach) : NULL;
    const hone_affine own = document_own_place(place);
    if (!carrier || place->bone < 0 ||
        (uint32_t)place->bone >= hone_model_skeleton(carrier->character->model)->bone_count)
        return own;
    const hone_affine below = place_of(d, carrier->character, steps - 1);
    const hone_affine bone = placement_of_bone(&below, carrier->character->shown, place->bone);
    return hone_affine_multiply(&bone, &own);
}

hone_affine document_place(const document *d, const character *c)
{
    return place_of(d, c, d->model_count);
}

bool document_is_placed(const character *c)
{
    const edit_placement *place = edit_place(c->edit);
    const scene_model *stage = character_stage(c);
    const placement own = of(place);
    return place->attach || !placement_is_none(&own) || (stage && stage->key_count);
}

bool document_dress(const document *d, const character *c, hone_draw_item *item)
{
    const scene_model *stage = character_stage(c);
    if (!stage)
        return true;
    item->edge_scale = stage->edge_scale;
    item->edge_colour = stage->edge_colour.given ? stage->edge_colour.rgba : NULL;
    item->additive = stage->additive;
    item->no_self_shadow = stage->no_self_shadow;
    if (!stage->key_count)
        return true;
    const scene_key key = scene_key_at(stage->keys, stage->key_count, d->frame);
    item->opacity = key.opacity;
    item->no_ground_shadow = key.no_shadow;
    return key.opacity > 0;
}

void document_follow_camera(const document *d, hone_camera *camera)
{
    const scene_parent *p = scene_parent_at(d->scene.camera_parents, d->scene.camera_parent_count, NULL, d->frame);
    float point[3];
    if (!p || !p->attach)
        return;
    const hone_affine bone = bone_place(d, p->attach, p->bone, d->model_count + 1);
    hone_affine_origin(&bone, point);
    hone_vec3_add(camera->target, point, camera->target);
}

/* ---- physics ---------------------------------------------------------------------------------------------------- */

bool document_needs_path(const document *d, const character *c)
{
    placement own = of(edit_place(c->edit));
    own.attach = edit_place(c->edit)->attach;
    return place_path_is_needed(&own, &d->rules.physics);
}

static const document_model *carrier_of(const document *d, const character *c)
{
    return document_find(d, edit_place(c->edit)->attach);
}

/* Tells whether a place, or what carries it, has changed. */
static uint64_t state_of(const document *d, const character *c)
{
    uint64_t digest = DIGEST_BEGIN;
    for (uint32_t steps = 0; c && steps <= d->model_count; steps++) {
        const document_model *carrier = carrier_of(d, c);
        const edit_placement *place = edit_place(c->edit);
        const hone_affine own = document_own_place(place);
        digest_add(&digest, &own, sizeof own);
        digest_add(&digest, &place->attach, sizeof place->attach);
        digest_add(&digest, &place->bone, sizeof place->bone);
        c = carrier ? carrier->character : NULL;
        if (c)
            digest_add(&digest, &c->moved, sizeof c->moved);
    }
    return digest;
}

/* Makes a character the carrier of others. */
static bool carry(document *d, character *c, hone_error *error)
{
    if (c->carries)
        return true;
    c->carries = true;
    if (character_rebuild_actors(c, &d->rules, d->workers, error) && document_attach_motions(d, c, error))
        return true;
    c->carries = false;
    return false;
}

/* Gives the paths of a character and of what carries it. */
static bool take_path(document *d, character *c, hone_error *error)
{
    for (uint32_t steps = 0; c && steps <= d->model_count; steps++) {
        const document_model *m = carrier_of(d, c);
        const edit_placement *place = edit_place(c->edit);
        if (m && !carry(d, m->character, error))
            return false;
        character_take_path(c, &(place_chain){.model = c->model,
                                              .own = document_own_place(place),
                                              .parent = m ? &m->character->path : NULL,
                                              .bone = place->bone});
        c = m ? m->character : NULL;
    }
    return true;
}

static bool follow_place(document *d, character *c, double frame, bool held, hone_error *error)
{
    bool needs = character_has_physics(c) && document_needs_path(d, c), ok = true;
    uint64_t state = needs ? state_of(d, c) : 0;
    const hone_affine now = document_place(d, c);
    place_path_of(&now, c->model, &c->world);
    if (held || (state == c->placed && needs == c->follows))
        return true;
    character_linger(c, frame, DOCUMENT_LINGERING);
    document_stop_catch_up(d);
    character_moved(c);
    if (needs)
        ok = take_path(d, c, error);
    if (ok && needs != c->follows) {
        c->follows = needs;
        ok = character_rebuild_actors(c, &d->rules, d->workers, error) && document_attach_motions(d, c, error);
        c->follows = ok == needs;
    }
    c->placed = needs && ok ? state_of(d, c) : 0;
    return ok;
}

bool document_follow_places(document *d, double frame, bool held, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < d->model_count; i++)
        ok = follow_place(d, d->models[i]->character, frame, held, ok ? error : NULL) && ok;
    return ok;
}

void document_forget_places(document *d)
{
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        c->path.parent = NULL;
        c->placed = 0;
    }
}

bool document_may_attach(const document *d, const character *c, uint32_t to)
{
    for (uint32_t steps = 0; to && steps <= d->model_count; steps++) {
        const document_model *m = document_find(d, to);
        if (!m || m->character == c)
            return m == NULL && steps > 0;
        to = edit_place(m->character->edit)->attach;
    }
    return to == 0;
}
