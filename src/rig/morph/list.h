/* The morphs of one sort, and the weights with which their effect was last made. */
#ifndef HONE_SRC_RIG_MORPH_LIST_H
#define HONE_SRC_RIG_MORPH_LIST_H

#include <hone/model.h>

typedef struct hone_morph_list {
    const hone_morph *all;
    uint32_t count;
    uint32_t *morphs;  /* [count] ascending */
    float *applied;    /* [count] weights that the effect holds; zeros at first */
    uint32_t *changed; /* [changed_count] morphs whose effect the last call of apply brought or took back */
    uint32_t changed_count;
} hone_morph_list;

/* What one morph does to a target, and how what it touches is brought back to rest. */
typedef struct hone_morph_effect {
    void (*rest)(void *target, const hone_morph *morph);
    void (*add)(void *target, const hone_morph *morph, float weight);
} hone_morph_effect;

/* Those of `kind`. Memory comes from `memory`, which the caller asks whether it failed; `count` is then 0. */
void hone_morph_list_init(hone_morph_list *list, const hone_model_data *model, hone_morph_kind kind,
                          hone_builder *memory);

/* Brings the target from the weights of the last call to these, [morph_count]: all that had weight goes back to rest,
 * then all that has weight is added in file order. So the result depends on the weights alone and not on those before,
 * and morphs without weight cost a comparison. False: no weight changed, and nothing was done. */
bool hone_morph_list_apply(hone_morph_list *list, const float *weights, const hone_morph_effect *effect, void *target);

/* Whether any weight that was applied is not 0. */
bool hone_morph_list_is_active(const hone_morph_list *list);

#endif
