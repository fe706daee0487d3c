/* One step of springs: each bone in the order of the plan. */
#include "play/spring/collide.h"
#include "play/spring/plan.h"
#include "play/spring/rate.h"
#include <hone/base.h>

static const double farthest = 1e9; /* a tail beyond is lost */

/* What the bones of a step share: the inverse of the last bone that was needed, which is mostly the parent of the next
 * one. */
typedef struct step_context {
    const hone_spring_plan *plan;
    const hone_affine *bones; /* without springs */
    hone_affine *moved;
    int32_t inverted; /* the bone of `back`; HONE_NONE: none */
    bool has_back;    /* it has an inverse */
    hone_double_affine back;
} step_context;

/* A bone that is being computed. */
typedef struct bone_context {
    step_context *step;
    const hone_spring_place *place;
    hone_double_affine parent; /* after springs; a bone without parent: the identity */
    hone_double_affine alone;  /* the bone without springs, as seen from its parent */
    bool has_parent;           /* the parent has an inverse, or there is none */
} bone_context;

/* A joint that is being computed. Its base is the bone at rest under its parent, without its own scale. */
typedef struct joint_context {
    const hone_spring_link *link;
    hone_double_affine base; /* with the head as origin */
    double cofactors[3][3];  /* of the base, times the sign of its determinant: its inverse, transposed, but for size */
    double scale[3];         /* of the bone */
    double head[3];
    double axis[3]; /* to the tail at rest, world, unit length */
    double length;  /* world */
} joint_context;

static const hone_affine *bone_of(const hone_spring_plan *plan, const hone_affine *bones, const hone_affine *moved,
                                  uint32_t bone)
{
    return plan->place_of[bone] == HONE_NONE ? &bones[bone] : &moved[bone];
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static bool is_finite(const hone_double_affine *frame)
{
    double sum = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) sum += frame->m[r][c] * 0;
    return sum == 0;
}

/* The inverse of a bone without springs, or NULL if it has none. */
static const hone_double_affine *inverse_of(step_context *step, int32_t bone)
{
    if (step->inverted != bone) {
        hone_double_affine matrix = hone_double_affine_from(&step->bones[bone]);
        step->has_back = hone_double_affine_invert(&matrix, &step->back);
        step->inverted = bone;
    }
    return step->has_back ? &step->back : NULL;
}

static void begin_bone(step_context *step, const hone_spring_place *place, bone_context *out)
{
    static const hone_double_affine identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    out->step = step;
    out->place = place;
    out->alone = hone_double_affine_from(&step->bones[place->bone]);
    out->has_parent = true;
    if (place->parent == HONE_NONE) {
        out->parent = identity;
        return;
    }
    const hone_double_affine *back = inverse_of(step, place->parent);
    out->parent = hone_double_affine_from(bone_of(step->plan, step->bones, step->moved, (uint32_t)place->parent));
    out->has_parent = back;
    if (back)
        out->alone = hone_double_affine_multiply(back, &out->alone);
}

static bool is_sound(const bone_context *c)
{
    return c->has_parent && is_finite(&c->parent) && is_finite(&c->alone);
}

/* Leaves the bone under its parent as the rig has it there, or just as the rig has it. Returns whether it has a place
 * under its parent. */
static bool follow(const bone_context *c)
{
    uint32_t bone = c->place->bone;
    bool sound = is_sound(c);
    hone_double_affine out = hone_double_affine_multiply(&c->parent, &c->alone);
    c->step->moved[bone] = sound ? hone_double_affine_round(&out) : c->step->bones[bone];
    return sound;
}

/* The lengths of the columns. As in hone_transform_from_affine, a mirrored matrix has a negative scale of x. */
static void scale_of(const hone_double_affine *local, double out[3])
{
    for (int c = 0; c < 3; c++)
        out[c] =
            sqrt(local->m[0][c] * local->m[0][c] + local->m[1][c] * local->m[1][c] + local->m[2][c] * local->m[2][c]);
    if (hone_double_affine_determinant(local) < 0)
        out[0] = -out[0];
}

