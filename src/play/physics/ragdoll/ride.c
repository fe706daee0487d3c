/* Moves what is carried by the parts of a ragdoll: bones that are between the animation and the bodies, and the bodies
 * of the model on which hair and skirts lie. These have no weight of their own for the parts, so they cannot make them
 * tremble. */
#include "base/trigonometry.h"
#include "play/physics/ragdoll/ragdoll.h"
#include <hone/math.h>

/* ---- between the animation and the bodies ---------------------------------------------------------------------- */

/* b as seen from a. */
static hone_affine seen_from(const hone_affine *a, const hone_affine *b)
{
    hone_affine back = hone_affine_invert_rigid(a);
    return hone_affine_multiply(&back, b);
}

/* The rotation from one place to another: that of both signs which is nearer to the one of the last step, else the
 * shorter one. */
static void find_turn(const hone_ragdoll *ragdoll, uint32_t index, const hone_affine *from, const hone_affine *to,
                      float out[4])
{
    static const float shorter[4] = {0, 0, 0, 1};
    const float *last = ragdoll->turns[index];
    float a[4], b[4];
    hone_quat_from_affine(from, a);
    hone_quat_from_affine(to, b);
    hone_quat_conjugate(a, a);
    hone_quat_multiply(a, b, out);
    if (hone_quat_dot(last, last) == 0)
        last = shorter;
    float sign = hone_quat_dot(out, last) < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < 4; i++) out[i] *= sign;
}

/* The place at a share of the way, also more than half a turn. */
static hone_affine turn_between(const hone_affine *from, const hone_affine *to, const float turn[4], float share)
{
    float sine = hone_vec3_length(turn), half = share * hone_atan2f(sine, turn[3]), q[4], place[3];
    hone_vec3_scale(turn, sine > 0 ? hone_sinf(half) / sine : 0, q);
    q[3] = hone_cosf(half);
    for (int r = 0; r < 3; r++) place[r] = (to->m[r][3] - from->m[r][3]) * share;
    hone_affine rotation = hone_affine_from_rotation(q, (const float[3]){0}),
                out = hone_affine_multiply(from, &rotation);
    for (int r = 0; r < 3; r++) out.m[r][3] = from->m[r][3] + place[r];
    return out;
}

/* The places of a joint by the animation and by physics, as seen from its holder; without one, those of the part. */
static void find_joint(const hone_physics *physics, uint32_t index, hone_affine *animated, hone_affine *simulated)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    const hone_part *part = &ragdoll->parts[index];
    *animated = ragdoll->animated[index], *simulated = ragdoll->simulated[index];
    if (part->holder == HONE_NONE)
        return;
    const hone_affine *frame = &physics->joints[part->joint].frame_b;
    bool held = ragdoll->weights[part->holder] > 0; /* else it is shown where its body goes */
    const hone_affine *holder = held ? &ragdoll->simulated[part->holder] : &ragdoll->shown[part->holder];
    *animated = seen_from(&ragdoll->animated[part->holder], animated);
    *simulated = seen_from(holder, simulated);
    *animated = hone_affine_multiply(animated, frame);
    *simulated = hone_affine_multiply(simulated, frame);
}

/* Turns the joint by the weight between the animation and physics; so limbs keep their length. */
static hone_affine blend_joint(const hone_physics *physics, uint32_t index)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    const hone_part *part = &ragdoll->parts[index];
    hone_affine animated, simulated;
    float turn[4];
    find_joint(physics, index, &animated, &simulated);
    find_turn(ragdoll, index, &animated, &simulated, turn);
    hone_affine joint = turn_between(&animated, &simulated, turn, ragdoll->weights[index]);
    if (part->holder == HONE_NONE)
        return joint;
    hone_affine back = hone_affine_invert_rigid(&physics->joints[part->joint].frame_b);
    joint = hone_affine_multiply(&joint, &back);
    return hone_affine_multiply(&ragdoll->shown[part->holder], &joint);
}

/* exact: [count] whether a part is shown where its body is. */
static hone_affine blend_part(const hone_physics *physics, uint32_t index, uint8_t *exact)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    int32_t holder = ragdoll->parts[index].holder;
    float weight = ragdoll->weights[index];
    bool held = holder != HONE_NONE && ragdoll->weights[holder] > 0;
    exact[index] = weight == 1 && (!held || exact[holder]);
    if (exact[index])
        return ragdoll->simulated[index];
    if (weight == 0 && !hone_part_is_free(ragdoll, holder))
        return ragdoll->animated[index];
    return blend_joint(physics, index);
}

/* Notes the rotations of parts that are between the animation and physics, after a step. */
static void note_turns(hone_physics *physics)
{
    hone_ragdoll *ragdoll = physics->ragdoll;
    for (uint32_t p = 0; p < ragdoll->count; p++) {
        hone_affine animated, simulated;
        float turn[4] = {0};
        if (ragdoll->weights[p] > 0 && ragdoll->weights[p] < 1) {
            find_joint(physics, p, &animated, &simulated);
            find_turn(ragdoll, p, &animated, &simulated, turn);
        }
        hone_quat_copy(turn, ragdoll->turns[p]);
    }
}

/* Computes `shown` from `animated` and `simulated`, part by part from the first on. */
static void blend(hone_physics *physics)
{
    uint8_t exact[HONE_RAGDOLL_PARTS_MOST];
    for (uint32_t p = 0; p < physics->ragdoll->count; p++) physics->ragdoll->shown[p] = blend_part(physics, p, exact);
}

