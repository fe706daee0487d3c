/* A rest pose for a humanoid whose file has none. Skeletons of motion capture often have joints whose axes point along
 * the bones; without rotations they are no human pose, and nothing can be compared with it. From the frames this finds
 * how such a skeleton stands upright: legs straight down, arms stretched to the sides, looking along +Z.
 *
 * Trunk, knees and elbows follow from the lengths of the bones and from how the joints bend in the frames; all other
 * joints get the mean of their rotations. */
#ifndef HONE_SRC_FORMAT_COMMON_STANCE_H
#define HONE_SRC_FORMAT_COMMON_STANCE_H

#include "base/memory/arena.h"
#include <hone/model.h>

typedef struct hone_stance_source {
    const hone_model *model; /* HONE_SPACE_GLTF; parents before children, no rotations at rest */
    uint32_t frame_count;    /* at least 1 */
    const uint8_t *turns;    /* [bone_count] whether a bone has rotations; any other keeps none */
    /* Writes the rotations of all bones relative to their parents. */
    void (*sample)(const void *user, uint32_t frame, float (*rotations)[4]);
    const void *user;
} hone_stance_source;

typedef enum hone_stance_kind {
    HONE_STANCE_FINE,    /* the model stands at rest, or is no humanoid that hone knows: nothing is to be done */
    HONE_STANCE_Z_UP,    /* up is +Z in the frames */
    HONE_STANCE_ROTATED, /* the rotations make it stand */
} hone_stance_kind;

/* Whether the model is no humanoid or stands upright at rest. */
bool hone_stance_is_fine(const hone_model *model);

/* rotations: [bone_count] out, relative to the parent; only written for ROTATED. Returns false if out of memory. */
bool hone_stance_find(const hone_stance_source *source, hone_arena *scratch, float (*rotations)[4],
                      hone_stance_kind *kind);

#endif
