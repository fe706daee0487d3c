#define _POSIX_C_SOURCE 200809L
#include "view/document/document_place.h"
#include "tool/place/dress.h"
#include "tool/place/place_model.h"
#include "tool/place/place_path.h"
#include "tool/place/place_set.h"
#include "view/digest.h"
#include "view/document/document_changes.h"
#include "view/document/document_internal.h"
#include "view/text.h"

#include <hone/io.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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

hone_affine document_place(const character *c)
{
    return place_chain_shown(&c->place);
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
    return dress_model_at(character_stage(c), d->frame, item);
}

void document_follow_camera(const document *d, hone_camera *camera)
{
    place_set_move_camera(d->places, d->scene.camera_parents, d->scene.camera_parent_count, 0, d->places->frame,
                          camera);
}

/* ---- keeping threads apart --------------------------------------------------------------------------------------- */

/* The thread that simulates and that of the window both use carriers. */
typedef struct locked_set {
    place_set set;
    pthread_mutex_t mutex;
} locked_set;

static void lock(void *mutex)
{
    pthread_mutex_lock(mutex);
}

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

place_set *document_make_places(hone_error *error)
{
    locked_set *out = calloc(1, sizeof *out);
    if (!out)
        return hone_fail_memory(error), NULL;
    pthread_mutex_init(&out->mutex, NULL);
    out->set.hooks = (place_hooks){.lock = lock, .unlock = unlock, .user = &out->mutex};
    return &out->set;
}

void document_release_places(place_set *places)
{
    locked_set *all = (locked_set *)places; /* it is the first member */
    if (!all)
        return;
    place_set_unlink(&all->set);
    pthread_mutex_destroy(&all->mutex);
    free(all);
}

/* ---- what follows what ------------------------------------------------------------------------------------------ */

/* A model that is closed is not missed. */
static void note(void *user, const place_fault *fault)
{
    document *d = user;
    char text[256] = "";
    if (fault->kind == PLACE_NO_BONE)
        snprintf(text, sizeof text, "%s", _("the bone that it is attached to is missing, or it is attached to itself"));
    if (fault->kind == PLACE_NO_CHILD)
        snprintf(text, sizeof text, _("has no bone \"%.200s\" that can follow bones of other models"), fault->bone);
    if (fault->kind == PLACE_CIRCLE)
        snprintf(text, sizeof text, "%s",
                 _("follows a model that follows it, too: it is drawn as if it did not follow it"));
    if (fault->kind != PLACE_NOT_OPEN)
        document_note(d, d->models[fault->index]->path, text);
}

/* Sums up what carries a character and its bones. */
static uint64_t links_of(const place_chain *place)
{
    uint64_t digest = DIGEST_BEGIN;
    for (uint32_t i = 0; i < model_links_count(&place->links); i++) {
        const model_link *link = model_links_get(&place->links, i);
        uint32_t id = link->bone == HONE_NONE ? 0 : place->set->chains[link->parent]->id;
        digest_add(&digest, &id, sizeof id);
        digest_add(&digest, &link->bone, sizeof link->bone);
    }
    return digest;
}

static bool make_links(document *d, hone_error *error)
{
    place_chain **chains = calloc((size_t)d->model_count + 1, sizeof *chains);
    if (!chains)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < d->model_count; i++) chains[i] = &d->models[i]->character->place;
    document_stop_catch_up(d);
    bool ok = place_set_link(d->places, chains, d->model_count, note, d, error);
    free(chains);
    for (uint32_t i = 0; i < d->model_count && ok; i++)
        d->models[i]->character->links = links_of(&d->models[i]->character->place);
    return ok;
}

/* Adds what place_set_link reads of a character to a digest. */
static void add_links(const place_chain *chain, uint64_t *digest)
{
    digest_add(digest, &chain->id, sizeof chain->id);
    digest_add(digest, &chain->model, sizeof(const hone_model *));
    digest_add(digest, &chain->stage, sizeof(const scene_model *));
    digest_add(digest, &chain->attach, sizeof chain->attach);
    digest_add(digest, &chain->bone, sizeof chain->bone);
}

