/* Models that may carry each other. */
#ifndef HONE_VIEW_PLACE_PLACE_SET_H
#define HONE_VIEW_PLACE_PLACE_SET_H

#include "view/place/place_chain.h"

#include <hone/render.h>
#include <pthread.h>

typedef struct place_set {
    place_chain **chains; /* [count] their owner's */
    uint32_t *order;      /* [count] indices: what others follow comes before them */
    uint32_t count;
    double frame; /* that is shown; the owner's */
    pthread_mutex_t lock;
} place_set;

/* index: of the model. text: translated. */
typedef void place_note(void *user, uint32_t index, const char *text);

place_set *place_set_create(hone_error *error); /* errors: MEMORY */
void place_set_destroy(place_set *set);         /* NULL is fine */

/* Finds the bones that carry something, the order, and the models that need carriers. Notes bones that are missing, and
 * models that follow each other in a circle, of which the first one follows no more. No other thread may use the set.
 * On an error nothing follows anything. */
bool place_set_link(place_set *set, place_chain *const *chains, uint32_t count, place_note *note, void *user,
                    hone_error *error);

/* Call after `simulated` of chains changed: finds the models that need carriers. */
void place_set_mark(place_set *set);

/* Chains are about to be released: nothing follows anything until place_set_link is called. */
void place_set_unlink(place_set *set);

/* Adds what place_set_link reads of a chain to a digest: call it again when the digest of all chains changes. */
void place_set_digest(const place_chain *chain, uint64_t *digest);

void place_set_lock(place_set *set);
void place_set_unlock(place_set *set);

/* Motions or edits of carriers changed. */
void place_set_forget_poses(place_set *set);

/* Moves the target of a camera with keys by the place of the bone that it follows at the frame that is shown.
 * parents: [count] with ids in place of numbers. */
void place_set_move_camera(const place_set *set, const scene_parent *parents, uint32_t count, hone_camera *camera);

#endif
