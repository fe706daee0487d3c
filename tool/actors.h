/* Who plays what: an actor for each model on the command line, with the motions that go with it. */
#ifndef HONE_TOOL_ACTORS_H
#define HONE_TOOL_ACTORS_H

#include "tool/inputs.h"
#include "tool/playback_options.h"

#include <hone/actor.h>

typedef struct cast_member {
    const input *source;
    hone_actor *actor;
    double reached;           /* the last frame to which it was brought */
    uint32_t incidents_noted; /* bits: met, and warned of */
    bool fallback_noted;      /* of its skinning on the GPU */
} cast_member;

typedef struct cast {
    const play_values *play;
    hone_workers *workers;
    hone_model *made_for; /* what --motion-model names; or NULL */
    cast_member *members; /* [count] in the order of the models */
    uint32_t count;
} cast;

/* A motion plays on the model that it follows; one before all models on every one. A later motion wins.
 * simulate: by default bodies move; `play` may say otherwise. `in` and `play` must outlive the cast. */
int cast_make(const inputs *in, const play_values *play, bool simulate, cast *out, report *r);
void cast_release(cast *c);

/* At the end: which bodies physics could hardly hold at their joints. */
void cast_warn_of_physics(cast *c, report *r);

/* Everybody into the pose of that frame; if interrupted() perhaps not the whole way. */
void cast_update(cast *c, double frame, report *r);
void cast_update_member(cast *c, uint32_t member, double frame, report *r);

#endif
