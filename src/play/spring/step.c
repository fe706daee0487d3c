/* One step of springs: the bones in the order of the plan, level by level. */
#include "play/spring/center.h"
#include "play/spring/collide.h"
#include "play/spring/kernel.h"

/* A bone that is being computed. */
typedef struct bone_context {
    const hone_spring_job *job;
    const hone_spring_place *place;
    hone_double_affine parent; /* after springs; a bone without parent: the identity */
    hone_double_affine alone;  /* the bone without springs, as seen from its parent */
    bool sound;                /* the frames above are finite, and the parent has an inverse */
} bone_context;

/* ---- bones ------------------------------------------------------------------------------------------------------ */

static bone_context begin_bone(const hone_spring_job *job, const hone_spring_place *place)
{
    static const hone_double_affine identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    bone_context c = {job, place, identity, hone_double_affine_from(&job->bones[place->bone]), true};
    if (place->parent != HONE_NONE) {
        hone_double_affine above = hone_double_affine_from(&job->bones[place->parent]), back;
        c.parent = hone_double_affine_from(hone_spring_bone(job, (uint32_t)place->parent));
        c.sound = hone_double_affine_invert(&above, &back);
        if (c.sound)
            c.alone = hone_double_affine_multiply(&back, &c.alone);
    }
    c.sound = c.sound && hone_double_affine_is_finite(&c.parent) && hone_double_affine_is_finite(&c.alone);
    return c;
}

/* Leaves the bone under its parent as the rig has it there. */
static void follow(const bone_context *c)
{
    hone_double_affine out = hone_double_affine_multiply(&c->parent, &c->alone);
    c->job->moved[c->place->bone] = c->sound ? hone_double_affine_round(&out) : c->job->bones[c->place->bone];
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

/* Turns the bone. rotation: relative to its parent. */
static void turn(const bone_context *c, const float rotation[4])
{
    double q[4], scale[3];
    for (int i = 0; i < 4; i++) q[i] = (double)rotation[i];
    hone_double_affine local = hone_double_affine_from_rotation(q);
    scale_of(&c->alone, scale);
    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 3; k++) local.m[r][k] *= scale[k];
        local.m[r][3] = c->alone.m[r][3];
    }
    hone_double_affine out = hone_double_affine_multiply(&c->parent, &local);
    c->job->moved[c->place->bone] = hone_double_affine_round(&out);
}

/* ---- joints that do not turn ------------------------------------------------------------------------------------ */

/* The tail in the axes of the bone, now. */
static bool find_tail(const hone_spring_job *job, const hone_spring_link *link, double out[3])
{
    hone_double_affine bone = hone_double_affine_from(&job->bones[link->bone]), back;
    hone_copy3(link->numbers.tail_offset, out);
    if (link->tail_bone == HONE_NONE)
        return true;
    if (!hone_double_affine_invert(&bone, &back))
        return false;
    for (int i = 0; i < 3; i++) out[i] = (double)job->bones[link->tail_bone].m[i][3];
    hone_double_affine_point(&back, out, out);
    return true;
}

static bool is_near(const double tail[3])
{
    return fabs(tail[0]) < HONE_SPRING_FARTHEST && fabs(tail[1]) < HONE_SPRING_FARTHEST &&
           fabs(tail[2]) < HONE_SPRING_FARTHEST;
}

/* A joint that is off, or cannot turn: it stays with its bone, and begins there without speed. */
static void rest_with_bone(const hone_spring_job *job, const hone_spring_place *place)
{
    const hone_spring_link *link = &job->plan->links[place->link];
    hone_spring_state *state = &job->states[place->link];
    hone_spring_center center;
    bone_context c = begin_bone(job, place);
    double tail[3];
    hone_spring_find_center(job, link->spring, &center);
    follow(&c);
    hone_affine alone = hone_double_affine_round(&c.alone);
    hone_quat_identity(state->rotation);
    if (c.sound)
        hone_quat_from_affine(&alone, state->rotation);
    if (!c.sound || !find_tail(job, link, tail))
        tail[0] = tail[1] = tail[2] = 0;
    hone_double_affine bone = hone_double_affine_from(&job->moved[link->bone]);
    hone_double_affine_point(&bone, tail, tail);
    if (!is_near(tail))
        tail[0] = tail[1] = tail[2] = 0;
    hone_spring_store(state, &center, tail, true);
}

