/* How models hang on each other: which bones of other models carry a model and its bones, and in which order models
 * are posed. */
#ifndef HONE_TOOL_PLACE_MODEL_LINKS_H
#define HONE_TOOL_PLACE_MODEL_LINKS_H

#include "tool/scene/scene.h"

#include <hone/rig.h>

/* A bone that carries something. */
typedef struct model_link {
    uint32_t parent; /* index of the model */
    int32_t bone;    /* HONE_NONE: nothing is carried */
} model_link;

/* From when on a bone follows another one: an entry of scene_model.parents. */
typedef struct parent_link {
    model_link link;
    int32_t child; /* the bone that follows; HONE_NONE: the entry is left out */
    uint32_t next; /* the next entry of the same bone; the number of entries if there is none */
    bool first;    /* no entry of the same bone is before it */
} parent_link;

typedef struct model_links {
    const scene_model *from; /* has the keys and parents; NULL: there are none */
    model_link attached;     /* by its placement */
    model_link *keys;        /* [from->key_count] */
    parent_link *parents;    /* [from->parent_count] */
    uint32_t key_count, parent_count;
} model_links;

/* Makes links that carry nothing. `from` must outlive them; it may be NULL. False: out of memory. */
bool model_links_make(model_links *links, const scene_model *from);
void model_links_release(model_links *links);

/* Call when the children of all parents are set. */
void model_links_chain_parents(model_links *links);

/* All links, by number from 0: `attached`, then those of keys, then those of parents. */
uint32_t model_links_count(const model_links *links);
model_link *model_links_get(const model_links *links, uint32_t number);

/* Whether something of the model follows others. */
bool model_links_any(const model_links *links);

/* The bone that carries the model at a frame. */
model_link model_links_at(const model_links *links, double frame);

/* Returns the matrix of a bone that carries another one, for hone_rig_set_external_parent. */
typedef hone_affine model_links_matrix(void *user, const model_link *link, double frame);

/* Sets the external parents of a rig at a frame. matrices: [parent_count], which the rig reads from then on. */
void model_links_set_parents(const model_links *links, double frame, model_links_matrix *matrix, void *user,
                             hone_affine *matrices, hone_rig *rig);

/* Appends those of the models that are not sorted yet, but all that they follow is, round by round. all: [count];
 * order: [count] of which `done` are filled. Returns how many are filled now. */
uint32_t model_links_sort(model_links *const *all, uint32_t count, bool *sorted, uint32_t *order, uint32_t done);

/* Cuts the keys and parents by which a model follows one that is not sorted. Returns whether there were any. */
bool model_links_cut(model_links *links, const bool *sorted);

#endif
