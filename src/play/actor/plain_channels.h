/* The channels that an actor plays unchanged. */
#ifndef HONE_SRC_ACTOR_PLAIN_CHANNELS_H
#define HONE_SRC_ACTOR_PLAIN_CHANNELS_H

#include "core/motion/channel.h"
#include <hone/actor.h>

/* Returns the channels of the motion that alone makes the actor's pose at frames 0 to `last`, each at its own frame.
 * Returns NULL if anything else has an influence: a second motion, its weight, mask or clock, a goal, physics, a pose
 * edit, MMD's rig. */
const hone_channels *hone_actor_plain_channels(const hone_actor *actor, double last);

#endif
