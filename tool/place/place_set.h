/* Models that may carry each other. */
#ifndef HONE_TOOL_PLACE_PLACE_SET_H
#define HONE_TOOL_PLACE_PLACE_SET_H

#include "tool/place/place_chain.h"

#include <hone/render.h>

/* What the owner of a set does for it. A member may be NULL. */
typedef struct place_hooks {
    void (*lock)(void *user); /* around the use of carriers, if several threads use them */
    void (*unlock)(void *user);
    /* Updates a model that is shown, since another one is to be posed at that frame, which follows it. */
    void (*bring)(void *user, uint32_t index, double frame);
    void *user;
} place_hooks;

typedef struct place_set { /* all zero: empty. Must not move */
    place_chain **chains;  /* [count] their owner's */
    uint32_t *order;       /* [count] indices: what others follow comes before them */
    uint32_t count;
    double frame; /* that is shown; the owner's */
    place_hooks hooks;
} place_set;

typedef enum place_fault_kind {
    PLACE_NOT_OPEN, /* the model that would carry is not in the set */
    PLACE_NO_BONE,  /* it does not have the bone that would carry */
    PLACE_NO_CHILD, /* the model does not have the bone that would follow, or is not of MMD */
    PLACE_CIRCLE    /* the model follows one that follows it, and now it does so no more */
} place_fault_kind;

typedef struct place_fault {
    place_fault_kind kind;
    uint32_t index;   /* of the model that would follow */
    bool attached;    /* by its placement; else by its stage */
    uint32_t id;      /* NOT_OPEN, NO_BONE: of the model that would carry */
    const char *bone; /* NO_BONE, NO_CHILD: the name of that bone; attached: NULL */
} place_fault;

typedef void place_note(void *user, const place_fault *fault);

/* Finds the bones that carry something, the order, and the models that need carriers. Notes what is missing, by index;
 * and models that follow each other in a circle, of which the first one that does so by its stage follows no more. No
 * other thread may use the set. On an error nothing follows anything. Errors: MEMORY. */
bool place_set_link(place_set *set, place_chain *const *chains, uint32_t count, place_note *note, void *user,
                    hone_error *error);

/* Call after `simulated` of chains changed: finds the models that need carriers. */
void place_set_mark(place_set *set);

/* Chains are about to be released: nothing follows anything until place_set_link is called. */
void place_set_unlink(place_set *set);

void place_set_lock(const place_set *set);
void place_set_unlock(const place_set *set);

/* Motions or edits of carriers changed. */
void place_set_forget_poses(place_set *set);

/* Moves the target of a camera with keys by the place of the bone that it follows at a frame, which is shown.
 * parents: [count]; first: what to add to their numbers to make them ids. */
void place_set_move_camera(const place_set *set, const scene_parent *parents, uint32_t count, uint32_t first,
                           double frame, hone_camera *camera);

#endif
