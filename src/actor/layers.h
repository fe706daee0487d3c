/* The motions of an actor, each over the previous ones. The motions of a cross-fade form a group. */
#ifndef HONE_SRC_ACTOR_LAYERS_H
#define HONE_SRC_ACTOR_LAYERS_H

#include "actor/layer.h"

enum { HONE_LAYERS_STOPPED_MOST = 32 };

typedef struct hone_layers {
    /* [count] lowest first; a group is a layer and all following ones that join it. Then [stopped] that have stopped.
     */
    hone_layer *items;
    uint32_t count, capacity;
    uint32_t stopped;     /* layers that saved states may need again, the one that stopped last first */
    bool keeps_stopped;   /* a state has been saved */
    uint32_t last_handle; /* of the layer added last; 0: none yet */
    uint32_t last_id;
    hone_pose over, below, other; /* scratch poses of the model's sizes, allocated by the owner */
} hone_layers;

void hone_layers_close(hone_layers *layers, const hone_allocator *allocator);

/* The layer of a handle; NULL if the handle is unknown or another motion has replaced it entirely at `frame`. */
hone_layer *hone_layers_find(const hone_layers *layers, uint32_t handle, double frame);
/* How many layers have not ended at `frame`, and the `index`th of them from below, or NULL. */
uint32_t hone_layers_count(const hone_layers *layers, double frame);
const hone_layer *hone_layers_at(const hone_layers *layers, uint32_t index, double frame);
/* The weight at `frame`, times the share of a cross-fade. */
float hone_layers_weight(const hone_layers *layers, const hone_layer *layer, double frame);

/* Adds a layer: on top, or, with `from`, at the end of the group of `from`, whose weight it takes over. Then removes
 * the layers that have ended at `now`. Returns its handle, or 0. Errors: as hone_actor_play. */
uint32_t hone_layers_add(hone_layers *layers, const hone_layer *from, const hone_sampler_desc *sampler,
                         const hone_play_desc *desc, double now, hone_error *error);
/* Removes a layer; if the next one joins it, that takes its place in the group. */
void hone_layers_remove(hone_layers *layers, hone_layer *layer, const hone_allocator *allocator);

/* Bytes that hone_layers_save writes. */
size_t hone_layers_state_size(const hone_layers *layers);
/* Saves all but samplers and masks. From now on, layers that stop are kept for hone_layers_restore. */
char *hone_layers_save(hone_layers *layers, char *to);
/* Checks bytes from outside. Errors: ARGUMENT (damaged, or a layer that is no longer there). */
bool hone_layers_state_fits(const hone_layers *layers, const char *from, size_t size, hone_error *error);
/* Restores a state that fits. Layers that it does not have are stopped. */
void hone_layers_restore(hone_layers *layers, const char *from);

/* Applies all motions to `pose`, which is at rest. */
void hone_layers_apply(hone_layers *layers, double frame, hone_pose *pose, const hone_model *model);

#endif
