/* A model that is open: its actors, what plays on it, what the user has changed of it. */
#ifndef HONE_VIEW_DOCUMENT_CHARACTER_H
#define HONE_VIEW_DOCUMENT_CHARACTER_H

#include "view/document/live_physics.h"
#include "view/document/physics_catch_up.h"
#include "view/edit/edit.h"
#include "view/overlay/frame_timing.h"

#include <hone/actor.h>

typedef enum character_physics {
    CHARACTER_PHYSICS_OFF,
    CHARACTER_PHYSICS_LIVE,
    CHARACTER_PHYSICS_EXACT
} character_physics;

typedef struct character_rules { /* how characters are played */
    hone_curve_mode curve;
    hone_fixed_axis fixed_axis;
    hone_rig_options rig;
    hone_physics_options physics; /* `exact` is by the mode */
    character_physics mode;
    bool ik_off;
} character_rules;

typedef struct character_part { /* a motion that plays on it */
    const hone_motion *motion;
    float weight;
} character_part;

typedef struct character {
    uint32_t id; /* never another's */
    hone_model *model;
    edit *edit;
    bool visible;
    hone_actor *plain;  /* without physics: at any time at once */
    hone_actor *bodies; /* with exact physics; NULL: another mode, or nothing to simulate */
    live *live;         /* physics that goes on from what is shown; NULL: not needed yet, or as bodies */
    hone_actor *shown;  /* of the three, the one that was updated last */
    character_rules rules;
    hone_workers *workers;
    edit *bodies_edit;              /* what `bodies` goes by, as the chase may be at it */
    uint64_t revision;              /* of the edit that was copied to it */
    bool unedited;                  /* while it is asked what motions alone say */
    physics_catch_up_runner runner; /* `bodies`, and how far it is */
    bool stale;                     /* `bodies` has been told otherwise than it was simulated */
} character;

/* Takes a reference of the model. NULL: error. */
character *character_create(uint32_t id, hone_model *model, const character_rules *rules, hone_workers *workers,
                            hone_error *error);
void character_destroy(character *c);

/* Makes the actors anew, which play nothing yet: rules have changed. False: it has those it had. The chase must not be
 * at it. */
bool character_rebuild_actors(character *c, const character_rules *rules, hone_workers *workers, hone_error *error);

/* What plays, the later over the earlier. On an error (a motion of another space) it plays what came before. */
bool character_attach_motions(character *c, const character_part *parts, uint32_t count, hone_error *error);
void character_weigh(character *c, uint32_t part, float weight); /* without beginning anew */
void character_changed(character *c); /* motions, or all: physics must begin anew. The chase must not be at it */
void character_take_edit(
    character *c); /* exact physics must begin anew, by the edit as it is; live goes on. As above */

/* Whether a chain is on at a frame by motions and rules alone, whatever the edit says. chain: into hone_skeleton.iks.
 */
bool character_chain_by_motions(character *c, double frame, uint32_t chain);

bool character_is_edited(const character *c); /* since then */

/* Whether physics can be shown at `frame` at once: it is there, or just before it. */
bool character_is_ready(const character *c, double frame);
/* Whether there is something to chase. */
bool character_wants_chase(const character *c, double frame);

bool character_has_physics(const character *c);               /* by its mode and its model */
const hone_physics *character_physics_of(const character *c); /* NULL: it has none */
bool character_is_simulated(const character *c);              /* is shown so */

/* Its edit has changed: live physics goes on for so many seconds although the frame stands still, from the exact
 * physics that is shown at `frame`, where it does not yet. */
void character_linger(character *c, double frame, double seconds);
bool character_lingers(const character *c);
void character_rest(character *c);                        /* lingers no more */
bool character_goes_on(const character *c, double frame); /* live physics does, to this frame */

typedef enum character_show { CHARACTER_SHOW_PLAIN, CHARACTER_SHOW_EXACT, CHARACTER_SHOW_LIVE } character_show;

/* Into the pose of that frame. LIVE, where there cannot be such: plain. seconds: how long ago the last update was.
 * Counts what it took. */
void character_update(character *c, double frame, character_show how, double seconds, frame_timing *m);

#endif
