/* How the actors of a list hang on each other: which bones carry which models and bones, and in which order the actors
 * are updated. */
#ifndef HONE_TOOL_PLAY_ACTOR_LINKS_H
#define HONE_TOOL_PLAY_ACTOR_LINKS_H

#include "tool/play/actors.h"

/* A bone that carries something. */
typedef struct actor_link {
    uint32_t parent; /* index of the member */
    int32_t bone;    /* HONE_NONE: nothing is carried */
} actor_link;

/* From when on a bone follows another one: an entry of scene_model.parents. */
typedef struct actor_parent {
    actor_link link;
    int32_t child;      /* the bone that follows; HONE_NONE: the entry is left out */
    uint32_t next;      /* the next entry of the same bone; the number of entries if there is none */
    bool first;         /* no entry of the same bone is before it */
    hone_affine matrix; /* for hone_rig_set_external_parent */
} actor_parent;

typedef struct actor_links {
    actor_link attached;   /* by its placement */
    actor_link *keys;      /* [set_up->key_count] */
    actor_parent *parents; /* [set_up->parent_count] */
    uint32_t key_count, parent_count;
} actor_links;

/* Finds the bones, and the order of updates. Reports a placement on a bone or a model that does not exist, and
 * placements in a circle; warns of keys and parents of that kind, and leaves them out. */
int actor_links_make(actor_list *c, report *r);
void actor_links_release(actor_entry *member);

/* The bone that carries the model at a frame. */
actor_link actor_links_at(const actor_entry *member, double frame);

/* Whether something of the member follows others. */
bool actor_links_any(const actor_entry *member);

#endif
