/* Retarget FK: gives the bones of one humanoid the rotations of another's, corrected for their different rest poses. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "offline/retarget/retarget.h"
#include <hone/math.h>
#include <string.h>

/* ---- preparation ----------------------------------------------------------------------------------------------- */

static int list_torso(const hone_humanoid_rest *humanoid, int8_t out[3])
{
    int count = 0;
    for (int h = HONE_HUMANOID_SPINE; h <= HONE_HUMANOID_UPPER_CHEST; h++)
        if (humanoid->human.bones[h] != HONE_NONE)
            out[count++] = (int8_t)h;
    return count;
}

/* Spines have one to three bones. Each bone takes the rotation that the source has at the same part of the spine. */
static void rule_torso(retarget_context *r)
{
    int8_t from[3], to[3];
    int sources = list_torso(&r->source, from), targets = list_torso(&r->target, to);
    for (int i = 0; i < targets; i++) {
        float at = (targets > 1 ? (float)i / (float)(targets - 1) : 1) * (float)(sources - 1);
        int low = (int)at < sources - 1 ? (int)at : sources - 1, high = low + 1 < sources ? low + 1 : low;
        r->rules[(int)to[i]] = (retarget_rule){{from[low], from[high]}, at - (float)low};
    }
}

/* Rotations go to bones of the same name, where each bone is to turn as the source's does. */
static void make_rules(retarget_context *r)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        bool known = r->source.human.bones[h] != HONE_NONE && r->target.human.bones[h] != HONE_NONE;
        int8_t from = known ? (int8_t)h : -1;
        r->rules[h] = (retarget_rule){{from, from}, 0};
    }
    hone_retarget_prepare_gaze(r);
    if (r->turns)
        return;
    rule_torso(r);
    for (int h = HONE_HUMANOID_TOES; h < HONE_HUMANOID_TOES + 2; h++) /* held feet bend toes that the source lacks */
        if (r->desc->feet == HONE_RETARGET_FEET_PLANT && r->target.human.bones[h] != HONE_NONE)
            r->rules[h] = (retarget_rule){{(int8_t)h, (int8_t)h}, 0};
}

static void make_unrests(retarget_context *r)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        for (int i = 0; i < 2 && r->source.human.bones[h] != HONE_NONE; i++) {
            hone_quat_from_affine(&r->source.rest[i ? r->source.carriers[h] : r->source.human.bones[h]],
                                  r->unrest[h][i]);
            hone_quat_conjugate(r->unrest[h][i], r->unrest[h][i]);
        }
}

/* Returns the bone after which a limb's bone is aligned; the bone itself: none. */
static int aligned_after(int human)
{
    if (human >= HONE_HUMANOID_THUMB && (human - HONE_HUMANOID_THUMB) % 6 < 2)
        return HONE_HUMANOID_HAND + (human - HONE_HUMANOID_THUMB) % 2;
    if ((human >= HONE_HUMANOID_LOWER_LEG && human < HONE_HUMANOID_FOOT) || human >= HONE_HUMANOID_LOWER_ARM)
        return human - 2;
    return human;
}

/* Rotates the target's rest pose to the source's, limb by limb from the trunk outwards. So a T-pose becomes an
 * A-pose without a twist. */
static void make_alignment(retarget_context *r)
{
    static const float none[4] = {0, 0, 0, 1};
    const bool alike = r->turns && r->source.posed && r->target.posed; /* by definition */
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        int after = aligned_after(h);
        const float *before = after == h ? none : r->align[after], *to = r->source.directions[h];
        float from[3], arc[4];
        memcpy(r->align[h], before, sizeof r->align[h]);
        if (alike || hone_vec3_dot(to, to) < 0.5f ||
            hone_vec3_dot(r->target.directions[h], r->target.directions[h]) < 0.5f)
            continue;
        hone_quat_rotate(before, r->target.directions[h], from);
        hone_quat_arc(from, to, arc);
        hone_quat_multiply(arc, before, r->align[h]);
    }
}

static void find_goals(retarget_context *r)
{
    const hone_skeleton *skeleton = &r->target.model->skeleton;
    for (int side = 0; side < 2; side++) {
        const int32_t *leg = &r->target.human.bones[HONE_HUMANOID_UPPER_LEG + side];
        r->goals[side] = HONE_NONE;
        for (uint32_t i = 0; i < skeleton->ik_count; i++)
            if (skeleton->iks[i].effector == leg[4] && skeleton->iks[i].link_count > 1) {
                r->goals[side] = skeleton->iks[i].bone;
                r->knees[side] = hone_retarget_find_knee(&skeleton->iks[i], skeleton->bones, leg[0], leg[2]);
            }
    }
}

