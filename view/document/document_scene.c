#include "view/document/document_scene.h"
#include "tool/options/bone_name.h"
#include "tool/scene/scene_copy.h"
#include "tool/scene/scene_file.h"
#include "tool/scene/scene_options.h"
#include "view/document/document_changes.h"
#include "view/document/document_internal.h"
#include "view/document/document_keys.h"
#include "view/document/document_look.h"
#include "view/text.h"

#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static void correct_bones(edit *e, const scene_model *from, const hone_model *model)
{
    for (uint32_t i = 0; i < from->bone_count; i++) {
        int32_t bone = hone_model_find_bone(model, from->bones[i].name);
        edit_bone value = EDIT_BONE_NONE;
        memcpy(value.rotation, from->bones[i].rotation, sizeof value.rotation);
        memcpy(value.translation, from->bones[i].translation, sizeof value.translation);
        if (bone != HONE_NONE)
            edit_set_bone(e, (uint32_t)bone, value);
    }
}

void document_correct(edit *e, const scene_model *from, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    correct_bones(e, from, model);
    for (uint32_t i = 0; i < from->morph_count; i++) {
        int32_t morph = hone_model_find_morph(model, from->morphs[i].name);
        if (morph != HONE_NONE)
            edit_set_morph(e, (uint32_t)morph, (edit_morph){true, from->morphs[i].weight});
    }
    for (uint32_t i = 0; i < from->chain_count; i++) {
        int32_t chain = hone_model_find_ik(model, from->chains[i].name);
        if (chain != HONE_NONE)
            edit_set_chain(e, (uint32_t)chain, from->chains[i].on ? EDIT_CHAIN_ON : EDIT_CHAIN_OFF);
    }
    for (uint32_t i = 0; i < from->hidden_count; i++)
        for (uint32_t m = 0; m < data->material_count; m++)
            if (strcmp(data->materials[m].name, from->hidden[i]) == 0)
                edit_set_hidden(e, m, true);
}

/* The characters of a scene's models. */
typedef struct scene_ids {
    const uint32_t *ids; /* [count] 0: it could not be opened */
    uint32_t count;
} scene_ids;

static uint32_t id_of(const void *user, uint32_t number)
{
    const scene_ids *s = user;
    return number <= s->count ? s->ids[number - 1] : 0;
}

/* ids: [model_count] of the scene's models; 0: it could not be opened. */
static void set_up(document *d, const scene *s, uint32_t index, const uint32_t *ids)
{
    const scene_model *from = &s->models[index];
    const placement *p = &from->place;
    document_model *m = document_find(d, ids[index]);
    edit_placement place = {.scale = p->scale, .bone = HONE_NONE};
    if (!m)
        return;
    memcpy(place.at, p->at, sizeof place.at);
    memcpy(place.turn, p->turn, sizeof place.turn);
    const document_model *carrier = p->attach ? document_find(d, ids[p->attach - 1]) : NULL;
    if (carrier && (place.bone = bone_name_find(carrier->character->model, p->bone)) != HONE_NONE &&
        document_may_attach(d, m->character, carrier->character->id))
        place.attach = carrier->character->id;
    else if (p->attach)
        document_note(d, m->path, _("the bone that it is attached to is missing, or it is attached to itself"));
    const scene_ids known = {ids, s->model_count};
    scene_model *stage = scene_add_model(&m->character->stage);
    if (!stage || !scene_copy_stage(from, id_of, &known, &m->character->stage, stage))
        document_note(d, m->path, _("out of memory"));
    edit_set_place(m->character->correction, &place);
    document_correct(m->character->correction, from, m->character->model);
    m->character->visible = !from->invisible;
    document_model_opened(m);
}

static void keep_first(hone_error *first, const hone_error *why, const char *path)
{
    if (first->code != HONE_OK)
        return;
    *first = *why;
    hone_error_prefix(first, document_file_name(path));
}

