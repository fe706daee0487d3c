#include "tool/scene/scene_copy.h"

#include <string.h>

/* Copies an attachment. */
static bool attach(scene_renumber *renumber, const void *user, scene *owner, uint32_t *number, const char **bone)
{
    const char *name = *bone;
    *number = *number ? renumber(user, *number) : 0;
    *bone = *number ? scene_text(owner, name) : NULL;
    return !*number || *bone;
}

static bool copy_key(const scene_key *from, scene_renumber *renumber, const void *user, scene *owner, scene_model *to)
{
    scene_key *key = scene_add_key(to);
    if (!key)
        return false;
    *key = *from;
    return attach(renumber, user, owner, &key->attach, &key->bone);
}

static bool copy_parent(const scene_parent *from, scene_renumber *renumber, const void *user, scene *owner,
                        scene_parent *to)
{
    if (!to)
        return false;
    *to = *from;
    to->child = from->child ? scene_text(owner, from->child) : NULL;
    return (!from->child || to->child) && attach(renumber, user, owner, &to->attach, &to->bone);
}

bool scene_copy_stage(const scene_model *from, scene_renumber *renumber, const void *user, scene *owner,
                      scene_model *to)
{
    bool ok = true;
    for (uint32_t i = 0; i < from->key_count && ok; i++) ok = copy_key(&from->keys[i], renumber, user, owner, to);
    for (uint32_t i = 0; i < from->parent_count && ok; i++)
        ok = copy_parent(&from->parents[i], renumber, user, owner, scene_add_parent(to));
    to->additive = from->additive;
    to->no_self_shadow = from->no_self_shadow;
    to->edge_colour = from->edge_colour;
    to->edge_scale = from->edge_scale;
    return ok;
}

bool scene_copy_parents(const scene *from, scene_renumber *renumber, const void *user, scene *to)
{
    bool ok = true;
    for (uint32_t i = 0; i < from->camera_parent_count && ok; i++)
        ok = copy_parent(&from->camera_parents[i], renumber, user, to, scene_add_camera_parent(to));
    return ok;
}

bool scene_copy_gravity(const scene *from, scene *to)
{
    const playback_physics *physics = &from->play.physics;
    for (uint32_t i = 0; i < physics->gravity_key_count; i++) {
        hone_physics_gravity *key = scene_add_gravity_key(to);
        if (!key)
            return false;
        *key = physics->gravity_keys[i];
    }
    return true;
}
