/* Skins jobs by delta mush and direct delta mush, and makes what they need. */
#include "base/error.h"
#include "core/skin/deform/mush_pose.h"
#include "core/skin/output_formats.h"
#include <hone/math.h>
#include <string.h>

/* ---- vertices -------------------------------------------------------------------------------------------------- */

typedef struct vertex_context {
    const hone_skin *skin;
    const hone_skin_job *job;
    const hone_mush_mesh *mesh;
    const hone_mush_pose *poses;
} vertex_context;

static const hone_skin_rest_span *span_of(const hone_skin_rest *rest, uint32_t block)
{
    for (uint32_t s = 0; rest && s < rest->span_count; s++)
        if (block >= rest->spans[s].begin && block < rest->spans[s].end)
            return &rest->spans[s];
    return NULL;
}

static void load(const hone_skin_frame3 *frame, uint32_t lane, float out[3])
{
    for (int c = 0; c < 3; c++) out[c] = frame->c[c][lane];
}

static void turn(const hone_mush_pose *pose, const float d[3], float out[3])
{
    const float v[3] = {d[0], d[1], d[2]};
    for (int r = 0; r < 3; r++) out[r] = pose->turn[r][0] * v[0] + pose->turn[r][1] * v[1] + pose->turn[r][2] * v[2];
}

static void store(const vertex_context *c, hone_skin_attribute attribute, uint32_t at, const float *value)
{
    const hone_skin_job *job = c->job;
    const hone_stream *stream = attribute == HONE_SKIN_POSITION ? &job->positions
                                : attribute == HONE_SKIN_NORMAL ? &job->normals
                                                                : &job->tangents;
    uint32_t words[HONE_SKIN_MOST_WORDS];
    if (!stream->data)
        return;
    char *out =
        (char *)stream->data + (job->order == HONE_SKIN_ORDER_FILE ? c->skin->vertices[at] : at) * stream->stride;
    if (hone_skin_format_of(job, attribute) == HONE_SKIN_FLOAT32)
        memcpy(out, value, (attribute == HONE_SKIN_TANGENT ? 4 : 3) * sizeof *value);
    else
        memcpy(out, words, hone_skin_encode(job, attribute, value, words) * sizeof *words);
}

static void put_frame(const vertex_context *c, uint32_t at, const hone_mush_pose *pose, const float rest[3])
{
    float normal[3], tangent[4];
    turn(pose, rest, normal);
    if (!hone_vec3_normalise(normal, normal))
        memcpy(normal, rest, sizeof normal);
    store(c, HONE_SKIN_NORMAL, at, normal);
    if (!c->job->tangents.data)
        return;
    const hone_skin_frame4 *own = &c->skin->tangents[at / LANES];
    const float at_rest[3] = {own->c[0][at % LANES], own->c[1][at % LANES], own->c[2][at % LANES]};
    turn(pose, at_rest, tangent);
    const float along = hone_vec3_dot(tangent, normal);
    for (int i = 0; i < 3; i++) tangent[i] -= along * normal[i];
    if (!hone_vec3_normalise(tangent, tangent))
        memcpy(tangent, at_rest, sizeof at_rest);
    tangent[3] = own->c[3][at % LANES];
    store(c, HONE_SKIN_TANGENT, at, tangent);
}

static void put_block(const vertex_context *c, uint32_t block)
{
    const hone_skin *skin = c->skin;
    const hone_skin_rest_span *span = span_of(c->job->rest, block);
    const hone_skin_frame3 *positions = span ? c->job->rest->positions + span->first - span->begin : skin->positions;
    const hone_skin_frame3 *normals =
        span && c->job->rest->normals ? c->job->rest->normals + span->first - span->begin : skin->normals;
    for (uint32_t lane = 0; lane < hone_skin_lanes_written(skin, c->job, block); lane++) {
        const uint32_t at = block * LANES + lane;
        const hone_mush_pose *pose = &c->poses[c->mesh->node_of[skin->vertices[at]]];
        float p[3], n[3];
        load(&positions[block], lane, p);
        for (int i = 0; i < 3; i++) p[i] -= pose->from[i];
        turn(pose, p, p);
        for (int i = 0; i < 3; i++) p[i] += pose->to[i];
        store(c, HONE_SKIN_POSITION, at, p);
        if (!c->job->normals.data && !c->job->tangents.data)
            continue;
        load(&normals[block], lane, n);
        put_frame(c, at, pose, n);
    }
}

