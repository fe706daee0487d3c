/* Solves one IK chain: copies the path, runs the solver and moves the bones that depend on the path. */
#include "core/rig/ik/ik.h"
#include "core/rig/rig_internal.h"

/* Returns the space of the path's parent as a transform to model space. False if the path does not hang together: a
 * bone within it has an external parent and no longer depends on the links above it. */
static bool find_frame(const hone_rig *rig, const hone_ik_problem *p, hone_affine *frame)
{
    const hone_step *top = hone_rig_step(rig, p->members[0].bone);
    *frame = top->parent != HONE_NONE ? rig->model_from_bone[top->parent] : (hone_affine)HONE_AFFINE_IDENTITY;
    if (!rig->external_count)
        return true;
    for (uint32_t k = 1; k < p->chain->path_count; k++)
        if (rig->external[p->members[k].bone])
            return false;
    const hone_affine *external = rig->external[top->bone];
    if (external) {
        for (int i = 0; i < 3; i++) frame->m[i][3] -= top->position[i];
        *frame = hone_affine_multiply(external, frame);
    }
    return true;
}

static void copy_path(const hone_rig *rig, hone_ik_problem *p)
{
    uint32_t bone = p->chain->effector;
    for (uint32_t k = p->chain->path_count; k-- > 0;) {
        const hone_step *s = hone_rig_step(rig, bone);
        hone_member *m = &p->members[k];
        m->bone = bone;
        for (int i = 0; i < 3; i++)
            m->offset[i] = s->position[i] - s->parent_position[i] + rig->offsets[bone].translation[i];
        hone_rig_rotation(rig, s, m->own);
        memcpy(m->local, m->own, sizeof m->local);
        bone = (uint32_t)s->parent;
    }
    hone_vec3_copy(p->members[0].offset, p->members[0].position);
}

/* Copies the position out of a bone's matrix. */
static void position_of(const hone_affine *model_from_bone, float out[3])
{
    hone_affine_origin(model_from_bone, out);
}

/* Converts a point of model space into that space. */
static void into_frame(const hone_affine *frame, const float point[3], float out[3])
{
    float d[3];
    for (int i = 0; i < 3; i++) d[i] = point[i] - frame->m[i][3];
    for (int i = 0; i < 3; i++) out[i] = frame->m[0][i] * d[0] + frame->m[1][i] * d[1] + frame->m[2][i] * d[2];
}

static void find_goal(const hone_rig *rig, const hone_affine *frame, hone_ik_problem *p)
{
    float goal[3];
    position_of(&rig->model_from_bone[p->chain->goal], goal);
    into_frame(frame, goal, p->goal);
}

/* Sets the effector's position for the first step if an earlier chain has moved the effector since it was placed. */
static void find_start(const hone_rig *rig, const hone_affine *frame, hone_ik_problem *p)
{
    float now[3];
    if (!p->chain->noted)
        return;
    position_of(&rig->model_from_bone[p->chain->effector], now);
    p->has_start = memcmp(now, p->chain->start, sizeof now) != 0;
    into_frame(frame, p->chain->start, p->start);
}

void hone_ik_note_starts(hone_rig *rig, const hone_chain *chain)
{
    for (int32_t c = chain->notes; c != HONE_NONE; c = rig->chains[c].next_noted)
        position_of(&rig->model_from_bone[rig->chains[c].effector], rig->chains[c].start);
}

/* Resets the rotations of this chain's links that an earlier chain set: the later chain wins. True if any was set. */
static bool reset_turns(hone_rig *rig, const hone_chain *chain)
{
    static const float none[4] = {0, 0, 0, 1};
    bool any = false;
    for (uint32_t i = 0; i < chain->link_count; i++) {
        float *turn = rig->ik_rotations[chain->links[i].turn];
        any |= memcmp(turn, none, sizeof none) != 0;
        memcpy(turn, none, sizeof none);
    }
    return any;
}

/* Stores the fraction `weight` of each link's rotation, the shorter way round. True if any link was rotated. */
static bool keep_turns(hone_rig *rig, const hone_ik_problem *p, float weight)
{
    static const float none[4] = {0, 0, 0, 1};
    bool any = false;
    for (uint32_t i = 0; i < p->chain->link_count; i++) {
        const hone_link *link = &p->chain->links[i];
        const hone_member *m = &p->members[link->place];
        if (link->idle || memcmp(m->local, m->own, sizeof m->own) == 0)
            continue;
        float back[4], turn[4];
        hone_quat_conjugate(m->own, back);
        hone_quat_multiply(m->local, back, turn);
        hone_quat_normalise(turn, rig->ik_rotations[link->turn]);
        if (weight < 1)
            hone_quat_slerp(none, rig->ik_rotations[link->turn], weight, rig->ik_rotations[link->turn]);
        any = true;
    }
    return any;
}

/* Recomputes the path and those bones already placed that descend from it, in order of evaluation; their offsets
 * stay. */
static void update_dependents(hone_rig *rig, const hone_ik_problem *p)
{
    enum { ON_PATH = 1, FOLLOWS = 2 };
    uint32_t begin = rig->parents_first ? p->chain->top_rank : 0, end = rig->rank[p->chain->goal] + 1;
    for (uint32_t k = 0; k < p->chain->path_count; k++) {
        uint32_t rank = rig->rank[p->members[k].bone];
        hone_rig_place(rig, &rig->steps[rank]);
        rig->follow_marks[rank] = ON_PATH;
    }
    for (uint32_t r = begin; r < end; r++) {
        int32_t parent = rig->parent_rank[r];
        if (parent == HONE_NONE || !rig->follow_marks[parent] || rig->follow_marks[r])
            continue;
        rig->follow_marks[r] = FOLLOWS;
        hone_rig_place(rig, &rig->steps[r]);
    }
    if (begin < end)
        memset(rig->follow_marks + begin, 0, end - begin);
    for (uint32_t k = 0; k < p->chain->path_count; k++) rig->follow_marks[rig->rank[p->members[k].bone]] = 0;
}

void hone_ik_solve(hone_rig *rig, const hone_chain *chain, float weight)
{
    hone_ik_problem p = {.chain = chain, .members = rig->scratch.members, .scratch = &rig->scratch};
    hone_affine frame;
    bool dirty = reset_turns(rig, chain) || chain->read_early;
    copy_path(rig, &p);
    if (find_frame(rig, &p, &frame)) {
        find_goal(rig, &frame, &p);
        find_start(rig, &frame, &p);
        hone_ik_carry(&p, 0);
        if (rig->rules.ik == HONE_IK_CCD_CLAMPED)
            hone_ik_solve_ccd_clamped(&p);
        else
            hone_ik_solve_ccd(&p, rig->rules.keep_best);
        dirty |= keep_turns(rig, &p, weight);
    }
    if (dirty)
        update_dependents(rig, &p);
}
