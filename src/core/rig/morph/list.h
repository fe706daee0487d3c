/* The morphs of one kind, with the weights that were applied last. */
#ifndef HONE_SRC_RIG_MORPH_LIST_H
#define HONE_SRC_RIG_MORPH_LIST_H

#include "base/memory/arena.h"
#include <hone/model.h>

typedef struct hone_morph_list {
    const hone_morph *all;
    uint32_t count;
    uint32_t *morphs; /* [count] ascending */
    float *applied;   /* [count] weights that the target contains; zeros, or those at rest, at first */
    float *rests;     /* [count] weights that change nothing; NULL: zeros */
} hone_morph_list;

/* Record of the morphs that changed. */
typedef struct hone_morph_changes {
    uint64_t revision;   /* of the current changes */
    uint64_t *revisions; /* [morph_count] set to `revision` for each morph whose weight changes */
} hone_morph_changes;

/* The effect of one morph on a target: `rest` resets the elements it touches, `add` applies it. */
typedef struct hone_morph_effect {
    void (*rest)(void *target, const hone_morph *morph);
    void (*add)(void *target, const hone_morph *morph, float weight);
} hone_morph_effect;

/* Lists the morphs of `kind`. Memory comes from `memory`; the caller checks whether it failed; `count` is then 0. */
void hone_morph_list_init(hone_morph_list *list, const hone_model_data *model, hone_morph_kind kind,
                          hone_arena *memory);

/* Changes the target from the weights of the last call to `weights`, [morph_count]: resets every morph that had
 * weight, then adds every morph that has weight, in file order. The result therefore depends on these weights alone,
 * and a morph without weight costs one comparison. changes: may be NULL. Returns false if no weight changed; nothing
 * was done then. */
bool hone_morph_list_apply(hone_morph_list *list, const float *weights, const hone_morph_changes *changes,
                           const hone_morph_effect *effect, void *target);

/* Returns whether any applied weight is not 0. */
bool hone_morph_list_is_active(const hone_morph_list *list);

#endif