static void put_blocks(void *user, uint32_t begin, uint32_t end)
{
    for (uint32_t b = begin; b < end; b++) put_block(user, b);
}

static void run_mush(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                     const hone_skin_kernel *kernel)
{
    const hone_delta_mush *delta = job->method == HONE_SKIN_DELTA_MUSH ? hone_skin_delta_mush(skin) : NULL;
    const hone_direct_mush *direct = delta ? NULL : hone_skin_direct_mush(skin);
    const hone_mush_mesh *mesh = delta ? &delta->mesh : &direct->mesh;
    hone_mush_pose *poses = job->room;
    if (delta)
        hone_delta_mush_pose(workers, delta, skin, job, kernel, (float(*)[3])(poses + mesh->node_count), poses);
    else
        hone_direct_mush_pose(workers, direct, job->palette, poses);
    vertex_context c = {skin, job, mesh, poses};
    hone_workers_run(workers, put_blocks, &c, skin->block_count, 8);
}

/* ---- what a skin keeps ----------------------------------------------------------------------------------------- */

static hone_mush_desc complete(const hone_mush_desc *given)
{
    enum { ITERATIONS = 10 };
    hone_mush_desc desc = *given;
    desc.iterations = desc.iterations ? desc.iterations : ITERATIONS;
    desc.lambda = desc.lambda > 0 ? desc.lambda : 0.5f;
    desc.least = desc.least > 0 ? desc.least : 0.001f;
    return desc;
}

static bool check_desc(const hone_skin *skin, hone_skin_method method, const hone_mush_desc *desc, hone_error *error)
{
    if (!skin || !desc || !desc->mesh)
        return hone_fail_null(error, "the skin and its mesh");
    if (method != HONE_SKIN_DELTA_MUSH && method != HONE_SKIN_DIRECT_DELTA_MUSH)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the skinning method %d smooths nothing", (int)method);
    if (desc->mesh->vertex_count != skin->vertex_count || desc->mesh->slot_count > skin->slot_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->mesh->vertex_count, "a mesh of another skin");
    if (desc->lambda > 1 || desc->iterations > 1000)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "smoothing by %g in %u steps", (double)desc->lambda,
                         desc->iterations);
    return true;
}

static void *make(const hone_mush_desc *desc, bool is_delta, hone_arena *scratch)
{
    hone_delta_mush *delta = is_delta ? hone_delta_mush_make(desc, desc->allocator, scratch) : NULL;
    hone_direct_mush *direct = is_delta ? NULL : hone_direct_mush_make(desc, desc->allocator, scratch);
    if (delta)
        delta->run = run_mush;
    if (direct)
        direct->run = run_mush;
    return delta ? (void *)delta : (void *)direct;
}

bool hone_skin_add_mush(const hone_skin *skin, hone_skin_method method, const hone_mush_desc *given, hone_error *error)
{
    if (!check_desc(skin, method, given, error))
        return false;
    if (hone_skin_has_mush(skin, method) || skin->vertex_count == 0)
        return true;
    hone_skin *mine = (hone_skin *)skin; /* what is made from a skin later is no part of its data */
    const hone_mush_desc desc = complete(given);
    const bool delta = method == HONE_SKIN_DELTA_MUSH;
    hone_arena *scratch = hone_arena_create(desc.allocator, 0, error);
    void *none = NULL, *made = NULL;
    if (scratch)
        made = make(&desc, delta, scratch);
    hone_arena_destroy(scratch);
    if (made && !atomic_compare_exchange_strong(&mine->mush[!delta], &none, made))
        hone_arena_destroy(delta ? ((hone_delta_mush *)made)->memory : ((hone_direct_mush *)made)->memory);
    return made || hone_fail_memory(error);
}