/* Returns the ratio of the heights of both figures' hips. */
static float turn_scale(const retarget_context *r)
{
    float scale = r->target.height / r->source.height;
    return r->source.height > 0 && scale > 0 && scale < INFINITY ? scale : 1;
}

/* Adds a bone to the list of driven ones, once. So an IK goal that is also a humanoid bone is not moved twice. */
static void add_driven(retarget_context *r, int32_t bone, uint8_t *listed)
{
    if (bone != HONE_NONE && !listed[bone])
        r->driven[r->driven_count++] = (uint32_t)bone;
    if (bone != HONE_NONE)
        listed[bone] = 1;
}

bool hone_retarget_pose_prepare(retarget_context *r)
{
    uint32_t count = r->target.model->skeleton.bone_count;
    uint8_t *listed = hone_arena_array(r->memory, count, 1);
    r->roles = hone_arena_array(r->memory, count, sizeof *r->roles);
    r->model_from_bone = hone_arena_array(r->memory, count, sizeof *r->model_from_bone);
    r->locals = hone_arena_array(r->memory, count, sizeof *r->locals);
    r->driven = hone_arena_array(r->memory, count, sizeof *r->driven);
    if (!listed || !r->roles || !r->model_from_bone || !r->locals || !r->driven || !hone_retarget_find_twists(r))
        return false;
    r->scale = r->turns ? turn_scale(r) : r->target.leg / r->source.leg;
    make_rules(r);
    make_unrests(r);
    make_alignment(r);
    find_goals(r);
    for (uint32_t b = 0; b < count; b++) r->roles[b] = -1;
    for (uint32_t b = 0; b < count; b++)
        r->locals[b] = hone_transform_from_affine(&r->target.model->skeleton.bones[b].rest_local);
    add_driven(r, r->target.human.body, listed);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (r->rules[h].from[0] >= 0) {
            r->roles[r->target.human.bones[h]] = (int16_t)h;
            add_driven(r, r->target.human.bones[h], listed);
            for (uint32_t t = 0; t < r->twist_count; t++)
                if (r->twists[t].human == h)
                    add_driven(r, (int32_t)r->twists[t].bone, listed);
        }
    for (int side = 0; side < 2; side++) add_driven(r, r->goals[side], listed);
    if (r->gaze_source)
        add_driven(r, r->gaze_to, listed);
    if (!hone_retarget_find_ties(r))
        return false;
    for (uint32_t t = 0; t < r->tie_count; t++) add_driven(r, (int32_t)r->ties[t].bone, listed);
    return true;
}

/* ---- rotations ------------------------------------------------------------------------------------------------- */

static void turn_of(const retarget_context *r, const hone_affine *model_from_bone, int human, int carrier, float out[4])
{
    int32_t bone = carrier ? r->source.carriers[human] : r->source.human.bones[human];
    float now[4];
    hone_quat_from_affine(&model_from_bone[bone], now);
    hone_quat_multiply(now, r->unrest[human][carrier], now);
    hone_humanoid_rest_turn(&r->source, now, out);
}

/* Reads the source's rotations. A forearm twists along its length; if the target has no twist bone, half of the
 * twist goes to the elbow. */
static void read_turns(const retarget_context *r, const hone_affine *model_from_bone, retarget_pose *out)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        if (r->source.human.bones[h] == HONE_NONE)
            continue;
        turn_of(r, model_from_bone, h, 1, out->turns[h]);
        if (r->source.carriers[h] != r->source.human.bones[h] && h >= HONE_HUMANOID_LOWER_ARM && !r->shares[h].any) {
            float own[4];
            turn_of(r, model_from_bone, h, 0, own);
            hone_quat_slerp(own, out->turns[h], 0.5f, out->turns[h]);
        }
    }
}

static void read_place(const retarget_context *r, const hone_affine *model_from_bone, int human, float out[3])
{
    hone_affine_origin(&model_from_bone[r->source.human.bones[human]], out);
    hone_humanoid_rest_place(&r->source, out, out);
}

