/* A bone's position and rotation as numbers for display. Degrees are about X, Y, Z of R = Ry Rx Rz, as in MMD. */
#ifndef HONE_TOOL_EDIT_READOUT_H
#define HONE_TOOL_EDIT_READOUT_H

#include <hone/actor.h>

typedef struct readout {
    float position[3]; /* in model space */
    float degrees[3];  /* rotation from its parent: the result of motions, edits, chains and physics */
} readout;

readout readout_of(const hone_actor *actor, uint32_t bone); /* of the actor's last update; out of range: zeros */

typedef enum readout_part_kind {
    READOUT_KEYS,
    READOUT_MORPH,
    READOUT_APPEND,
    READOUT_IK,
    READOUT_PHYSICS,
    READOUT_PARTS
} readout_part_kind;

/* Gets how much a part adds to a bone in the actor's last update: three degrees, then the translation. Returns false if
 * the part is out of range or adds less than the numbers show (0.05 degrees, 0.005 units). */
bool readout_part(const hone_actor *actor, uint32_t bone, readout_part_kind part, float out[6]);

void readout_degrees(const float rotation[4], float out[3]); /* of a unit quaternion */
void readout_rotation(const float degrees[3], float out[4]);

#endif
