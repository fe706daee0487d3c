/* A model that is open: its actors, what plays on it, what the user has changed of it. */
#ifndef HONE_VIEW_CHARACTER_H
#define HONE_VIEW_CHARACTER_H

#include "chase.h"
#include "edit.h"
#include "meter.h"

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
    hone_actor *bodies; /* with physics; NULL: off, or nothing to simulate */
    hone_actor *shown;  /* of the two, the one that was updated last */
    edit *bodies_edit;  /* what `bodies` goes by, as the chase may be at it */
    uint64_t revision;  /* of the edit that was copied to it */
    bool ik_off;
    chase_runner runner; /* `bodies`, and how far it is */
    bool stale;          /* `bodies` has been told otherwise than it was simulated */
} character;

/* Takes a reference of the model. NULL: error. */
character *character_create(uint32_t id, hone_model *model, const character_rules *rules, hone_workers *workers,
                            hone_error *error);
void character_destroy(character *c);

/* Makes the actors anew, which play nothing yet: rules have changed. False: it has those it had. The chase must not be
 * at it. */
bool character_recast(character *c, const character_rules *rules, hone_workers *workers, hone_error *error);

/* What plays, the later over the earlier. On an error (a motion of another space) it plays what came before. */
bool character_equip(character *c, const character_part *parts, uint32_t count, hone_error *error);
void character_weigh(character *c, uint32_t part, float weight); /* without beginning anew */
void character_changed(character *c); /* edit or motions: physics must begin anew. The chase must not be at it */

bool character_is_edited(const character *c); /* since then */

/* Whether physics can be shown at `frame` at once: it is there, or just before it. */
bool character_is_ready(const character *c, double frame);
/* Whether there is something to chase. */
bool character_wants_chase(const character *c, double frame);

/* Into the pose of that frame, with physics if `simulated`. Counts what it took. */
void character_update(character *c, double frame, bool simulated, meter *m);

#endif
