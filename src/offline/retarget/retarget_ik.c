/* Retarget IK: finds the positions of hips, feet and hands from the source's, and bends legs and arms to reach them. */
#include "offline/retarget/retarget.h"
#include <hone/math.h>
#include <string.h>

/* Converts a position from the source's common space to the target's: scaled about the point between the ankles at
 * rest. */
static void scaled(const retarget_context *r, const float from[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        float a = 0.5f * (r->source.ankle[0][i] + r->source.ankle[1][i]);
        float b = 0.5f * (r->target.ankle[0][i] + r->target.ankle[1][i]);
        out[i] = b + r->scale * (from[i] - a);
    }
}

/* ---- feet -------------------------------------------------------------------------------------------------------- */

static float lowest(const float soles[2][3], const float turn[4])
{
    float low = INFINITY;
    for (int i = 0; i < 2; i++) {
        float at[3];
        hone_quat_rotate(turn, soles[i], at);
        low = fminf(low, at[1]);
    }
    return low;
}

/* Finds the target ankle's position in common space. On the ground it is the source's, scaled, plus the difference
 * of the hips' widths, which is rotated with the foot's direction; so a standing foot does not slide. Its height
 * gives the sole the same distance from the ground as the source's. Returns how much higher that is than the scaled
 * ankle of the source, because of other heels or toes. */
static float find_ankle(const retarget_context *r, const retarget_pose *pose, int side, float ankle[3])
{
    const float *turn = pose->turns[HONE_HUMANOID_FOOT + side], *at = pose->ankles[side];
    float aside[3], heading[4];
    scaled(r, at, ankle);
    hone_vec3_add_scaled(r->target.tops[side], r->source.tops[side], -r->scale, aside);
    aside[1] = 0;
    hone_quat_heading(turn, heading);
    hone_quat_rotate(heading, aside, aside);
    hone_vec3_add(ankle, aside, ankle);
    float clear = at[1] + lowest(r->source.soles[side], turn) - r->source.floor, level = ankle[1];
    ankle[1] = r->target.floor + r->scale * clear - lowest(r->target.soles[side], turn);
    return ankle[1] - level;
}

/* ---- hips -------------------------------------------------------------------------------------------------------- */

/* Returns the part that both feet ask for; 0 if they ask for opposite directions. */
static float common_part(float a, float b)
{
    return a * b <= 0 ? 0 : fabsf(a) < fabsf(b) ? a : b;
}

/* The hips are where the source's are, scaled, and higher by what both feet need. So a figure on longer toes is taller
 * and does not bend its knees. */
void hone_retarget_follow(const retarget_context *r, const retarget_pose *pose, retarget_legs *out)
{
    float lifts[2];
    if (r->turns) {
        hone_vec3_scale(pose->pelvis, r->scale, out->hips);
        return;
    }
    for (int side = 0; side < 2; side++) lifts[side] = find_ankle(r, pose, side, out->ankles[side]);
    scaled(r, pose->hips, out->hips);
    out->hips[1] += common_part(lifts[0], lifts[1]);
}

void hone_retarget_place_hips(retarget_context *r)
{
    float hips[3], now[3], offset[3], local[3];
    hone_humanoid_rest_unplace(&r->target, r->legs->hips, hips);
    if (r->turns)
        hone_humanoid_rest_pelvis(&r->target, r->model_from_bone, now);
    else
        hone_humanoid_rest_hips(&r->target, r->model_from_bone, now);
    hone_vec3_subtract(hips, now, offset);
    int32_t body = r->target.human.body, parent = r->target.model->skeleton.bones[body].parent;
    memcpy(local, offset, sizeof local);
    if (parent != HONE_NONE && !hone_retarget_into(&r->model_from_bone[parent], offset, local))
        return;
    hone_vec3_add(r->locals[body].translation, local, r->locals[body].translation);
}

/* ---- limbs ----------------------------------------------------------------------------------------------------- */

