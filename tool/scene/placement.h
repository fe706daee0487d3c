/* Where a model stands in the world: at a point, turned and scaled, or on a bone of another model. */
#ifndef HONE_TOOL_SCENE_PLACEMENT_H
#define HONE_TOOL_SCENE_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* All zero: where its file has it. */
typedef struct placement {
    float at[3];      /* of the model's origin: world (MMD's axes and units); on a bone: from the bone, in its axes */
    float turn[3];    /* degrees about x, y and z; the rotation is Ry * Rx * Rz */
    float scale;      /* 0: 1 */
    uint32_t attach;  /* the number of the model that it is attached to, from 1 in the scene's order; 0: none */
    const char *bone; /* attach: as bone_name_find reads it */
} placement;

#endif
