/* The error budget: divides the tolerance among the tracks so that all errors together stay within it. */
#ifndef HONE_SRC_OFFLINE_BAKE_ERROR_BUDGET_H
#define HONE_SRC_OFFLINE_BAKE_ERROR_BUDGET_H

#include "base/memory/arena.h"
#include "offline/bake/sample_chunk.h"

/* The error of a vertex or of a bone's origin is at most the sum of the errors of all tracks on its path to the
 * root, each multiplied by a gain: 1 for a translation; for a quaternion twice the distance of the furthest thing
 * that the bone carries; for a scale that distance; for a morph its longest offset. (Bones that scale their children
 * enlarge the gains below them.) So a track's share is the tolerance divided by the number of moving tracks on that
 * path. */
typedef struct hone_error_budget {
    float *own;                 /* [bone_count] distance of the furthest of the bone's own vertices, bone space */
    float *offsets;             /* [morph_count] the longest offset */
    float slot_growth;          /* by how much an offset becomes longer in the space of a bone, at least 1 */
    float least;                /* smallest reach assumed for a bone, because other programs may attach objects to it */
    float *reach, *stretch;     /* [bone_count] distance that the bone carries; scale by its ancestors */
    float *furthest;            /* [bone_count] largest distance of the bone from its parent */
    float *growth;              /* [bone_count] by how much the bone can at most lengthen what it carries */
    float *changes[BAKE_PARTS]; /* [bone_count] largest difference of a value from the last key before the chunk */
    uint32_t deepest;           /* number of bones on the longest path */
    uint32_t meeting;           /* largest number of moving morphs that change one vertex; 0: none moves */
    /* [bone_count] moving tracks from the root to the bone; from the bone to the deepest leaf */
    uint32_t *moving, *below;
    uint8_t *touching;        /* [vertex_count] number of moving morphs that change the vertex */
    float *gains[BAKE_PARTS]; /* [bone_count] error of the model per error of a value */
    float *most[BAKE_PARTS];  /* [bone_count] largest allowed error of a value */
    float *most_weights;      /* [morph_count] largest allowed error of a weight */
    float still;              /* a movement below this length, in the model's unit, counts as none */
} hone_error_budget;

bool hone_error_budget_make(const hone_sample_chunk *chunk, hone_arena *memory, hone_error_budget *out,
                            hone_error *error);

/* Measures bones begin .. end - 1 of this chunk, for hone_error_budget_measure. Threads may measure different bones at
 * once. references: the last key value of each track, [bone_count * BAKE_PARTS][4], then one weight per morph. */
void hone_error_budget_measure_bones(hone_error_budget *budget, const hone_sample_chunk *chunk, uint32_t begin,
                                     uint32_t end, const float (*references)[4]);

/* Measures what does not depend on the tolerance: the gains, and which tracks move by how much. */
void hone_error_budget_measure(hone_error_budget *budget, const hone_sample_chunk *chunk, const float (*references)[4]);

/* Divides the tolerance for the samples of this chunk. */
void hone_error_budget_divide(hone_error_budget *budget, const hone_sample_chunk *chunk, float tolerance);

#endif
