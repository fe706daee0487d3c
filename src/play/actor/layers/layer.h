/* A motion of an actor: bound to its model, with clock, weight, fade and mask. */
#ifndef HONE_SRC_ACTOR_LAYERS_LAYER_H
#define HONE_SRC_ACTOR_LAYERS_LAYER_H

#include "base/memory/arena.h"
#include "play/actor/layers/clock.h"
#include <hone/actor.h>
#include <hone/root_motion.h>

/* A weight over the actor's frames: `from` up to `begin`, `to` from `end` on, linear in between. */
typedef struct hone_fade {
    double begin, end;
    float from, to;
} hone_fade;

/* Which events of a motion have been reported. */
typedef struct hone_event_cursor {
    double done;        /* the position of the motion up to which they have been */
    bool includes_done; /* those at `done` have not been */
    /* while an update reports events: */
    double from;       /* the position at its beginning; `done` is that at its end */
    double next, last; /* the numbers of the next and of the last event */
    double direction;  /* 1: forwards, -1: backwards */
} hone_event_cursor;

/* The data that never change while the motion plays, apart from sampler and mask. They are in their own arena. */
typedef struct hone_layer_data {
    hone_arena *memory;
    const hone_motion_event *events; /* [event_count] ascending; frames in place of seconds */
    uint32_t event_count;
    const hone_sync_marker *markers; /* [marker_count] ascending, at least one; frames in place of seconds */
    uint32_t marker_count;
    hone_pose reference;         /* if the layer is additive: from which its difference is taken */
    const hone_root_track *root; /* taken out of the pose, and kept by the motion; NULL: none */
} hone_layer_data;

/* Plain data but for sampler, mask and data, so a copy of the layer is its whole state. */
typedef struct hone_layer {
    uint32_t handle;
    uint32_t id;     /* of its sampler and mask: as the handle, but never used again after hone_layers_restore */
    bool joins;      /* cross-fades from the layers before it in its group */
    bool blends;     /* is blended with the layer before it, by weight */
    bool additive;   /* adds the difference to its reference */
    bool stops;      /* counts as stopped at the end of its clock */
    uint8_t sync;    /* hone_sync */
    bool leads;      /* others of its group follow its clock */
    hone_fade share; /* if `joins`: the fraction of the result of those layers that it replaces */
    hone_sampler *sampler;
    float *mask; /* [mask_count] NULL: 1 everywhere */
    uint32_t mask_count;
    hone_layer_data *data; /* NULL: nothing of it is needed */
    hone_clock clock;      /* of a layer that follows another one (`sync`): not used */
    double marker_offset;  /* how many markers it is ahead of the layer that it follows */
    hone_fade fade;
    double fade_out;  /* if `stops`: the frames before the end in which its weight goes to 0 */
    float root_share; /* its mask at the bone of root motion; 0 if it has no keys for that bone */
    double ends;      /* the actor's frame from which on it counts as stopped; may be infinite */
    hone_event_cursor events;
} hone_layer;

/* `now` is the actor's frame. Errors: as hone_actor_play. */
bool hone_layer_open(hone_layer *out, const hone_sampler_desc *sampler, const hone_play_desc *desc, double now,
                     hone_error *error);
void hone_layer_close(hone_layer *layer, const hone_allocator *allocator);

/* Fades from the weight at `now` to `weight` within `frames`. */
void hone_layer_fade(hone_layer *layer, double now, float weight, double frames);
float hone_fade_at(const hone_fade *fade, double frame);
float hone_layer_weight(const hone_layer *layer, double frame);

/* The actor's frame from which on the layer counts as stopped, without regard to others; may be infinite. */
double hone_layer_end(const hone_layer *layer);

/* Writes the motion at its own frame into a pose, without its root motion. */
void hone_layer_sample(hone_layer *layer, double own, hone_pose *pose, const hone_model *model);

/* Applies the motion at its own frame over `pose`, with the weight at the actor's frame. `over` is a scratch pose of
 * the same sizes. */
void hone_layer_apply(hone_layer *layer, double frame, double own, hone_pose *pose, hone_pose *over,
                      const hone_model *model);

#endif
