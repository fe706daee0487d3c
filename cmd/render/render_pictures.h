/* Draws the pictures of `hone render`, one after another. */
#ifndef HONE_CMD_RENDER_RENDER_PICTURES_H
#define HONE_CMD_RENDER_RENDER_PICTURES_H

#include "cmd/render/render_options.h"
#include "tool/picture/picture_jobs.h"
#include "tool/picture/renderer_session.h"

/* Where the pictures go: into a film, or into a file each. */
typedef struct render_job {
    const render_values *values;
    renderer_session *renderer_session;
    picture_settings settings;
    hone_image image;
    hone_film *film;     /* NULL: into files */
    picture_job *job;    /* they are handed to another process, which writes them; NULL: this one writes them */
    compare_sheet sheet; /* for --compare */
    bool seen;           /* a picture was not blank */
} render_job;

/* Draws all pictures, or those of a job, and opens and closes the film, if the output is one. */
int render_pictures(render_job *s, report *r);

#endif
