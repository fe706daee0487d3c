/* The SIMD kernels' source, written once for every vector width. Each kernels/<name>.c compiles it after the header
 * that defines its vector type. kernels/scalar.c defines what each step computes; here are only the ways to do it in
 * parallel. The loops that blend rotations are in turning.h, which kernels/<name>_turning.c compiles. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_KERNEL_H
#define HONE_SRC_SKIN_KERNELS_LANES_KERNEL_H

#include "core/skin/kernels/lanes/linear.h"
#include "core/skin/kernels/lanes/sdef.h"

/* Runs one unrolled loop for each usual number of influences. Returns false for other numbers. */
INLINE bool linear_usual(const work *w, uint32_t begin, uint32_t end, int how)
{
    bool mixed = w->group->mixed;
    switch (w->group->influences) {
    case 1:
        mixed ? linear_mixed(w, begin, end, 1, how) : linear_shared(w, begin, end, 1, how);
        return true;
    case 2:
        mixed ? linear_mixed(w, begin, end, 2, how) : linear_shared(w, begin, end, 2, how);
        return true;
    case 3:
        mixed ? linear_mixed(w, begin, end, 3, how) : linear_shared(w, begin, end, 3, how);
        return true;
    case 4:
        mixed ? linear_mixed(w, begin, end, 4, how) : linear_shared(w, begin, end, 4, how);
        return true;
    default:
        return false;
    }
}

LOOP(linear_dense, linear_usual, DENSE)
LOOP(linear_packed, linear_usual, PACKED)
LOOP(linear_filed, linear_usual, FILED)
#if CAN_STREAM
LOOP(linear_streamed, linear_usual, STREAMED)
#endif
LOOP(linear_positions, linear_usual, POSITIONS)
LOOP(linear_normals, linear_usual, NORMALS)
LOOP(linear_tangents, linear_usual, TANGENTS)

static void linear_group(const work *w, uint32_t begin, uint32_t end)
{
    int how = w->how;
    if (w->group->mixed && !w->rigid)
        how = ANY;
    if (how == DENSE && linear_dense(w, begin, end))
        return;
    if (how == PACKED && linear_packed(w, begin, end))
        return;
    if (how == FILED && linear_filed(w, begin, end))
        return;
#if CAN_STREAM
    if (how == STREAMED && linear_streamed(w, begin, end))
        return;
#endif
    if (how == POSITIONS && linear_positions(w, begin, end))
        return;
    if (how == NORMALS && linear_normals(w, begin, end))
        return;
    if (how == TANGENTS && linear_tangents(w, begin, end))
        return;
    loop_fn *any = w->group->mixed ? linear_mixed_any : linear_shared_any;
    w->how == PACKED ? run_unpacked(w, begin, end, any) : any(w, begin, end);
}

static void sdef_group(const work *w, uint32_t begin, uint32_t end)
{
    const int how = w->how;
    if (how == DENSE && !w->group->mixed)
        sdef(w, begin, end, false, DENSE);
    else
        sdef(w, begin, end, w->group->mixed, ANY);
}

/* Returns the elements of a stream of floats that is dense, otherwise NULL. */
static float *dense_stream(const hone_skin_job *job, const hone_stream *stream, hone_skin_attribute attribute)
{
    const hone_skin_format format = hone_skin_format_of(job, attribute);
    const size_t size = hone_skin_format_words(HONE_SKIN_FLOAT32, attribute) * sizeof(float);
    return format == HONE_SKIN_FLOAT32 && stream->stride == size ? stream->data : NULL;
}

/* Returns whether all vectors that the loop computes go to dense streams. */
static bool is_dense(const work *w)
{
    return w->positions_out && (w->normals_out || !w->wants_normals) && (w->tangents_out || !w->wants_tangents);
}

/* Returns whether dense positions and normals are stored around the caches. */
static bool streams(const work *w)
{
    const size_t bytes = 2 * sizeof *w->positions * w->skin->block_count;
    return hone_skin_lie_apart(w->positions_out, w->normals_out) && can_stream(w->positions_out, bytes) &&
           can_stream(w->normals_out, bytes);
}

