/* Who plays what: an actor for each model on the command line, with the motions that go with it. */
#ifndef HONE_TOOL_ACTORS_H
#define HONE_TOOL_ACTORS_H

#include "tool/inputs.h"
#include "tool/playback_options.h"

#include <hone/actor.h>

typedef struct actor_entry {
    const input *source;
    hone_actor *actor;
    double reached;           /* the last frame to which it was brought */
    uint32_t incidents_noted; /* bits: met, and warned of */
    bool fallback_noted;      /* of its skinning on the GPU */
} actor_entry;

typedef struct actor_list {
    const playback_values *play;
    hone_workers *workers;
    hone_model *made_for; /* what --motion-model names; or NULL */
    actor_entry *members; /* [count] in the order of the models */
    uint32_t count;
} actor_list;

/* A motion plays on the model that it follows; one before all models on every one. A later motion wins.
 * simulate: by default bodies move; `play` may say otherwise. `in` and `play` must outlive the cast. */
int actor_list_make(const inputs *in, const playback_values *play, bool simulate, actor_list *out, report *r);
void actor_list_release(actor_list *c);

/* At the end: which bodies physics could hardly hold at their joints. */
void actor_list_warn_of_physics(actor_list *c, report *r);

/* Everybody into the pose of that frame; if interrupted() perhaps not the whole way. */
void actor_list_update(actor_list *c, double frame, report *r);
void actor_list_update_member(actor_list *c, uint32_t member, double frame, report *r);

#endif
