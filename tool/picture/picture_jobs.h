/* Draws the pictures of a film or sequence in several processes, and hands them on in order.
 *
 * Each process (job) has actors, a device context and memory of its own, and draws every N-th picture. Processes are
 * used because a driver in software draws for one context of a process at a time. Pictures depend on their time only,
 * so that they are the same for any number of jobs. Jobs are made by fork: the process must have no other thread then.
 */
#ifndef HONE_TOOL_PICTURE_PICTURE_JOBS_H
#define HONE_TOOL_PICTURE_PICTURE_JOBS_H

#include "tool/messages/report.h"
#include "tool/picture/picture_file.h"

#include <hone/image.h>

enum { PICTURE_JOBS_MAX = 64 };

typedef struct picture_job picture_job;

typedef struct picture_jobs_desc {
    uint32_t width, height, picture_count;
    uint32_t job_count; /* 0: chosen here, see picture_jobs_make */
    uint32_t threads;   /* that all jobs together may keep busy; 0: one for each processor that this process may use */
    /* To estimate the memory of a job: samples of a pixel; pixels across for each of the picture. */
    uint32_t samples, supersample;
    const picture_file *file; /* the pictures become such files; NULL: they are frames of a film */
    const char *target;       /* the output's name, for error messages */
    /* Runs in each job: makes what drawing needs, calls picture_job_start, and draws the pictures. Its warnings and its
     * failure are reported by the process that made the jobs. Returns the exit status. */
    int (*work)(void *user, picture_job *job, report *r);
    void *user;
} picture_jobs_desc;

/* ---- in the process that makes the jobs ---- */

typedef struct picture_jobs picture_jobs;

/* Makes the jobs. If desc->job_count is 0, there is one for each of these threads, but at least eight pictures a job,
 * and no more than fit into half of the memory; and a single one if the device is not software, because one process can
 * keep it busy. NULL: failed, which is reported; or there is nothing to gain, and *status is OK: draw in this process.
 */
picture_jobs *picture_jobs_make(const picture_jobs_desc *desc, int *status, report *r);

/* Waits for the next picture, in order. For desc->file the bytes are in *file; otherwise the pixels are in *image. They
 * are valid until the next call. Returns the exit status; a failure is reported. */
int picture_jobs_next(picture_jobs *jobs, hone_image *image, hone_bytes *file, report *r);

/* Whether every picture so far is blank, as picture_job_send was told. */
bool picture_jobs_all_blank(const picture_jobs *jobs);

/* Waits for the jobs to end if status is OK, and reports their warnings; otherwise ends them at once. NULL is allowed.
 * Returns the status. */
int picture_jobs_end(picture_jobs *jobs, int status, report *r);

/* ---- in a job ---- */

/* Tells that the job is ready. software: whether the device draws on the CPU. Returns how many jobs there are; 0: the
 * other process wants no pictures. This job draws the pictures whose number gives picture_job_index when divided. */
uint32_t picture_job_start(picture_job *job, bool software);
uint32_t picture_job_index(const picture_job *job);
uint32_t picture_job_threads(const picture_job *job); /* how many threads it may keep busy */

/* Waits for room for a picture: returns an image to draw into; it belongs to the job. NULL: no pictures are wanted any
 * more. */
hone_image *picture_job_room(picture_job *job);

/* Hands on the picture in that image. blank: it shows nothing. Returns the exit status; a failure is reported. */
int picture_job_send(picture_job *job, bool blank, report *r);

#endif
