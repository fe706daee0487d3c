#define _POSIX_C_SOURCE 200809L
#include "tool/scene/scene.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more element at the end of a list, and clears it. A list has room for a power of two. */
static void *append(void *list, uint32_t *count, size_t size)
{
    bool full = (*count & (*count - 1)) == 0;
    void *items = full ? realloc(list, (*count ? (size_t)*count * 2 : 1) * size) : list;
    if (items)
        memset((char *)items + (size_t)(*count)++ * size, 0, size);
    return items;
}

const char *scene_text(scene *s, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    char **texts = copy ? append(s->texts, &s->text_count, sizeof *texts) : NULL;
    if (!texts) {
        free(copy);
        return NULL;
    }
    s->texts = texts;
    return texts[s->text_count - 1] = copy;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

#define LIST(owner, name, type, first)                                                                                 \
    {                                                                                                                  \
        .items = offsetof(owner, name##s), .count = offsetof(owner, name##_count), .size = sizeof(type),               \
        .initial = first                                                                                               \
    }

static const scene_motion first_motion = {.weight = 1};
static const scene_key first_key = {.scale = 1, .opacity = 1};
static const scene_bone first_bone = {.rotation = {0, 0, 0, 1}};

const scene_list scene_models = LIST(scene, model, scene_model, NULL);
const scene_list scene_motions = LIST(scene, motion, scene_motion, &first_motion);
const scene_list scene_camera_parents = LIST(scene, camera_parent, scene_parent, NULL);
const scene_list scene_gravity_keys = LIST(scene, play.physics.gravity_key, hone_physics_gravity, NULL);
const scene_list scene_keys = LIST(scene_model, key, scene_key, &first_key);
const scene_list scene_parents = LIST(scene_model, parent, scene_parent, NULL);
const scene_list scene_bones = LIST(scene_model, bone, scene_bone, &first_bone);
const scene_list scene_morphs = LIST(scene_model, morph, scene_morph, NULL);
const scene_list scene_chains = LIST(scene_model, chain, scene_chain, NULL);
const scene_list scene_hidden = {offsetof(scene_model, hidden), offsetof(scene_model, hidden_count),
                                 sizeof(const char *), NULL};

static uint32_t *count_of(void *owner, const scene_list *list)
{
    return (uint32_t *)(void *)((char *)owner + list->count);
}

/* All pointers to structs have one representation. */
static void *items_of(const void *owner, const scene_list *list)
{
    void *items;
    memcpy(&items, (const char *)owner + list->items, sizeof items);
    return items;
}

uint32_t scene_list_count(const void *owner, const scene_list *list)
{
    return *(const uint32_t *)(const void *)((const char *)owner + list->count);
}

const void *scene_list_at(const void *owner, const scene_list *list, uint32_t i)
{
    return (const char *)items_of(owner, list) + i * list->size;
}

void *scene_list_add(void *owner, const scene_list *list)
{
    uint32_t *count = count_of(owner, list);
    char *items = append(items_of(owner, list), count, list->size);
    if (!items)
        return NULL;
    memcpy((char *)owner + list->items, &items, sizeof items);
    char *added = items + (size_t)(*count - 1) * list->size;
    return list->initial ? memcpy(added, list->initial, list->size) : added;
}

scene_model *scene_add_model(scene *s)
{
    return scene_list_add(s, &scene_models);
}

scene_motion *scene_add_motion(scene *s)
{
    return scene_list_add(s, &scene_motions);
}

scene_key *scene_add_key(scene_model *model)
{
    return scene_list_add(model, &scene_keys);
}

scene_parent *scene_add_parent(scene_model *model)
{
    return scene_list_add(model, &scene_parents);
}

scene_parent *scene_add_camera_parent(scene *s)
{
    return scene_list_add(s, &scene_camera_parents);
}

hone_physics_gravity *scene_add_gravity_key(scene *s)
{
    return scene_list_add(s, &scene_gravity_keys);
}

scene_bone *scene_add_bone(scene_model *model)
{
    return scene_list_add(model, &scene_bones);
}

scene_morph *scene_add_morph(scene_model *model)
{
    return scene_list_add(model, &scene_morphs);
}

scene_chain *scene_add_chain(scene_model *model)
{
    return scene_list_add(model, &scene_chains);
}

const char **scene_add_hidden(scene_model *model)
{
    return scene_list_add(model, &scene_hidden);
}

static void release_model(scene_model *model)
{
    free(model->keys);
    free(model->parents);
    free(model->bones);
    free(model->morphs);
    free(model->chains);
    free(model->hidden);
}

void scene_release(scene *s)
{
    for (uint32_t i = 0; i < s->model_count; i++) release_model(&s->models[i]);
    for (uint32_t i = 0; i < s->motion_count; i++) hone_motion_release(s->motions[i].motion);
    for (uint32_t i = 0; i < s->text_count; i++) free(s->texts[i]);
    free(s->camera_parents);
    free(s->play.physics.gravity_keys);
    free(s->models);
    free(s->motions);
    free(s->texts);
    *s = (scene){0};
}