/* ---- joints that turn ------------------------------------------------------------------------------------------- */

/* Joints of one level, which are gathered until a kernel is full. */
typedef struct group_context {
    const hone_spring_job *job;
    const hone_spring_kernel *kernel;
    const hone_spring_place *places[HONE_SPRING_BATCH];
    uint32_t count;
    bool reset;
} group_context;

static void turn_group(group_context *g)
{
    uint32_t failed = g->count ? g->kernel->turn(g->job, g->places, g->count, g->reset) : 0;
    for (uint32_t i = 0; i < g->count; i++)
        if (failed >> i & 1)
            rest_with_bone(g->job, g->places[i]);
    g->count = 0;
}

static void add_place(group_context *g, const hone_spring_place *place)
{
    const hone_spring_job *job = g->job;
    if (place->link == HONE_NONE) {
        bone_context c = begin_bone(job, place);
        follow(&c);
    } else if (job->off && job->off[place->bone]) {
        rest_with_bone(job, place);
    } else {
        g->places[g->count++] = place;
        if (g->count == g->kernel->lanes)
            turn_group(g);
    }
}

static const hone_spring_kernel *best_kernel(void)
{
    static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX2
        &hone_spring_avx2.kernel,
#endif
        &hone_spring_portable.kernel,
    };
    return hone_best_kernel(kernels);
}

/* ---- colliders -------------------------------------------------------------------------------------------------- */

static void place_collider(const hone_spring_job *job, uint32_t collider)
{
    const hone_collider *from = &job->plan->colliders[collider];
    hone_double_affine bone = hone_double_affine_from(hone_spring_bone(job, (uint32_t)from->bone));
    hone_spring_shape_place(from, &bone, hone_spring_scale(job), &job->shapes[collider]);
}

static void place_carried(const hone_spring_job *job, const hone_spring_place *place)
{
    for (uint32_t k = place->begin; k < place->end; k++) place_collider(job, job->plan->carried[k]);
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static void advance(const hone_spring_job *job, bool reset)
{
    const hone_spring_plan *plan = job->plan;
    for (uint32_t k = 0; k < plan->fixed_count; k++) place_collider(job, plan->fixed[k]);
    if (plan->reads_ahead && !reset) {
        hone_spring_between(plan, job->states, job->states, 1, job->bones, job->moved);
        for (uint32_t p = 0; p < plan->place_count; p++) place_carried(job, &plan->places[p]);
    } else if (plan->reads_ahead) {
        for (uint32_t p = 0; p < plan->place_count; p++) job->moved[plan->bones[p]] = job->bones[plan->bones[p]];
    }
    group_context group = {.job = job, .kernel = best_kernel(), .reset = reset};
    for (uint32_t p = 0, end; p < plan->place_count; p = end) {
        for (end = p; end < plan->place_count && plan->places[end].level == plan->places[p].level; end++)
            add_place(&group, &plan->places[end]);
        turn_group(&group);
        for (uint32_t k = p; k < end; k++) place_carried(job, &plan->places[k]);
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
    const hone_spring_job job = {.plan = plan, .bones = bones, .moved = moved};
    for (uint32_t p = 0; p < plan->place_count; p++) {
        const hone_spring_place *place = &plan->places[p];
        bone_context c = begin_bone(&job, place);
        float rotation[4];
        if (place->link == HONE_NONE || !c.sound) {
            follow(&c);
            continue;
        }
        if (share >= 1)
            hone_quat_copy(now[place->link].rotation, rotation);
        else
            hone_quat_slerp(before[place->link].rotation, now[place->link].rotation, (float)share, rotation);
        turn(&c, rotation);
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
