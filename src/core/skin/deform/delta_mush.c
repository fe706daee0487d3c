/* Delta mush: the surface is smoothed at rest and in the pose, and what smoothing took away at rest is added again,
 * turned as the smooth surface has turned. */
#include "core/skin/deform/mush.h"
#include "core/skin/deform/put_vertex.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

/* ---- smoothing and frames -------------------------------------------------------------------------------------- */

/* One step: each node goes the part `lambda` of the way to the mean of its neighbours. */
static void smooth_nodes(const hone_mush_mesh *mesh, float lambda, const float (*from)[3], float (*to)[3],
                         uint32_t begin, uint32_t end)
{
    for (uint32_t n = begin; n < end; n++) {
        const uint32_t first = mesh->begin[n], count = hone_mush_around(mesh, n);
        float sum[3] = {0};
        for (uint32_t i = first; i < first + count; i++)
            for (int c = 0; c < 3; c++) sum[c] += from[mesh->neighbours[i]][c];
        const float share = count ? lambda / (float)count : 0, kept = count ? 1 - lambda : 1;
        for (int c = 0; c < 3; c++) to[n][c] = kept * from[n][c] + share * sum[c];
    }
}

/* The normal is the sum of those of the triangles by area, the tangent points to the first neighbour. Returns false if
 * there is none. */
static bool frame_of(const hone_mush_mesh *mesh, const float (*p)[3], uint32_t node, hone_mush_frame *out)
{
    float *tangent = out->rows[0], *normal = out->rows[2], sum[3] = {0}, sides[2][3], cross[3];
    for (uint32_t c = mesh->corner_begin[node]; c < mesh->corner_begin[node + 1]; c++) {
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 3; i++) sides[k][i] = p[mesh->corners[c][k]][i] - p[node][i];
        hone_vec3_cross(sides[0], sides[1], cross);
        for (int i = 0; i < 3; i++) sum[i] += cross[i];
    }
    if (mesh->begin[node] == mesh->begin[node + 1] || !hone_vec3_normalise(sum, normal))
        return false;
    for (int i = 0; i < 3; i++) tangent[i] = p[mesh->neighbours[mesh->begin[node]]][i] - p[node][i];
    const float along = hone_vec3_dot(tangent, normal);
    for (int i = 0; i < 3; i++) tangent[i] -= along * normal[i];
    if (!hone_vec3_normalise(tangent, tangent))
        return false;
    hone_vec3_cross(normal, tangent, out->rows[1]);
    return true;
}

/* ---- at rest --------------------------------------------------------------------------------------------------- */

static bool smooth_at_rest(hone_delta_mush *mush, const hone_mesh *mesh, hone_arena *scratch)
{
    const uint32_t count = mush->mesh.node_count;
    float(*other)[3] = hone_arena_array(scratch, (size_t)count + 1, sizeof *other), (*from)[3] = mush->smooth;
    if (!other)
        return false;
    for (uint32_t n = 0; n < count; n++) memcpy(from[n], mesh->positions[mush->mesh.vertex_of[n]], sizeof *from);
    for (uint32_t i = 0; i < mush->iterations; i++) {
        smooth_nodes(&mush->mesh, mush->lambda, (const float(*)[3])from, other, 0, count);
        float(*swap)[3] = from;
        from = other, other = swap;
    }
    if (from != mush->smooth && count)
        memcpy(mush->smooth, from, count * sizeof *from);
    for (uint32_t n = 0; n < count; n++) {
        mush->framed[n] = frame_of(&mush->mesh, (const float(*)[3])mush->smooth, n, &mush->frames[n]);
        mush->reach = fmaxf(mush->reach, hone_vec3_distance(mush->smooth[n], mesh->positions[mush->mesh.vertex_of[n]]));
    }
    return true;
}

hone_delta_mush *hone_delta_mush_make(const hone_mush_desc *desc, hone_arena *scratch)
{
    hone_arena *memory = hone_arena_create(desc->allocator, 0, NULL);
    hone_delta_mush *mush = memory ? hone_arena_array(memory, 1, sizeof *mush) : NULL;
    bool ok = mush != NULL;
    if (ok) {
        *mush = (hone_delta_mush){
            .memory = memory, .run = hone_delta_mush_run, .iterations = desc->iterations, .lambda = desc->lambda};
        ok = hone_mush_mesh_make(desc->mesh, memory, scratch, &mush->mesh);
    }
    if (ok) {
        const size_t count = (size_t)mush->mesh.node_count + 1;
        mush->smooth = hone_arena_array(memory, count, sizeof *mush->smooth);
        mush->frames = hone_arena_array(memory, count, sizeof *mush->frames);
        mush->framed = hone_arena_array(memory, count, sizeof *mush->framed);
        ok = !hone_arena_failed(memory) && smooth_at_rest(mush, desc->mesh, scratch);
    }
    if (!ok && memory)
        hone_arena_destroy(memory);
    return ok ? mush : NULL;
}