/* Turns the bone. rotation: relative to its parent. scale: of the bone. head: its place in the world. */
static void turn(const bone_context *c, const double rotation[4], const double scale[3], const double head[3])
{
    hone_double_affine local = hone_double_affine_from_rotation(rotation);
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) local.m[r][k] *= scale[k];
    hone_double_affine out = hone_double_affine_multiply(&c->parent, &local);
    for (int r = 0; r < 3; r++) out.m[r][3] = head[r];
    c->step->moved[c->place->bone] = hone_double_affine_round(&out);
}

static void turn_as(const bone_context *c, const float rotation[4])
{
    double q[4], scale[3], head[3];
    for (int i = 0; i < 4; i++) q[i] = (double)rotation[i];
    scale_of(&c->alone, scale);
    hone_double_affine_origin(&c->alone, head);
    hone_double_affine_point(&c->parent, head, head);
    turn(c, q, scale, head);
}

/* ---- joints ----------------------------------------------------------------------------------------------------- */

/* The tail in the axes of the bone, now. */
static bool find_tail(const bone_context *c, const hone_spring_link *link, double out[3])
{
    hone_copy3(link->tail_offset, out);
    if (link->tail_bone == HONE_NONE)
        return true;
    const hone_double_affine *back = inverse_of(c->step, (int32_t)link->bone);
    const hone_affine *tail = &c->step->bones[link->tail_bone];
    if (!back)
        return false;
    for (int i = 0; i < 3; i++) out[i] = (double)tail->m[i][3];
    hone_double_affine_point(back, out, out);
    return true;
}

/* Finds the base and its cofactors. False: it has no inverse, or is not finite. */
static bool find_base(const bone_context *c, joint_context *j)
{
    hone_double_affine rest = hone_double_affine_from_rotation(j->link->rotation);
    for (int r = 0; r < 3; r++) rest.m[r][3] = c->alone.m[r][3];
    j->base = hone_double_affine_multiply(&c->parent, &rest);
    hone_double_affine_origin(&j->base, j->head);
    double determinant = hone_double_affine_cofactors(&j->base, j->cofactors);
    for (int r = 0; determinant < 0 && r < 3; r++)
        for (int k = 0; k < 3; k++) j->cofactors[r][k] = -j->cofactors[r][k];
    return hone_has_inverse(determinant) && (j->head[0] + j->head[1] + j->head[2]) * 0 == 0;
}

/* Returns false if the joint cannot turn its bone: it has no length, or matrices are not finite or have no inverse. */
static bool begin_joint(const bone_context *c, const hone_spring_link *link, joint_context *out)
{
    double tail[3];
    out->link = link;
    if (!c->has_parent || !find_base(c, out) || !find_tail(c, link, tail))
        return false;
    scale_of(&c->alone, out->scale);
    for (int i = 0; i < 3; i++) tail[i] *= out->scale[i];
    hone_double_affine_direction(&out->base, tail, tail);
    out->length = sqrt(hone_dot3(tail, tail));
    hone_double_affine_direction(&out->base, link->axis, out->axis);
    return out->length > 1e-9 && out->length < farthest && hone_normalise3(out->axis, out->axis);
}

/* The direction of a tail, in the axes of the base. At the head: that of rest. */
static void direction_of(const joint_context *j, const double tail[3], double out[3])
{
    const double(*k)[3] = j->cofactors;
    double away[3];
    hone_subtract3(tail, j->head, away);
    for (int i = 0; i < 3; i++) out[i] = k[0][i] * away[0] + k[1][i] * away[1] + k[2][i] * away[2];
    if (!hone_normalise3(out, out))
        hone_copy3(j->link->axis, out);
}

static void keep_limit(const joint_context *j, double tail[3])
{
    double direction[3];
    direction_of(j, tail, direction);
    hone_rotate_back3(j->link->limit.rotation, direction, direction);
    if (!hone_limit_apply(&j->link->limit, direction))
        return;
    hone_rotate3(j->link->limit.rotation, direction, direction);
    hone_double_affine_direction(&j->base, direction, direction);
    if (hone_normalise3(direction, direction))
        hone_add3(j->head, direction, j->length, tail);
}