void hone_ragdoll_show(hone_physics *physics, const hone_affine *bones, hone_affine *places)
{
    hone_ragdoll *ragdoll = physics->ragdoll;
    for (uint32_t p = 0; p < ragdoll->count; p++) {
        const hone_rigid *rigid = &physics->rigids[ragdoll->parts[p].rigid];
        ragdoll->animated[p] = hone_rigid_target(physics, rigid, bones);
        ragdoll->simulated[p] = places[ragdoll->parts[p].rigid];
    }
    blend(physics);
    for (uint32_t p = 0; p < ragdoll->count; p++) places[ragdoll->parts[p].rigid] = ragdoll->shown[p];
}

hone_affine hone_ragdoll_between(const hone_physics *physics, uint32_t bone, const hone_affine *animated,
                                 uint32_t *holder)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    int32_t part = ragdoll->path[bone];
    hone_affine back, from, to;
    *holder = (uint32_t)ragdoll->parts[ragdoll->parts[part].holder].bone;
    if (!hone_affine_invert(&ragdoll->rest[*holder], &back))
        return (hone_affine)HONE_AFFINE_IDENTITY;
    to = hone_affine_multiply(&back, &ragdoll->rest[bone]);
    if (ragdoll->weights[part] == 1 || !hone_affine_invert(&animated[*holder], &back))
        return to;
    from = hone_affine_multiply(&back, &animated[bone]);
    for (int r = 0; r < 3; r++) /* shoulders turn little: a mean of matrices is near enough */
        for (int c = 0; c < 4; c++) to.m[r][c] = from.m[r][c] + (to.m[r][c] - from.m[r][c]) * ragdoll->weights[part];
    return to;
}

/* ---- steps ----------------------------------------------------------------------------------------------------- */

/* Where a body will be after the next step, if nothing stops it. */
static hone_affine foresee(const hone_body_motion *body, float seconds)
{
    static const float nowhere[3];
    float q[4], angle = hone_vec3_length(body->spin) * seconds;
    hone_quat_identity(q);
    if (angle > 0) {
        hone_vec3_scale(body->spin, hone_sinf(angle / 2) / (angle / seconds), q);
        q[3] = hone_cosf(angle / 2);
    }
    hone_affine turn = hone_affine_from_rotation(q, nowhere), out = hone_affine_multiply(&turn, &body->place);
    for (int r = 0; r < 3; r++) out.m[r][3] = body->place.m[r][3] + body->velocity[r] * seconds;
    return out;
}

/* Where a rigid is that rides on a part. */
static hone_affine riding_place(const hone_physics *physics, uint32_t rigid, int32_t carrier)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    if (physics->rigids[rigid].part != HONE_NONE)
        return ragdoll->shown[carrier];
    hone_affine local = seen_from(&ragdoll->animated[carrier], &physics->aims[rigid].target);
    return hone_affine_multiply(&ragdoll->shown[carrier], &local);
}

void hone_ragdoll_aim(hone_physics *physics)
{
    hone_ragdoll *ragdoll = physics->ragdoll;
    for (uint32_t p = 0; p < ragdoll->count; p++) {
        uint32_t rigid = ragdoll->parts[p].rigid;
        ragdoll->animated[p] = physics->aims[rigid].target;
        ragdoll->simulated[p] = foresee(&physics->now[rigid].motion, 1 / (float)physics->world->options.rate);
    }
    blend(physics);
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        int32_t carrier = hone_ragdoll_carrier(physics, i);
        ragdoll->targets[i] = carrier == HONE_NONE ? physics->aims[i].target : riding_place(physics, i, carrier);
    }
}

void hone_ragdoll_ride(hone_physics *physics)
{
    hone_ragdoll *ragdoll = physics->ragdoll;
    float rate = (float)physics->world->options.rate;
    for (uint32_t p = 0; p < ragdoll->count; p++)
        ragdoll->simulated[p] = physics->now[ragdoll->parts[p].rigid].motion.place;
    blend(physics);
    note_turns(physics);
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        int32_t carrier = hone_ragdoll_carrier(physics, i);
        hone_body_motion *body = &physics->now[i].motion;
        if (carrier != HONE_NONE) {
            static const float still[3];
            body->place = physics->now[i].target = riding_place(physics, i, carrier);
            hone_affine_orthonormalise(&body->place);
            hone_bullet_put(physics->world->bullet, physics->first + i, &body->place, still, still);
        }
        bool driven = carrier != HONE_NONE || physics->rigids[i].part != HONE_NONE;
        if (driven && body->follows && physics->before[i].motion.follows) /* else it has only just come back */
            hone_motion_between(&physics->before[i].motion.place, &body->place, rate, body);
    }
}

void hone_motion_between(const hone_affine *from, const hone_affine *to, float rate, hone_body_motion *out)
{
    float before[4], after[4], turn[4];
    hone_quat_from_affine(from, before);
    hone_quat_from_affine(to, after);
    hone_quat_conjugate(before, before);
    hone_quat_multiply(after, before, turn);
    float sine = hone_vec3_length(turn), sign = turn[3] < 0 ? -1.0f : 1.0f;
    float angle = 2 * hone_atan2f(sine, fabsf(turn[3]));
    for (int i = 0; i < 3; i++) {
        out->velocity[i] = (to->m[i][3] - from->m[i][3]) * rate;
        out->spin[i] = sine > 0 ? sign * turn[i] / sine * angle * rate : 0;
    }
}
