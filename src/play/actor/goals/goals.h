/* The goals of an actor: a list with handles, applied in the order in which they were added. */
#ifndef HONE_SRC_ACTOR_GOALS_GOALS_H
#define HONE_SRC_ACTOR_GOALS_GOALS_H

#include "play/actor/goals/goal.h"

typedef struct hone_goal_item {
    uint32_t handle;
    bool reached; /* when the goals were applied last */
    hone_goal goal;
} hone_goal_item;

typedef struct hone_goals {
    hone_goal_item *items; /* [count] */
    uint32_t count, capacity, last_handle;
    hone_goal_scratch scratch; /* of goals that need it; its arrays are one allocation */
    size_t scratch_size;       /* 0: none of the goals has needed it */
    /* hone_goal_apply once there was a goal: a static program that never sets one does without the solvers. */
    bool (*apply)(const hone_goal *goal, const hone_goal_context *context);
} hone_goals;

/* Prepares the list for a goal: makes the scratch if it needs it. Errors: MEMORY. */
bool hone_goals_prepare(hone_goals *goals, const hone_goal *goal, const hone_model *model,
                        const hone_allocator *allocator, hone_error *error);

void hone_goals_close(hone_goals *goals, const hone_allocator *allocator);

/* Adds a goal that hone_goal_check accepts and hone_goals_prepare has prepared. Returns its handle; 0 on failure.
 * Errors: MEMORY. */
uint32_t hone_goals_add(hone_goals *goals, const hone_goal *goal, const hone_allocator *allocator, hone_error *error);

void hone_goals_remove(hone_goals *goals, hone_goal_item *item);

/* NULL: there is none. */
hone_goal_item *hone_goals_find(const hone_goals *goals, uint32_t handle);

/* Changes the pose so that the goals are met. Evaluates the rig before each goal. `record`: whether the goals record
 * that they are reached. */
void hone_goals_apply(hone_goals *goals, const hone_goal_context *context, bool record);

/* Bytes that hone_goals_save writes, and saving. */
size_t hone_goals_state_size(const hone_goals *goals);
char *hone_goals_save(const hone_goals *goals, char *to);
/* Checks bytes from outside, and makes room for the goals. Errors: ARGUMENT, MEMORY. */
bool hone_goals_state_fits(hone_goals *goals, const char *from, size_t size, const hone_model *model,
                           const hone_allocator *allocator, hone_error *error);
/* Restores a state that fits. */
void hone_goals_restore(hone_goals *goals, const char *from);

#endif
