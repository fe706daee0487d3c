/* Both IK solvers share this: a chain, bone by bone, in the space of the path's parent. */
#ifndef HONE_SRC_RIG_IK_IK_H
#define HONE_SRC_RIG_IK_IK_H

#include "core/rig/ik/chain.h"
#include <hone/math.h>
#include <string.h>

typedef struct hone_ik_problem {
    const hone_chain *chain;
    hone_member *members; /* [path_count] the last is the effector */
    hone_ik_scratch *scratch;
    float goal[3];
    bool has_start; /* solver A: the first step uses `start` as the effector's position */
    float start[3];
} hone_ik_problem;

static inline const float *hone_ik_effector(const hone_ik_problem *p)
{
    return p->members[p->chain->path_count - 1].position;
}

/* Squared distance between goal and effector. */
static inline float hone_ik_gap(const hone_ik_problem *p)
{
    const float *e = hone_ik_effector(p);
    float d[3] = {p->goal[0] - e[0], p->goal[1] - e[1], p->goal[2] - e[2]};
    return hone_vec3_dot(d, d);
}

/* Updates the bones below `from` after its `local` has changed: positions down to the effector, rotations of all
 * above it. The effector's own rotation moves nothing. */
static inline void hone_ik_carry(hone_ik_problem *p, uint32_t from)
{
    hone_member *m = &p->members[from], *last = &p->members[p->chain->path_count - 1];
    if (from)
        hone_quat_multiply(m[-1].rotation, m->local, m->rotation);
    else
        memcpy(m->rotation, m->local, sizeof m->rotation);
    for (; m < last; m++) {
        float arm[3];
        hone_quat_rotate(m->rotation, m[1].offset, arm);
        hone_vec3_add(m->position, arm, m[1].position);
        if (m + 1 < last)
            hone_quat_multiply(m->rotation, m[1].local, m[1].rotation);
    }
}

/* Saves the current rotations for hone_ik_restore. */
static inline void hone_ik_save(hone_ik_problem *p)
{
    for (uint32_t k = 0; k < p->chain->path_count; k++)
        memcpy(p->scratch->best[k], p->members[k].local, sizeof p->scratch->best[k]);
}

static inline void hone_ik_restore(hone_ik_problem *p)
{
    for (uint32_t k = 0; k < p->chain->path_count; k++)
        memcpy(p->members[k].local, p->scratch->best[k], sizeof p->members[k].local);
}

/* Both write the result to `local` of the members. */
void hone_ik_solve_ccd(hone_ik_problem *p, bool keep_best); /* solver A */
void hone_ik_solve_ccd_clamped(hone_ik_problem *p);         /* solver B */

#endif
