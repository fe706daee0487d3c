#include "tool/picture/camera_followed.h"
#include "tool/options/bone_name.h"

void camera_followed_make(const scene *from, const inputs *in, const actor_list *c, camera_followed *out, report *r)
{
    *out = (camera_followed){0};
    if (!from)
        return;
    *out = (camera_followed){from->camera_parents, from->camera_parent_count, inputs_scene_first(in)};
    for (uint32_t i = 0; i < out->count; i++) {
        const scene_parent *p = &out->parents[i];
        uint32_t number = p->attach + out->first;
        bool there = number <= c->count && bone_name_find(c->members[number - 1].source->model, p->bone) != HONE_NONE;
        if (!p->attach || there)
            continue;
        report_warn_of(r, "--camera keys", "follow a bone \"%.200s\" that model %u does not have", p->bone, number);
        return;
    }
}

void camera_followed_apply(const camera_followed *f, const actor_list *c, double frame, hone_camera *camera)
{
    place_set_move_camera(&c->places, f->parents, f->count, f->first, frame, camera);
}
