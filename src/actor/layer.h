/* A motion on an actor: bound, with its own clock, its weight and its mask. */
#ifndef HONE_SRC_ACTOR_LAYER_H
#define HONE_SRC_ACTOR_LAYER_H

#include <hone/actor.h>

/* A weight over the actor's frames: `from` until `begin`, `to` from `end` on, straight between them. */
typedef struct hone_fade {
    double begin, end;
    float from, to;
} hone_fade;

typedef struct hone_layer {
    uint32_t handle;
    bool joins;      /* a cross-fade from the layers before it in its group */
    hone_fade share; /* of a layer that joins: how much of what those come to it replaces */
    hone_sampler *sampler;
    float *mask; /* [mask_count] NULL: 1 everywhere */
    uint32_t mask_count;
    bool loop;
    double last_frame;   /* of its keys, perhaps between two frames */
    double start, speed; /* the actor's frame at which its frame 0 is; its frames a frame of the actor */
    hone_fade fade;
} hone_layer;

/* `now` is the actor's frame. Errors: as hone_actor_play. */
bool hone_layer_open(hone_layer *out, const hone_sampler_desc *sampler, const hone_play_desc *desc, double now,
                     hone_error *error);
void hone_layer_close(hone_layer *layer, const hone_allocator *allocator);

/* From where the weight is at `now` to `weight`, within so many frames. */
void hone_layer_fade(hone_layer *layer, double now, float weight, double frames);
float hone_fade_at(const hone_fade *fade, double frame);
float hone_layer_weight(const hone_layer *layer, double frame);

/* Lays the motion over `pose`. `over` is a pose of the same sizes, this function's to use. */
void hone_layer_apply(hone_layer *layer, double frame, hone_pose *pose, hone_pose *over, const hone_model *model);

#endif
