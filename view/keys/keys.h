/* The keys of a motion, as the user edits them: of the bones, morphs and IK chains of a character, and of camera, light
 * and self-shadow.
 *
 * Keys are in tracks. A track has at most one key a frame. The tracks and their indices never change: there is a track
 * for each part of the model, whether it has keys or not, then those of the motion that the model lacks. The index of a
 * track is its id.
 *
 * Keys are changed by commands of the history only: see keys_edit.h. The selection is not part of the history, except
 * that a key which comes back is selected as it was. */
#ifndef HONE_VIEW_KEYS_KEYS_H
#define HONE_VIEW_KEYS_KEYS_H

#include <hone/motion.h>

enum { KEYS_LAST_FRAME = 1 << 30 }; /* no key is after it */

typedef enum keys_kind {               /* tracks are in this order */
                         KEYS_VISIBLE, /* whether the character is drawn; one track, if there is a model */
                         KEYS_CHAIN,   /* whether an IK chain is on; a track for each name of a goal */
                         KEYS_BONE,
                         KEYS_MORPH,
                         KEYS_CAMERA, /* one track, always; KEYS_LIGHT and KEYS_SHADOW too */
                         KEYS_LIGHT,
                         KEYS_SHADOW,
                         KEYS_KIND_COUNT
} keys_kind;

typedef struct keys_bone { /* as in hone_bone_key */
    float translation[3], rotation[4];
    hone_curve curves[4];
    bool physics_off;
} keys_bone;

typedef struct keys_camera { /* as in hone_camera_key */
    hone_camera camera;
    hone_curve curves[6];
    bool no_cut;
} keys_camera;

typedef struct keys_shadow { /* as in hone_shadow_key */
    uint8_t mode;
    float distance;
} keys_shadow;

typedef union keys_value { /* the member for the kind of the track */
    bool on;               /* VISIBLE, CHAIN */
    keys_bone bone;
    float weight; /* MORPH */
    keys_camera camera;
    hone_light light;
    keys_shadow shadow;
} keys_value;

typedef struct keys_key {
    uint32_t frame;
    bool selected;
    keys_value value;
} keys_key;

typedef struct keys_track {
    keys_kind kind;
    hone_track_name name;  /* of the goal bone, bone or morph; others: an empty text */
    int32_t index;         /* of the chain, bone or morph in the model; HONE_NONE: the model lacks it */
    uint32_t count;        /* of keyframes */
    uint32_t selected;     /* of keyframes */
    const keys_key *array; /* [count] ascending; valid until the next change */
} keys_track;

typedef struct keyframes keyframes;

/* model: gives the tracks of a character, retained; NULL: only camera, light and shadow. motion: gives the keys, may be
 * NULL; its tracks that the model lacks become tracks too. Errors: ARGUMENT (a motion with channels or packed, or in
 * another space than the model, or a model that is not MMD's), MEMORY. */
keyframes *keys_create(const hone_model *model, const hone_motion *motion, hone_error *error);
void keys_destroy(keyframes *k); /* NULL is fine */
/* Whether keys_create accepts them. model: NULL is fine. */
bool keys_can_edit(const hone_model *model, const hone_motion *motion);

/* ---- reading -------------------------------------------------------------------------------------------------- */

uint32_t keys_track_count(const keyframes *k);
const keys_track *keys_get_track(const keyframes *k, uint32_t track); /* valid until the next change */
/* The track of a part of the model, or of the scene (index 0). KEYS_CHAIN: also of a chain whose goal has the name of
 * another chain's. UINT32_MAX: there is none. */
uint32_t keys_find_track(const keyframes *k, keys_kind kind, uint32_t index);

/* The index of the first key at or after the frame; the track's count if there is none. */
uint32_t keys_lower_bound(const keys_track *t, uint32_t frame);
const keys_key *keys_at(const keys_track *t, uint32_t frame); /* the key at this frame; NULL: none */
bool keys_value_equal(keys_kind kind, const keys_value *a, const keys_value *b);
uint32_t keys_curve_count(keys_kind kind);                  /* 4, 6 or 0 */
hone_curve *keys_curves(keys_kind kind, keys_value *value); /* NULL: none */
uint32_t keys_total(const keyframes *k);                    /* of all tracks */
uint32_t keys_last_frame(const keyframes *k);               /* 0: no keyframes */
/* The nearest frame after (forward) or before `frame` at which a track has a key; only tracks with a selected key, if
 * any key is selected. `frame` itself if there is none. */
uint32_t keys_next_frame(const keyframes *k, uint32_t frame, bool forward);

/* Grows with each change of keys that affects the motion, not of the selection. */
uint64_t keys_revision(const keyframes *k);
/* Grows with each change of keys or of the selection: what is drawn must be drawn again. */
uint64_t keys_drawn_revision(const keyframes *k);

/* ---- the selection -------------------------------------------------------------------------------------------- */

uint32_t keys_selected(const keyframes *k); /* how many keys are selected */
/* Selects or deselects a key. Nothing happens if there is none at the frame. */
void keys_select(keyframes *k, uint32_t track, uint32_t frame, bool on);
void keys_select_none(keyframes *k);
void keys_select_all(keyframes *k);
void keys_select_track(keyframes *k, uint32_t track, bool on); /* all its keyframes */
/* Selects the keys of these tracks from first to last, both included; the others stay as they are. */
void keys_select_box(keyframes *k, const uint32_t *tracks, uint32_t count, uint32_t first, uint32_t last);

/* ---- the motion ----------------------------------------------------------------------------------------------- */

typedef enum keys_part {                        /* bits */
                         KEYS_OF_CHARACTER = 1, /* bones, morphs, chains, whether it is visible */
                         KEYS_OF_SCENE = 2,     /* camera, light, self-shadow */
                         KEYS_ALL = 3
} keys_part;

/* Makes a motion of the keys. NULL: error. Errors: MEMORY. Cost: a copy of the keys. */
hone_motion *keys_motion(const keyframes *k, keys_part part, hone_error *error);
/* A hash of the keys by the names of their tracks: equal keys have equal ones. Cost: a pass over the keys of the
 * tracks that have changed. */
uint64_t keys_digest(keyframes *k, keys_part part);
/* Whether the tracks are those of this model too, as after its file was read again. */
bool keys_fit(const keyframes *k, const hone_model *model);
/* The number of tracks with keys whose names CP932, and so a VMD, cannot hold. */
uint32_t keys_lost_names(const keyframes *k);

/* ---- changes, for the history --------------------------------------------------------------------------------- */

typedef struct keys_change { /* of one frame of a track */
    uint32_t track, frame;
    bool present;  /* false: there is no key */
    bool selected; /* of the key */
    keys_value value;
} keys_change;

/* The key at a frame as a change that would make it so. */
keys_change keys_state(const keyframes *k, uint32_t track, uint32_t frame);
/* Makes room, so that keys_apply cannot fail. changes: ascending by track, then by frame, none twice. False: out of
 * memory, nothing changed. */
bool keys_reserve(keyframes *k, const keys_change *changes, uint32_t count);
/* Applies the changes in one pass over the tracks that they name. keys_reserve has succeeded for them, or a state with
 * as many keys has been there before. */
void keys_apply(keyframes *k, const keys_change *changes, uint32_t count);
/* The last frame up to which the motion is as it was at the last call: the frame of the key before the first changed
 * one, in the track where that is earliest. -1: it may differ everywhere; INT64_MAX: nothing has changed. */
int64_t keys_take_unchanged(keyframes *k);

#endif
