/* A writable copy of a skin's rest positions and normals, for morphs: of all blocks, or of those that change. */
#include "core/skin/rest.h"
#include "base/error.h"
#include "core/skin/kernels/kernel.h"
#include "core/skin/quantise.h"
#include <hone/math.h>
#include <string.h>

/* ---- creation ---------------------------------------------------------------------------------------------------- */

static void copy_position(const hone_skin *skin, uint32_t block, hone_skin_frame3 *out)
{
    if (skin->positions) {
        *out = skin->positions[block];
        return;
    }
    for (int c = 0; c < 3; c++)
        for (int l = 0; l < LANES; l++)
            out->c[c][l] = skin->packed_origin[c] + skin->packed_step[c] * (float)skin->packed[block].position[c][l];
}

static void copy_normal(const hone_skin *skin, uint32_t block, hone_skin_frame3 *out)
{
    if (skin->normals) {
        *out = skin->normals[block];
        return;
    }
    for (int l = 0; l < LANES; l++) {
        float normal[3];
        hone_unpack_normal(skin->packed[block].normal[0][l], skin->packed[block].normal[1][l], normal);
        hone_vec3_normalise(normal, normal);
        for (int c = 0; c < 3; c++) out->c[c][l] = normal[c];
    }
}

static void copy_blocks(hone_skin_rest *rest)
{
    for (uint32_t b = 0; b < rest->skin->block_count; b++) rest->frame_of[b] = (uint32_t)HONE_NONE;
    for (uint32_t s = 0; s < rest->span_count; s++)
        for (uint32_t b = rest->spans[s].begin; b < rest->spans[s].end; b++) {
            uint32_t frame = rest->frame_of[b] = rest->spans[s].first + b - rest->spans[s].begin;
            copy_position(rest->skin, b, &rest->positions[frame]);
            if (rest->normals)
                copy_normal(rest->skin, b, &rest->normals[frame]);
        }
}

/* Finds the spans of the changing blocks, and counts spans and frames. Short gaps are filled, because the kernel begins
 * anew at every border. out: NULL: only counts. */
static void find_spans(hone_skin_rest *rest, const uint8_t *changes, hone_skin_rest_span *out)
{
    enum { SHORT_GAP = 8 };
    hone_skin_rest_span span = {0};
    rest->span_count = rest->frame_count = 0;
    for (uint32_t b = 0; b < rest->skin->block_count; b++) {
        if (changes && !changes[b])
            continue;
        if (rest->span_count == 0 || b - span.end > SHORT_GAP)
            span = (hone_skin_rest_span){b, b, rest->frame_count}, rest->span_count++;
        rest->frame_count += b + 1 - span.end;
        span.end = b + 1;
        if (out)
            out[rest->span_count - 1] = span;
    }
}

static bool allocate(hone_skin_rest *rest, bool normals)
{
    /* + 1, so that no array is empty */
    size_t blocks = (size_t)rest->skin->block_count + 1, frames = (size_t)rest->frame_count + 1;
    rest->spans = hone_allocate(&rest->allocator, rest->span_count + 1, sizeof *rest->spans);
    rest->frame_of = hone_allocate(&rest->allocator, blocks, sizeof *rest->frame_of);
    rest->positions = hone_allocate(&rest->allocator, frames, sizeof *rest->positions);
    rest->normals = normals ? hone_allocate(&rest->allocator, frames, sizeof *rest->normals) : NULL;
    return rest->spans && rest->frame_of && rest->positions && (rest->normals || !normals);
}

hone_skin_rest *hone_skin_rest_create_blocks(const hone_skin *skin, bool normals, const uint8_t *changes,
                                             const hone_allocator *allocator, hone_error *error)
{
    if (!skin)
        return hone_fail_null(error, "the skin"), NULL;
    if (normals && !skin->has_normals)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "normals wanted of a skin that has none"), NULL;
    hone_skin_rest *rest = hone_allocate(allocator, 1, sizeof *rest);
    if (!rest)
        return hone_fail_memory(error), NULL;
    rest->allocator = hone_allocator_or_default(allocator);
    rest->skin = hone_skin_retain(skin);
    find_spans(rest, changes, NULL);
    if (!allocate(rest, normals)) {
        hone_skin_rest_destroy(rest);
        return hone_fail_memory(error), NULL;
    }
    find_spans(rest, changes, rest->spans);
    copy_blocks(rest);
    return rest;
}

hone_skin_rest *hone_skin_rest_create(const hone_skin *skin, bool normals, const hone_allocator *allocator,
                                      hone_error *error)
{
    return hone_skin_rest_create_blocks(skin, normals, NULL, allocator, error);
}

