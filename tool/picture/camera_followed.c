#include "tool/picture/camera_followed.h"
#include "tool/options/bone_name.h"
#include "tool/scene/place_model.h"
#include "tool/scene/scene_key_at.h"

#include <hone/math.h>

#include <stdlib.h>

bool camera_followed_make(const scene *from, const inputs *in, const actor_list *c, camera_followed *out, report *r)
{
    *out = (camera_followed){0};
    if (!from || from->camera_parent_count == 0)
        return true;
    out->bones = calloc(from->camera_parent_count, sizeof *out->bones);
    if (!out->bones)
        return false;
    out->parents = from->camera_parents;
    out->count = from->camera_parent_count;
    out->first = inputs_scene_first(in);
    bool missing = false;
    for (uint32_t i = 0; i < out->count; i++) {
        const scene_parent *p = &out->parents[i];
        uint32_t number = p->attach + out->first;
        out->bones[i] =
            p->attach && number <= c->count ? bone_name_find(c->members[number - 1].source->model, p->bone) : HONE_NONE;
        if (p->attach && out->bones[i] == HONE_NONE && !missing)
            report_warn_of(r, "--camera keys", "follow a bone \"%.200s\" that model %u does not have", p->bone, number);
        missing = missing || (p->attach && out->bones[i] == HONE_NONE);
    }
    return true;
}

void camera_followed_release(camera_followed *f)
{
    free(f->bones);
    *f = (camera_followed){0};
}

void camera_followed_apply(const camera_followed *f, const actor_list *c, double frame, hone_camera *camera)
{
    const scene_parent *p = scene_parent_at(f->parents, f->count, NULL, frame);
    const hone_affine none = HONE_AFFINE_IDENTITY;
    float point[3];
    if (!p || f->bones[p - f->parents] == HONE_NONE)
        return;
    const actor_entry *member = &c->members[p->attach + f->first - 1];
    const hone_affine *place = actor_entry_place(member);
    const hone_affine bone = placement_of_bone(place ? place : &none, member->actor, f->bones[p - f->parents]);
    hone_affine_origin(&bone, point);
    hone_vec3_add(camera->target, point, camera->target);
}
