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
    for (int side = 0; side < 2; side++) lifts[side] = find_ankle(r, pose, side, out->ankles[side]);
    scaled(r, pose->hips, out->hips);
    out->hips[1] += common_part(lifts[0], lifts[1]);
}

void hone_retarget_place_hips(retarget_context *r)
{
    float hips[3], now[3], way[3], local[3];
    hone_humanoid_rest_unplace(&r->target, r->legs->hips, hips);
    hone_humanoid_rest_hips(&r->target, r->model_from_bone, now);
    hone_vec3_subtract(hips, now, way);
    int32_t body = r->target.human.body, parent = r->target.model->skeleton.bones[body].parent;
    memcpy(local, way, sizeof local);
    if (parent != HONE_NONE && !hone_retarget_into(&r->model_from_bone[parent], way, local))
        return;
    hone_vec3_add(r->locals[body].translation, local, r->locals[body].translation);
}

/* ---- limbs ----------------------------------------------------------------------------------------------------- */

static void turn_wanted(retarget_context *r, int human, const float turn[4])
{
    hone_quat_multiply(turn, r->wanted[human], r->wanted[human]);
    hone_quat_normalise(r->wanted[human], r->wanted[human]);
}

/* Finds the axis about which a knee or an elbow opens: perpendicular to both bones. For a straight limb it is chosen
 * so that shins go backwards and hands forwards. */
static void find_hinge(const retarget_context *r, int upper, const float thigh[3], const float shin[3], float out[3])
{
    float way[3] = {0, 0, upper < HONE_HUMANOID_FOOT ? -1.0f : 1.0f};
    float size = sqrtf(hone_vec3_dot(thigh, thigh) * hone_vec3_dot(shin, shin));
    hone_vec3_cross(thigh, shin, out);
    if (hone_vec3_dot(out, out) > 4e-4f * size * size && hone_vec3_normalise(out, out))
        return;
    hone_quat_rotate(r->pose->turns[upper], way, way);
    hone_humanoid_rest_unplace(&r->target, way, way);
    hone_vec3_cross(way, shin, out);
    if (!hone_vec3_normalise(out, out))
        hone_humanoid_rest_unplace(&r->target, (float[3]){1, 0, 0}, out);
}

static float corner(float a, float b, float opposite)
{
    return acosf(fmaxf(-1, fminf(1, (a * a + b * b - opposite * opposite) / (2 * a * b))));
}

/* Two-bone IK to a goal in model space: opens the knee until hip and ankle have the right distance, then swings the
 * leg. The same for arms. */
static void reach(retarget_context *r, int upper, const float goal[3])
{
    const int32_t *bones = &r->target.human.bones[upper];
    float hip[3], knee[3], ankle[3], thigh[3], shin[3], whole[3], wish[3], hinge[3], turn[4], bent[3];
    hone_affine_origin(&r->model_from_bone[bones[0]], hip);
    hone_affine_origin(&r->model_from_bone[bones[2]], knee);
    hone_affine_origin(&r->model_from_bone[bones[4]], ankle);
    hone_vec3_subtract(hip, knee, thigh), hone_vec3_subtract(ankle, knee, shin);
    hone_vec3_subtract(ankle, hip, whole), hone_vec3_subtract(goal, hip, wish);
    float a = hone_vec3_length(thigh), b = hone_vec3_length(shin), far = hone_vec3_length(wish);
    float most = 0.9999f * (a + b), least = 1.02f * fabsf(a - b) + 0.02f * (a + b);
    if (!(a > 0 && b > 0) || !hone_vec3_normalise(wish, wish))
        return;
    far = fmaxf(least, fminf(most, far));
    find_hinge(r, upper, thigh, shin, hinge);
    float opened = corner(a, b, far) - corner(a, b, hone_vec3_length(whole));
    for (int i = 0; i < 3; i++) turn[i] = hinge[i] * sinf(0.5f * opened);
    turn[3] = cosf(0.5f * opened);
    turn_wanted(r, upper + 2, turn);
    hone_quat_rotate(turn, shin, bent);
    hone_vec3_subtract(bent, thigh, whole);
    if (!hone_vec3_normalise(whole, whole))
        return;
    hone_quat_arc(whole, wish, turn);
    turn_wanted(r, upper, turn);
    turn_wanted(r, upper + 2, turn);
}

void hone_retarget_place_feet(retarget_context *r)
{
    for (int side = 0; side < 2; side++) {
        float goal[3];
        hone_humanoid_rest_unplace(&r->target, r->legs->ankles[side], goal);
        reach(r, HONE_HUMANOID_UPPER_LEG + side, goal);
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
    hone_affine world = r->model_from_bone[foot];
    hone_quat_from_affine(&r->target.rest[foot], back);
    hone_quat_conjugate(back, back);
    hone_quat_from_affine(&world, turn);
    hone_quat_multiply(turn, back, turn);
    hone_quat_normalise(turn, turn);
    float at[3];
    hone_affine_origin(&world, at);
    world = hone_affine_from_rotation(turn, at);
    hone_transform local = hone_bake_between(parent == HONE_NONE ? NULL : &r->model_from_bone[parent], &world);
    memcpy(r->locals[bone].translation, local.translation, sizeof local.translation);
    memcpy(r->locals[bone].rotation, local.rotation, sizeof local.rotation);
}

void hone_retarget_place_goals(retarget_context *r)
{
    for (int side = 0; side < 2; side++) set_goal(r, side);
}