void hone_skin_rest_destroy(hone_skin_rest *rest)
{
    if (!rest)
        return;
    hone_allocator allocator = rest->allocator;
    size_t blocks = (size_t)rest->skin->block_count + 1, frames = (size_t)rest->frame_count + 1;
    hone_deallocate(&allocator, rest->spans, rest->span_count + 1, sizeof *rest->spans);
    hone_deallocate(&allocator, rest->frame_of, blocks, sizeof *rest->frame_of);
    hone_deallocate(&allocator, rest->positions, frames, sizeof *rest->positions);
    hone_deallocate(&allocator, rest->normals, frames, sizeof *rest->normals);
    hone_skin_release(rest->skin);
    hone_deallocate(&allocator, rest, 1, sizeof *rest);
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */

static const void *element(const hone_stream *stream, size_t index)
{
    return (const char *)stream->data + index * stream->stride;
}

/* Sets the value of the vertex in a lane of a frame. The padding lanes of a block repeat its last vertex. */
static void set(hone_skin_frame3 *frame, uint32_t used, uint32_t lane, const float value[3])
{
    const uint32_t end = lane + 1 == used ? LANES : lane + 1;
    for (uint32_t l = lane; l < end; l++)
        for (int c = 0; c < 3; c++) frame->c[c][l] = value[c];
}

static void set_vertex(hone_skin_rest *rest, uint32_t vertex, const hone_stream *positions, const hone_stream *normals)
{
    float value[3];
    uint32_t lane = rest->skin->lanes[vertex], block = lane / LANES;
    uint32_t frame = rest->frame_of[block], used = rest->skin->used[block];
    if (positions->data) {
        memcpy(value, element(positions, vertex), sizeof value);
        set(&rest->positions[frame], used, lane % LANES, value);
    }
    if (normals->data && rest->normals) {
        memcpy(value, element(normals, vertex), sizeof value);
        if (!hone_vec3_normalise(value, value))
            value[0] = value[1] = 0, value[2] = 1;
        set(&rest->normals[frame], used, lane % LANES, value);
    }
}

void hone_skin_rest_set(hone_skin_rest *rest, hone_stream vertices, hone_stream positions, hone_stream normals)
{
    size_t count = vertices.data ? vertices.count : rest->skin->vertex_count;
    for (size_t i = 0; i < count; i++) {
        uint32_t vertex = (uint32_t)i;
        if (vertices.data)
            memcpy(&vertex, element(&vertices, i), sizeof vertex);
        HONE_ASSERT(vertex < rest->skin->vertex_count);
        set_vertex(rest, vertex, &positions, &normals);
    }
}

/* ---- skinning ---------------------------------------------------------------------------------------------------- */

/* Returns frames[first - block] for block 0, so that the span's blocks are the indices of its frames. */
static hone_skin_frame3 *by_block(const hone_skin_frame3 *frames, const hone_skin_rest_span *span)
{
    uintptr_t before = (uintptr_t)span->begin * sizeof *frames; /* as a number: it may point before the array */
    return frames ? (hone_skin_frame3 *)((uintptr_t)(frames + span->first) - before) : NULL;
}

static void run_span(const hone_skin_kernel *kernel, const hone_skin *skin, const hone_skin_job *job,
                     const hone_skin_rest_span *span, uint32_t begin, uint32_t end)
{
    const hone_skin_rest rest = {
        .skin = skin, .positions = by_block(job->rest->positions, span), .normals = by_block(job->rest->normals, span)};
    hone_skin_job part = *job;
    part.rest = &rest;
    if (begin < end)
        kernel->run(skin, &part, begin, end);
}

static void run_at_rest(const hone_skin_kernel *kernel, const hone_skin *skin, const hone_skin_job *job, uint32_t begin,
                        uint32_t end)
{
    hone_skin_job part = *job;
    part.rest = NULL;
    if (begin < end)
        kernel->run(skin, &part, begin, end);
}

void hone_skin_run_kernel(const hone_skin_kernel *kernel, const hone_skin *skin, const hone_skin_job *job,
                          uint32_t begin, uint32_t end)
{
    const hone_skin_rest *rest = job->rest;
    if (!rest) {
        kernel->run(skin, job, begin, end);
        return;
    }
    for (uint32_t s = 0; s < rest->span_count && begin < end; s++) {
        const hone_skin_rest_span *span = &rest->spans[s];
        if (span->end <= begin)
            continue;
        uint32_t from = span->begin < begin ? begin : span->begin < end ? span->begin : end;
        uint32_t to = span->end < end ? span->end : end;
        run_at_rest(kernel, skin, job, begin, from);
        run_span(kernel, skin, job, span, from, to);
        begin = to;
    }
    run_at_rest(kernel, skin, job, begin, end);
}