/* Brings the tail to the length of the joint and within its limit. */
static void constrain(const joint_context *j, double tail[3])
{
    double direction[3];
    hone_subtract3(tail, j->head, direction);
    if (!hone_normalise3(direction, direction))
        hone_copy3(j->axis, direction);
    hone_add3(j->head, direction, j->length, tail);
    if (j->link->limit.kind != HONE_SPRING_LIMIT_NONE)
        keep_limit(j, tail);
}

static double scale_of_job(const hone_spring_job *job)
{
    return job->scale > 0 ? (double)job->scale : 1;
}

/* Where the tail would go without colliders. center: the world from the space of the state. */
static void swing(const hone_spring_job *job, const joint_context *j, const hone_spring_state *state,
                  const hone_double_affine *center, double out[3])
{
    const hone_spring_link *link = j->link;
    double seconds = job->seconds > 0 ? job->seconds : 1.0 / HONE_SPRING_RATE, force = seconds * scale_of_job(job),
           speed[3];
    hone_subtract3(state->tail, state->previous, speed);
    hone_add3(state->tail, speed, link->keep, out);
    if (center)
        hone_double_affine_point(center, out, out);
    hone_add3(out, j->axis, link->stiffness * force, out);
    hone_add3(out, link->gravity, force, out);
    for (int i = 0; i < 3; i++) out[i] += (1 - link->keep) * seconds * (double)job->wind[i];
    constrain(j, out);
}

static void collide(const hone_spring_job *job, const joint_context *j, double tail[3])
{
    const hone_spring_plan *plan = job->plan;
    const hone_spring_chain *chain = &plan->chains[j->link->spring];
    double radius = j->link->hit_radius * scale_of_job(job);
    for (uint32_t k = 0; k < chain->collider_count; k++) {
        uint32_t collider = chain->colliders[k];
        if (hone_spring_shape_push(plan->colliders[collider].kind, &job->shapes[collider], radius, tail))
            constrain(j, tail);
    }
}

/* The frame of a spring's centre and its inverse. False: the spring has none. */
static bool center_of(const hone_spring_job *job, const hone_spring_link *link, hone_double_affine *out,
                      hone_double_affine *back)
{
    int32_t bone = job->plan->chains[link->spring].center;
    if (bone == HONE_NONE)
        return false;
    *out = hone_double_affine_from(bone_of(job->plan, job->bones, job->moved, (uint32_t)bone));
    return hone_double_affine_invert(out, back) && is_finite(out);
}

/* Puts a tail into the state, without speed if it rests. */
static void store(hone_spring_state *state, const hone_double_affine *back, const double tail[3], bool rests)
{
    double to[3];
    hone_copy3(tail, to);
    if (back)
        hone_double_affine_point(back, to, to);
    hone_copy3(rests ? to : state->tail, state->previous);
    hone_copy3(to, state->tail);
}

static bool is_near(const double tail[3])
{
    return fabs(tail[0]) < farthest && fabs(tail[1]) < farthest && fabs(tail[2]) < farthest;
}

/* Turns the bone so that the joint points to the tail. */
static void point_to(const bone_context *c, const joint_context *j, const double tail[3], hone_spring_state *state)
{
    double direction[3], shortest[4], rotation[4];
    direction_of(j, tail, direction);
    hone_shortest_rotation(j->link->axis, direction, shortest);
    hone_multiply4(j->link->rotation, shortest, rotation);
    for (int i = 0; i < 4; i++) state->rotation[i] = (float)rotation[i];
    turn(c, rotation, j->scale, j->head);
}

/* A joint that is off, or cannot turn: it stays with its bone, and begins there without speed. */
static void rest_with_bone(const bone_context *c, const hone_spring_link *link, const hone_double_affine *center_back,
                           hone_spring_state *state)
{
    double tail[3];
    bool sound = follow(c);
    hone_affine alone = hone_double_affine_round(&c->alone);
    hone_quat_identity(state->rotation);
    if (sound)
        hone_quat_from_affine(&alone, state->rotation);
    if (!sound || !find_tail(c, link, tail))
        tail[0] = tail[1] = tail[2] = 0;
    hone_double_affine bone = hone_double_affine_from(&c->step->moved[link->bone]);
    hone_double_affine_point(&bone, tail, tail);
    if (!is_near(tail))
        tail[0] = tail[1] = tail[2] = 0;
    store(state, center_back, tail, true);
}

