/* What joints share, one by one and side by side: where bones and centres are, and how states are written. */
#ifndef HONE_SRC_SPRING_CENTER_H
#define HONE_SRC_SPRING_CENTER_H

#include "base/double_affine.h"
#include "play/spring/plan.h"

#define HONE_SPRING_FARTHEST 1e9 /* a tail beyond is lost */

/* The frame of a spring's centre, and its inverse. */
typedef struct hone_spring_center {
    bool exists;
    hone_double_affine world, back;
} hone_spring_center;

/* Where a bone is after springs, as far as they are computed. */
static inline const hone_affine *hone_spring_bone(const hone_spring_job *job, uint32_t bone)
{
    return job->plan->place_of[bone] == HONE_NONE ? &job->bones[bone] : &job->moved[bone];
}

static inline double hone_spring_scale(const hone_spring_job *job)
{
    return job->scale > 0 ? (double)job->scale : 1;
}

static inline void hone_spring_find_center(const hone_spring_job *job, uint32_t spring, hone_spring_center *out)
{
    int32_t bone = job->plan->chains[spring].center;
    out->exists = false;
    if (bone == HONE_NONE)
        return;
    out->world = hone_double_affine_from(hone_spring_bone(job, (uint32_t)bone));
    out->exists = hone_double_affine_invert(&out->world, &out->back) && hone_double_affine_is_finite(&out->world);
}

/* Puts a tail into the state, without speed if it rests. */
static inline void hone_spring_store(hone_spring_state *state, const hone_spring_center *center, const double tail[3],
                                     bool rests)
{
    double to[3];
    hone_copy3(tail, to);
    if (center->exists)
        hone_double_affine_point(&center->back, to, to);
    hone_copy3(rests ? to : state->tail, state->previous);
    hone_copy3(to, state->tail);
}

#endif
