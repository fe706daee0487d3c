/* The pose of one humanoid by that of another. */
#include "bake/retarget.h"
#include "base/builder.h"
#include "base/error.h"
#include "base/math.h"
#include <string.h>

static void conjugate(const float q[4], float out[4])
{
    for (int i = 0; i < 3; i++) out[i] = -q[i];
    out[3] = q[3];
}

static void place_of(const hone_affine *m, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = m->m[i][3];
}

static void subtract(const float a[3], const float b[3], float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

/* ---- once -------------------------------------------------------------------------------------------------------- */

static int list_torso(const bake_figure *figure, int8_t out[3])
{
    int count = 0;
    for (int h = HONE_HUMAN_SPINE; h <= HONE_HUMAN_UPPER_CHEST; h++)
        if (figure->human.bones[h] != HONE_NONE)
            out[count++] = (int8_t)h;
    return count;
}

/* Spines are of one to three bones: each takes the turn that the other has at the same part of the way. */
static void rule_torso(retarget *r)
{
    int8_t from[3], to[3];
    int sources = list_torso(&r->source, from), targets = list_torso(&r->target, to);
    for (int i = 0; i < targets; i++) {
        float at = (targets > 1 ? (float)i / (float)(targets - 1) : 1) * (float)(sources - 1);
        int low = (int)at < sources - 1 ? (int)at : sources - 1, high = low + 1 < sources ? low + 1 : low;
        r->rules[(int)to[i]] = (retarget_rule){{from[low], from[high]}, at - (float)low};
    }
}

static void make_rules(retarget *r)
{
    for (int h = 0; h < HONE_HUMAN_COUNT; h++) {
        bool known = r->source.human.bones[h] != HONE_NONE && r->target.human.bones[h] != HONE_NONE;
        int8_t from = known ? (int8_t)h : -1;
        r->rules[h] = (retarget_rule){{from, from}, 0};
    }
    rule_torso(r);
}

static void make_unrests(retarget *r)
{
    for (int h = 0; h < HONE_HUMAN_COUNT; h++)
        for (int i = 0; i < 2 && r->source.human.bones[h] != HONE_NONE; i++) {
            hone_quat_from_affine(&r->source.rest[i ? r->source.carriers[h] : r->source.human.bones[h]],
                                  r->unrest[h][i]);
            conjugate(r->unrest[h][i], r->unrest[h][i]);
        }
}

/* What a bone of a limb is aligned after; itself: nothing. */
static int aligned_after(int human)
{
    if (human >= HONE_HUMAN_THUMB && (human - HONE_HUMAN_THUMB) % 6 < 2)
        return HONE_HUMAN_HAND + (human - HONE_HUMAN_THUMB) % 2;
    if ((human >= HONE_HUMAN_LOWER_LEG && human < HONE_HUMAN_FOOT) || human >= HONE_HUMAN_LOWER_ARM)
        return human - 2;
    return human;
}

/* The target's rest pose is brought to the source's limb by limb, each from where the one before has brought it: so a
 * T-pose becomes an A-pose without a twist. */
static void make_alignment(retarget *r)
{
    static const float none[4] = {0, 0, 0, 1};
    for (int h = 0; h < HONE_HUMAN_COUNT; h++) {
        int after = aligned_after(h);
        const float *before = after == h ? none : r->align[after], *to = r->source.directions[h];
        float from[3], arc[4];
        memcpy(r->align[h], before, sizeof r->align[h]);
        if (hone_dot3(to, to) < 0.5f || hone_dot3(r->target.directions[h], r->target.directions[h]) < 0.5f)
            continue;
        hone_quat_rotate(before, r->target.directions[h], from);
        bake_arc(from, to, arc);
        hone_quat_multiply(arc, before, r->align[h]);
    }
}

/* MMD's twist bones lie between a bone of the arm and the next, and turn about a fixed axis alone. */
static void find_twists(retarget *r)
{
    const hone_bone *bones = r->target.model->skeleton.bones;
    for (int h = 0; h < HONE_HUMAN_COUNT; h++) {
        int32_t carrier = r->target.carriers[h], own = r->target.human.bones[h];
        bool twists = carrier != own && own != HONE_NONE && bones[carrier].flags & HONE_BONE_FIXED_AXIS &&
                      bones[carrier].parent == own;
        r->twists[h] = twists ? carrier : HONE_NONE;
    }
}

static void find_goals(retarget *r)
{
    const hone_skeleton *skeleton = &r->target.model->skeleton;
    for (int side = 0; side < 2; side++) {
        r->goals[side] = HONE_NONE;
        for (uint32_t i = 0; i < skeleton->ik_count; i++)
            if (skeleton->iks[i].effector == r->target.human.bones[HONE_HUMAN_FOOT + side] &&
                skeleton->iks[i].link_count > 1)
                r->goals[side] = skeleton->iks[i].bone;
    }
}

/* Each once; a goal that is also somebody's bone is not moved twice. */
static void drive(retarget *r, int32_t bone, uint8_t *listed)
{
    if (bone != HONE_NONE && !listed[bone])
        r->driven[r->driven_count++] = (uint32_t)bone;
    if (bone != HONE_NONE)
        listed[bone] = 1;
}

bool retarget_pose_prepare(retarget *r)
{
    uint32_t count = r->target.model->skeleton.bone_count;
    uint8_t *listed = hone_builder_array(r->memory, count, 1);
    r->roles = hone_builder_array(r->memory, count, sizeof *r->roles);
    r->worlds = hone_builder_array(r->memory, count, sizeof *r->worlds);
    r->locals = hone_builder_array(r->memory, count, sizeof *r->locals);
    r->driven = hone_builder_array(r->memory, count, sizeof *r->driven);
    if (!listed || !r->roles || !r->worlds || !r->locals || !r->driven)
        return false;
    r->scale = r->target.leg / r->source.leg;
    make_rules(r);
    make_unrests(r);
    make_alignment(r);
    find_twists(r);
    find_goals(r);
    for (uint32_t b = 0; b < count; b++) r->roles[b] = -1;
    for (uint32_t b = 0; b < count; b++)
        r->locals[b] = hone_transform_from_affine(&r->target.model->skeleton.bones[b].rest_local);
    drive(r, r->target.human.body, listed);
    for (int h = 0; h < HONE_HUMAN_COUNT; h++)
        if (r->rules[h].from[0] >= 0) {
            r->roles[r->target.human.bones[h]] = (int16_t)h;
            drive(r, r->target.human.bones[h], listed);
            drive(r, r->twists[h], listed);
        }
    for (int side = 0; side < 2; side++) drive(r, r->goals[side], listed);
    return true;
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

static void turn_of(const retarget *r, const hone_affine *worlds, int human, int carrier, float out[4])
{
    int32_t bone = carrier ? r->source.carriers[human] : r->source.human.bones[human];
    float now[4];
    hone_quat_from_affine(&worlds[bone], now);
    hone_quat_multiply(now, r->unrest[human][carrier], now);
    bake_figure_turn(&r->source, now, out);
}

/* A forearm twists along its length; where the target has no bone for that, half of it is at the elbow. */
static void read_turns(retarget *r, const hone_affine *worlds)
{
    for (int h = 0; h < HONE_HUMAN_COUNT; h++) {
        if (r->source.human.bones[h] == HONE_NONE)
            continue;
        turn_of(r, worlds, h, 1, r->turns[h]);
        if (r->source.carriers[h] != r->source.human.bones[h] && h >= HONE_HUMAN_LOWER_ARM &&
            r->twists[h] == HONE_NONE) {
            float own[4];
            turn_of(r, worlds, h, 0, own);
            hone_quat_slerp(own, r->turns[h], 0.5f, r->turns[h]);
        }
    }
}

static void want_turns(retarget *r)
{
    for (int h = 0; h < HONE_HUMAN_COUNT; h++) {
        const retarget_rule *rule = &r->rules[h];
        float turn[4], rest[4];
        if (rule->from[0] < 0)
            continue;
        hone_quat_slerp(r->turns[rule->from[0]], r->turns[rule->from[1]], rule->mix, turn);
        hone_quat_multiply(turn, r->align[h], turn);
        bake_figure_unturn(&r->target, turn, turn);
        hone_quat_from_affine(&r->target.rest[r->target.human.bones[h]], rest);
        hone_quat_multiply(turn, rest, r->wanted[h]);
        hone_quat_normalise(r->wanted[h], r->wanted[h]);
    }
}

/* ---- bones by wanted turns --------------------------------------------------------------------------------------- */

/* turn = swing * twist, the twist about `axis`. */
static void split_twist(const float turn[4], const float axis[3], float swing[4], float twist[4])
{
    float unit[3] = {1, 0, 0}, back[4];
    hone_normalise3(axis, unit);
    float along = hone_dot3(turn, unit);
    for (int i = 0; i < 3; i++) twist[i] = along * unit[i];
    twist[3] = turn[3];
    hone_quat_normalise(twist, twist);
    conjugate(twist, back);
    hone_quat_multiply(turn, back, swing);
}

static void turn_bone(retarget *r, uint32_t bone, const float parent[4])
{
    int h = r->roles[bone];
    float back[4], turn[4];
    conjugate(parent, back);
    hone_quat_multiply(back, r->wanted[h], turn);
    hone_quat_normalise(turn, turn);
    int32_t twist = r->twists[h];
    if (twist == HONE_NONE)
        memcpy(r->locals[bone].rotation, turn, sizeof turn);
    else
        split_twist(turn, r->target.model->skeleton.bones[twist].fixed_axis, r->locals[bone].rotation,
                    r->locals[twist].rotation);
}

/* MMD's bones that do as another does: 足D. */
static bool copies(const retarget *r, const hone_bone *bone, uint32_t index)
{
    return bone->append_source != HONE_NONE && bone->flags & HONE_BONE_APPEND_ROTATION &&
           fabsf(bone->append_ratio - 1) < 1e-3f && r->roles[index] < 0;
}

static void place_bones(retarget *r)
{
    const hone_skeleton *skeleton = &r->target.model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = r->target.order[i];
        const hone_bone *bone = &skeleton->bones[b];
        bool hangs = bone->parent != HONE_NONE;
        float turn[4] = {0, 0, 0, 1};
        if (hangs && r->roles[b] >= 0)
            hone_quat_from_affine(&r->worlds[bone->parent], turn);
        if (r->roles[b] >= 0)
            turn_bone(r, b, turn);
        else if (copies(r, bone, b))
            memcpy(r->locals[b].rotation, r->locals[bone->append_source].rotation, sizeof turn);
        hone_affine local = hone_affine_from_transform(&r->locals[b]);
        r->worlds[b] = hangs ? hone_affine_multiply(&r->worlds[bone->parent], &local) : local;
    }
}

/* ---- where the hips are ------------------------------------------------------------------------------------------ */

/* Of a way on the ground, or up from the ankles' height at rest: common space to common space. */
static void scaled(const retarget *r, const float from[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        float a = 0.5f * (r->source.ankle[0][i] + r->source.ankle[1][i]);
        float b = 0.5f * (r->target.ankle[0][i] + r->target.ankle[1][i]);
        out[i] = b + r->scale * (from[i] - a);
    }
}

/* m * out = v, by Cramer's rule; false where m flattens space. */
static bool solve(const hone_affine *m, const float v[3], float out[3])
{
    float c[3][3], columns[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) columns[i][k] = m->m[k][i];
    for (int i = 0; i < 3; i++) hone_cross3(columns[(i + 1) % 3], columns[(i + 2) % 3], c[i]);
    float determinant = hone_dot3(columns[0], c[0]);
    if (!(fabsf(determinant) > 1e-30f))
        return false;
    for (int i = 0; i < 3; i++) out[i] = hone_dot3(c[i], v) / determinant;
    return true;
}

static void move_body(retarget *r, const hone_affine *source)
{
    float hips[3], now[3], way[3], local[3];
    bake_figure_hips(&r->source, source, hips);
    bake_figure_place(&r->source, hips, hips);
    scaled(r, hips, hips);
    bake_figure_unplace(&r->target, hips, hips);
    bake_figure_hips(&r->target, r->worlds, now);
    subtract(hips, now, way);
    int32_t body = r->target.human.body, parent = r->target.model->skeleton.bones[body].parent;
    memcpy(local, way, sizeof local);
    if (parent != HONE_NONE && !solve(&r->worlds[parent], way, local))
        return;
    for (int i = 0; i < 3; i++) r->locals[body].translation[i] += local[i];
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

/* Where the target's ankle belongs, model space. On the ground as the source's, scaled, but as far to the side as its
 * own hips are wide: that much is carried along by the way the foot points, so that a foot that stands does not slide.
 * As high as lets its sole be as far from the ground. */
static void find_goal(const retarget *r, const hone_affine *source, int side, float out[3])
{
    const float *turn = r->turns[HONE_HUMAN_FOOT + side];
    float at[3], ankle[3], rest[3], aside[3], ahead[3] = {0, 0, 1};
    place_of(&source[r->source.human.bones[HONE_HUMAN_FOOT + side]], at);
    bake_figure_place(&r->source, at, at);
    scaled(r, at, ankle);
    scaled(r, r->source.ankle[side], rest);
    subtract(r->target.ankle[side], rest, aside);
    hone_quat_rotate(turn, ahead, ahead);
    ahead[1] = 0;
    if (!hone_normalise3(ahead, ahead))
        ahead[0] = 0, ahead[1] = 0, ahead[2] = 1;
    ankle[0] += ahead[2] * aside[0] + ahead[0] * aside[2];
    ankle[2] += ahead[2] * aside[2] - ahead[0] * aside[0];
    float clear = at[1] + lowest(r->source.soles[side], turn) - r->source.floor;
    ankle[1] = r->target.floor + r->scale * clear - lowest(r->target.soles[side], turn);
    bake_figure_unplace(&r->target, ankle, out);
}

static void turn_wanted(retarget *r, int human, const float turn[4])
{
    hone_quat_multiply(turn, r->wanted[human], r->wanted[human]);
    hone_quat_normalise(r->wanted[human], r->wanted[human]);
}

/* About which a knee opens: across thigh and shin; of a straight leg across its front. */
static void find_hinge(const retarget *r, int side, const float thigh[3], const float shin[3], float out[3])
{
    float back[3] = {0, 0, -1}, size = sqrtf(hone_dot3(thigh, thigh) * hone_dot3(shin, shin));
    hone_cross3(thigh, shin, out);
    if (hone_dot3(out, out) > 4e-4f * size * size && hone_normalise3(out, out))
        return;
    hone_quat_rotate(r->turns[HONE_HUMAN_UPPER_LEG + side], back, back);
    bake_figure_unplace(&r->target, back, back);
    hone_cross3(back, shin, out);
    if (!hone_normalise3(out, out))
        bake_figure_unplace(&r->target, (float[3]){1, 0, 0}, out);
}

static float corner(float a, float b, float opposite)
{
    return acosf(fmaxf(-1, fminf(1, (a * a + b * b - opposite * opposite) / (2 * a * b))));
}

/* Two bones to a goal: the knee opens until hip and ankle are as far apart, then the leg swings there. */
static void reach(retarget *r, int side, const float goal[3])
{
    const int32_t *bones = r->target.human.bones;
    float hip[3], knee[3], ankle[3], thigh[3], shin[3], whole[3], wish[3], hinge[3], turn[4], bent[3];
    place_of(&r->worlds[bones[HONE_HUMAN_UPPER_LEG + side]], hip);
    place_of(&r->worlds[bones[HONE_HUMAN_LOWER_LEG + side]], knee);
    place_of(&r->worlds[bones[HONE_HUMAN_FOOT + side]], ankle);
    subtract(hip, knee, thigh), subtract(ankle, knee, shin), subtract(ankle, hip, whole), subtract(goal, hip, wish);
    float a = sqrtf(hone_dot3(thigh, thigh)), b = sqrtf(hone_dot3(shin, shin)), far = sqrtf(hone_dot3(wish, wish));
    float most = 0.9999f * (a + b), least = 1.02f * fabsf(a - b) + 0.02f * (a + b);
    if (!(a > 0 && b > 0) || !hone_normalise3(wish, wish))
        return;
    far = fmaxf(least, fminf(most, far));
    find_hinge(r, side, thigh, shin, hinge);
    float opened = corner(a, b, far) - corner(a, b, sqrtf(hone_dot3(whole, whole)));
    for (int i = 0; i < 3; i++) turn[i] = hinge[i] * sinf(0.5f * opened);
    turn[3] = cosf(0.5f * opened);
    turn_wanted(r, HONE_HUMAN_LOWER_LEG + side, turn);
    hone_quat_rotate(turn, shin, bent);
    subtract(bent, thigh, whole);
    if (!hone_normalise3(whole, whole))
        return;
    bake_arc(whole, wish, turn);
    turn_wanted(r, HONE_HUMAN_UPPER_LEG + side, turn);
    turn_wanted(r, HONE_HUMAN_LOWER_LEG + side, turn);
}

/* The goal of MMD's chain is where the ankle is, turned as the foot. */
static void set_goal(retarget *r, int side)
{
    int32_t bone = r->goals[side], foot = r->target.human.bones[HONE_HUMAN_FOOT + side];
    if (bone == HONE_NONE || r->roles[bone] >= 0)
        return;
    int32_t parent = r->target.model->skeleton.bones[bone].parent;
    float back[4], turn[4];
    hone_affine world = r->worlds[foot];
    hone_quat_from_affine(&r->target.rest[foot], back);
    conjugate(back, back);
    hone_quat_from_affine(&world, turn);
    hone_quat_multiply(turn, back, turn);
    hone_quat_normalise(turn, turn);
    float at[3];
    place_of(&world, at);
    world = hone_affine_from_rotation(turn, at);
    hone_transform local = bake_between(parent == HONE_NONE ? NULL : &r->worlds[parent], &world);
    memcpy(r->locals[bone].translation, local.translation, sizeof local.translation);
    memcpy(r->locals[bone].rotation, local.rotation, sizeof local.rotation);
}

void retarget_pose_make(retarget *r, const hone_affine *source_worlds)
{
    hone_transform *body = &r->locals[r->target.human.body];
    for (int i = 0; i < 3; i++)
        body->translation[i] = r->target.model->skeleton.bones[r->target.human.body].rest_local.m[i][3];
    read_turns(r, source_worlds);
    want_turns(r);
    place_bones(r);
    move_body(r, source_worlds);
    place_bones(r);
    for (int side = 0; side < 2; side++) {
        float goal[3];
        find_goal(r, source_worlds, side, goal);
        reach(r, side, goal);
    }
    place_bones(r);
    for (int side = 0; side < 2; side++) set_goal(r, side);
}
