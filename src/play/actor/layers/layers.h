/* The motions of an actor, each over the previous ones. Those of a cross-fade, or of a blend, form a group. */
#ifndef HONE_SRC_ACTOR_LAYERS_LAYERS_H
#define HONE_SRC_ACTOR_LAYERS_LAYERS_H

#include "play/actor/layers/layer.h"

enum { HONE_LAYERS_STOPPED_MOST = 32, HONE_BLEND_MOST = 16 };

typedef struct hone_layers {
    /* [count] lowest first; a group is a layer and all following ones that join it. Then [stopped] that have stopped.
     */
    hone_layer *items;
    uint32_t count, capacity;
    uint32_t stopped;     /* layers that saved states may need again, the one that stopped last first */
    bool keeps_stopped;   /* a state has been saved */
    uint32_t last_handle; /* of the layer added last; 0: none yet */
    uint32_t last_id;
    bool roots;                          /* a motion with root motion has been added */
    int32_t root_bone;                   /* if `roots`: hone_root_bone */
    hone_pose over, below, other;        /* scratch poses of the model's sizes, allocated by the owner */
    hone_pose *members[HONE_BLEND_MOST]; /* [member_count] scratch poses for states that blend several motions */
    uint32_t member_count;
} hone_layers;

void hone_layers_close(hone_layers *layers, const hone_allocator *allocator);

/* ---- groups ---- */

/* A group is one layer for the user: states, of which each cross-fades from those before it. A state is a motion and
 * all following ones that are blended with it. Indices of the first item, and behind the last. */
uint32_t hone_layers_group_begin(const hone_layers *layers, uint32_t index);
uint32_t hone_layers_group_end(const hone_layers *layers, uint32_t index);
uint32_t hone_layers_state_begin(const hone_layers *layers, uint32_t index);
uint32_t hone_layers_state_end(const hone_layers *layers, uint32_t index);

/* The first item of the group that is visible at `frame`: a share of 1 hides all states before it. */
uint32_t hone_layers_first_showing(const hone_layers *layers, uint32_t begin, uint32_t end, double frame);

/* Whether a later item of its group hides a layer at `frame`; whether it is hidden or has reached its own end. */
bool hone_layers_is_hidden(const hone_layers *layers, uint32_t index, double frame);
bool hone_layers_has_ended(const hone_layers *layers, uint32_t index, double frame);

/* The actor's frame from which on a layer counts as stopped, by its own end or by a cross-fade; may be infinite. */
double hone_layers_end(const hone_layers *layers, const hone_layer *layer);

/* The layer of a handle; NULL if the handle is unknown or the motion counts as stopped at `frame`. */
hone_layer *hone_layers_find(const hone_layers *layers, uint32_t handle, double frame);
/* How many layers have not ended at `frame`, and the `index`th of them from below, or NULL. */
uint32_t hone_layers_count(const hone_layers *layers, double frame);
const hone_layer *hone_layers_at(const hone_layers *layers, uint32_t index, double frame);
/* The sum of the weights of a state's motions that are not additive. */
float hone_layers_state_weight(const hone_layers *layers, uint32_t index, double frame);
/* The weight at `frame`, as a part of its state's, times the share of a cross-fade. */
float hone_layers_weight(const hone_layers *layers, const hone_layer *layer, double frame);

/* ---- adding and removing ---- */

/* How a new layer is related to `from`. */
typedef enum hone_layer_place {
    HONE_LAYER_ON_TOP,  /* not at all */
    HONE_LAYER_FADES,   /* it cross-fades from the group of `from`, whose weight it takes over */
    HONE_LAYER_BLENDS,  /* it is blended with the state of `from` */
    HONE_LAYER_REPLACES /* as FADES, but at once */
} hone_layer_place;

/* Adds a layer. Then removes the layers that have ended at `now`. Returns its handle, or 0. Errors: as hone_actor_play.
 */
uint32_t hone_layers_add(hone_layers *layers, const hone_layer *from, hone_layer_place place,
                         const hone_sampler_desc *sampler, const hone_play_desc *desc, double now, hone_error *error);
/* Removes a layer; the next one of its state, or, if it was alone, of its group takes its place. */
void hone_layers_remove(hone_layers *layers, hone_layer *layer, double now, const hone_allocator *allocator);

/* ---- clocks ---- */

/* The layer whose clock a layer follows: itself, if it keeps no step with others. */
hone_layer *hone_layers_leader(const hone_layers *layers, const hone_layer *layer);
/* The position of a layer, which may be that of its leader, in its own frames. */
double hone_layers_position(const hone_layers *layers, const hone_layer *layer, double frame);
/* Sets position and speed of a layer, or of its leader, from `now` on. Events at the position count as not reported. */
void hone_layers_seek(hone_layers *layers, hone_layer *layer, double now, double position);
/* Sets the speed of a layer, or of its leader, from `now` on. It goes on from where it is. */
void hone_layers_set_speed(hone_layers *layers, hone_layer *layer, double now, double speed, bool paused);
/* Begins the lines of all clocks whose speed depends on weights anew at `now`, before weights change. */
void hone_layers_anchor(hone_layers *layers, double now);
/* Hands the lead of its group on to the next layer, if the layer leads, from `at` on. */
void hone_layers_resign(hone_layers *layers, hone_layer *layer, double at);
/* Hands the lead on from the layers that have ended at `now`. */
void hone_layers_settle(hone_layers *layers, double now);
/* How many markers `layer` is ahead of `leader` when they are in step; negative if their markers do not agree. */
double hone_layers_marker_offset(const hone_layer *layer, const hone_layer *leader);

/* ---- saved states ---- */

/* Bytes that hone_layers_save writes. */
size_t hone_layers_state_size(const hone_layers *layers);
/* Saves all but samplers and masks. From now on, layers that stop are kept for hone_layers_restore. */
char *hone_layers_save(hone_layers *layers, char *to);
/* Checks bytes from outside. Errors: ARGUMENT (damaged, or a layer that is no longer there). */
bool hone_layers_state_fits(const hone_layers *layers, const char *from, size_t size, hone_error *error);
/* Restores a state that fits. Layers that it does not have are stopped. */
void hone_layers_restore(hone_layers *layers, const char *from);

/* ---- root motion ---- */

/* Finds which part a layer has in the movement of the root, once any layer has root motion. */
void hone_layers_find_root(hone_layers *layers, hone_layer *layer, const hone_model *model);
/* The movement between two of the actor's frames. */
hone_root_delta hone_layers_root_motion(const hone_layers *layers, double from, double to);

/* ---- events ---- */

/* Reports the events of all layers between two of the actor's frames, in their order. */
void hone_layers_report(hone_layers *layers, double before, double now, hone_event_report *report, void *user);

/* ---- evaluation ---- */

/* Applies all motions to `pose`, which is at rest. */
void hone_layers_apply(hone_layers *layers, double frame, hone_pose *pose, const hone_model *model);

#endif
