/* How a bone stands, in numbers for people: degrees about X, Y, Z of R = Ry Rx Rz, as MMD shows turns. */
#ifndef HONE_VIEW_EDIT_READOUT_H
#define HONE_VIEW_EDIT_READOUT_H

#include <hone/actor.h>

typedef struct readout {
    float position[3]; /* in the model */
    float degrees[3];  /* turned from its parent: by motions, edits, chains and physics together */
} readout;

readout readout_of(const hone_actor *actor, uint32_t bone); /* of the actor's last update; out of range: zeros */

void readout_degrees(const float rotation[4], float out[3]); /* of a unit quaternion */
void readout_rotation(const float degrees[3], float out[4]);

#endif
