/* Runs a whole job: blocks on several threads, or all vertices at once. */
#include "core/skin/deform/mush.h"

bool hone_skin_run_on(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job, hone_error *error)
{
    const hone_skin_kernel *kernel = hone_skin_check(skin, job, 0, skin ? skin->block_count : 0, error);
    if (kernel && hone_skin_is_mush(job->method) && skin->block_count > 0)
        hone_skin_mush_run(skin, job->method)(workers, skin, job, kernel);
    else if (kernel)
        hone_skin_run_shared(workers, skin, job, kernel);
    return kernel != NULL;
}
