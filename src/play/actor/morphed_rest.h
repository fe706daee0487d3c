/* The rest positions and normals of an actor's skin with vertex morphs applied. They do not exist before the first
 * vertex morph acts, and have only the blocks that vertex morphs can move; the rest is the skin's, which all actors
 * share. */
#ifndef HONE_SRC_ACTOR_MORPHED_REST_H
#define HONE_SRC_ACTOR_MORPHED_REST_H

#include <hone/model.h>
#include <hone/rig.h>
#include <hone/skin.h>

typedef struct hone_morphed_rest { /* all zero: no copy yet */
    hone_skin_rest *rest;
    uint64_t revision; /* of the morph result in `rest` */
} hone_morphed_rest;

/* Updates the copy to the morphs of now, unless no vertex morph acts. skin: the same at every call until
 * hone_morphed_rest_discard. out: for hone_skin_job.rest; NULL: the skin's own. Returns false on failure: MEMORY.
 * Allocates once. */
bool hone_morphed_rest_follow(hone_morphed_rest *morphed, const hone_skin *skin, const hone_model_data *model,
                              const hone_morph_result *now, const hone_allocator *allocator, const hone_skin_rest **out,
                              hone_error *error);

void hone_morphed_rest_discard(hone_morphed_rest *morphed);

#endif
