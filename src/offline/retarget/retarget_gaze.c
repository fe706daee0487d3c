/* The gaze: a node of a VRM animation has it, the expressions of an avatar that looks by these, or the eyes of other
 * sources. Eyes, expressions, or the node of a VRM animation show it. */
#include "core/model/avatar/look_at.h"
#include "offline/retarget/retarget.h"
#include <hone/math.h>
#include <string.h>

static bool has(const hone_humanoid_rest *humanoid, int human)
{
    return humanoid->human.bones[human] != HONE_NONE;
}

bool hone_retarget_is_expression(const hone_model_data *model, uint32_t morph)
{
    for (uint32_t i = 0; model->avatar && i < model->avatar->expression_count; i++)
        if (model->avatar->expressions[i].morph == (int32_t)morph)
            return true;
    for (uint32_t i = 0; model->vrm_animation && i < model->vrm_animation->expression_count; i++)
        if (model->vrm_animation->expressions[i].morph == (int32_t)morph)
            return true;
    return false;
}

int32_t hone_retarget_find_look(const hone_model_data *model, const char *name)
{
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (hone_retarget_is_expression(model, m) && strcmp(model->morphs[m].name, name) == 0)
            return (int32_t)m;
    return HONE_NONE;
}

/* Eyes of the target that have no counterpart in the source follow its head, and the gaze. */
static void rule_eyes(retarget_context *r)
{
    for (int h = HONE_HUMANOID_EYE; h < HONE_HUMANOID_EYE + 2; h++)
        if (has(&r->target, h) && has(&r->target, HONE_HUMANOID_HEAD))
            r->rules[h] = (retarget_rule){{HONE_HUMANOID_HEAD, HONE_HUMANOID_HEAD}, 0};
}

/* An avatar that looks by expressions shows a gaze by these alone. */
static void rest_eyes(retarget_context *r)
{
    for (int h = HONE_HUMANOID_EYE; h < HONE_HUMANOID_EYE + 2; h++) r->rules[h].from[0] = -1;
}

static bool looks_by_expressions(const hone_avatar *avatar)
{
    return avatar && avatar->look_at.kind == HONE_LOOK_AT_EXPRESSION;
}

/* Finds the expressions that have the gaze of the source. */
static bool find_morphs(retarget_context *r)
{
    bool any = false;
    for (int e = 0; e < HONE_LOOK_EXPRESSIONS; e++) {
        r->gaze_morphs[e] = looks_by_expressions(r->source.model->avatar)
                                ? hone_retarget_find_look(r->source.model, hone_look_expressions[e])
                                : HONE_NONE;
        any |= r->gaze_morphs[e] != HONE_NONE;
    }
    return any;
}

/* Eyes turn eyes and expressions weigh expressions without more. */
static retarget_gaze_source source_of(retarget_context *r)
{
    bool eyes = has(&r->source, HONE_HUMANOID_EYE) || has(&r->source, HONE_HUMANOID_EYE + 1);
    bool node = r->gaze_to != HONE_NONE, faces = looks_by_expressions(r->target.model->avatar);
    if (r->gaze_from != HONE_NONE)
        return RETARGET_GAZE_NODE;
    if (find_morphs(r))
        return faces ? RETARGET_GAZE_NONE : RETARGET_GAZE_MORPHS;
    return eyes && (node || faces) ? RETARGET_GAZE_EYES : RETARGET_GAZE_NONE;
}

/* Whether the gaze turns the eyes of the target. */
static bool turns_eyes(const retarget_context *r)
{
    return (r->gaze_source == RETARGET_GAZE_NODE || r->gaze_source == RETARGET_GAZE_MORPHS) &&
           !looks_by_expressions(r->target.model->avatar);
}

void hone_retarget_prepare_gaze(retarget_context *r)
{
    const hone_vrm_animation *from = r->source.model->vrm_animation, *to = r->target.model->vrm_animation;
    const hone_avatar *avatar = r->target.model->avatar;
    r->gaze_from = from ? from->gaze_bone : HONE_NONE;
    r->gaze_to = to ? to->gaze_bone : HONE_NONE;
    r->map = avatar && avatar->look_at.kind != HONE_LOOK_AT_NONE ? &avatar->look_at : NULL;
    r->gaze_source = has(&r->source, HONE_HUMANOID_HEAD) ? (uint8_t)source_of(r) : RETARGET_GAZE_NONE;
    if (turns_eyes(r))
        rule_eyes(r);
    else if (r->gaze_source == RETARGET_GAZE_EYES && r->gaze_to == HONE_NONE)
        rest_eyes(r);
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

/* Computes the rotation of a node relative to its parent. */
static void read_node(const retarget_context *r, const hone_affine *model_from_bone, float out[4])
{
    const hone_skeleton *skeleton = &r->source.model->skeleton;
    int32_t parent = skeleton->bones[r->gaze_from].parent;
    float above[4] = {0, 0, 0, 1};
    if (parent != HONE_NONE)
        hone_quat_from_affine(&model_from_bone[parent], above);
    hone_quat_conjugate(above, above);
    hone_quat_from_affine(&model_from_bone[r->gaze_from], out);
    hone_quat_multiply(above, out, out);
    hone_quat_normalise(out, out);
}

static void turn_to(hone_look_angles to, float out[4])
{
    const float radians = (float)(HONE_PI / 180), angles[3] = {radians * to.pitch, radians * to.yaw, 0};
    hone_quat_from_euler(HONE_EULER_YXZ, angles, out);
}

static void read_morphs(const retarget_context *r, const float *weights, float out[4])
{
    float now[HONE_LOOK_EXPRESSIONS] = {0};
    for (int e = 0; weights && e < HONE_LOOK_EXPRESSIONS; e++)
        if (r->gaze_morphs[e] != HONE_NONE)
            now[e] = weights[r->gaze_morphs[e]];
    turn_to(hone_look_at_angles(&r->source.model->avatar->look_at, now), out);
}

void hone_retarget_read_gaze(const retarget_context *r, const hone_affine *model_from_bone, const float *weights,
                             retarget_pose *out)
{
    if (r->gaze_source == RETARGET_GAZE_NODE)
        read_node(r, model_from_bone, out->gaze);
    else if (r->gaze_source == RETARGET_GAZE_EYES)
        read_eyes(r, out, out->gaze);
    else if (r->gaze_source == RETARGET_GAZE_MORPHS)
        read_morphs(r, weights, out->gaze);
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
    if (r->map)
        hone_look_at_turn(r->map, side == 1, to, out);
    else
        turn_to(to, out);
}

void hone_retarget_show_gaze(retarget_context *r)
{
    if (r->gaze_source && r->gaze_to != HONE_NONE)
        memcpy(r->locals[r->gaze_to].rotation, r->pose->gaze, sizeof r->pose->gaze);
    for (int side = 0; side < 2 && turns_eyes(r); side++) {
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
