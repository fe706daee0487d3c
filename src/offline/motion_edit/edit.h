/* A motion that is being changed: its tracks as lists, of any kind of key, until a new motion is made of them. */
#ifndef HONE_SRC_OFFLINE_MOTION_EDIT_EDIT_H
#define HONE_SRC_OFFLINE_MOTION_EDIT_EDIT_H

#include "base/files/byte_writer.h"
#include "base/memory/arena.h"
#include "offline/motion_edit/key_kinds.h"
#include <hone/io.h>
#include <hone/motion_edit.h>
#include <string.h>

/* The keys of a bone or morph, or all keys of the camera, light, self-shadow or properties. */
typedef struct hone_edit_track {
    const hone_key_kind *kind;
    hone_track_name name; /* of a bone or morph; otherwise empty */
    uint32_t count;
    const char *keys; /* [count] of kind->size bytes; they belong to the old motion or to the edit */
} hone_edit_track;

typedef struct hone_edit {
    hone_arena *memory;
    const hone_allocator *allocator;
    const char *model_name;
    hone_edit_track *tracks; /* [count] */
    uint32_t count;
    uint32_t last_frame;
    hone_motion_edit_report report;
    bool failed; /* out of memory */
} hone_edit;

/* Lists the tracks of a motion, which must outlive the edit. Fails for a motion without MMD's tracks. Call
 * hone_edit_finish afterwards in any case. */
bool hone_edit_begin(hone_edit *edit, const hone_motion *motion, const hone_allocator *allocator, hone_error *error);

/* Makes the new motion of the tracks, unless `good` is false, and releases the edit. */
hone_motion *hone_edit_finish(hone_edit *edit, bool good, hone_motion_edit_report *report, hone_error *error);

/* Finds for each track of `of` the track of `in` of the same kind and name. Returns [of->count] its index, or
 * UINT32_MAX, in the memory of `edit`; NULL if out of memory, which hone_edit_finish reports. */
const uint32_t *hone_edit_match(hone_edit *edit, const hone_edit *of, const hone_edit *in);

static inline const void *hone_track_key(const hone_edit_track *track, uint32_t index)
{
    return track->keys + index * track->kind->size;
}

static inline uint32_t hone_track_frame(const hone_edit_track *track, uint32_t index)
{
    uint32_t frame;
    memcpy(&frame, hone_track_key(track, index), sizeof frame);
    return frame;
}

/* Whether the camera jumps at a key, which is not the first. */
static inline bool hone_track_cuts(const hone_edit_track *track, uint32_t key)
{
    hone_camera_key camera;
    if (!track->kind->cuts || hone_track_frame(track, key) - hone_track_frame(track, key - 1) > 1)
        return false;
    memcpy(&camera, hone_track_key(track, key), sizeof camera);
    return !camera.no_cut;
}

/* Returns how many keys are at or before a frame. */
uint32_t hone_track_past(const hone_edit_track *track, uint32_t frame);

/* Makes a key that continues key `last` at another frame: the same value. That of a property key names every chain that
 * the keys from `first` on have named. */
void hone_track_carry(hone_edit *edit, const hone_edit_track *track, uint32_t first, uint32_t last, uint32_t frame,
                      hone_any_key *out);

/* ---- new keys ---- */

/* Keys in the order in which they are added. */
typedef struct hone_key_list {
    hone_edit *edit;
    const hone_key_kind *kind;
    hone_writer keys;
    uint32_t count;
} hone_key_list;

hone_key_list hone_key_list_make(hone_edit *edit, const hone_key_kind *kind);

/* Adds a key, at a frame of its own. */
void hone_key_list_add(hone_key_list *list, const void *key, uint32_t frame);

/* Adds the keys first, first + 1, ... of a track, all moved by `shift` frames. */
void hone_key_list_add_all(hone_key_list *list, const hone_edit_track *track, uint32_t first, uint32_t count,
                           int64_t shift);

/* A section of the segment between two keys, in frames. */
typedef struct hone_key_section {
    const void *from, *to;
    double first, last;  /* frames of the two keys */
    uint32_t begin, end; /* of the section */
    int64_t shift;       /* from these frames to those of the new keys */
} hone_key_section;

/* Adds the keys that a section needs: one at its end, and if a curve would be too far off, more on whole frames within
 * it. */
void hone_key_list_add_section(hone_key_list *list, const hone_key_section *section);

/* Makes the list the keys of a track, and releases it. */
void hone_key_list_take(hone_key_list *list, hone_edit_track *track);

#endif
