/* An open model: its actors, the motions that play on it, and the user's edits. */
#ifndef HONE_VIEW_DOCUMENT_CHARACTER_CHARACTER_H
#define HONE_VIEW_DOCUMENT_CHARACTER_CHARACTER_H

#include "tool/edit/edit.h"
#include "tool/place/place_chain.h"
#include "tool/play/gaze.h"
#include "tool/scene/scene.h"
#include "view/document/character/live_physics.h"
#include "view/document/character/physics_catch_up.h"
#include "view/overlay/frame_timing.h"
#include "view/paint/brush.h"

#include <hone/actor.h>

typedef enum character_physics {
    CHARACTER_PHYSICS_OFF,
    CHARACTER_PHYSICS_LIVE,
    CHARACTER_PHYSICS_EXACT
} character_physics;

typedef enum character_layer {                      /* which bends the user makes: see document_keys.h */
                               CHARACTER_KEYS,      /* those that wait to be registered as keys */
                               CHARACTER_CORRECTION /* those of the whole motion */
} character_layer;

typedef struct character_rules { /* how characters are simulated and played */
    hone_mmd_rules mmd;
    hone_physics_options physics; /* `exact` is set by the mode */
    character_physics mode;
    bool ik_off;
} character_rules;

typedef struct character_part { /* a motion that plays on the character */
    const hone_motion *motion;
    float weight;
} character_part;

/* What a character looks at, beside its motions. Each of its actors has a goal of its own. */
typedef struct character_look_at {
    bool on;
    float point[3]; /* world */
    hone_affine place;
    struct {
        const hone_actor *actor; /* that has the goal; NULL: none */
        character_gaze gaze;
    } actors[3];
} character_look_at;

typedef struct character {
    uint32_t id;               /* unique, never reused */
    hone_model *model;         /* as its file has it */
    hone_model *painted;       /* the model with the weights of the edit, which all actors have; NULL: `model` */
    uint64_t painted_revision; /* of the weights in `painted` */
    edit *edit;                /* the layer that is bent now: one of the next two */
    edit *bends, *correction;  /* `correction` applies after `bends`, and has hidden materials, place and weights */
    character_layer layer;
    painter *painter; /* NULL: nothing was painted yet */
    bool visible;
    scene
        stage; /* at most one model: its keys, and how it is drawn, as a scene said; characters' ids are its numbers */
    hone_actor *plain;  /* without physics; can be updated to any time at once */
    hone_actor *bodies; /* with exact physics; NULL: another mode, or nothing to simulate */
    live_physics *live; /* physics that continues from the shown state; NULL: not needed yet, or as for `bodies` */
    hone_actor *shown;  /* one of the three, the one updated last */
    character_rules rules;
    hone_workers *workers;
    edit *bodies_edit;              /* the bends that `bodies` uses, since the catch-up thread may be reading them */
    edit *bodies_correction;        /* the same of the correction */
    uint64_t revision;              /* of the bends when they were copied to bodies_edit */
    uint64_t correction_revision;   /* of the correction when it was copied */
    bool unedited;                  /* edits are ignored while the motions alone are sampled */
    bool uncorrected;               /* only the bends are applied while a pose is registered */
    physics_catch_up_runner runner; /* `bodies`, and how far it was simulated */
    bool stale;                     /* the motions or edits of `bodies` changed after it was simulated */
    /* where it is; its carrier, if bodies of another character follow it, has the edits of `bodies`. Only
     * document_follow_places changes what the catch-up thread may be reading */
    place_chain place;
    bool follows;               /* physics moves with its place */
    bool carries;               /* it has a carrier */
    hone_rigid_transform world; /* follows: where it was shown last, for live physics */
    uint64_t links;             /* a digest of what carries it and its bones */
    uint64_t moved;             /* grows with each change of its motions and edits */
    uint64_t standing;          /* a digest of its place, and of what carries it and its bones */
    uint64_t placed;            /* `standing` when physics took it; 0: not taken, or it does not matter */
    character_look_at look_at;
} character;

/* The members of the scene for this character, except its placement; NULL: there are none. */
const scene_model *character_stage(const character *c);