static void turn_wanted(retarget_context *r, int human, const float turn[4])
{
    hone_quat_multiply(turn, r->wanted[human], r->wanted[human]);
    hone_quat_normalise(r->wanted[human], r->wanted[human]);
}

/* Finds where a knee or an elbow points: perpendicular to the direction of the limb. For a limb that is nearly straight
 * it is where the source's thigh has its front, so that knees never bend backwards; elbows point backwards. upper: from
 * hip to knee, with length 1. */
static void find_pole(const retarget_context *r, int human, const float whole[3], const float upper[3], float out[3])
{
    const float slight = 0.26f; /* no knee bends backwards by more than 15 degrees */
    bool leg = human < HONE_HUMANOID_FOOT;
    float front[3] = {0, 0, leg ? 1.0f : -1.0f};
    hone_quat_rotate(r->pose->turns[human], front, front);
    hone_humanoid_rest_unplace(&r->target, front, front);
    hone_vec3_add_scaled(front, whole, -hone_vec3_dot(front, whole), front);
    hone_vec3_add_scaled(upper, whole, -hone_vec3_dot(upper, whole), out);
    float bend = hone_vec3_length(out), along = hone_vec3_dot(out, front), near = fmaxf(0, 1 - bend / slight);
    if (hone_vec3_normalise(front, front)) {
        if (leg && bend < slight && along < 0)
            hone_vec3_add_scaled(out, front, -hone_vec3_dot(out, front), out);
        hone_vec3_add_scaled(out, front, (leg ? 0.05f : 0.002f) * near * near, out);
    }
    if (!hone_vec3_normalise(out, out))
        hone_humanoid_rest_unplace(&r->target, (float[3]){1, 0, 0}, out);
}

/* Rotates a bone of a limb: by `swing`, then from its direction to a wanted one. */
static void point_bone(retarget_context *r, int human, const float swing[4], const float direction[3],
                       const float wanted[3])
{
    float from[3], to[3], turn[4];
    hone_quat_rotate(swing, direction, from);
    if (!hone_vec3_normalise(from, from) || !hone_vec3_normalise(wanted, to))
        return;
    hone_quat_arc(from, to, turn);
    hone_quat_multiply(turn, swing, turn);
    turn_wanted(r, human, turn);
}

/* Two-bone IK to a goal in model space: swings the limb to the goal, then opens the knee until hip and ankle have the
 * right distance. The same for arms. */
static void reach(retarget_context *r, int human, const float goal[3])
{
    const int32_t *bones = &r->target.human.bones[human];
    float hip[3], knee[3], ankle[3], upper[3], lower[3], whole[3], wish[3], pole[3], swing[4], unit[3];
    hone_affine_origin(&r->model_from_bone[bones[0]], hip);
    hone_affine_origin(&r->model_from_bone[bones[2]], knee);
    hone_affine_origin(&r->model_from_bone[bones[4]], ankle);
    hone_vec3_subtract(knee, hip, upper), hone_vec3_subtract(ankle, knee, lower);
    hone_vec3_subtract(ankle, hip, whole), hone_vec3_subtract(goal, hip, wish);
    float a = hone_vec3_length(upper), b = hone_vec3_length(lower), far = hone_vec3_length(wish);
    float most = 0.9999f * (a + b), least = 1.02f * fabsf(a - b) + 0.02f * (a + b);
    if (!(a > 0 && b > 0) || !hone_vec3_normalise(wish, wish) || !hone_vec3_normalise(whole, whole))
        return;
    far = fmaxf(least, fminf(most, far));
    hone_vec3_scale(upper, 1 / a, unit);
    find_pole(r, human, whole, unit, pole);
    hone_quat_arc(whole, wish, swing);
    hone_quat_rotate(swing, pole, pole);
    float along = (a * a - b * b + far * far) / (2 * far), side = sqrtf(fmaxf(0, a * a - along * along));
    float bent[2][3];
    for (int i = 0; i < 3; i++) bent[0][i] = along * wish[i] + side * pole[i];
    for (int i = 0; i < 3; i++) bent[1][i] = far * wish[i] - bent[0][i];
    point_bone(r, human, swing, upper, bent[0]);
    point_bone(r, human + 2, swing, lower, bent[1]);
}

