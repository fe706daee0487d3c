/* How much of the tolerance each track may use up, so that all together stay within it. */
#ifndef HONE_SRC_OFFLINE_BAKE_ERROR_BUDGET_H
#define HONE_SRC_OFFLINE_BAKE_ERROR_BUDGET_H

#include "offline/bake/sample_chunk.h"

/* What a vertex or a bone's origin is off by is at most the sum of what the tracks on its way up to the root bring
 * about, each by its own error times a gain: 1 of a translation, twice the distance of the furthest thing that the bone
 * carries of a quaternion, that distance of a scale, the longest offset of a morph. (Of bones that scale what hangs on
 * them the gains grow by as much.) So a track's share is the tolerance by the number of tracks on that way that move.
 */
typedef struct hone_error_budget {
    float *own;               /* [bone_count] the furthest vertex of its own, bone space */
    float *offsets;           /* [morph_count] the longest */
    float least;              /* what a bone that carries nothing counts as carrying: others may hang things on it */
    float *reach, *stretch;   /* [bone_count] */
    uint32_t *moving, *below; /* [bone_count] tracks that move: down to it, and from it down */
    uint8_t *touching;        /* [vertex_count] morphs that move it */
    float *gains[BAKE_PARTS]; /* [bone_count] */
    float *most[BAKE_PARTS];  /* [bone_count] how far a value may be off */
    float *most_weights;      /* [morph_count] */
    float still;              /* what moves less, in the model's unit, does not move */
} hone_error_budget;

bool hone_error_budget_make(const hone_sample_chunk *window, hone_builder *memory, hone_error_budget *out,
                            hone_error *error);

/* Of this window's samples as the actor had them. references: the values that tracks had last, [bone_count *
 * BAKE_PARTS] [4], then a weight a morph. */
void hone_error_budget_divide(hone_error_budget *shares, const hone_sample_chunk *window, float tolerance,
                              const float (*references)[4]);

#endif