/* Retains the model. NULL: error. */
character *character_create(uint32_t id, hone_model *model, const character_rules *rules, hone_workers *workers,
                            hone_error *error);
void character_destroy(character *c);

/* Creates the actors again after the rules changed; they play nothing yet. False: the old actors stay. The catch-up
 * must not be using them. */
bool character_rebuild_actors(character *c, const character_rules *rules, hone_workers *workers, hone_error *error);

/* Sets the motions that play; later ones win over earlier ones. On an error (a motion in another space) those before it
 * play. */
bool character_attach_motions(character *c, const character_part *parts, uint32_t count, hone_error *error);
void character_weigh(character *c, uint32_t part, float weight); /* without restarting live physics */
/* Puts another version of a motion in the place of that part. Exact physics keeps what it simulated up to the frame up
 * to which both are the same; -1: nothing. The catch-up must not be using it. On an error the old version stays. */
bool character_replace_motion(character *c, uint32_t part, const hone_motion *to, double frame, hone_error *error);
void character_set_layer(character *c, character_layer layer);
/* Makes the bends that wait to be registered apply at a frame that is shown, and at all later ones: exact physics keeps
 * the steps before the first such frame. */
void character_visit(character *c, double frame);
/* Motions or all changed: physics must restart. The catch-up must not be using it. */
void character_changed(character *c);
/* Exact physics must take the current bends; it keeps the steps that they do not change. Live physics continues. The
 * same condition. */
void character_take_edit(character *c);

/* Whether motions and rules turn a chain on at a frame, without the edit. chain: index in hone_skeleton.iks. */
bool character_chain_by_motions(character *c, double frame, uint32_t chain);

/* Samples the pose that keys would have to make at a frame, which is shown: motions and bends without the correction.
 * Valid until the next update. */
const hone_pose *character_registered_pose(character *c, double frame);

/* Exact physics must restart, at another place; live physics continues. The catch-up must not be using it. */
void character_moved(character *c);

/* Samples the pose of the motions at a frame, without that part and without edits. Valid until the next update. */
const hone_pose *character_pose_without(character *c, uint32_t part, double frame);

bool character_is_edited(const character *c); /* since character_take_edit */
bool character_is_ahead(const character *c);  /* exact physics does not know yet how it is carried */
bool character_is_bent(const character *c);   /* in a layer, or materials are hidden */

/* The model with painted weights, if there are any; else the file's. */
const hone_model *character_shown_model(const character *c);
/* Whether weights were painted since character_take_weights. */
bool character_needs_weights(const character *c);
/* Gives all actors the painted weights. The catch-up must not be using them. Errors: MEMORY. */
bool character_take_weights(character *c, hone_error *error);

/* Whether exact physics can be shown at `frame` at once: it is there, or shortly before. */
bool character_is_ready(const character *c, double frame);
/* Whether exact physics has to catch up. */
bool character_needs_catch_up(const character *c, double frame);

/* From the next update on its eyes look at a point of the world; NULL: as the motions have it. place: where it is. */
void character_look(character *c, const float point[3], const hone_affine *place);

bool character_has_physics(const character *c);               /* by its mode and its model */
const hone_physics *character_physics_of(const character *c); /* NULL: it has none */
bool character_is_simulated(const character *c);              /* whether the shown pose has physics */

/* The edit changed: live physics continues for `seconds` while the frame does not change. If it is not running,
 * it begins with the exact physics shown at `frame`. */
void character_linger(character *c, double frame, double seconds);
bool character_lingers(const character *c);
void character_rest(character *c);                        /* ends the lingering */
bool character_goes_on(const character *c, double frame); /* whether live physics can continue to this frame */

typedef enum character_show { CHARACTER_SHOW_PLAIN, CHARACTER_SHOW_EXACT, CHARACTER_SHOW_LIVE } character_show;

/* Updates the pose to that frame. LIVE: falls back to PLAIN if live physics is not possible. seconds: time since the
 * last update. Adds the times of the stages to m. Errors: as hone_actor_update. */
bool character_update(character *c, double frame, character_show how, double seconds, frame_timing *m,
                      hone_error *error);

#endif
