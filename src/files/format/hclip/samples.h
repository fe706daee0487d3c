/* Samples of a motion, which are packed. */
#ifndef HONE_SRC_FORMAT_HCLIP_SAMPLES_H
#define HONE_SRC_FORMAT_HCLIP_SAMPLES_H

#include <hone/format.h>

/* The parts of a motion that are sampled. */
typedef struct hclip_samples {
    uint32_t count;
    double rate;
    hone_transform *bones;       /* [count][bone_count] */
    float *weights;              /* [count][morph_count] */
    uint8_t *parts, *has_weight; /* of what is sampled, not of what keeps its keys */
    uint8_t *keyed;              /* [bone_count] */
    int32_t *bone_of;            /* [track_count] */
    uint32_t track_count;        /* of the motion; at least 1 */
    uint8_t *kept;               /* [channel_count] whether a channel keeps its keys */
    uint32_t channel_count;      /* of the motion; at least 1 */
    float (*offsets)[3];         /* NULL: not MMD */
    hone_transform *rest;
    float *rest_weights;
} hclip_samples;

/* Returns the number of bones of a model, but at least 1, so that each array exists. */
static inline size_t hone_hclip_bone_room(const hone_model *model)
{
    uint32_t count = hone_model_skeleton(model)->bone_count;
    return count ? count : 1;
}

/* Returns how many samples in a second are tried first. */
double hone_hclip_rate(const hone_hclip_desc *desc, const hone_motion *motion);

/* Samples a motion on the model, `rate` times a second. s: out; released with hone_hclip_samples_release also on
 * failure. Errors: ARGUMENT (too long), MEMORY. */
bool hone_hclip_samples_make(const hone_hclip_desc *desc, const hone_motion *motion, double rate, hclip_samples *s,
                             hone_error *error);
void hone_hclip_samples_release(const hone_hclip_desc *desc, hclip_samples *s);

#endif