/* ---- in a pose ------------------------------------------------------------------------------------------------- */

typedef struct pose_context {
    const hone_delta_mush *mush;
    const float (*from)[3];
    float (*to)[3];
    hone_mush_pose *poses;
} pose_context;

static void smooth_range(void *user, uint32_t begin, uint32_t end)
{
    const pose_context *c = user;
    smooth_nodes(&c->mush->mesh, c->mush->lambda, c->from, c->to, begin, end);
}

static void pose_range(void *user, uint32_t begin, uint32_t end)
{
    const pose_context *c = user;
    for (uint32_t n = begin; n < end; n++) {
        hone_mush_frame now, *rest = &c->mush->frames[n];
        hone_mush_pose *out = &c->poses[n];
        const bool framed = c->mush->framed[n] && frame_of(&c->mush->mesh, c->from, n, &now);
        memcpy(out->from, c->mush->smooth[n], sizeof out->from);
        memcpy(out->to, c->from[n], sizeof out->to);
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 3; k++)
                out->turn[r][k] = !framed ? (float)(r == k)
                                          : now.rows[0][r] * rest->rows[0][k] + now.rows[1][r] * rest->rows[1][k] +
                                                now.rows[2][r] * rest->rows[2][k];
    }
}

/* room: what hone_skin_room asks for, behind `out`. */
static void find_poses(hone_workers *workers, const hone_delta_mush *mush, const hone_skin *skin,
                       const hone_skin_job *job, const hone_skin_kernel *kernel, float (*room)[3], hone_mush_pose *out)
{
    enum { GRAIN = 512 };
    const uint32_t nodes = mush->mesh.node_count, vertices = mush->mesh.vertex_count;
    float(*places)[3] = room + 2 * (size_t)nodes, (*a)[3] = room, (*b)[3] = room + nodes;
    const hone_skin_job linear = {
        .palette = job->palette, .positions = {places, vertices, sizeof *places}, .method = HONE_SKIN_LINEAR};
    hone_skin_run_shared(workers, skin, &linear, kernel);
    for (uint32_t n = 0; n < nodes; n++) memcpy(a[n], places[mush->mesh.vertex_of[n]], sizeof *a);
    pose_context c = {.mush = mush, .poses = out};
    for (uint32_t i = 0; i < mush->iterations; i++) {
        c.from = (const float(*)[3])a, c.to = b;
        hone_workers_run(workers, smooth_range, &c, nodes, GRAIN);
        float(*swap)[3] = a;
        a = b, b = swap;
    }
    c.from = (const float(*)[3])a;
    hone_workers_run(workers, pose_range, &c, nodes, GRAIN);
}

/* ---- vertices -------------------------------------------------------------------------------------------------- */

typedef struct vertex_context {
    const hone_skin *skin;
    const hone_skin_job *job;
    const hone_mush_mesh *mesh;
    const hone_mush_pose *poses;
} vertex_context;

static void put_blocks(void *user, uint32_t begin, uint32_t end)
{
    const vertex_context *c = user;
    for (uint32_t b = begin; b < end; b++)
        for (uint32_t lane = 0; lane < hone_skin_lanes_written(c->skin, c->job, b); lane++) {
            const uint32_t at = b * LANES + lane;
            hone_mush_put(c->skin, c->job, at, &c->poses[c->mesh->node_of[c->skin->vertices[at]]]);
        }
}

void hone_delta_mush_run(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                         const hone_skin_kernel *kernel)
{
    const hone_delta_mush *mush = hone_skin_delta_mush(skin);
    hone_mush_pose *poses = job->room;
    find_poses(workers, mush, skin, job, kernel, (float(*)[3])(poses + mush->mesh.node_count), poses);
    vertex_context c = {skin, job, &mush->mesh, poses};
    hone_workers_run(workers, put_blocks, &c, skin->block_count, 8);
}