/* Finds the links again if they have changed. */
static bool link_places(document *d, hone_error *error)
{
    uint64_t digest = DIGEST_BEGIN;
    digest_add(&digest, &d->model_count, sizeof d->model_count);
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        if (c->place.stage != character_stage(c)) {
            document_stop_catch_up(d);
            c->place.stage = character_stage(c);
        }
        add_links(&c->place, &digest);
    }
    if (digest == d->places_digest)
        return true;
    bool ok = make_links(d, error);
    d->places_digest = ok ? digest : 0;
    return ok;
}

static bool has_exact_physics(const character *c)
{
    return c->rules.mode == CHARACTER_PHYSICS_EXACT && hone_physics_can_move(c->model);
}

/* Where characters are as they are shown. */
static void take_shown(document *d, double frame)
{
    bool changed = false;
    d->places->frame = frame;
    for (uint32_t i = 0; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        const edit_placement *place = edit_place(c->edit);
        bool simulated = has_exact_physics(c);
        changed |= simulated != c->place.simulated;
        c->place.simulated = simulated;
        c->place.attach = place->attach, c->place.bone = place->bone;
        c->place.shown_placed = document_is_placed(c);
        c->place.shown_own = document_own_place(place);
    }
    if (changed)
        place_set_mark(d->places);
}

/* Makes the carriers that are needed. */
static bool make_carriers(document *d, hone_error *error)
{
    bool ok = true;
    for (uint32_t i = 0; i < d->model_count && ok; i++) {
        character *c = d->models[i]->character;
        if (c->carries == c->place.needs_carrier)
            continue;
        document_stop_catch_up(d);
        c->carries = c->place.needs_carrier;
        ok = character_rebuild_actors(c, &d->rules, d->workers, error) && document_attach_motions(d, c, error);
        c->carries = c->place.carrier != NULL;
    }
    return ok;
}

/* ---- physics ---------------------------------------------------------------------------------------------------- */

bool document_needs_path(const document *d, const character *c)
{
    const scene_model *stage = character_stage(c);
    placement own = of(edit_place(c->edit));
    own.attach = edit_place(c->edit)->attach;
    return (stage && stage->key_count) || place_path_is_needed(&own, &d->rules.physics);
}

/* Sums up the place of a character, and all that carries it or its bones. */
static uint64_t standing_of(const document *d, const character *c)
{
    const place_chain *place = &c->place;
    uint64_t digest = c->links;
    digest_add(&digest, &place->own, sizeof place->own);
    digest_add(&digest, &place->placed, sizeof place->placed);
    for (uint32_t i = 0; i < place->follow_count; i++) {
        const character *followed = d->models[place->follows[i]]->character;
        digest_add(&digest, &followed->standing, sizeof followed->standing);
        digest_add(&digest, &followed->moved, sizeof followed->moved);
    }
    return digest;
}

static bool follow_place(document *d, character *c, double frame, hone_error *error)
{
    bool needs = character_has_physics(c) && document_needs_path(d, c), ok = true;
    bool matters = needs || (character_has_physics(c) && c->place.follow_count);
    if (place_chain_is_dragged(&c->place)) {
        document_stop_catch_up(d);
        c->place.own = c->place.shown_own;
        c->place.placed = c->place.shown_placed;
    }
    c->standing = standing_of(d, c);
    uint64_t state = matters ? c->standing : 0;
    if (state == c->placed && needs == c->follows)
        return true;
    character_linger(c, frame, DOCUMENT_LINGERING);
    document_stop_catch_up(d);
    character_moved(c);
    if (needs != c->follows) {
        c->follows = needs;
        ok = character_rebuild_actors(c, &d->rules, d->workers, error) && document_attach_motions(d, c, error);
        c->follows = ok == needs;
    }
    c->placed = ok ? state : 0;
    return ok;
}

/* Carriers that play something else must be evaluated again. */
static void forget_poses(document *d)
{
    uint64_t moved = DIGEST_BEGIN;
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *c = d->models[i]->character;
        digest_add(&moved, &c->moved, sizeof c->moved);
        digest_add(&moved, &c->standing, sizeof c->standing);
    }
    if (moved != d->carriers_moved)
        place_set_forget_poses(d->places);
    d->carriers_moved = moved;
}

