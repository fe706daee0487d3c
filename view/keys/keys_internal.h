/* Shared by the files of the keys only. */
#ifndef HONE_VIEW_KEYS_KEYS_INTERNAL_H
#define HONE_VIEW_KEYS_KEYS_INTERNAL_H

#include "view/keys/keys.h"

typedef struct own_track {
    keys_track shown; /* `array` points to `keys` */
    keys_key *keys;
    uint32_t capacity; /* of keys; never shrinks */
    bool taken;        /* it has a name of the motion */
    bool digested;     /* `digest` is that of its keys */
    uint64_t digest;
} own_track;

struct keyframes {
    const hone_model *model;   /* NULL: none */
    const hone_motion *source; /* has the names of tracks that the model lacks; NULL: none */
    own_track *tracks;         /* [count] */
    uint32_t count;
    uint32_t first[KEYS_KIND_COUNT + 1]; /* the first track of each kind */
    uint32_t *chain_tracks;              /* [ik_count of the model] */
    uint64_t revision, drawn;
    uint64_t digests[KEYS_ALL], digested[KEYS_ALL]; /* by keys_part - 1: of 1 + revision */
    int64_t unchanged;
};

bool keys_grow_track(own_track *t, uint32_t count); /* makes room for `count` keys; false: out of memory */

/* keys_load.c */
/* The track of a name of the motion; UINT32_MAX: there is none. */
uint32_t keys_find_name(const keyframes *k, keys_kind kind, const hone_track_name *name);
bool keys_load(keyframes *k); /* puts the keys of the source into the tracks; false: out of memory */

#endif
