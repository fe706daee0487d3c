/* Goals of the kind LOOK_AT: turns the eyes of an avatar, or weighs its expressions, by its own range maps. Sources:
 * VRMC_vrm-1.0, "lookAt"; VRM 0.x, "Eye control settings". */
#include "base/error.h"
#include "core/model/front.h"
#include "core/model/humanoid_axes.h"
#include "core/model/avatar/look_at.h"
#include "play/actor/goals/goal.h"
#include <string.h>

enum { HEAD, LEFT_EYE, RIGHT_EYE };

/* ---- making ---------------------------------------------------------------------------------------------------- */

bool hone_goal_for_look_at(const hone_model *model, const hone_humanoid *map, hone_goal *out, hone_error *error)
{
    hone_humanoid human;
    if (!out)
        return hone_fail_null(error, "the goal");
    if (!hone_goal_human(model, map, &human, error) || !hone_goal_need(&human, HONE_HUMANOID_HEAD, error))
        return false;
    if (!hone_goal_may_look(hone_model_get(model)))
        return hone_goal_for_eyes(model, &human, out, error);
    *out = (hone_goal){.kind = HONE_GOAL_LOOK_AT, .weight = 1};
    out->bones[HEAD] = human.bones[HONE_HUMANOID_HEAD];
    for (int i = 0; i < 2; i++) out->bones[LEFT_EYE + i] = human.bones[HONE_HUMANOID_EYE + i];
    return true;
}

/* ---- yaw and pitch --------------------------------------------------------------------------------------------- */

/* A rotation or vector of the model's axes in those of a model that looks along +z, and back: the axes of VRM 0.x are
 * turned by half a turn about y. */
static void face_forwards(const hone_model_data *model, float v[3])
{
    if (hone_front_of(model) < 0)
        v[0] = -v[0], v[2] = -v[2];
}

/* The bone by the pose alone: constraints act after the look-at. */
static hone_affine posed_bone(const hone_goal_context *context, int32_t bone)
{
    hone_affine out = HONE_AFFINE_IDENTITY;
    for (int32_t b = bone; b != HONE_NONE; b = context->model->skeleton.bones[b].parent) {
        const hone_affine local = context->pose->animated[b] ? hone_affine_from_transform(&context->pose->bones[b])
                                                             : context->model->skeleton.bones[b].rest_local;
        out = hone_affine_multiply(&local, &out);
    }
    return out;
}

static void rest_rotation(const hone_goal_context *context, int32_t bone, float out[4])
{
    hone_quat_identity(out);
    if (bone == HONE_NONE)
        return;
    const hone_affine axes = hone_rest_axes(&context->model->skeleton, bone);
    hone_quat_from_affine(&axes, out);
}

static hone_look_angles angles_to(const hone_goal *goal, const hone_goal_context *context)
{
    const hone_affine head = posed_bone(context, goal->bones[HEAD]);
    float v[3], turn[4], rest[4];
    hone_affine_point(&head, context->model->avatar->look_at.offset, v);
    hone_vec3_subtract(goal->position, v, v);
    hone_quat_from_affine(&head, turn);
    hone_quat_conjugate(turn, turn);
    rest_rotation(context, goal->bones[HEAD], rest);
    hone_quat_multiply(rest, turn, turn);
    hone_quat_rotate(turn, v, v);
    face_forwards(context->model, v);
    return hone_look_angles_of(v);
}

/* ---- kinds ----------------------------------------------------------------------------------------------------- */

static void turn_eye(const hone_goal *goal, const hone_goal_context *context, int eye, hone_look_angles to)
{
    int32_t bone = goal->bones[eye];
    float turn[4], above[4], back[4];
    if (bone == HONE_NONE)
        return;
    hone_look_at_turn(&context->model->avatar->look_at, eye == RIGHT_EYE, to, turn);
    face_forwards(context->model, turn);
    rest_rotation(context, context->model->skeleton.bones[bone].parent, above);
    hone_quat_conjugate(above, back);
    hone_quat_multiply(back, turn, turn);
    hone_quat_multiply(turn, above, turn);
    hone_quat_multiply(turn, context->model->skeleton.bones[bone].rest.rotation, turn);
    hone_goal_rotate_to(context, (uint32_t)bone, turn, goal->weight);
}

static void weigh(const hone_goal *goal, const hone_goal_context *context, const char *name, float weight)
{
    const hone_avatar *avatar = context->model->avatar;
    for (uint32_t i = 0; i < avatar->expression_count; i++) {
        const hone_expression *e = &avatar->expressions[i];
        if (e->group != HONE_EXPRESSION_LOOK_AT || strcmp(context->model->morphs[e->morph].name, name) != 0)
            continue;
        float *shown = &context->pose->morphs[e->morph];
        *shown += goal->weight * (weight - *shown);
    }
}

static void weigh_expressions(const hone_goal *goal, const hone_goal_context *context, hone_look_angles to)
{
    float weights[HONE_LOOK_EXPRESSIONS];
    hone_look_at_weights(&context->model->avatar->look_at, to, weights);
    for (int i = 0; i < HONE_LOOK_EXPRESSIONS; i++) weigh(goal, context, hone_look_expressions[i], weights[i]);
}

bool hone_goal_apply_look_at(const hone_goal *goal, const hone_goal_context *context)
{
    const hone_look_angles to = angles_to(goal, context);
    const hone_look_at *look = &context->model->avatar->look_at;
    if (look->kind == HONE_LOOK_AT_EXPRESSION) {
        weigh_expressions(goal, context, to);
    } else {
        turn_eye(goal, context, LEFT_EYE, to);
        turn_eye(goal, context, RIGHT_EYE, to);
    }
    return hone_look_at_reaches(look, to);
}
