#define _POSIX_C_SOURCE 200809L
#include "tool/scene/scene.h"

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

scene_model *scene_add_model(scene *s)
{
    scene_model *models = append(s->models, &s->model_count, sizeof *models);
    if (!models)
        return NULL;
    s->models = models;
    return &models[s->model_count - 1];
}

scene_motion *scene_add_motion(scene *s)
{
    scene_motion *motions = append(s->motions, &s->motion_count, sizeof *motions);
    if (!motions)
        return NULL;
    s->motions = motions;
    motions[s->motion_count - 1].weight = 1;
    return &motions[s->motion_count - 1];
}

scene_key *scene_add_key(scene_model *model)
{
    scene_key *keys = append(model->keys, &model->key_count, sizeof *keys);
    if (!keys)
        return NULL;
    model->keys = keys;
    scene_key *key = &keys[model->key_count - 1];
    key->scale = key->opacity = 1;
    return key;
}

scene_parent *scene_add_parent(scene_model *model)
{
    scene_parent *parents = append(model->parents, &model->parent_count, sizeof *parents);
    if (!parents)
        return NULL;
    model->parents = parents;
    return &parents[model->parent_count - 1];
}

scene_parent *scene_add_camera_parent(scene *s)
{
    scene_parent *parents = append(s->camera_parents, &s->camera_parent_count, sizeof *parents);
    if (!parents)
        return NULL;
    s->camera_parents = parents;
    return &parents[s->camera_parent_count - 1];
}

hone_physics_gravity *scene_add_gravity_key(scene *s)
{
    playback_physics *physics = &s->play.physics;
    hone_physics_gravity *keys = append(physics->gravity_keys, &physics->gravity_key_count, sizeof *keys);
    if (!keys)
        return NULL;
    physics->gravity_keys = keys;
    return &keys[physics->gravity_key_count - 1];
}

scene_bone *scene_add_bone(scene_model *model)
{
    scene_bone *bones = append(model->bones, &model->bone_count, sizeof *bones);
    if (!bones)
        return NULL;
    model->bones = bones;
    bones[model->bone_count - 1].rotation[3] = 1;
    return &bones[model->bone_count - 1];
}

scene_morph *scene_add_morph(scene_model *model)
{
    scene_morph *morphs = append(model->morphs, &model->morph_count, sizeof *morphs);
    if (!morphs)
        return NULL;
    model->morphs = morphs;
    return &morphs[model->morph_count - 1];
}

scene_chain *scene_add_chain(scene_model *model)
{
    scene_chain *chains = append(model->chains, &model->chain_count, sizeof *chains);
    if (!chains)
        return NULL;
    model->chains = chains;
    return &chains[model->chain_count - 1];
}

const char **scene_add_hidden(scene_model *model)
{
    const char **hidden = append(model->hidden, &model->hidden_count, sizeof *hidden);
    if (!hidden)
        return NULL;
    model->hidden = hidden;
    return &hidden[model->hidden_count - 1];
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
