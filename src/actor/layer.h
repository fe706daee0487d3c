/* A motion of an actor: bound to its model, with clock, weight, fade and mask. */
#ifndef HONE_SRC_ACTOR_LAYER_H
#define HONE_SRC_ACTOR_LAYER_H

#include <hone/actor.h>

/* A weight over the actor's frames: `from` up to `begin`, `to` from `end` on, linear in between. */
typedef struct hone_fade {
    double begin, end;
    float from, to;
} hone_fade;

typedef struct hone_layer {
    uint32_t handle;
    uint32_t id;     /* of its sampler and mask: as the handle, but never used again after hone_layers_restore */
    bool joins;      /* cross-fades from the layers before it in its group */
    hone_fade share; /* if `joins`: the fraction of the result of those layers that it replaces */
    hone_sampler *sampler;
    float *mask; /* [mask_count] NULL: 1 everywhere */
    uint32_t mask_count;
    bool loop;
    double last_frame; /* of its keys; may be fractional */
    /* the actor's frame that corresponds to frame 0 of the motion; frames of the motion per frame of the actor */
    double start, speed;
    hone_fade fade;
} hone_layer;

/* `now` is the actor's frame. Errors: as hone_actor_play. */
bool hone_layer_open(hone_layer *out, const hone_sampler_desc *sampler, const hone_play_desc *desc, double now,
                     hone_error *error);
void hone_layer_close(hone_layer *layer, const hone_allocator *allocator);

/* Fades from the weight at `now` to `weight` within `frames`. */
void hone_layer_fade(hone_layer *layer, double now, float weight, double frames);
float hone_fade_at(const hone_fade *fade, double frame);
float hone_layer_weight(const hone_layer *layer, double frame);

/* Applies the motion over `pose`. `over` is a scratch pose of the same sizes. */
void hone_layer_apply(hone_layer *layer, double frame, hone_pose *pose, hone_pose *over, const hone_model *model);

#endif
