/* What is open: characters, motions, cameras, light, sound; what time it shows, and with which physics.
 *
 * Belongs to one thread. The command's rule: a motion plays on the model that it follows; one before all models on
 * every one; one that is opened alone on the character that is active. Later motions win. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_H

#include "view/document/character.h"
#include "view/document/file_identity.h"
#include "view/edit/history.h"

#include "tool/inputs.h"
#include "tool/playback_options.h"

#include <hone/render.h>

typedef struct document_motion {
    uint32_t id;       /* never another's */
    char *path, *name; /* name: of the file, for people */
    hone_motion *motion;
    uint32_t target; /* a character's id; 0: all */
    float weight;
    bool on, built_in;
    bool own;   /* of the file that the model is in: on the bones that it was made for */
    char *clip; /* which of its file's, as hone_load_desc says; NULL: the first */
    bool moves; /* bones, morphs or chains: else it is a camera or a light alone */
} document_motion;

typedef struct document_model { /* a character, and the file it came from */
    character *who;
    char *path, *name, *folder;
    bool built_in;
    file_identity identity;   /* equal ones have one hone_model */
    hone_file_resolver files; /* of its textures */
} document_model;

enum { DOCUMENT_NOTES = 64 };

/* What a motion is on a model that it was not made for. */
typedef struct document_retargeted {
    hone_motion *motion, *as; /* as NULL: itself */
    hone_model *model;
} document_retargeted;

typedef struct document {
    character_rules rules;
    bool strict, allow_outside;
    const playback_values *play; /* how motions are retargeted; NULL: as without options. Must outlive the document */
    hone_model *made_for;        /* the model that motions were made for; NULL: nobody said */
    document_model **models;     /* [model_count] each stays where it is until it is closed */
    uint32_t model_count;
    document_motion *motions; /* [motion_count] in the order in which they were opened */
    uint32_t motion_count;
    document_retargeted *retargeted; /* [retargeted_count] made when first played */
    uint32_t retargeted_count;
    uint32_t active; /* a character's id; 0: none is */
    char *sound;     /* a file's path; NULL: none. Whoever plays it opens it */
    const hone_motion *camera_keys, *light_keys, *shadow_keys; /* the last with such; NULL: none */
    double duration;                                           /* seconds, of the longest motion that is on */
    double frame;                                              /* of the last update */
    history *history;
    hone_workers *workers;
    physics_catch_up *physics_catch_up;
    physics_catch_up_runner *runners; /* [runner_count] of the chase under way */
    character **chased;
    uint32_t runner_count;
    double chased_frame;
    uint32_t next_id;
    uint32_t changes;            /* grows with each file opened or closed: lists are to be made anew */
    char *notes[DOCUMENT_NOTES]; /* warnings, "FILE: what", oldest first */
    uint32_t note_count;
    uint32_t noted; /* grows with each note, also where the oldest went */
} document;

bool document_make(document *d, const character_rules *rules, uint32_t threads, hone_error *error);
void document_release(document *d);

/* Opens files in their order; those that are good stay. Sounds are known by their bytes being nothing else: see
 * document_is_sound. False: the error is of the first that is bad, and names it; `bad` (may be NULL) says how many. */
bool document_open(document *d, const char *const *paths, uint32_t count, uint32_t *bad, hone_error *error);
bool document_open_built_in(document *d, hone_error *error);
/* Reads every file again, as it now is; edits stay where the model's bones and morphs are as many as before. */
bool document_reload(document *d, hone_error *error);
void document_close_model(document *d, uint32_t character_id); /* and the motions that play on it alone */
void document_close_motion(document *d, uint32_t motion_id);
void document_close_all(document *d);
bool document_plays_on(const document_motion *m, const character *c);
/* What of a motion plays on a character: the motion itself, or as retargeted. Not the caller's to release. */
hone_motion *document_played(const document *d, const document_motion *m, const character *c);
bool document_is_sound(const char *path); /* by its ending */

document_model *document_find(const document *d, uint32_t character_id); /* NULL: none */
document_model *document_active(const document *d);                      /* NULL: none */
void document_set_active(document *d, uint32_t character_id);

void document_set_motion(document *d, uint32_t motion_id, bool on, float weight);
/* Has a motion play on another character; 0: on all. Errors: ARGUMENT (there is none such, a motion of a model's own
 * file, or one of another space), MEMORY; then it plays where it did. */
bool document_give_motion(document *d, uint32_t motion_id, uint32_t character_id, hone_error *error);
/* Switches an IK chain, as a command of the history. On: as motions say where they have it on at this frame, else
 * whatever they say. Off: its links stay as they are turned (history_release_chain). Errors: ARGUMENT, MEMORY. */
bool document_switch_chain(document *d, character *c, uint32_t chain, bool on, hone_error *error);
/* False: the rules stay as they were. */
bool document_set_rules(document *d, const character_rules *rules, hone_error *error);
bool document_set_threads(document *d, uint32_t threads,
                          hone_error *error); /* of the CPU's skinning; 0: one a processor */
void document_restart_physics(document *d);

/* All into the pose of `frame`; `seconds` after the last update. Physics that is not there yet is brought there
 * meanwhile; until then characters are shown without. Whose edit has changed is shown with live physics that goes on
 * from what was shown, also where the frame stands still: while `held` (something is being dragged), and until exact
 * physics, which then begins anew, is there. Where nothing has a length all after frame 0 is live, and there bodies
 * first come to rest. Counts what it took. */
void document_update(document *d, double frame, bool held, double seconds, frame_timing *m);
bool document_is_moving(const document *d);  /* bodies move although the frame stands still */
bool document_is_endless(const document *d); /* nothing has a length, but there are bodies that time moves */
double document_chasing(const document *d);  /* 0..1 of the way physics still has; negative: it is there */
void document_settle(document *d);           /* waits until it is there: for pictures and poses that shall be true */

void document_note(document *d, const char *path, const char *text); /* not twice the same */
void document_forget_notes(document *d);

#endif
