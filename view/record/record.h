/* Writes a film, numbered pictures or one picture of the open files while the window stays usable: in a separate
 * thread, with a headless renderer and its own actors. Models and motions are shared.
 *
 * A recording belongs to the thread that began it. A film or picture appears when it is complete; the pictures of a
 * sequence appear one by one. If it fails or is cancelled, no file is left, and pictures of a sequence that were
 * replaced are gone. */
#ifndef HONE_VIEW_RECORD_RECORD_H
#define HONE_VIEW_RECORD_RECORD_H

#include "tool/picture/picture.h"

#include <hone/actor.h>
#include <hone/render.h>

struct scene_model; /* tool/scene/scene.h */
struct scene_parent;

typedef struct record record;

/* A motion on a character, as in hone_actor_play. */
typedef struct record_motion {
    const hone_motion *motion;
    hone_play_desc play; /* its mask is copied */
    float weight;        /* 0..1 */
} record_motion;

/* A character in the recording. */
typedef struct record_member {
    hone_actor_desc actor; /* model, rules, physics, edit; world, workers and allocator are ignored */
    /* actor.edit_user must not change until the recording has ended: give it a copy, and here the function that
     * releases the copy. It is called in any case, even if record_begin fails. NULL: nothing to release */
    void (*edit_release)(void *user);
    const record_motion *motions; /* [motion_count] later ones win over earlier ones */
    uint32_t motion_count;
    const bool *hidden; /* [material_count] materials that are not drawn; copied; NULL: none */
    bool placed;
    hone_affine place; /* placed: world from its own world, or from the bone that it is attached to */
    uint32_t attach;   /* the id of the member that it is attached to; 0: not attached */
    int32_t bone;      /* of that member */
    bool follows;      /* physics knows where it is; the path and the parents of `actor` are ignored */
    bool invisible;    /* it is not drawn; others may follow it */
    uint32_t id;       /* by which others follow it */
    /* its keys and parents, with ids in place of numbers, and how it is drawn; copied; NULL: none */
    const struct scene_model *stage;
    const char *folder;       /* the folder with its textures; copied; NULL: use `files` */
    hone_file_resolver files; /* zero: no textures; must outlive the recording */
} record_member;

typedef struct record_desc {
    /* its ending gives the kind: mp4, webm, gif, apng, webp; png: a picture, or with {frame:04} or {index:04} in its
     * name a sequence of pictures */
    const char *path;
    const record_member *members; /* [member_count] */
    uint32_t member_count;
    /* In look.draw are size, samples, camera, the way of skinning; odd sides of an mp4 are made even. Its file is
     * copied */
    look_values look;
    picture_keys keys;
    const struct scene_parent
        *camera_parents; /* [camera_parent_count] bones that camera keys follow, with ids; copied */
    uint32_t camera_parent_count;
    double first, last;          /* frames, at 30 a second, both included; for one picture only `first` */
    uint32_t rate, rate_divisor; /* rate / rate_divisor pictures a second; 0: 30, 0: 1 */
    uint32_t quality;            /* of mp4, webm and webp, 1..100; 0: the default */
    const char *sound;           /* a file, for mp4 and webm; NULL: none */
    double delay;                /* seconds by which it begins later */
} record_desc;

/* Copies or retains what it is given. Errors: ARGUMENT (another ending, or {frame} although frames are not whole),
 * UNSUPPORTED (film is not built in), MEMORY, DEVICE (no thread). record_end reports later errors. */
record *record_begin(const record_desc *desc, hone_error *error);

typedef struct record_progress {
    uint32_t done, total; /* pictures */
    double per_second;    /* pictures a second since the begin; 0: not known yet */
    double left;          /* seconds; negative: not known yet */
    bool finished;        /* complete, failed or cancelled: record_end will not wait */
} record_progress;

record_progress record_get_progress(const record *r); /* at any time, cheap */

/* Asks it to stop, which takes up to the time of one picture or of a second of physics. */
void record_cancel(record *r);

/* Waits for the recording and releases it. False: the error, "FILE: text"; if cancelled: ARGUMENT, "cancelled". NULL is
 * fine: returns false and leaves error unchanged. */
bool record_end(record *r, hone_error *error);

#endif
