/* The open files: characters, motions, cameras, light and sound; the current time and the mode of physics.
 *
 * Belongs to one thread. Motions play as in the command: on the model that they follow; a motion before all models on
 * every model that it fits; a motion opened later on the active character, or if it does not fit that, on another one.
 * Later motions win. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_H

#include "view/document/character/character.h"
#include "view/document/watch/file_identity.h"
#include "view/edit/history.h"

#include "tool/options/playback_options.h"
#include "tool/play/inputs.h"
#include "tool/scene/scene.h"

#include <hone/render.h>

typedef struct document_motion {
    uint32_t id;       /* unique, never reused */
    char *path, *name; /* name: the file's name for display */
    hone_motion *motion;
    uint32_t target; /* a character's id; 0: all characters */
    float weight;
    bool on, built_in;
    bool own;                /* from the model's own file: its bones are those of the model */
    char *clip;              /* the clip in its file, as in hone_load_desc; NULL: the first */
    keyframes *keys;         /* NULL: not asked for yet */
    uint32_t keys_character; /* whose bones they have; 0: none's */
    uint64_t keys_taken;     /* revision of the keys that `motion` was made of */
    int64_t keys_unchanged;  /* the last frame up to which the characters play the keys as they are */
    uint64_t keys_saved[2];  /* digests of the parts as they are in the file */
    bool keyed;              /* `motion` was made of the keys: it is not retargeted any more */
    bool fresh;              /* made in the viewer: it has no file yet */
    bool named;              /* the user chose its path: it may be saved there again without a question */
    bool recovered;          /* its file does not have what it was recovered with */
    bool skeleton;           /* its file has bones as well, and no mesh */
    bool moves;              /* has bones, morphs or chains; else it is only a camera or a light */
} document_motion;

typedef struct document_model { /* a character and the file that it was loaded from */
    character *character;
    char *path, *name, *folder;
    char *saved_as;              /* where its painted weights were saved; NULL: nowhere yet */
    struct input_folder *beside; /* what `files` refers to */
    bool built_in;
    file_identity identity;           /* characters with equal identities share one hone_model */
    hone_file_resolver files;         /* for its textures */
    uint32_t textures;                /* grows when its textures must be read again */
    uint64_t saved_pose, saved_place; /* digests of the saved state: see document_changes.h */
} document_model;

enum { DOCUMENT_NOTES = 64 };

/* The result of retargeting a motion to a model that it was not made for. */
typedef struct document_retargeted {
    hone_motion *motion, *as; /* as NULL: the motion plays unchanged */
    hone_model *model;
    bool fits; /* motion_fits, and it could be retargeted if that was necessary */
} document_retargeted;

/* What a scene that is opened does with what is open. */
typedef enum document_opening {
    DOCUMENT_OPENING_MERGES,   /* its models are added, and its look, camera, sound and rules count from now on */
    DOCUMENT_OPENING_REPLACES, /* nothing was open: it was closed as a step of the history */
    DOCUMENT_OPENING_ADDS      /* its models and motions are added, and all else stays */
} document_opening;

/* What the window shows beside the document. Steps of the history that exchange the document's files take it, and give
 * it back with the files. All NULL: there is no window. */
typedef struct document_window {
    void *user;
    void *(*take)(void *user);             /* a copy; NULL: out of memory */
    void (*give)(void *user, void *shown); /* takes the copy over */
    void (*release)(void *shown);
} document_window;

typedef struct document {
    character_rules rules;
    bool strict, allow_outside;
    /* the options of the command line; NULL: none. Must outlive the document. An opened scene replaces them by `merged`
     */
    const playback_values *play;
    const playback_values *given; /* play: merged: what it was */
    playback_values merged;       /* of the scene and `given`, which wins; its texts are those of `scene` */
    hone_model *made_for;         /* the model that motions were made for; NULL: not given */
    document_model **models;      /* [model_count] addresses stay valid until the model is closed */
    uint32_t model_count;
    document_motion *motions; /* [motion_count] in the order in which they were opened */
    uint32_t motion_count;
    document_retargeted *retargeted; /* [retargeted_count] made when a motion is first played */
    uint32_t retargeted_count;
    hone_motion *nothing; /* a motion of all models as it plays on those that it does not fit; NULL: not needed yet */
    uint32_t active;      /* a character's id; 0: none */
    char *sound;          /* a file's path; NULL: none. The viewer opens it */
    const hone_motion *camera_keys, *light_keys, *shadow_keys; /* the last motions with such keys; NULL: none */
    double duration;                                           /* seconds, of the longest motion that is on */
    double frame;                                              /* of the last update */
    history *history;
    hone_workers *workers;
    physics_catch_up *physics_catch_up;
    struct place_set *places;         /* of all characters; has a lock */
    uint64_t places_digest;           /* of what links the characters, when they were linked; 0: they must be linked */
    uint64_t carriers_moved;          /* a digest of what the carriers play */
    physics_catch_up_runner *runners; /* [runner_count] of the running catch-up */
    character **catching_up;
    uint32_t runner_count;
    double catch_up_frame;
    scene scene;            /* the one that was opened last; empty: none */
    uint32_t scenes_opened; /* grows with each one, so that the window shows it */
    document_opening opening;
    document_window window;
    bool is_scene;        /* it was opened from a scene file, alone, or saved as one */
    uint64_t saved_files; /* is_scene: a digest of what it had then */
    uint32_t next_id;
    uint32_t changes;            /* grows with each file opened or closed: lists must be rebuilt */
    uint32_t keys_generation;    /* grows when keys are destroyed */
    char *notes[DOCUMENT_NOTES]; /* warnings, "FILE: text", oldest first */
    uint32_t note_count;
    uint32_t noted; /* grows with each note, also when the oldest is dropped */
} document;

