/* Writes the transforms of simulated bones into the rig, and moves the bones that depend on them. */
#include "rig/rig_internal.h"
#include <hone/math.h>
#include <string.h>

/* Sets the offset of a bone that physics has moved to its rotation relative to its parent, so that appends from this
 * bone pass it on. */
static void take_rotation(hone_rig *rig, const hone_step *step)
{
    float back[4] = {0, 0, 0, 1}, own[4];
    if (step->parent != HONE_NONE)
        hone_quat_from_affine(&rig->model_from_bone[step->parent], back);
    hone_quat_from_affine(&rig->model_from_bone[step->bone], own);
    hone_quat_conjugate(back, back);
    hone_quat_multiply(back, own, rig->offsets[step->bone].rotation);
    if (step->turn != HONE_NONE)
        memcpy(rig->ik_rotations[step->turn], (float[4]){0, 0, 0, 1}, sizeof *rig->ik_rotations);
}

static bool appends_from_moved(const hone_rig *rig, const hone_step *step)
{
    return step->append != HONE_NONE && rig->follow_marks[rig->rank[rig->appends[step->append].source]];
}

void hone_rig_apply_physics(hone_rig *rig, const hone_pose *pose, const hone_affine *model_from_bone,
                            const uint8_t *dynamic)
{
    if (rig->data->space != HONE_SPACE_MMD)
        return;
    for (uint32_t r = 0; r < rig->pass2_begin; r++) {
        const hone_step *s = &rig->steps[r];
        bool anew = rig->rules.append_after_physics && appends_from_moved(rig, s);
        rig->follow_marks[r] =
            dynamic[s->bone] || anew || (s->parent != HONE_NONE && rig->follow_marks[rig->parent_rank[r]]);
        if (dynamic[s->bone]) {
            rig->simulated[s->bone] = 1;
            rig->model_from_bone[s->bone] = model_from_bone[s->bone];
            if (rig->rules.append_after_physics)
                take_rotation(rig, s);
        } else if (rig->follow_marks[r]) {
            if (anew)
                hone_rig_offset(rig, s, pose);
            hone_rig_place(rig, s);
        }
    }
    for (uint32_t r = 0; r < rig->pass2_begin; r++) rig->follow_marks[r] = 0;
}
