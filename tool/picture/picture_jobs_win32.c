/* There is no fork on Windows: all pictures are drawn in the process that was started. */
#include "tool/picture/picture_jobs.h"

picture_jobs *picture_jobs_make(const picture_jobs_desc *desc, int *status, report *r)
{
    (void)desc;
    (void)r;
    *status = STATUS_OK;
    return NULL;
}

int picture_jobs_next(picture_jobs *jobs, hone_image *image, hone_bytes *file, report *r)
{
    (void)jobs;
    (void)image;
    (void)file;
    (void)r;
    return STATUS_FAILED;
}

bool picture_jobs_all_blank(const picture_jobs *jobs)
{
    (void)jobs;
    return true;
}

int picture_jobs_end(picture_jobs *jobs, int status, report *r)
{
    (void)jobs;
    (void)r;
    return status;
}

uint32_t picture_job_start(picture_job *job, bool software)
{
    (void)job;
    (void)software;
    return 0;
}

uint32_t picture_job_index(const picture_job *job)
{
    (void)job;
    return 0;
}

uint32_t picture_job_threads(const picture_job *job)
{
    (void)job;
    return 1;
}

hone_image *picture_job_room(picture_job *job)
{
    (void)job;
    return NULL;
}

int picture_job_send(picture_job *job, bool blank, report *r)
{
    (void)job;
    (void)blank;
    (void)r;
    return STATUS_FAILED;
}
