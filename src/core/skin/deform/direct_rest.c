/* Rest positions of the vertices of a block, where a job brings copies of some. */
#include "core/skin/deform/kernels/kernel.h"
#include "core/skin/deform/put_vertex.h"

bool hone_direct_rest(const hone_direct_work *work, uint32_t block, hone_skin_frame3 rest[2])
{
    const hone_skin_job *job = work->job;
    const uint32_t *lanes = work->mush->lanes + (size_t)block * LANES;
    bool copied = false;
    for (uint32_t l = 0; job->rest && l < LANES; l++)
        copied |= job->rest->frame_of[lanes[l] / LANES] != (uint32_t)HONE_NONE;
    for (uint32_t l = 0; copied && l < LANES; l++) {
        const uint32_t from = lanes[l] / LANES, at = lanes[l] % LANES;
        const hone_skin_frame3 *p = hone_mush_positions(work->skin, job, from);
        const hone_skin_frame3 *n = work->skin->has_normals ? hone_mush_normals(work->skin, job, from) : p;
        for (int c = 0; c < 3; c++) rest[0].c[c][l] = p->c[c][at], rest[1].c[c][l] = n->c[c][at];
    }
    return copied;
}