static void advance_joint(const hone_spring_job *job, const bone_context *c, bool reset)
{
    const hone_spring_link *link = &job->plan->links[c->place->link];
    hone_spring_state *state = &job->states[c->place->link];
    hone_double_affine center, back;
    bool centred = center_of(job, link, &center, &back);
    const hone_double_affine *to_state = centred ? &back : NULL;
    joint_context j;
    double tail[3];
    if ((job->off && job->off[link->bone]) || !begin_joint(c, link, &j)) {
        rest_with_bone(c, link, to_state, state);
        return;
    }
    if (!reset) {
        swing(job, &j, state, centred ? &center : NULL, tail);
        collide(job, &j, tail);
    }
    bool rests = reset || !is_near(tail);
    if (rests) {
        hone_add3(j.head, j.axis, j.length, tail);
        constrain(&j, tail);
    }
    store(state, to_state, tail, rests);
    point_to(c, &j, tail, state);
}

/* ---- colliders -------------------------------------------------------------------------------------------------- */

static void place_collider(const hone_spring_job *job, uint32_t collider)
{
    const hone_collider *from = &job->plan->colliders[collider];
    hone_double_affine bone = hone_double_affine_from(bone_of(job->plan, job->bones, job->moved, (uint32_t)from->bone));
    hone_spring_shape_place(from, &bone, scale_of_job(job), &job->shapes[collider]);
}

static void place_carried(const hone_spring_job *job, const hone_spring_place *place)
{
    for (uint32_t k = place->begin; k < place->end; k++) place_collider(job, job->plan->carried[k]);
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static void advance(const hone_spring_job *job, bool reset)
{
    const hone_spring_plan *plan = job->plan;
    step_context step = {.plan = plan, .bones = job->bones, .moved = job->moved, .inverted = HONE_NONE};
    for (uint32_t k = 0; k < plan->fixed_count; k++) place_collider(job, plan->fixed[k]);
    if (plan->reads_ahead && !reset) {
        hone_spring_between(plan, job->states, job->states, 1, job->bones, job->moved);
        for (uint32_t p = 0; p < plan->place_count; p++) place_carried(job, &plan->places[p]);
    } else if (plan->reads_ahead) {
        for (uint32_t p = 0; p < plan->place_count; p++) job->moved[plan->bones[p]] = job->bones[plan->bones[p]];
    }
    for (uint32_t p = 0; p < plan->place_count; p++) {
        const hone_spring_place *place = &plan->places[p];
        bone_context c;
        begin_bone(&step, place, &c);
        if (place->link != HONE_NONE)
            advance_joint(job, &c, reset);
        else
            follow(&c);
        place_carried(job, place);
    }
}

void hone_spring_reset(const hone_spring_job *job)
{
    advance(job, true);
}

void hone_spring_step(const hone_spring_job *job)
{
    advance(job, false);
}

void hone_spring_between(const hone_spring_plan *plan, const hone_spring_state *before, const hone_spring_state *now,
                         double share, const hone_affine *bones, hone_affine *moved)
{
    step_context step = {.plan = plan, .bones = bones, .moved = moved, .inverted = HONE_NONE};
    for (uint32_t p = 0; p < plan->place_count; p++) {
        const hone_spring_place *place = &plan->places[p];
        bone_context c;
        float rotation[4];
        begin_bone(&step, place, &c);
        if (place->link == HONE_NONE || !is_sound(&c)) {
            follow(&c);
            continue;
        }
        if (share >= 1)
            hone_quat_copy(now[place->link].rotation, rotation);
        else
            hone_quat_slerp(before[place->link].rotation, now[place->link].rotation, (float)share, rotation);
        turn_as(&c, rotation);
    }
}

void hone_spring_move(const hone_spring_plan *plan, const hone_affine *by, hone_spring_state *states)
{
    hone_double_affine matrix = hone_double_affine_from(by);
    for (uint32_t l = 0; l < plan->link_count; l++) {
        if (plan->chains[plan->links[l].spring].center != HONE_NONE)
            continue;
        hone_double_affine_point(&matrix, states[l].tail, states[l].tail);
        hone_double_affine_point(&matrix, states[l].previous, states[l].previous);
    }
}
