/* The gaze: a node of a VRM animation has it, or the eyes of other sources. Eyes, expressions, or the node of a VRM
 * animation show it. */
#include "core/model/avatar/look_at.h"
#include "offline/retarget/retarget.h"
#include <hone/math.h>
#include <string.h>

static bool has(const hone_humanoid_rest *humanoid, int human)
{
    return humanoid->human.bones[human] != HONE_NONE;
}

/* Eyes of the target that have no counterpart in the source follow its head, and the gaze. */
static void rule_eyes(retarget_context *r)
{
    for (int h = HONE_HUMANOID_EYE; h < HONE_HUMANOID_EYE + 2; h++)
        if (has(&r->target, h) && has(&r->target, HONE_HUMANOID_HEAD))
            r->rules[h] = (retarget_rule){{HONE_HUMANOID_HEAD, HONE_HUMANOID_HEAD}, 0};
}

void hone_retarget_prepare_gaze(retarget_context *r)
{
    const hone_vrm_animation *from = r->source.model->vrm_animation, *to = r->target.model->vrm_animation;
    const hone_avatar *avatar = r->target.model->avatar;
    r->gaze_from = from ? from->gaze_bone : HONE_NONE;
    r->gaze_to = to ? to->gaze_bone : HONE_NONE;
    bool eyes = has(&r->source, HONE_HUMANOID_EYE) || has(&r->source, HONE_HUMANOID_EYE + 1);
    r->map = avatar && avatar->look_at.kind != HONE_LOOK_AT_NONE ? &avatar->look_at : NULL;
    r->gazes = has(&r->source, HONE_HUMANOID_HEAD) && (r->gaze_from != HONE_NONE || (eyes && r->gaze_to != HONE_NONE));
    if (r->gaze_from != HONE_NONE && r->gazes && !(r->map && r->map->kind == HONE_LOOK_AT_EXPRESSION))
        rule_eyes(r);
}

/* Computes the mean rotation of the eyes relative to the head. */
static void read_eyes(const retarget_context *r, const retarget_pose *pose, float out[4])
{
    int left = HONE_HUMANOID_EYE, right = HONE_HUMANOID_EYE + 1;
    float back[4];
    hone_quat_slerp(pose->turns[has(&r->source, left) ? left : right],
                    pose->turns[has(&r->source, right) ? right : left], 0.5f, out);
    hone_quat_conjugate(pose->turns[HONE_HUMANOID_HEAD], back);
    hone_quat_multiply(back, out, out);
    hone_quat_normalise(out, out);
}

void hone_retarget_read_gaze(const retarget_context *r, const hone_affine *model_from_bone, retarget_pose *out)
{
    if (!r->gazes)
        return;
    if (r->gaze_from == HONE_NONE) {
        read_eyes(r, out, out->gaze);
        return;
    }
    const hone_skeleton *skeleton = &r->source.model->skeleton;
    int32_t parent = skeleton->bones[r->gaze_from].parent;
    float above[4] = {0, 0, 0, 1};
    if (parent != HONE_NONE)
        hone_quat_from_affine(&model_from_bone[parent], above);
    hone_quat_conjugate(above, above);
    hone_quat_from_affine(&model_from_bone[r->gaze_from], out->gaze);
    hone_quat_multiply(above, out->gaze, out->gaze);
    hone_quat_normalise(out->gaze, out->gaze);
}

static hone_look_angles angles_of(const retarget_pose *pose)
{
    float forward[3] = {0, 0, 1};
    hone_quat_rotate(pose->gaze, forward, forward);
    return hone_look_angles_of(forward);
}

/* Computes the rotation of an eye by a gaze: as the avatar maps it, else by the gaze without its roll. */
static void eye_turn(const retarget_context *r, int side, float out[4])
{
    const hone_look_angles to = angles_of(r->pose);
    const float radians = (float)(HONE_PI / 180), angles[3] = {radians * to.pitch, radians * to.yaw, 0};
    if (r->map)
        hone_look_at_turn(r->map, side == 1, to, out);
    else
        hone_quat_from_euler(HONE_EULER_YXZ, angles, out);
}

void hone_retarget_show_gaze(retarget_context *r)
{
    if (r->gazes && r->gaze_to != HONE_NONE)
        memcpy(r->locals[r->gaze_to].rotation, r->pose->gaze, sizeof r->pose->gaze);
    for (int side = 0; side < 2 && r->gazes && r->gaze_from != HONE_NONE; side++) {
        int h = HONE_HUMANOID_EYE + side;
        float turn[4], rest[4];
        if (r->rules[h].from[0] != HONE_HUMANOID_HEAD)
            continue;
        eye_turn(r, side, turn);
        hone_quat_multiply(r->pose->turns[HONE_HUMANOID_HEAD], turn, turn);
        hone_humanoid_rest_unturn(&r->target, turn, turn);
        hone_quat_from_affine(&r->target.rest[r->target.human.bones[h]], rest);
        hone_quat_multiply(turn, rest, r->wanted[h]);
        hone_quat_normalise(r->wanted[h], r->wanted[h]);
    }
}

float hone_retarget_look_weight(const retarget_context *r, int expression, const retarget_pose *pose)
{
    float weights[HONE_LOOK_EXPRESSIONS];
    hone_look_at_weights(r->map, angles_of(pose), weights);
    return weights[expression];
}
