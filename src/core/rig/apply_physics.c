/* Writes the transforms of simulated bones into the rig, and moves the bones that depend on them. */
#include "core/rig/rig_internal.h"
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

/* Whether bones that append from this one take over how physics turns it. */
static bool passes_on(const hone_rig *rig, uint32_t bone)
{
    return rig->rules.append_after_physics || rig->simulated[bone] == HONE_DYNAMIC_RAGDOLL;
}

static bool appends_from_moved(const hone_rig *rig, const hone_step *step)
{
    if (step->append == HONE_NONE)
        return false;
    uint32_t source = rig->appends[step->append].source;
    return passes_on(rig, source) && rig->follow_marks[rig->rank[source]];
}

/* Other spaces: bones below keep their local transforms. */
static void apply_to_locals(hone_rig *rig, const hone_pose *pose, const hone_affine *model_from_bone,
                            const uint8_t *dynamic)
{
    for (uint32_t r = 0; r < rig->data->skeleton.bone_count; r++) {
        uint32_t bone = rig->steps[r].bone;
        int32_t parent = rig->steps[r].parent;
        rig->follow_marks[r] = dynamic[bone] || (parent != HONE_NONE && rig->follow_marks[rig->parent_rank[r]]);
        if (dynamic[bone]) {
            rig->simulated[bone] = dynamic[bone];
            rig->model_from_bone[bone] = model_from_bone[bone];
        } else if (rig->follow_marks[r]) {
            const hone_affine local = hone_constraints_local(&rig->constraints, pose, bone);
            rig->model_from_bone[bone] = hone_affine_multiply(&rig->model_from_bone[parent], &local);
        }
    }
    for (uint32_t r = 0; r < rig->data->skeleton.bone_count; r++) rig->follow_marks[r] = 0;
}

void hone_rig_apply_physics(hone_rig *rig, const hone_pose *pose, const hone_affine *model_from_bone,
                            const uint8_t *dynamic)
{
    if (rig->data->space != HONE_SPACE_MMD) {
        apply_to_locals(rig, pose, model_from_bone, dynamic);
        return;
    }
    for (uint32_t r = 0; r < rig->pass2_begin; r++) {
        const hone_step *s = &rig->steps[r];
        bool anew = appends_from_moved(rig, s);
        rig->follow_marks[r] =
            dynamic[s->bone] || anew || (s->parent != HONE_NONE && rig->follow_marks[rig->parent_rank[r]]);
        if (dynamic[s->bone]) {
            rig->simulated[s->bone] = dynamic[s->bone];
            rig->model_from_bone[s->bone] = model_from_bone[s->bone];
            if (passes_on(rig, s->bone))
                take_rotation(rig, s);
        } else if (rig->follow_marks[r]) {
            if (anew)
                hone_rig_offset(rig, s, pose);
            hone_rig_place(rig, s);
        }
    }
    for (uint32_t r = 0; r < rig->pass2_begin; r++) rig->follow_marks[r] = 0;
}