void hone_retarget_place_feet(retarget_context *r)
{
    for (int side = 0; side < 2; side++) {
        float goal[3];
        hone_humanoid_rest_unplace(&r->target, r->legs->ankles[side], goal);
        reach(r, HONE_HUMANOID_UPPER_LEG + side, goal);
        hone_retarget_hinge_knee(r, side);
    }
}

/* ---- hands ------------------------------------------------------------------------------------------------------- */

/* Returns 1 if hands touch, 0 if they are far apart, smoothly between. apart: distance in arm lengths. */
static float closeness(float apart)
{
    const float touching = 0.35f, strangers = 0.9f;
    float t = fmaxf(0, fminf(1, (strangers - apart) / (strangers - touching)));
    return t * t * (3 - 2 * t);
}

/* Computes the vector from the right hand to the left one, common space. */
static void between_hands(const hone_humanoid_rest *humanoid, const hone_affine *model_from_bone, float out[3])
{
    float left[3], right[3];
    hone_affine_origin(&model_from_bone[humanoid->human.bones[HONE_HUMANOID_HAND]], left);
    hone_affine_origin(&model_from_bone[humanoid->human.bones[HONE_HUMANOID_HAND + 1]], right);
    hone_vec3_subtract(left, right, out);
    hone_humanoid_rest_place(humanoid, out, out);
}

/* Moves hands that are near each other to the source's distance, scaled; each hand moves half of the way. */
void hone_retarget_place_hands(retarget_context *r)
{
    float wish[3], now[3], scale = r->target.arm / r->source.arm;
    hone_vec3_copy(r->pose->hands, wish);
    between_hands(&r->target, r->model_from_bone, now);
    float near = closeness(hone_vec3_length(wish) / r->source.arm);
    for (int i = 0; i < 3; i++) wish[i] = 0.5f * near * (wish[i] * scale - now[i]);
    hone_humanoid_rest_unplace(&r->target, wish, wish);
    for (int side = 0; side < 2 && near > 0; side++) {
        float goal[3];
        hone_affine_origin(&r->model_from_bone[r->target.human.bones[HONE_HUMANOID_HAND + side]], goal);
        for (int i = 0; i < 3; i++) goal[i] += side ? -wish[i] : wish[i];
        reach(r, HONE_HUMANOID_UPPER_ARM + side, goal);
    }
}

/* ---- goals of IK chains ---------------------------------------------------------------------------------------- */

/* Moves the goal of MMD's IK chain to the ankle, with the rotation of the foot. */
static void set_goal(retarget_context *r, int side)
{
    int32_t bone = r->goals[side], foot = r->target.human.bones[HONE_HUMANOID_FOOT + side];
    if (bone == HONE_NONE || r->roles[bone] >= 0)
        return;
    int32_t parent = r->target.model->skeleton.bones[bone].parent;
    float back[4], turn[4];
    hone_affine placed = r->model_from_bone[foot];
    hone_quat_from_affine(&r->target.rest[foot], back);
    hone_quat_conjugate(back, back);
    hone_quat_from_affine(&placed, turn);
    hone_quat_multiply(turn, back, turn);
    hone_quat_normalise(turn, turn);
    float at[3];
    hone_affine_origin(&placed, at);
    placed = hone_affine_from_rotation(turn, at);
    hone_transform local = hone_bake_between(parent == HONE_NONE ? NULL : &r->model_from_bone[parent], &placed);
    memcpy(r->locals[bone].translation, local.translation, sizeof local.translation);
    memcpy(r->locals[bone].rotation, local.rotation, sizeof local.rotation);
}

void hone_retarget_place_goals(retarget_context *r)
{
    for (int side = 0; side < 2; side++) set_goal(r, side);
}
