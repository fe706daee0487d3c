/* The inertialization of an actor: what is left of the offset to the pose of motions that it has left. */
#ifndef HONE_SRC_ACTOR_TRANSITION_H
#define HONE_SRC_ACTOR_TRANSITION_H

#include <hone/blend.h>
#include <hone/motion.h>

/* Plain data but for the two arrays of `inertia`, each of hone_transition_numbers. */
typedef struct hone_transition {
    hone_inertia inertia; /* without arrays: none has begun */
    double begin;         /* the actor's frame */
} hone_transition;

static inline size_t hone_transition_numbers(const hone_pose *pose)
{
    return (size_t)pose->bone_count * HONE_INERTIA_NUMBERS + pose->morph_count;
}

/* Makes the arrays, if there are none. Errors: MEMORY. */
bool hone_transition_open(hone_transition *transition, const hone_pose *pose, const hone_allocator *allocator,
                          hone_error *error);
void hone_transition_close(hone_transition *transition, const hone_pose *pose, const hone_allocator *allocator);

/* Adds what is left at the actor's frame. */
void hone_transition_apply(const hone_transition *transition, double frame, hone_pose *pose);

/* Bytes that hone_transition_save writes: none without a transition. And saving. */
size_t hone_transition_state_size(const hone_transition *transition);
char *hone_transition_save(const hone_transition *transition, char *to);
/* Checks bytes from outside, and makes the arrays if they are needed. Errors: ARGUMENT, MEMORY. */
bool hone_transition_state_fits(hone_transition *transition, const char *from, size_t size, const hone_pose *pose,
                                const hone_allocator *allocator, hone_error *error);
/* Restores a state that fits. */
void hone_transition_restore(hone_transition *transition, const char *from, size_t size);

#endif