/* Returns which loop the job can use for a group. */
static int loop_of(const work *w, uint8_t kind)
{
    if (!w->group->implicit)
        return ANY;
    if (!w->wants_normals)
        return POSITIONS;
    if (w->wants_tangents)
        return TANGENTS;
    if (!w->direct)
        return w->dense ? FILED : NORMALS;
    if (!w->packed)
        return kind == HONE_SKIN_BY_LINEAR && streams(w) ? STREAMED : DENSE;
    return w->positions || w->normals || kind != HONE_SKIN_BY_LINEAR ? NORMALS : PACKED;
}

/* Returns whether the scalar reference skins this group, because the case is too rare for a SIMD loop. */
static bool is_for_reference(const hone_skin_group *group, uint8_t kind)
{
    return group->influences == 0 || (group->mixed && group->influences > MOST_OWN) ||
           (kind == HONE_SKIN_BY_SDEF && !group->implicit);
}

/* Returns the work on a whole group. */
static work work_of(const hone_skin *skin, const hone_skin_job *job, const output *out, const hone_skin_group *group)
{
    const hone_skin_rest *rest = job->rest;
    const bool packs_weights = hone_skin_packs_weights(skin, group);
    const hone_skin_frame3 *positions = rest ? rest->positions : skin->positions;
    const hone_skin_frame3 *normals = rest && rest->normals ? rest->normals : skin->normals;
    const hone_skin_frame3 *centres = hone_skin_centres(skin);
    return (work){
        .skin = skin,
        .job = job,
        .group = group,
        .begin = group->begin,
        .positions = positions ? positions + group->begin : NULL,
        .normals = normals ? normals + group->begin : NULL,
        .tangents = skin->tangents ? skin->tangents + group->begin : NULL,
        .packed = skin->packed ? skin->packed + group->begin : NULL,
        .sdefs = skin->sdefs ? skin->sdefs + group->sdefs : NULL,
        .centres = centres ? centres + group->begin : NULL,
        .slots = skin->slots + group->slots,
        .weights = packs_weights ? NULL : skin->weights + group->weights,
        .packed_weights = packs_weights ? skin->packed_weights + group->weights : NULL,
        .positions_out = dense_stream(job, &job->positions, HONE_SKIN_POSITION),
        .normals_out = dense_stream(job, &job->normals, HONE_SKIN_NORMAL),
        .tangents_out = dense_stream(job, &job->tangents, HONE_SKIN_TANGENT),
        .vertices = skin->vertices,
        .output = out,
        .palette = job->palette,
        .affine = job->palette->affine,
        .duals = job->palette->duals,
        .rigid = job->palette->rigid,
        .wants_normals = job->normals.data || job->tangents.data,
        .wants_tangents = job->tangents.data != NULL,
        .unit_at_rest = normals != NULL,
        .orthonormal = skin->orthonormal && normals && normals == skin->normals,
    };
}

static void run_group(const hone_skin *skin, const hone_skin_job *job, const output *out, const hone_skin_group *group,
                      uint32_t begin, uint32_t end)
{
    uint8_t kind = hone_skin_kind(group, job->method);
    if (is_for_reference(group, kind)) {
        hone_skin_run_group_scalar(skin, job, group, begin, end);
        return;
    }
    work w = work_of(skin, job, out, group);
    loop_fn *run = kind == HONE_SKIN_BY_LINEAR ? linear_group : kind == HONE_SKIN_BY_SDEF ? sdef_group : TURNING(kind);
    w.original = &w;
    w.dense = is_dense(&w);
    w.direct = w.dense && job->order == HONE_SKIN_ORDER_LANES;
    w.how = loop_of(&w, kind);
    if (w.packed && w.how != PACKED)
        run_unpacked(&w, begin, end, run);
    else
        run(&w, begin, end);
}

static void run_blocks(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end)
{
    const bool filed = job->order == HONE_SKIN_ORDER_FILE;
    output out = output_of(job, filed ? skin->vertices : NULL, skin->block_count);
    for (uint32_t g = 0; g < skin->group_count; g++) {
        const hone_skin_group *group = &skin->groups[g];
        uint32_t from = begin, to = end;
        out.ahead = filed ? group->ahead : 0;
        if (hone_skin_clip_to_group(group, &from, &to))
            run_group(skin, job, &out, group, from, to);
    }
    finish_streams();
}

#endif
