/* The morphs of one kind, and the weights that were last applied. */
#ifndef HONE_SRC_RIG_MORPH_LIST_H
#define HONE_SRC_RIG_MORPH_LIST_H

#include "base/arena.h"
#include <hone/model.h>

typedef struct hone_morph_list {
    const hone_morph *all;
    uint32_t count;
    uint32_t *morphs; /* [count] ascending */
    float *applied;   /* [count] weights that the target holds; zeros at first */
} hone_morph_list;

/* Where changed morphs are noted. */
typedef struct hone_morph_changes {
    uint64_t revision;   /* of the changes that are made now */
    uint64_t *revisions; /* [morph_count] set to `revision` for each morph whose weight changes */
} hone_morph_changes;

/* What one morph does to a target, and how what it touches is brought back to rest. */
typedef struct hone_morph_effect {
    void (*rest)(void *target, const hone_morph *morph);
    void (*add)(void *target, const hone_morph *morph, float weight);
} hone_morph_effect;

/* Those of `kind`. Memory comes from `memory`, which the caller asks whether it failed; `count` is then 0. */
void hone_morph_list_init(hone_morph_list *list, const hone_model_data *model, hone_morph_kind kind,
                          hone_arena *memory);

/* Brings the target from the weights of the last call to these, [morph_count]: every morph that had weight goes back to
 * rest, then every morph that has weight is added in file order. So the result depends on these weights alone, not on
 * earlier ones, and a morph without weight costs a comparison. changes: NULL if nobody asks which morphs changed.
 * Returns false if no weight changed; nothing was done then. */
bool hone_morph_list_apply(hone_morph_list *list, const float *weights, const hone_morph_changes *changes,
                           const hone_morph_effect *effect, void *target);

/* Returns whether any applied weight is not 0. */
bool hone_morph_list_is_active(const hone_morph_list *list);

#endif
