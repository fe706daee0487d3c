#include "view/document/document_changes.h"
#include "view/digest.h"
#include "view/document/document_keys.h"

/* ---- digests ---------------------------------------------------------------------------------------------------- */

static void add_number(uint64_t *digest, uint64_t number)
{
    digest_add(digest, &number, sizeof number);
}

static void add_bones(uint64_t *digest, const edit *e)
{
    uint32_t count = hone_model_skeleton(edit_model(e))->bone_count;
    for (uint32_t b = 0; b < count; b++) {
        if (!edit_bone_changed(e, b))
            continue;
        const edit_bone value = edit_get_bone(e, b);
        add_number(digest, b);
        digest_add(digest, value.rotation, sizeof value.rotation);
        digest_add(digest, value.translation, sizeof value.translation);
    }
}

static void add_switches(uint64_t *digest, const edit *e)
{
    const hone_model_data *data = hone_model_get(edit_model(e));
    for (uint32_t i = 0; i < data->morph_count; i++) {
        const edit_morph value = edit_get_morph(e, i);
        if (value.on)
            add_number(digest, i), digest_add(digest, &value.weight, sizeof value.weight);
    }
    for (uint32_t i = 0; i < data->skeleton.ik_count; i++) add_number(digest, edit_get_chain(e, i));
    for (uint32_t i = 0; i < data->material_count; i++) add_number(digest, edit_get_hidden(e, i));
}

static uint64_t pose_digest(const character *c)
{
    const edit *const layers[] = {c->bends, c->correction};
    uint64_t digest = DIGEST_BEGIN;
    for (int i = 0; i < 2; i++) {
        add_bones(&digest, layers[i]);
        add_switches(&digest, layers[i]);
    }
    return digest;
}

static uint64_t place_digest(const character *c)
{
    const edit_placement *p = edit_place(c->edit);
    const float numbers[] = {p->at[0], p->at[1], p->at[2], p->turn[0], p->turn[1], p->turn[2]};
    const float scale = p->scale > 0 ? p->scale : 1;
    uint64_t digest = DIGEST_BEGIN;
    for (int i = 0; i < 6; i++) {
        const float number = numbers[i] + 0.0f; /* -0 is 0 */
        digest_add(&digest, &number, sizeof number);
    }
    digest_add(&digest, &scale, sizeof scale);
    add_number(&digest, p->attach);
    add_number(&digest, p->attach ? (uint64_t)p->bone : 0);
    return digest;
}

static void add_rules(uint64_t *digest, const character_rules *rules)
{
    const hone_physics_options *p = &rules->physics;
    digest_add(digest, p->gravity, sizeof p->gravity);
    digest_add(digest, p->wind, sizeof p->wind);
    add_number(digest, p->rate);
    add_number(digest, p->floor);
    add_number(digest, (uint64_t)p->solver);
    add_number(digest, rules->mode == CHARACTER_PHYSICS_OFF); /* live and exact are one in a scene */
    add_number(digest, rules->ik_off);
}

static uint64_t files_digest(const document *d)
{
    uint64_t digest = DIGEST_BEGIN;
    for (uint32_t i = 0; i < d->model_count; i++) {
        add_number(&digest, d->models[i]->character->id);
        add_number(&digest, d->models[i]->character->visible);
    }
    for (uint32_t i = 0; i < d->motion_count; i++) {
        const document_motion *m = &d->motions[i];
        if (document_motion_is_blank(m))
            continue;
        add_number(&digest, m->id);
        add_number(&digest, m->target);
        add_number(&digest, m->on);
        digest_add(&digest, &m->weight, sizeof m->weight);
    }
    digest_add_text(&digest, d->sound);
    add_rules(&digest, &d->rules);
    surroundings_digest(&d->scene.look, &digest);
    return digest;
}

/* ---- changes ---------------------------------------------------------------------------------------------------- */

static bool has_unsaved_keys(const document *d, uint32_t character_id)
{
    for (uint32_t i = 0; i < d->motion_count; i++) {
        const document_motion *m = &d->motions[i];
        uint32_t owner = m->keys ? m->keys_character : m->moves ? m->target : 0;
        if (owner == character_id && document_motion_is_modified(m))
            return true;
    }
    return false;
}

static unsigned changes_of_model(const document_model *m)
{
    const character *c = m->character;
    const weight_table *weights = edit_weights(c->edit);
    return (pose_digest(c) != m->saved_pose ? DOCUMENT_CHANGED_POSE : 0) |
           (place_digest(c) != m->saved_place ? DOCUMENT_CHANGED_PLACE : 0) |
           (weights && weight_table_modified(weights) ? DOCUMENT_CHANGED_WEIGHTS : 0);
}

unsigned document_changes_of(const document *d, uint32_t character_id)
{
    const document_model *m = document_find(d, character_id);
    unsigned own = m                                                  ? changes_of_model(m)
                   : d->is_scene && files_digest(d) != d->saved_files ? DOCUMENT_CHANGED_FILES
                                                                      : 0;
    return own | (has_unsaved_keys(d, character_id) ? DOCUMENT_CHANGED_KEYS : 0);
}

unsigned document_changes(const document *d)
{
    unsigned all = document_changes_of(d, 0);
    for (uint32_t i = 0; i < d->model_count; i++) all |= document_changes_of(d, d->models[i]->character->id);
    return all;
}

bool document_is_modified(const document *d)
{
    return document_changes(d) != 0;
}

uint64_t document_digest(const document *d)
{
    uint64_t digest = files_digest(d);
    for (uint32_t i = 0; i < d->model_count; i++) {
        const character *c = d->models[i]->character;
        const weight_table *weights = edit_weights(c->edit);
        add_number(&digest, pose_digest(c));
        add_number(&digest, place_digest(c));
        add_number(&digest, weights ? weight_table_revision(weights) : 0);
    }
    for (uint32_t i = 0; i < d->motion_count; i++)
        add_number(&digest, d->motions[i].keys ? keys_revision(d->motions[i].keys) : 0);
    return digest;
}

/* ---- saving ----------------------------------------------------------------------------------------------------- */

void document_pose_saved(document *d, uint32_t character_id)
{
    document_model *m = document_find(d, character_id);
    if (m)
        m->saved_pose = pose_digest(m->character);
    history_seal(d->history); /* what follows is a step of its own */
}

void document_model_opened(document_model *m)
{
    m->saved_pose = pose_digest(m->character);
    m->saved_place = place_digest(m->character);
}

void document_scene_saved(document *d)
{
    for (uint32_t i = 0; i < d->model_count; i++) document_model_opened(d->models[i]);
    history_seal(d->history);
    document_files_opened(d);
}

void document_files_opened(document *d)
{
    d->saved_files = files_digest(d);
    d->is_scene = true;
}

/* A digest that nothing has. */
static const uint64_t never_saved = 1;

void document_set_changes(document *d, uint32_t character_id, unsigned changes)
{
    document_model *m = document_find(d, character_id);
    if (m && changes & DOCUMENT_CHANGED_POSE)
        m->saved_pose = never_saved;
    if (m && changes & DOCUMENT_CHANGED_PLACE)
        m->saved_place = never_saved;
    if (!m && changes & DOCUMENT_CHANGED_FILES)
        d->is_scene = true, d->saved_files = never_saved;
}
