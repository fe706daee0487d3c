/* An actor for each model on the command line, with the motions that play on it. */
#ifndef HONE_TOOL_PLAY_ACTORS_H
#define HONE_TOOL_PLAY_ACTORS_H

#include "tool/options/playback_options.h"
#include "tool/place/place_set.h"
#include "tool/play/corrections.h"
#include "tool/play/gaze.h"
#include "tool/play/inputs.h"

#include <hone/actor.h>
#include <hone/render.h>

typedef struct actor_entry {
    const input *source;
    hone_actor *actor;
    uint32_t incidents_noted; /* bit mask of the incidents already reported */
    bool fallback_noted;      /* its fallback from skinning on the GPU was reported */
    hone_motion **motions;    /* [motion_count] what it plays, in this order */
    uint32_t motion_count;
    place_chain chain;     /* where it is, and the bones of others that it follows */
    hone_affine place;     /* where it was at the last update: world from its own world (hone_world_from_model) */
    float opacity;         /* at the last update */
    bool no_ground_shadow; /* at the last update */
    bool simulates_alone;  /* its physics reads nothing of other members */
    double brought_to; /* actor_list_play_alone: the frame that it was brought to for those that follow it; NAN: none */
    corrections corrections; /* of its pose, over the motions */
    character_gaze gaze;
    struct actor_list *list; /* that it is in */
} actor_entry;

typedef struct actor_list { /* must not move */
    const playback_values *play;
    hone_workers *workers;
    hone_model *made_for; /* the model of --motion-model, or NULL */
    actor_entry *members; /* [count] in the order of the models */
    uint32_t count;
    place_set places;   /* of the members; its order is that of updates */
    hone_error brought; /* actor_list_play_alone: the first failure of a member that others follow */
} actor_list;

/* A motion plays on the model that it follows; a motion before all models plays on every model. A later motion wins.
 * simulate: whether bodies move by default; `play` may override it. `in` and `play` must outlive the list. */
int actor_list_make(const inputs *in, const playback_values *play, bool simulate, actor_list *out, report *r);
void actor_list_release(actor_list *c);

/* Makes an actor that plays the same motions on the same model, without physics and with the calling thread alone.
 * follow: its bones follow bones of other models as the member's do; then only one thread may use it and the list.
 * NULL: failed, or its bones would have to follow. */
hone_actor *actor_list_copy_member(const actor_list *c, uint32_t member, bool follow, hone_error *error);

/* Call at the end. Warns of bodies that physics could hardly hold at their joints. */
void actor_list_warn_of_physics(actor_list *c, report *r);

/* Poses all actors at that frame. Returns the exit status of the command: OK; FAILED if physics has no memory, which is
 * reported. */
int actor_list_update(actor_list *c, double frame, report *r);
int actor_list_update_member(actor_list *c, uint32_t member, double frame, report *r);

/* Poses all actors again that look at another point of the world than at their last update, which was at that frame. */
int actor_list_look(actor_list *c, const float point[3], double frame, report *r);

/* From now on members are played one at a time, from any frame, and not by actor_list_update: what a member follows is
 * brought to its frame when that is read. Call it again before the next member. */
void actor_list_play_alone(actor_list *c);

/* After actor_list_play_alone: sets the place and the opacity of a member at a frame, as actor_list_update would. Does
 * not pose the member itself. */
int actor_list_place(actor_list *c, uint32_t member, double frame, report *r);

/* Where a member is in the world: actor_entry.place; NULL: where its file has it. */
const hone_affine *actor_entry_place(const actor_entry *member);

#endif