/* A model without a file is the built-in character. */
static void open_models(document *d, const scene *s, uint32_t *ids, hone_error *first)
{
    for (uint32_t i = 0; i < s->model_count; i++) {
        hone_error why = {0};
        const char *path = s->models[i].path;
        ids[i] = path ? document_open_model(d, path, s->models[i].clip, &why) : document_open_built_in_model(d, &why);
        if (!ids[i])
            keep_first(first, &why, path ? path : "character");
    }
    for (uint32_t i = 0; i < s->model_count; i++) set_up(d, s, i, ids);
}

static void open_motions(document *d, const scene *s, const uint32_t *ids, hone_error *first)
{
    for (uint32_t i = 0; i < s->motion_count; i++) {
        const scene_motion *m = &s->motions[i];
        hone_error why = {0};
        uint32_t target = m->model ? ids[m->model - 1] : 0;
        if (m->model && !target) /* its model could not be opened */
            continue;
        if (!document_open_motion(d, m, target, &why))
            keep_first(first, &why, m->path ? m->path : "");
    }
}

/* A file that the camera names is opened as the last motion, so that its keys win. */
static void open_camera(document *d, const scene *s, hone_error *first)
{
    camera_preset preset;
    hone_error why = {0};
    const char *path = s->camera.source;
    const scene_motion file = {.path = path, .weight = 1};
    if (!path || strcmp(path, "keys") == 0 || camera_preset_named(path, &preset))
        return;
    if (!document_open_motion(d, &file, 0, &why))
        keep_first(first, &why, path);
    else if (hone_motion_get(d->motions[d->motion_count - 1].motion)->camera_key_count == 0)
        document_note(d, path, _("has no camera keys"));
}

static void note(void *user, const char *file, const char *text)
{
    document_note(user, file, text);
}

/* Returns whether the rules hold; if not, the old ones do, with their keys of gravity. */
static bool take_rules(document *d, const scene *s, const playback_values *play)
{
    character_rules rules = d->rules;
    bool exact = rules.physics.exact;
    rules.mmd = play->rules;
    rules.physics = playback_physics_options(play);
    bool asked = d->given && d->given->physics.gravity.given; /* the command line wins, as in hone render */
    rules.physics.gravity_keys = asked ? NULL : s->play.physics.gravity_keys;
    rules.physics.gravity_key_count = asked ? 0 : s->play.physics.gravity_key_count;
    rules.physics.exact = exact;
    rules.ik_off = play->ik == PLAYBACK_IK_OFF;
    if (play->physics.mode != PLAYBACK_PHYSICS_DEFAULT)
        rules.mode = play->physics.mode == PLAYBACK_PHYSICS_ON ? CHARACTER_PHYSICS_EXACT : CHARACTER_PHYSICS_OFF;
    return document_set_rules(d, &rules, NULL) || d->rules.physics.gravity_keys == s->play.physics.gravity_keys;
}

/* Gives a scene the other one's keys of gravity. */
static void swap_gravity(scene *a, scene *b)
{
    playback_physics *x = &a->play.physics, *y = &b->play.physics;
    hone_physics_gravity *keys = x->gravity_keys;
    uint32_t count = x->gravity_key_count;
    x->gravity_keys = y->gravity_keys, x->gravity_key_count = y->gravity_key_count;
    y->gravity_keys = keys, y->gravity_key_count = count;
}

/* From now on the camera follows characters by their ids. */
static void follow_ids(scene *s, const uint32_t *ids)
{
    const scene_ids known = {ids, s->model_count};
    for (uint32_t i = 0; i < s->camera_parent_count; i++)
        if (s->camera_parents[i].attach)
            s->camera_parents[i].attach = id_of(&known, s->camera_parents[i].attach);
}

/* The model that the scene chooses, else its first. */
static uint32_t first_active(const scene *s, const uint32_t *ids)
{
    if (s->active && ids[s->active - 1])
        return ids[s->active - 1];
    for (uint32_t i = 0; i < s->model_count; i++)
        if (ids[i])
            return ids[i];
    return 0;
}

