/* Final weights of morphs, after expressions were weighed, and group and flip morphs expanded. */
#ifndef HONE_SRC_RIG_MORPH_WEIGHTS_H
#define HONE_SRC_RIG_MORPH_WEIGHTS_H

#include "base/memory/arena.h"
#include <hone/model.h>

typedef struct hone_morph_weights {
    const hone_model_data *model;
    float *values;         /* [morph_count] final weights, file order; at first the model's defaults */
    uint32_t holder_count; /* group and flip morphs */
    uint32_t *holders;     /* [holder_count] each after all that contain it, so that one pass is enough */
} hone_morph_weights;

/* Memory comes from `memory`; the caller checks whether it failed. */
void hone_morph_weights_init(hone_morph_weights *weights, const hone_model_data *model, hone_arena *memory);

/* Computes the final weights from those of the tracks, [morph_count]. */
void hone_morph_weights_update(hone_morph_weights *weights, const float *track_weights);

#endif
