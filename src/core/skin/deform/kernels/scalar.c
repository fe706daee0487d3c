/* The definition of direct delta mush, vertex by vertex. */
#include "core/skin/deform/kernels/kernel.h"
#include "core/skin/deform/put_vertex.h"
#include <math.h>
#include <string.h>

/* T and q of docs/skinning.md, as columns 0 to 2 and 3. */
static void sum_moments(const hone_direct_work *work, const hone_skin_group *group, uint32_t block, uint32_t lane,
                        const float p[3], float out[3][4])
{
    const uint32_t *slots = hone_direct_slots_of(work->mush, group, block) + (group->mixed ? lane : 0);
    const uint32_t step = group->mixed ? LANES : 1, last = group->influences - 1;
    const hone_direct_moments *moments = hone_direct_moments_of(work->mush, group, block);
    const hone_affine *palette = work->job->palette->affine, *base = &palette[slots[last * step]];
    const float *pivot = work->mush->pivots[block];
    for (int r = 0; r < 3; r++) {
        const float *m = base->m[r];
        memcpy(out[r], m, 3 * sizeof *m);
        out[r][3] = m[0] * p[0] + (m[1] * p[1] + (m[2] * p[2] + m[3]));
    }
    for (uint32_t i = 0; i < last; i++)
        for (int r = 0; r < 3; r++) {
            float d[4];
            for (int c = 0; c < 4; c++) d[c] = palette[slots[i * step]].m[r][c] - base->m[r][c];
            d[3] += d[0] * pivot[0] + d[1] * pivot[1] + d[2] * pivot[2];
            for (int c = 0; c < 4; c++)
                for (int k = 3; k >= 0; k--) out[r][c] += d[k] * moments[i].m[k][c][lane];
        }
}

/* R, the cofactors of T, and no longer than a rotation. */
static void find_turn(float t[3][4], float out[3][3])
{
    float square = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            out[r][c] = t[r1][c1] * t[r2][c2] - t[r1][c2] * t[r2][c1];
            square += out[r][c] * out[r][c];
        }
    const float scale = square > 3 ? sqrtf(3 / square) : 1;
    for (int e = 0; e < 9; e++) out[e / 3][e % 3] *= scale;
}

void hone_direct_run_scalar(const hone_direct_work *work, const hone_skin_group *group, uint32_t begin, uint32_t end)
{
    const hone_direct_mush *mush = work->mush;
    for (uint32_t b = begin; b < end; b++)
        for (uint32_t lane = 0; lane < mush->skin->used[b]; lane++) {
            hone_mush_pose pose = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            float t[3][4];
            for (int i = 0; i < 3; i++) pose.from[i] = pose.to[i] = mush->centres[b].c[i][lane];
            if (group->influences) {
                sum_moments(work, group, b, lane, pose.from, t);
                find_turn(t, pose.turn);
                for (int i = 0; i < 3; i++) pose.to[i] = t[i][3];
            }
            hone_mush_put(work->skin, work->job, mush->lanes[b * LANES + lane], &pose);
        }
}

static void run(const hone_direct_work *work, uint32_t begin, uint32_t end)
{
    const hone_skin *skin = work->mush->skin;
    for (uint32_t g = 0; g < skin->group_count; g++) {
        uint32_t from = begin, to = end;
        if (hone_skin_clip_to_group(&skin->groups[g], &from, &to))
            hone_direct_run_scalar(work, &skin->groups[g], from, to);
    }
}

const hone_direct_kernel hone_direct_scalar = {{"scalar", NULL}, run};