bool document_make(document *d, const character_rules *rules, uint32_t threads, hone_error *error);
void document_release(document *d);

/* Opens files in order; good files stay open if others fail. Sounds are recognised by their ending (document_is_sound).
 * False: the error names the first bad file; `bad` (may be NULL) is the number of bad files. */
bool document_open(document *d, const char *const *paths, uint32_t count, uint32_t *bad, hone_error *error);
/* The same with the places of the models before them. numbers: [count] the file's number for each path, as `places`
 * counts; errors are also those of places. */
bool document_open_placed(document *d, const char *const *paths, const uint32_t *numbers, uint32_t count,
                          const placement_options *places, uint32_t *bad, hone_error *error);
/* Opens a file as a motion, whatever it contains, for all characters. Errors: as for any file. */
bool document_open_as_motion(document *d, const char *path, hone_error *error);
bool document_open_built_in(document *d, hone_error *error);
/* Reads every file again. Edits are kept if the model's numbers of bones and morphs are the same as before. */
bool document_reload(document *d, hone_error *error);
void document_close_model(document *d, uint32_t character_id); /* also closes motions that play on it only */
void document_close_motion(document *d, uint32_t motion_id);
void document_close_all(document *d);
bool document_plays_on(const document_motion *m, const character *c);
/* The motion that plays on a character: the motion itself, its retargeted copy, or an empty one if it is for all models
 * and fits others better. Borrowed. */
hone_motion *document_played(const document *d, const document_motion *m, const character *c);
bool document_is_sound(const char *path); /* by its ending */

document_model *document_find(const document *d, uint32_t character_id); /* NULL: none */
document_model *document_active(const document *d);                      /* NULL: none */
void document_set_active(document *d, uint32_t character_id);

void document_set_motion(document *d, uint32_t motion_id, bool on, float weight);
/* Makes a motion play on another character; 0: on all. Errors: ARGUMENT (no such character, a motion of a model's own
 * file, or a motion in another space), MEMORY; then nothing changes. */
bool document_set_motion_target(document *d, uint32_t motion_id, uint32_t character_id, hone_error *error);
/* Switches an IK chain, as a command of the history. On: follows the motions if they turn it on at this frame, else
 * is on regardless of them. Off: its links keep their current rotations (history_release_chain). Errors: ARGUMENT,
 * MEMORY. */
bool document_switch_chain(document *d, character *c, uint32_t chain, bool on, hone_error *error);
/* False: the rules are unchanged. */
bool document_set_rules(document *d, const character_rules *rules, hone_error *error);
bool document_set_threads(document *d, uint32_t threads,
                          hone_error *error); /* threads of skinning on the CPU; 0: one for each processor */
void document_restart_physics(document *d);
void document_refresh_scene(document *d); /* updates the camera, light, sound and duration */

/* Updates all characters to the pose of `frame`, `seconds` after the last update. Exact physics that has not reached
 * the frame catches up in another thread; until then characters are shown without it. A character whose edit has
 * changed is shown with live physics that continues from the shown state, even if the frame does not change: while
 * `held` (the user drags something), and until exact physics, which restarts then, has caught up. If nothing has a
 * duration, everything after frame 0 is live physics, which begins when the bodies have come to rest. Adds the times of
 * the stages to m. Errors: MEMORY, if physics finds none; the characters are then shown without it. */
bool document_update(document *d, double frame, bool held, double seconds, frame_timing *m, hone_error *error);
bool document_is_moving(const document *d);           /* bodies move although the frame does not change */
bool document_is_endless(const document *d);          /* nothing has a duration, but bodies move with time */
double document_catch_up_progress(const document *d); /* progress of the catch-up, 0..1; negative: it is complete */
/* Waits for exact physics, for pictures and poses that must be exact. Errors: as document_update. */
bool document_settle(document *d, hone_error *error);

void document_note(document *d, const char *path, const char *text); /* drops a note that was already made */
void document_forget_notes(document *d);

#endif