void hone_retarget_pose_read(const retarget_context *r, const hone_affine *source_bones, const float *weights,
                             retarget_pose *out)
{
    float left[3], right[3];
    if (r->own_turns) {
        hone_retarget_read_own_turns(r, source_bones, out);
    } else {
        read_turns(r, source_bones, out);
        hone_humanoid_rest_pelvis(&r->source, source_bones, out->pelvis);
        hone_humanoid_rest_place(&r->source, out->pelvis, out->pelvis);
    }
    hone_retarget_read_gaze(r, source_bones, weights, out);
    if (r->turns)
        return;
    hone_humanoid_rest_hips(&r->source, source_bones, out->hips);
    hone_humanoid_rest_place(&r->source, out->hips, out->hips);
    for (int side = 0; side < 2; side++) read_place(r, source_bones, HONE_HUMANOID_FOOT + side, out->ankles[side]);
    read_place(r, source_bones, HONE_HUMANOID_HAND, left);
    read_place(r, source_bones, HONE_HUMANOID_HAND + 1, right);
    hone_vec3_subtract(left, right, out->hands);
}

static void find_wanted_rotations(retarget_context *r)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        const retarget_rule *rule = &r->rules[h];
        float turn[4], rest[4];
        if (rule->from[0] < 0)
            continue;
        hone_quat_slerp(r->pose->turns[rule->from[0]], r->pose->turns[rule->from[1]], rule->mix, turn);
        hone_quat_multiply(turn, r->align[h], turn);
        hone_humanoid_rest_unturn(&r->target, turn, turn);
        hone_quat_from_affine(&r->target.rest[r->target.human.bones[h]], rest);
        hone_quat_multiply(turn, rest, r->wanted[h]);
        hone_quat_normalise(r->wanted[h], r->wanted[h]);
    }
}

/* ---- bones from wanted rotations ------------------------------------------------------------------------------- */

static void turn_bone(retarget_context *r, uint32_t bone, const float parent[4])
{
    int h = r->roles[bone];
    float back[4], turn[4];
    hone_quat_conjugate(parent, back);
    hone_quat_multiply(back, r->wanted[h], turn);
    hone_quat_normalise(turn, turn);
    if (r->shares[h].any)
        hone_retarget_share_twist(r, h, turn);
    else
        memcpy(r->locals[bone].rotation, turn, sizeof turn);
}

/* Returns whether the bone copies another one's rotation, as MMD's 足D bones do. */
static bool copies(const retarget_context *r, const hone_bone *bone, uint32_t index)
{
    return bone->append_source != HONE_NONE && bone->flags & HONE_BONE_APPEND_ROTATION &&
           fabsf(bone->append_ratio - 1) < 1e-3f && r->roles[index] < 0;
}

/* tied: the carriers of tied bones have been placed already */
static void place_all(retarget_context *r, bool tied)
{
    const hone_skeleton *skeleton = &r->target.model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = r->target.order[i];
        const hone_bone *bone = &skeleton->bones[b];
        bool hangs = bone->parent != HONE_NONE;
        float turn[4] = {0, 0, 0, 1};
        if (hangs && r->roles[b] >= 0)
            hone_quat_from_affine(&r->model_from_bone[bone->parent], turn);
        if (tied && r->tie_of[b] != HONE_NONE)
            hone_retarget_place_tied(r, &r->ties[r->tie_of[b]]);
        else if (r->roles[b] >= 0)
            turn_bone(r, b, turn);
        else if (copies(r, bone, b))
            memcpy(r->locals[b].rotation, r->locals[bone->append_source].rotation, sizeof turn);
        hone_affine local = hone_affine_from_transform(&r->locals[b]);
        r->model_from_bone[b] = hangs ? hone_affine_multiply(&r->model_from_bone[bone->parent], &local) : local;
    }
}

/* Two passes are enough, because no carrier is a descendant of a bone that it carries. */
static void place_bones(retarget_context *r)
{
    place_all(r, false);
    if (r->tie_count)
        place_all(r, true);
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

void hone_retarget_pose_make(retarget_context *r, const retarget_pose *pose, const retarget_legs *legs)
{
    hone_transform *body = &r->locals[r->target.human.body];
    for (int i = 0; i < 3; i++)
        body->translation[i] = r->target.model->skeleton.bones[r->target.human.body].rest_local.m[i][3];
    r->pose = pose;
    r->legs = legs;
    find_wanted_rotations(r);
    hone_retarget_show_gaze(r);
    place_bones(r);
    hone_retarget_place_hips(r);
    place_bones(r);
    if (!r->turns)
        hone_retarget_place_feet(r);
    if (r->desc->reach_hands && !r->turns)
        hone_retarget_place_hands(r);
    if (!r->turns)
        place_bones(r);
    hone_retarget_place_goals(r);
}
