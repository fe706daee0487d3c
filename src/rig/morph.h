/* Morphs: final weights, and what each kind does with its own. */
#ifndef HONE_SRC_RIG_MORPH_H
#define HONE_SRC_RIG_MORPH_H

#include <hone/model.h>

typedef struct hone_morphing {
    const hone_model_data *model;
    float *weights; /* [morph_count] final, file order */
    uint32_t vertex_morph_count;
    uint32_t *vertex_morphs; /* [vertex_morph_count] those of kind VERTEX, ascending */
    float *applied;          /* [vertex_morph_count] the weights that `positions` holds */
    float (*positions)[3];   /* [vertex_count] at rest, moved by the above; NULL: no morph moves a vertex */
} hone_morphing;

/* Memory comes from `memory`, which the caller asks whether it failed. */
void hone_morphing_init(hone_morphing *morphing, const hone_model_data *model, hone_builder *memory);

/* What bone morphs move a bone by. */
typedef struct hone_bone_offset {
    float translation[3], rotation[4];
} hone_bone_offset;

/* NULL where no bone morph with weight moves it. */
const hone_bone_offset *hone_morphing_bone(const hone_morphing *morphing, uint32_t bone);

/* Final weights from those of the tracks, [morph_count]. */
void hone_morphing_weigh(hone_morphing *morphing, const float *track_weights);

/* As hone_rig_morphed_positions. */
const float (*hone_morphing_positions(hone_morphing *morphing))[3];

#endif