/* Takes over all of a scene but its models and motions. */
static void take_scene(document *d, scene *s, const uint32_t *ids)
{
    uint32_t active = first_active(s, ids);
    if (active)
        document_set_active(d, active);
    follow_ids(s, ids);
    if (d->opening == DOCUMENT_OPENING_MERGES)
        document_forget_scene(d); /* otherwise it is empty, and the history has another one */
    d->scene = *s;
    *s = (scene){0};
    d->scenes_opened++;
}

bool document_show_scene(document *d, scene *s, uint32_t *ids, hone_error *error)
{
    hone_error first = {0};
    const bool adds = d->opening == DOCUMENT_OPENING_ADDS;
    char *sound = s->film.sound && !(adds && d->sound) ? malloc(strlen(s->film.sound) + 1) : NULL;
    if (s->film.sound && !sound && !adds) {
        scene_release(s);
        return hone_fail_memory(error);
    }
    if (!adds && !take_rules(d, s, document_take_playback(d, &s->play)))
        swap_gravity(s, &d->scene);
    open_models(d, s, ids, &first);
    open_motions(d, s, ids, &first);
    if (!adds)
        open_camera(d, s, &first);
    if (sound)
        free(d->sound), d->sound = strcpy(sound, s->film.sound);
    if (adds)
        scene_release(s);
    else
        take_scene(d, s, ids);
    document_attach_motions_all(d, NULL);
    for (uint32_t i = 0; i < d->model_count; i++) character_changed(d->models[i]->character);
    if (first.code != HONE_OK && error)
        *error = first;
    return first.code == HONE_OK;
}

bool document_open_scene(document *d, const char *path, hone_error *error)
{
    scene s;
    if (!scene_open(path, d->strict, note, d, &s, error))
        return false;
    uint32_t *ids = calloc((size_t)s.model_count + 1, sizeof *ids);
    bool ok = ids ? document_show_scene(d, &s, ids, error) : hone_fail_memory(error);
    if (!ids)
        scene_release(&s);
    free(ids);
    return ok;
}

/* ---- saving ----------------------------------------------------------------------------------------------------- */

static uint32_t number_of(const document *d, uint32_t id)
{
    for (uint32_t i = 0; i < d->model_count; i++)
        if (d->models[i]->character->id == id)
            return i + 1;
    return 0;
}

static uint32_t number_in(const void *user, uint32_t id)
{
    return number_of(user, id);
}

static bool save_bones(const edit *e, const hone_model *model, scene_model *out)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (!edit_bone_changed(e, b))
            continue;
        scene_bone *bone = scene_add_bone(out);
        if (!bone)
            return false;
        edit_bone value = edit_get_bone(e, b);
        bone->name = skeleton->bones[b].name;
        memcpy(bone->rotation, value.rotation, sizeof bone->rotation);
        memcpy(bone->translation, value.translation, sizeof bone->translation);
    }
    return true;
}

static bool save_morphs(const edit *e, const hone_model_data *data, scene_model *out)
{
    for (uint32_t i = 0; i < data->morph_count; i++) {
        edit_morph value = edit_get_morph(e, i);
        scene_morph *morph = value.on ? scene_add_morph(out) : NULL;
        if (value.on && !morph)
            return false;
        if (morph)
            *morph = (scene_morph){data->morphs[i].name, value.weight};
    }
    return true;
}

static bool save_switches(const edit *e, const hone_model_data *data, scene_model *out)
{
    const hone_skeleton *skeleton = &data->skeleton;
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        edit_chain value = edit_get_chain(e, i);
        scene_chain *chain = value != EDIT_CHAIN_FREE ? scene_add_chain(out) : NULL;
        if (value != EDIT_CHAIN_FREE && !chain)
            return false;
        if (chain)
            *chain = (scene_chain){skeleton->bones[skeleton->iks[i].bone].name, value == EDIT_CHAIN_ON};
    }
    for (uint32_t i = 0; i < data->material_count; i++) {
        const char **hidden = edit_get_hidden(e, i) ? scene_add_hidden(out) : NULL;
        if (edit_get_hidden(e, i) && !hidden)
            return false;
        if (hidden)
            *hidden = data->materials[i].name;
    }
    return true;
}