/* Notes which characters are shown other than their carriers are, until nothing is held. Their bodies go on. */
static void look_ahead(document *d, double frame)
{
    for (uint32_t k = 0; k < d->model_count; k++) {
        character *c = d->models[document_update_order(d, k)]->character;
        place_chain *place = &c->place;
        place->ahead = character_is_edited(c) || place_chain_is_dragged(place);
        for (uint32_t i = 0; i < place->follow_count; i++)
            place->ahead |= d->models[place->follows[i]]->character->place.ahead;
        if (character_is_ahead(c))
            character_linger(c, frame, DOCUMENT_LINGERING);
    }
}

bool document_follow_places(document *d, double frame, bool held, hone_error *error)
{
    take_shown(d, frame);
    bool ok = link_places(d, error) && make_carriers(d, error);
    for (uint32_t k = 0; k < d->model_count && !held; k++) {
        character *c = d->models[document_update_order(d, k)]->character;
        ok = follow_place(d, c, frame, ok ? error : NULL) && ok;
    }
    forget_poses(d);
    look_ahead(d, frame);
    return ok;
}

uint32_t document_update_order(const document *d, uint32_t k)
{
    return d->places->count == d->model_count ? d->places->order[k] : k;
}

void document_stand(character *c)
{
    const hone_affine now = document_place(c);
    place_path_of(&now, c->model, &c->world);
}

void document_forget_places(document *d)
{
    place_set_unlink(d->places);
    d->places_digest = 0;
    for (uint32_t i = 0; i < d->model_count; i++) d->models[i]->character->placed = 0;
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

/* ---- beside each other ------------------------------------------------------------------------------------------ */

static const float air = 1.1f; /* between characters, as in a crowd: times their width */

static bool is_human(const character *c)
{
    return hone_model_humanoid(c->model).bones[HONE_HUMANOID_HIPS] != HONE_NONE;
}

/* The width of a human at rest, with its arms, in the world. */
static float width_of(const character *c)
{
    const hone_humanoid human = hone_model_humanoid(c->model);
    const hone_affine world = hone_world_from_model(c->model), place = document_own_place(edit_place(c->edit));
    float low = 0, high = 0;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        float at[3];
        if (human.bones[h] == HONE_NONE)
            continue;
        hone_affine_point(&world, hone_model_skeleton(c->model)->bones[human.bones[h]].position, at);
        low = fminf(low, at[0]), high = fmaxf(high, at[0]);
    }
    return (high - low) * placement_size(&place);
}

/* Whether no human that was opened before model `index` stands too near to a place for both to have room. */
static bool is_free(const document *d, uint32_t index, float x)
{
    float width = width_of(d->models[index]->character);
    for (uint32_t i = 0; i < index; i++) {
        const character *other = d->models[i]->character;
        const edit_placement *place = edit_place(other->edit);
        float reach = 0.99f * air * (width + width_of(other)) / 2;
        if (is_human(other) && !place->attach && fabsf(place->at[0] - x) < reach && fabsf(place->at[2]) < reach)
            return false;
    }
    return true;
}

/* Finds the nearest free place to the right or left of the middle. */
static float find_free(const document *d, uint32_t index)
{
    const float step = air / 2 * width_of(d->models[index]->character);
    for (uint32_t i = 1; i <= 8 * d->model_count && step > 0; i++) {
        float x = (float)((i + 1) / 2) * (i % 2 ? step : -step);
        if (is_free(d, index, x))
            return x;
    }
    return 0;
}

void document_step_aside(document *d, uint32_t first)
{
    history_begin(d->history, N_("Step aside"), 0);
    for (uint32_t i = first; i < d->model_count; i++) {
        character *c = d->models[i]->character;
        edit_placement place = *edit_place(c->edit);
        if (!is_human(c) || document_is_placed(c) || is_free(d, i, 0))
            continue;
        place.at[0] = find_free(d, i);
        history_set_place(d->history, c->edit, &place);
        document_model_opened(d->models[i]);
    }
    history_end(d->history);
}
