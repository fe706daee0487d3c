/* What is open, made into a film, numbered pictures or one picture, beside the window: in a thread of its own, by a
 * headless renderer and actors of its own. Models and motions are shared.
 *
 * A recording belongs to the thread that began it. A film or picture appears when it is finished, whole, those of a
 * sequence one by one; where it fails or is cancelled nothing is left, nor of a sequence what it has replaced. */
#ifndef HONE_VIEW_RECORD_RECORD_H
#define HONE_VIEW_RECORD_RECORD_H

#include <hone/actor.h>
#include <hone/render.h>

typedef struct record record;

/* A motion on a character, as hone_actor_play has it. */
typedef struct record_motion {
    const hone_motion *motion;
    hone_play_desc play; /* its mask is copied */
    float weight;        /* 0..1 */
} record_motion;

/* Who is to be seen. */
typedef struct record_member {
    hone_actor_desc actor; /* model, rules, physics, edit; world, workers and allocator are ignored */
    /* actor.edit_user must stay as it is until the recording has ended: give it a copy, and how to be rid of that,
     * which is called in any case, also where record_begin fails. NULL: nobody needs to be told */
    void (*edit_release)(void *user);
    const record_motion *motions; /* [motion_count] the later over the earlier */
    uint32_t motion_count;
    const bool *hidden;       /* [material_count] materials that are not there; copied; NULL: none */
    float place[3];           /* where it stands, beyond where its model says */
    const char *folder;       /* textures are below it; copied; NULL: `files` */
    hone_file_resolver files; /* zero: no textures; must outlive the recording */
} record_member;

typedef struct record_desc {
    const char *path; /* its ending says what: mp4, webm, gif, apng, webp; png: a picture, or with {frame:04} or
                         {index:04} in its name a sequence of them */
    const record_member *members; /* [member_count] */
    uint32_t member_count;
    /* Size, samples, background, camera, light, shadows, edges, grid, the way of skinning. Placements and overlays are
     * ignored, what it points to is copied. Odd sides of an mp4 are made even */
    hone_draw_desc look;
    const hone_motion *camera_keys, *light_keys, *shadow_keys; /* in place of the look's; NULL: none */
    double first, last;          /* frames, 30ths of a second, both included; of one picture `first` alone */
    uint32_t rate, rate_divisor; /* rate / rate_divisor pictures a second; 0: 30, 0: 1 */
    uint32_t quality;            /* of mp4, webm and webp, 1..100; 0: the default */
    const char *sound;           /* a file, for mp4 and webm; NULL: none */
    double delay;                /* seconds by which it begins later */
} record_desc;

/* Copies or retains what it is given. Errors: ARGUMENT (an ending that is none of these, {frame} where frames are not
 * whole), UNSUPPORTED (film is not built in), MEMORY, DEVICE (no thread). What is met later is record_end's to say. */
record *record_begin(const record_desc *desc, hone_error *error);

typedef struct record_progress {
    uint32_t done, total; /* pictures */
    double per_second;    /* pictures, since it began; 0: not known yet */
    double left;          /* seconds; negative: not known yet */
    bool finished;        /* made, failed or cancelled: record_end won't wait */
} record_progress;

record_progress record_look(const record *r); /* at any time, cheap */

/* Asks it to stop, within a picture's time or a second of physics. */
void record_cancel(record *r);

/* Waits for it, and is rid of it. False: what went wrong, "FILE: what"; cancelled: ARGUMENT, "cancelled". NULL is fine:
 * false, and error is left as it is. */
bool record_end(record *r, hone_error *error);

#endif
