/* Keys of a motion that covers the motions below it only partly. */
#ifndef HONE_VIEW_KEYS_KEYS_WEIGH_H
#define HONE_VIEW_KEYS_KEYS_WEIGH_H

#include "view/keys/keys.h"

/* Changes a value of a bone, morph, chain or of visibility so that, blended over `below` with a weight of 0 to 1 (as
 * hone_pose_blend does it), it gives the value that it has now. False, and nothing changed: no value does. That is so
 * for a weight of 0, for a rotation that would need more than half a turn, and below 0.5 for a switch. */
bool keys_weigh(keys_kind kind, const keys_value *below, float weight, keys_value *value);

#endif
