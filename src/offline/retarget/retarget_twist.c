/* Twist bones of the target: they share the twist of arms and legs, so that the skin twists little by little. */
#include "base/memory/arena.h"
#include "base/trigonometry.h"
#include "offline/retarget/retarget.h"
#include <hone/math.h>

/* ---- preparation ------------------------------------------------------------------------------------------------- */

static bool is_pair(int human, int left)
{
    return human == left || human == left + 1;
}

/* Computes the direction of a limb's bone at rest, in the bone space of one of its parts. */
static void find_axis(const retarget_context *r, int human, int32_t bone, float out[3])
{
    const hone_bone *b = &r->target.model->skeleton.bones[bone];
    float from[3], to[3], turn[4];
    if (b->flags & HONE_BONE_FIXED_AXIS && hone_vec3_normalise(b->fixed_axis, out))
        return;
    hone_affine_origin(&r->target.rest[r->target.human.bones[human]], from);
    hone_affine_origin(&r->target.rest[r->target.human.bones[human + 2]], to);
    hone_vec3_subtract(to, from, out);
    hone_quat_from_affine(&r->target.rest[bone], turn);
    hone_quat_conjugate(turn, turn);
    hone_quat_rotate(turn, out, out);
    if (!hone_vec3_normalise(out, out))
        hone_vec3_set(1, 0, 0, out);
}

/* A limb whose next joint is on its twist bones leaves the twist to these. So does a forearm, because the hand has a
 * rotation of its own; a shin shares the twist of the foot only. Where the source has twist bones, they tell how much
 * of the hand's twist belongs to the forearm. */
static void find_sharing(retarget_context *r, const hone_humanoid_twist *t)
{
    int h = (int)t->human;
    retarget_share *s = &r->shares[h];
    bool shin = is_pair(h, HONE_HUMANOID_LOWER_LEG), forearm = is_pair(h, HONE_HUMANOID_LOWER_ARM);
    bool mmd = t->carries && r->target.model->skeleton.bones[t->bone].flags & HONE_BONE_FIXED_AXIS;
    if (mmd || !s->any)
        find_axis(r, h, mmd ? t->bone : r->target.human.bones[h], s->axis);
    s->any = true;
    s->own = !shin;
    s->bare |= !shin && (forearm || t->carries);
    s->next = shin || (forearm && r->source.carriers[h] == r->source.human.bones[h]);
}

/* Returns the part of the twist that the parent of a twist bone has. */
static float part_of_parent(const retarget_context *r, const hone_humanoid_twist *t)
{
    const hone_bone *bones = r->target.model->skeleton.bones;
    int32_t own = r->target.human.bones[t->human];
    for (int32_t at = bones[t->bone].parent; at != own; at = bones[at].parent)
        for (uint32_t i = 0; i < r->target.twist_count; i++)
            if (r->target.twists[i].bone == at)
                return r->target.twists[i].share;
    return r->shares[t->human].own && !r->shares[t->human].bare ? 1 : 0;
}

bool hone_retarget_find_twists(retarget_context *r)
{
    const hone_humanoid_rest *target = &r->target;
    if (r->turns && target->posed) /* its bones turn as VRM says */
        return true;
    r->twists = hone_arena_array(r->memory, target->twist_count, sizeof *r->twists);
    if (target->twist_count && !r->twists)
        return false;
    r->twist_count = target->twist_count;
    for (uint32_t i = 0; i < r->twist_count; i++) find_sharing(r, &target->twists[i]);
    for (uint32_t i = 0; i < r->twist_count; i++) {
        const hone_humanoid_twist *t = &target->twists[i];
        r->twists[i] = (retarget_twist){.bone = (uint32_t)t->bone, .human = (int)t->human};
        r->twists[i].share = t->share - part_of_parent(r, t);
        find_axis(r, (int)t->human, t->bone, r->twists[i].axis);
    }
    return true;
}

/* ---- a pose ------------------------------------------------------------------------------------------------------ */

/* Returns the angle of a rotation's twist about an axis: from -pi to pi. */
static float twist_angle(const float turn[4], const float axis[3])
{
    float along = hone_vec3_dot(turn, axis);
    return 2 * (turn[3] < 0 ? hone_atan2f(-along, -turn[3]) : hone_atan2f(along, turn[3]));
}

static void about(const float axis[3], float angle, float out[4])
{
    hone_vec3_scale(axis, hone_sinf(0.5f * angle), out);
    out[3] = hone_cosf(0.5f * angle);
}

/* Returns the twist of the hand or foot against the limb's bone. */
static float twist_of_next(const retarget_context *r, int human, const float axis[3])
{
    const int32_t *bones = &r->target.human.bones[human];
    float own[4], rest[4], turn[4];
    hone_quat_conjugate(r->wanted[human], own);
    hone_quat_multiply(own, r->wanted[human + 2], turn);
    hone_quat_from_affine(&r->target.rest[bones[2]], rest);
    hone_quat_conjugate(rest, rest);
    hone_quat_multiply(turn, rest, turn);
    hone_quat_from_affine(&r->target.rest[bones[0]], rest);
    hone_quat_multiply(turn, rest, turn);
    return twist_angle(turn, axis);
}

void hone_retarget_share_twist(retarget_context *r, int human, const float turn[4])
{
    const retarget_share *s = &r->shares[human];
    uint32_t bone = (uint32_t)r->target.human.bones[human];
    float rest[4], back[4], own[4], *out = r->locals[bone].rotation;
    hone_quat_from_affine(&r->target.model->skeleton.bones[bone].rest_local, rest);
    hone_quat_conjugate(rest, back);
    hone_quat_multiply(back, turn, own);
    float twist = twist_angle(own, s->axis), shared = s->own ? twist : 0;
    hone_quat_copy(turn, out);
    if (s->bare) {
        about(s->axis, -twist, back);
        hone_quat_multiply(turn, back, out);
    }
    if (s->next)
        shared += twist_of_next(r, human, s->axis);
    for (uint32_t i = 0; i < r->twist_count; i++) {
        const retarget_twist *t = &r->twists[i];
        float part[4], *local = r->locals[t->bone].rotation;
        if (t->human != human)
            continue;
        hone_quat_from_affine(&r->target.model->skeleton.bones[t->bone].rest_local, rest);
        about(t->axis, t->share * shared, part);
        hone_quat_multiply(rest, part, local);
        hone_quat_normalise(local, local);
    }
}
