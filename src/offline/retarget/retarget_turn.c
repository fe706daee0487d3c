/* A source whose bones count by their own rotations alone, whatever nodes between them do: the skeleton of a VRM
 * animation. Source: VRMC_vrm_animation-1.0, "how_to_transform_human_pose". */
#include "offline/retarget/retarget.h"
#include <hone/math.h>
#include <string.h>

/* Returns the human bone of a node; -1: none. */
static int human_of(const hone_humanoid *human, int32_t bone)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (human->bones[h] == bone)
            return h;
    return -1;
}

/* Lists the human bones of the source, parents before children, and the human bone above each. */
void hone_retarget_prepare_turns(retarget_context *r)
{
    const hone_humanoid_rest *source = &r->source;
    const hone_bone *bones = source->model->skeleton.bones;
    r->turns = r->desc->feet == HONE_RETARGET_FEET_TURN;
    r->own_turns = r->turns && source->model->vrm_animation;
    for (uint32_t i = 0; r->own_turns && i < source->model->skeleton.bone_count; i++) {
        int32_t bone = (int32_t)source->order[i], at = bones[bone].parent;
        int h = human_of(&source->human, bone), above = -1;
        if (h < 0)
            continue;
        for (; at != HONE_NONE && above < 0; at = bones[at].parent) above = human_of(&source->human, at);
        r->above[h] = (int8_t)above;
        r->listed[r->listed_count++] = (int8_t)h;
    }
}

/* Computes the rotation of a node in the axes of its parent. */
static void own_rotation(const hone_skeleton *skeleton, const hone_affine *model_from_bone, int32_t bone, float out[4])
{
    float above[4] = {0, 0, 0, 1}, now[4];
    if (skeleton->bones[bone].parent != HONE_NONE)
        hone_quat_from_affine(&model_from_bone[skeleton->bones[bone].parent], above);
    hone_quat_conjugate(above, above);
    hone_quat_from_affine(&model_from_bone[bone], now);
    hone_quat_multiply(above, now, out);
    hone_quat_normalise(out, out);
}

/* Computes how far a bone turns from rest, in the axes of the model: W L^-1 now W^-1 = above now W^-1, where W is its
 * rotation at rest, and `above` that of its parent. */
static void turn_from_rest(const retarget_context *r, const hone_affine *model_from_bone, int32_t bone, float out[4])
{
    const hone_skeleton *skeleton = &r->source.model->skeleton;
    float above[4] = {0, 0, 0, 1}, rest[4], now[4];
    if (skeleton->bones[bone].parent != HONE_NONE)
        hone_quat_from_affine(&r->source.rest[skeleton->bones[bone].parent], above);
    hone_quat_from_affine(&r->source.rest[bone], rest);
    hone_quat_conjugate(rest, rest);
    own_rotation(skeleton, model_from_bone, bone, now);
    hone_quat_multiply(above, now, out);
    hone_quat_multiply(out, rest, out);
    hone_quat_normalise(out, out);
}

/* The hips' translation counts in the axes that their parent has at rest. */
static void read_pelvis(const retarget_context *r, const hone_affine *model_from_bone, float out[3])
{
    int32_t hips = r->source.human.bones[HONE_HUMANOID_HIPS], parent;
    hone_affine back;
    hone_vec3_set(0, 0, 0, out);
    if (hips == HONE_NONE)
        return;
    parent = r->source.model->skeleton.bones[hips].parent;
    hone_affine_origin(&model_from_bone[hips], out);
    if (parent == HONE_NONE || !hone_affine_invert(&model_from_bone[parent], &back))
        return;
    hone_affine_point(&back, out, out);
    hone_affine_point(&r->source.rest[parent], out, out);
}

void hone_retarget_read_own_turns(const retarget_context *r, const hone_affine *model_from_bone, retarget_pose *out)
{
    static const float none[4] = {0, 0, 0, 1};
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) memcpy(out->turns[h], none, sizeof none);
    for (uint32_t i = 0; i < r->listed_count; i++) {
        int h = r->listed[i];
        float turn[4];
        turn_from_rest(r, model_from_bone, r->source.human.bones[h], turn);
        hone_humanoid_rest_turn(&r->source, turn, turn);
        hone_quat_multiply(r->above[h] < 0 ? none : out->turns[r->above[h]], turn, out->turns[h]);
        hone_quat_normalise(out->turns[h], out->turns[h]);
    }
    read_pelvis(r, model_from_bone, out->pelvis);
}