static void save_place(const document *d, const edit_placement *from, placement *out)
{
    const document_model *carrier = from->attach ? document_find(d, from->attach) : NULL;
    memcpy(out->at, from->at, sizeof out->at);
    memcpy(out->turn, from->turn, sizeof out->turn);
    out->scale = from->scale;
    if (!carrier || from->bone < 0)
        return;
    out->attach = number_of(d, from->attach);
    out->bone = hone_model_skeleton(carrier->character->model)->bones[from->bone].name;
}

/* The clip of its own file that plays; NULL: none. */
static const char *own_clip(const document *d, uint32_t id)
{
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (d->motions[i].own && d->motions[i].on && d->motions[i].target == id)
            return d->motions[i].clip;
    return NULL;
}

/* The corrections that a scene has of a character. */
static bool copy_layers(const character *c, document_layers layers, edit *to)
{
    if (layers == DOCUMENT_LAYERS_ALL) /* bends that wait to be registered are corrections, too */
        return edit_flatten(to, c->bends);
    return edit_copy(to, layers == DOCUMENT_LAYERS_BENDS ? c->bends : c->correction);
}

static bool save_layers(const character *c, document_layers layers, scene_model *out, hone_error *error)
{
    const hone_model_data *data = hone_model_get(c->model);
    edit *saved = edit_create(c->model, error);
    bool ok = saved && copy_layers(c, layers, saved);
    ok =
        ok && ((save_bones(saved, c->model, out) && save_morphs(saved, data, out) && save_switches(saved, data, out)) ||
               hone_fail_memory(error));
    edit_destroy(saved);
    return ok;
}

static bool save_model(const document *d, const document_model *m, document_layers layers, scene *out,
                       hone_error *error)
{
    if (m->built_in && layers == DOCUMENT_LAYERS_ALL)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, _("the built-in character has no file: save the model first"));
    scene_model *model = scene_add_model(out);
    if (!model)
        return hone_fail_memory(error);
    model->path = m->path;
    model->invisible = !m->character->visible;
    model->clip = own_clip(d, m->character->id);
    save_place(d, edit_place(m->character->bends), &model->place);
    const scene_model *stage = character_stage(m->character);
    return (!stage || scene_copy_stage(stage, number_in, d, out, model) || hone_fail_memory(error)) &&
           save_layers(m->character, layers, model, error);
}

bool document_motion_is_in_scenes(const document_motion *m)
{
    return !m->own && !document_motion_is_blank(m);
}

static bool save_motion(const document *d, const document_motion *m, document_layers layers, scene *out,
                        hone_error *error)
{
    if (!document_motion_is_in_scenes(m))
        return true;
    if (m->built_in && layers == DOCUMENT_LAYERS_ALL)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, _("a built-in motion has no file"));
    scene_motion *motion = scene_add_motion(out);
    if (!motion)
        return hone_fail_memory(error);
    *motion = (scene_motion){
        .path = m->path, .model = number_of(d, m->target), .clip = m->clip, .weight = m->weight, .off = !m->on};
    return true;
}

static void save_rules(const document *d, playback_values *out)
{
    const character_rules *rules = &d->rules;
    const hone_physics_options *p = &rules->physics;
    out->rules = rules->mmd;
    out->ik = rules->ik_off ? PLAYBACK_IK_OFF : PLAYBACK_IK_ON;
    out->physics.mode = rules->mode == CHARACTER_PHYSICS_OFF ? PLAYBACK_PHYSICS_OFF : PLAYBACK_PHYSICS_ON;
    out->physics.rate = p->rate;
    out->physics.floor = p->floor;
    out->physics.solver = (int)p->solver;
    out->physics.gravity.given = p->weightless || p->gravity[0] != 0 || p->gravity[1] != 0 || p->gravity[2] != 0;
    memcpy(out->physics.gravity.value, p->gravity, sizeof p->gravity);
    memcpy(out->physics.wind, p->wind, sizeof out->physics.wind);
}

