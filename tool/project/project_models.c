/* The models and accessories of a project. */
#include "tool/files/any_case.h"
#include "tool/files/input_file.h"
#include "tool/files/input_find.h"
#include "tool/project/project_context.h"

#include <hone/format.h>
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

/* A model or an accessory, and where it is in the order of drawing. */
typedef struct thing {
    bool accessory;
    uint32_t at; /* index in the project */
    uint32_t group, order;
    const char *path; /* in the scene's memory; NULL: left out */
} thing;

/* ---- order of drawing ------------------------------------------------------------------------------------------ */

static int compare_things(const void *a, const void *b)
{
    const thing *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Some accessories are drawn before the models, the others after them. */
static thing *sort_things(const hone_project_data *data)
{
    uint32_t count = data->model_count + data->accessory_count;
    thing *things = calloc((size_t)count + 1, sizeof *things);
    for (uint32_t i = 0; things && i < count; i++) {
        bool accessory = i >= data->model_count;
        uint32_t at = accessory ? i - data->model_count : i;
        uint32_t order = accessory ? data->accessories[at].draw_order : data->models[at].draw_order;
        uint32_t group = !accessory ? 1 : order < data->accessories_before ? 0 : 2;
        things[i] = (thing){accessory, at, group, order, NULL};
    }
    if (things)
        qsort(things, count, sizeof *things, compare_things);
    return things;
}

/* ---- models ---------------------------------------------------------------------------------------------------- */

static bool add_motion(scene *out, hone_motion *motion, uint32_t number)
{
    scene_motion *added = scene_add_motion(out);
    if (!added)
        return false;
    added->motion = hone_motion_retain(motion);
    added->model = number;
    return true;
}

/* The number of the model in the scene; 0: none. Notes a model or a bone that is missing, once for each `noted`. */
static uint32_t number_of(project_context *c, const hone_project_bone *parent, const char *path, bool *noted)
{
    if (parent->model == HONE_NONE)
        return 0;
    uint32_t number = parent->name[0] ? c->numbers[parent->model] : 0;
    if (!number && !*noted)
        project_note(c, path, "follows a bone or a model that is missing");
    *noted = *noted || !number;
    return number;
}

/* The whole model follows: its place is that of the bone. */
static bool add_place(project_context *c, scene_model *model, const hone_project_parent_key *from, uint32_t number)
{
    if (model->key_count == 0 && from->frame > 0 && !scene_add_key(model))
        return false;
    scene_key *key = scene_add_key(model);
    if (!key)
        return false;
    key->frame = from->frame;
    key->attach = number;
    key->bone = number ? scene_text(c->out, from->parent.name) : NULL;
    return !number || key->bone;
}

static bool add_parent(project_context *c, scene_model *model, const hone_project_parent_key *from, uint32_t number)
{
    scene_parent *parent = scene_add_parent(model);
    if (!parent)
        return false;
    parent->frame = from->frame;
    parent->attach = number;
    parent->child = scene_text(c->out, from->child);
    parent->bone = number ? scene_text(c->out, from->parent.name) : NULL;
    return parent->child && (!number || parent->bone);
}

static bool add_parents(project_context *c, scene_model *model, const hone_project_model *from)
{
    bool ok = true, noted = false;
    for (uint32_t i = 0; i < from->parent_key_count && ok; i++) {
        const hone_project_parent_key *key = &from->parent_keys[i];
        uint32_t number = number_of(c, &key->parent, from->path, &noted);
        ok = (key->child[0] ? add_parent : add_place)(c, model, key, number);
    }
    return ok;
}

/* The colour of edges is that of PMD models; those of PMX are in their materials. */
static void set_edges(const hone_project_data *data, scene_model *model)
{
    if (!ends_in_any_case(model->path, ".pmd"))
        return;
    model->edge_colour.given = true;
    memcpy(model->edge_colour.rgba, data->edge_colour, sizeof data->edge_colour);
}

static bool add_model(project_context *c, const thing *from)
{
    const hone_project_model *model = &c->data->models[from->at];
    scene_model *added = scene_add_model(c->out);
    if (!added)
        return false;
    added->path = from->path;
    added->edge_scale = model->edge_scale > 0 ? fminf(fmaxf(model->edge_scale, 1e-3f), 1e3f) : 1;
    added->additive = model->additive;
    added->no_self_shadow = !model->self_shadow;
    set_edges(c->data, added);
    if (!add_parents(c, added, model))
        return false;
    return !hone_motion_moves(model->motion) || add_motion(c->out, model->motion, c->out->model_count);
}

/* ---- accessories ----------------------------------------------------------------------------------------------- */

/* Finds the .x that a .vac names, as project_find does. */
static const char *find_named(project_context *c, const char *path, const char *file, const hone_bytes *vac_bytes)
{
    char folder[HONE_PATH_SIZE], found[HONE_PATH_SIZE];
    hone_error error = {0};
    hone_vac vac;
    bool read = hone_vac_read(vac_bytes->data, vac_bytes->size, &vac, &error);
    bool ok = read && hone_path_folder(file, folder) && input_file_find(folder, vac.path, found, &error);
    const char *text = ok ? scene_text(c->out, found) : NULL;
    c->out_of_memory = c->out_of_memory || error.code == HONE_ERROR_MEMORY || (ok && !text);
    if (!text && !c->out_of_memory)
        project_note(c, path, read ? "names a file that was not found" : error.message);
    return text;
}

/* Returns the path of the .x of an accessory: its own, or that of a .vac. NULL: as project_find. */
static const char *find_accessory(project_context *c, const char *path)
{
    const char *file = project_find(c, path);
    hone_bytes bytes = {0};
    hone_error error = {0};
    if (!file || !input_file_read(file, NULL, &bytes, &error)) {
        c->out_of_memory = c->out_of_memory || error.code == HONE_ERROR_MEMORY;
        return file;
    }
    if (hone_format_detect(bytes.data, bytes.size) == HONE_FORMAT_VAC)
        file = find_named(c, path, file, &bytes);
    hone_bytes_release(&bytes);
    return file;
}

enum { PLACEMENT_SCALE_MAX = 1000 }; /* of scene files; keys may have more */

/* Whether a placement does not say all of an accessory. */
static bool needs_keys(const hone_project_accessory *accessory)
{
    const hone_accessory_key *a = &accessory->keys[0];
    if (HONE_ACCESSORY_SCALE * a->scale > PLACEMENT_SCALE_MAX)
        return true;
    for (uint32_t i = 0; i < accessory->key_count; i++) {
        const hone_accessory_key *b = &accessory->keys[i];
        if (memcmp(a->translation, b->translation, sizeof a->translation) != 0 ||
            memcmp(a->rotation, b->rotation, sizeof a->rotation) != 0 || a->scale != b->scale ||
            a->parent.model != b->parent.model || strcmp(a->parent.name, b->parent.name) != 0 || b->opacity < 1 ||
            !b->shadow)
            return true;
    }
    return false;
}

/* Scene files have no larger numbers. */
static float bounded(float value)
{
    return fminf(fmaxf(value, -1e6f), 1e6f);
}

/* A model without size cannot be inverted, so that it has at least this one. */
static float size_of(const hone_accessory_key *key)
{
    return fminf(HONE_ACCESSORY_SCALE * fmaxf(key->scale, 1e-4f), 1e6f);
}

static bool add_key(project_context *c, scene_model *model, const hone_accessory_key *from, uint32_t number)
{
    scene_key *key = scene_add_key(model);
    if (!key)
        return false;
    key->frame = from->frame;
    for (int i = 0; i < 3; i++) {
        key->at[i] = bounded(from->translation[i]);
        key->turn[i] = bounded(from->rotation[i] * (float)(180 / HONE_PI));
    }
    key->scale = size_of(from);
    key->opacity = from->opacity;
    key->no_shadow = !from->shadow;
    key->attach = number;
    key->bone = number ? scene_text(c->out, from->parent.name) : NULL;
    return !number || key->bone;
}

static bool add_keys(project_context *c, scene_model *model, const hone_project_accessory *from)
{
    bool ok = true, noted = false;
    for (uint32_t i = 0; i < from->key_count && needs_keys(from) && ok; i++)
        ok = add_key(c, model, &from->keys[i], number_of(c, &from->keys[i].parent, from->path, &noted));
    return ok;
}

/* The motion that shows and hides an accessory. *out is NULL if it is always visible. Returns false if out of memory.
 */
static bool make_visibility(const hone_project_accessory *accessory, hone_motion **out)
{
    bool always = true;
    for (uint32_t i = 0; i < accessory->key_count; i++) always = always && accessory->keys[i].visible;
    *out = NULL;
    if (always)
        return true;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_property_key *keys = hone_builder_array(builder, accessory->key_count, sizeof *keys);
    for (uint32_t i = 0; keys && i < accessory->key_count; i++)
        keys[i] = (hone_property_key){.frame = accessory->keys[i].frame, .visible = accessory->keys[i].visible};
    const hone_motion_data data = {
        .space = HONE_SPACE_MMD, .property_key_count = keys ? accessory->key_count : 0, .property_keys = keys};
    *out = hone_motion_create(builder, &data, NULL, NULL);
    return *out != NULL;
}

/* The project turns about x first, then y, then z; a placement about z, x and y. */
static void set_place(const project_context *c, const hone_accessory_key *key, placement *place)
{
    float rotation[4], angles[3];
    hone_quat_from_euler(HONE_EULER_ZYX, key->rotation, rotation);
    hone_euler_from_quat(HONE_EULER_YXZ, rotation, angles);
    for (int i = 0; i < 3; i++) {
        place->at[i] = bounded(key->translation[i]);
        place->turn[i] = angles[i] * (float)(180 / HONE_PI);
    }
    place->scale = fminf(fmaxf(size_of(key), 1e-3f), PLACEMENT_SCALE_MAX);
    place->attach = key->parent.model == HONE_NONE ? 0 : c->numbers[key->parent.model];
}

static bool add_accessory(project_context *c, const thing *from)
{
    const hone_project_accessory *accessory = &c->data->accessories[from->at];
    hone_motion *motion;
    scene_model *added = scene_add_model(c->out);
    if (!added)
        return false;
    added->path = from->path;
    set_place(c, accessory->keys, &added->place);
    if (added->place.attach && !(added->place.bone = scene_text(c->out, accessory->keys->parent.name)))
        return false;
    added->additive = accessory->additive;
    if (!add_keys(c, added, accessory))
        return false;
    bool ok = make_visibility(accessory, &motion) && (!motion || add_motion(c->out, motion, c->out->model_count));
    hone_motion_release(motion);
    return ok;
}

/* ---- all of them ----------------------------------------------------------------------------------------------- */

static bool has_parent(const project_context *c, const hone_project_bone *parent)
{
    return parent->model == HONE_NONE || (parent->name[0] && c->numbers[parent->model]);
}

/* Finds the files, first of the models, since accessories are attached to them; then numbers what was found. */
static void find_files(project_context *c, thing *things, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (things[i].accessory)
            continue;
        things[i].path = project_find(c, c->data->models[things[i].at].path);
        c->numbers[things[i].at] = things[i].path != NULL;
    }
    for (uint32_t i = 0, number = 0; i < count; i++) {
        const hone_project_accessory *accessory = things[i].accessory ? &c->data->accessories[things[i].at] : NULL;
        if (accessory && has_parent(c, &accessory->keys->parent))
            things[i].path = find_accessory(c, accessory->path);
        else if (accessory)
            project_note(c, accessory->path, "is left out, since what it is attached to is missing");
        number += things[i].path != NULL;
        if (!accessory && things[i].path)
            c->numbers[things[i].at] = number;
    }
}

bool project_add_models(project_context *c)
{
    uint32_t count = c->data->model_count + c->data->accessory_count;
    thing *things = sort_things(c->data);
    bool ok = things != NULL;
    if (ok)
        find_files(c, things, count);
    for (uint32_t i = 0; ok && i < count; i++)
        if (things[i].path)
            ok = things[i].accessory ? add_accessory(c, &things[i]) : add_model(c, &things[i]);
    free(things);
    return ok;
}