double document_sound_delay(const document *d)
{
    return d->sound && d->scene.film.sound && strcmp(d->sound, d->scene.film.sound) == 0 ? d->scene.film.delay : 0;
}

static void save_shown(const document *d, const document_shown *shown, scene *out)
{
    bool keys = !shown->camera && d->camera_keys;
    out->camera = (camera_values){.source = keys ? "keys" : NULL, .fov = keys ? d->scene.camera.fov : 0};
    out->camera.is_fixed = shown->camera != NULL;
    if (shown->camera)
        out->camera.fixed = *shown->camera;
    if (shown->same_camera)
        out->camera = d->scene.camera;
    if (shown->look)
        out->look = *shown->look;
    out->play.method = (int)shown->method;
    out->film.sound = d->sound;
    out->film.delay = document_sound_delay(d);
    out->active = number_of(d, d->active);
    out->frame = d->frame;
}

bool document_scene_layers(const document *d, const document_shown *shown, document_layers layers, scene *out,
                           hone_error *error)
{
    const scene *opened = &d->scene;
    bool ok = true;
    *out = (scene){.play = d->play ? *d->play : opened->play,
                   .look = opened->look,
                   .frames = opened->frames,
                   .size = opened->size,
                   .film.rate = opened->film.rate};
    out->play.physics.gravity_keys = NULL, out->play.physics.gravity_key_count = 0; /* its own follow */
    for (uint32_t i = 0; i < d->model_count && ok; i++) ok = save_model(d, d->models[i], layers, out, error);
    for (uint32_t i = 0; i < d->motion_count && ok; i++) ok = save_motion(d, &d->motions[i], layers, out, error);
    ok = ok && (scene_copy_parents(opened, number_in, d, out) || hone_fail_memory(error));
    /* keys of gravity that the command line took away stay away */
    ok = ok && (!d->rules.physics.gravity_key_count || scene_copy_gravity(opened, out) || hone_fail_memory(error));
    save_rules(d, &out->play);
    save_shown(d, shown, out);
    if (!ok)
        scene_release(out);
    return ok;
}

bool document_scene(const document *d, const document_shown *shown, scene *out, hone_error *error)
{
    return document_scene_layers(d, shown, DOCUMENT_LAYERS_ALL, out, error);
}

/* "FOLDER/NAME" of "FOLDER/NAME.json". */
static int stem_size(const char *path)
{
    const char *name = document_file_name(path), *dot = strrchr(name, '.');
    return (int)(dot && dot > name ? dot - path : (ptrdiff_t)strlen(path));
}

/* A motion that is beside the scene already keeps its name. */
static bool save_beside(document *d, uint32_t index, const char *path, hone_error *error)
{
    document_motion *m = &d->motions[index];
    char beside[HONE_PATH_SIZE];
    int stem = stem_size(path);
    if (m->built_in || !document_motion_is_in_scenes(m) || (!m->fresh && !document_motion_is_modified(m)))
        return true;
    int used = snprintf(beside, sizeof beside, "%.*s-motion-", stem, path);
    if (used < 0 || (size_t)used + 16 > sizeof beside)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, _("the name is too long"));
    if (!m->fresh && strncmp(m->path, beside, (size_t)used) == 0)
        snprintf(beside, sizeof beside, "%s", m->path);
    else
        snprintf(beside + used, sizeof beside - (size_t)used, "%u.vmd", (unsigned)index + 1);
    return document_save_motion(d, m, beside, error);
}

bool document_save_scene(document *d, const document_shown *shown, const char *path, hone_error *error)
{
    scene s;
    for (uint32_t i = 0; i < d->motion_count; i++)
        if (!save_beside(d, i, path, error))
            return false;
    if (!document_scene(d, shown, &s, error))
        return false;
    bool ok = scene_save(&s, path, error);
    scene_release(&s);
    if (ok)
        document_scene_saved(d);
    return ok;
}
