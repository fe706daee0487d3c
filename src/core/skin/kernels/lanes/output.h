/* The results of a block, and how they are written to the streams of a job. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_OUTPUT_H
#define HONE_SRC_SKIN_KERNELS_LANES_OUTPUT_H

#include "core/skin/kernels/lanes/encode.h"
#include "core/skin/quantise.h"

enum { MOST_PIECES = 4, MOST_STREAMS = 3 };

/* Words of a vertex that are stored side by side: a stream, several streams of an interleaved vertex, or a part. */
typedef struct piece {
    void (*write)(const struct piece *piece, const results *from, uint32_t index);
    char *data;
    size_t stride;
    const uint32_t *vertices; /* of all lanes, in the file's order; NULL: in the order of lanes */
    uint32_t first, words;    /* words [first, first + words) of the results */
    bool leads;               /* the first piece of its cache lines */
} piece;

typedef struct output {
    void (*write)(const struct output *o, uint32_t index, results *from); /* writes the results of a block */
    piece pieces[MOST_PIECES + 1];                                        /* after the last, `write` is NULL */
    encoder encoders[MOST_STREAMS + 1];                                   /* after the last, `run` is NULL */
    uint32_t count, encoder_count;
    uint32_t ahead; /* in the file's order: of the group (see hone_skin_group); otherwise 0 */
} output;

enum { AHEAD = 8, LINE = 64 }; /* blocks; bytes */

/* Prefetches the cache lines that a later block's results go to: a written line is read first, early enough that the
 * store does not wait. Input is not prefetched, because the hardware does that in time. */
INLINE void prepare_stream(const char *out, size_t stride, uint32_t index)
{
    const size_t step = stride > LINE ? stride : LINE, size = LANES * stride;
    out += (index + (size_t)AHEAD) * size;
    for (const char *end = out + size; out < end; out += 2 * step) {
        HONE_PREFETCH_TO_WRITE(out);
        HONE_PREFETCH_TO_WRITE(out + step);
    }
}

/* The same for three or four floats a vertex. */
INLINE void prepare_dense(const float *out, int words, uint32_t index)
{
    const char *first = (const char *)(out + (size_t)words * (index + (size_t)AHEAD) * LANES);
    for (int line = 0; line < words; line++) HONE_PREFETCH_TO_WRITE(first + line * LINE);
}

/* ---- pieces ---------------------------------------------------------------------------------------------------- */

/* Calls STORE(place of lane l, l) for WIDTH lanes from `at`. */
#define EACH_PLACE(store)                                                                                              \
    for (size_t l = 0; l < WIDTH; l++) store(filed ? out + vertices[l] * stride : out + l * stride, l)

/* Writes WIDTH lanes of 1, 2, 3, 4 or 6 words. Filed: lane l is element vertices[l] of `out`; otherwise element l. */
INLINE void write_rows(const float *c, char *out, size_t stride, const uint32_t *vertices, int words, bool filed)
{
    vec v[6];
    for (int k = 0; k < words; k++) v[k] = v_load(c + (size_t)k * LANES);
    if (words == 1) {
#define STORE(to, l) memcpy(to, c + (l), sizeof *c)
        EACH_PLACE(STORE);
#undef STORE
    } else if (words == 2) {
        float pairs[WIDTH][2];
        v_store2(pairs[0], v[0], v[1]);
#define STORE(to, l) memcpy(to, pairs[l], sizeof pairs[l])
        EACH_PLACE(STORE);
#undef STORE
    } else if (words == 3) {
        row3 rows[WIDTH];
        v_rows3(v[0], v[1], v[2], rows);
#define STORE(to, l) store_row3(to, rows[l], (int)(l))
        EACH_PLACE(STORE);
#undef STORE
    } else if (words == 6) {
        row6 rows[WIDTH];
        v_rows6(v[0], v[1], v[2], v[3], v[4], v[5], rows);
#define STORE(to, l) store_row6(to, rows[l], (int)(l))
        EACH_PLACE(STORE);
#undef STORE
    } else {
        row4 rows[WIDTH];
        v_rows4(v[0], v[1], v[2], v[3], rows);
#define STORE(to, l) store_row4(to, rows[l])
        EACH_PLACE(STORE);
#undef STORE
    }
}

/* In the file's order, padding lanes repeat the last vertex, so all sixteen lanes can be written. */
INLINE void write_piece(const piece *p, const results *from, uint32_t index, int words, bool filed)
{
    const size_t block = (size_t)index * LANES, stride = p->stride;
    const float *c = from->c[p->first];
    const uint32_t *vertices = filed ? p->vertices + block : NULL;
    char *data = p->data;
    if (!filed && p->leads)
        prepare_stream(data, stride, index);
    for (size_t at = 0; at < LANES; at += WIDTH)
        if (filed)
            write_rows(c + at, data, stride, vertices + at, words, true);
        else
            write_rows(c + at, data + (block + at) * stride, stride, NULL, words, false);
}

/* Writes a piece of three words whose elements follow each other without a gap. */
static void write_dense3(const piece *p, const results *from, uint32_t index)
{
    const float *c = from->c[p->first];
    float *out = (float *)p->data + 3 * (size_t)index * LANES;
    prepare_dense((const float *)p->data, 3, index);
    for (size_t at = 0; at < LANES; at += WIDTH)
        v_store3(out + 3 * at, v_load(c + at), v_load(c + LANES + at), v_load(c + 2 * LANES + at));
}

INLINE void write_six(const piece *p, const results *from, uint32_t index, bool streamed)
{
    const float *c = from->c[p->first];
    float *out = (float *)p->data + 6 * (size_t)index * LANES;
    if (!streamed)
        prepare_stream(p->data, 6 * sizeof *out, index);
    for (size_t at = 0; at < LANES; at += WIDTH) {
        vec v[6];
        for (size_t k = 0; k < 6; k++) v[k] = v_load(c + k * LANES + at);
        streamed ? v_stream6(out + 6 * at, v) : v_store6(out + 6 * at, v);
    }
}

/* The same for six words, such as a position and the normal that follows it. */
static void write_dense6(const piece *p, const results *from, uint32_t index)
{
    write_six(p, from, index, false);
}

static void write_streamed6(const piece *p, const results *from, uint32_t index)
{
    write_six(p, from, index, true);
}

/* Returns whether a dense array of an output of this number of bytes may be stored around the caches. */
static bool can_stream(const void *data, size_t bytes)
{
    return CAN_STREAM && (uintptr_t)data % sizeof(vec) == 0 && bytes >= hone_skin_stream_from();
}

#define WRITERS(words)                                                                                                 \
    static void write_lanes##words(const piece *p, const results *from, uint32_t index)                                \
    {                                                                                                                  \
        write_piece(p, from, index, words, false);                                                                     \
    }                                                                                                                  \
    static void write_filed##words(const piece *p, const results *from, uint32_t index)                                \
    {                                                                                                                  \
        write_piece(p, from, index, words, true);                                                                      \
    }
WRITERS(1)
WRITERS(2)
WRITERS(3)
WRITERS(4)
WRITERS(6)
#undef WRITERS

/* In the file's order the vertices of a block have places all over their window. So instead of these places this
 * prefetches a part of the next window, from the first line to the last. */
INLINE void prepare_window(const output *o, uint32_t index)
{
    for (const piece *p = o->pieces; o->ahead && p->write; p++)
        if (p->leads)
            prepare_stream(p->data, p->stride, index + o->ahead);
}

/* Writes the results of a block. */
static void write_pieces(const output *o, uint32_t index, results *from)
{
    for (const encoder *e = o->encoders; e->run; e++) e->run(e, from);
    prepare_window(o, index);
    for (const piece *p = o->pieces; p->write; p++) p->write(p, from, index);
}

/* The same for the usual output: one piece, without encoders and windows. */
static void write_one_piece(const output *o, uint32_t index, results *from)
{
    if (o->ahead)
        write_pieces(o, index, from);
    else
        o->pieces[0].write(&o->pieces[0], from, index);
}

/* ---- the pieces of a job --------------------------------------------------------------------------------------- */

/* Adds words that follow those of the last piece in the results. They extend that piece if they follow it in memory
 * too. */
static void add_stream(output *o, const hone_stream *stream, uint32_t first, uint32_t words, const uint32_t *vertices)
{
    piece *last = o->count ? &o->pieces[o->count - 1] : NULL;
    if (!stream->data)
        return;
    if (last && last->first + last->words == first && last->stride == stream->stride &&
        last->data + last->words * sizeof(float) == (char *)stream->data)
        last->words += words;
    else
        o->pieces[o->count++] = (piece){.data = stream->data,
                                        .stride = stream->stride,
                                        .vertices = vertices,
                                        .first = first,
                                        .words = words,
                                        .leads = true};
}

/* Leaves 1, 2, 3, 4 or 6 words in a piece, and makes a piece of what follows them. */
static void split_piece(output *o, piece *p)
{
    if (p->words != 5 && p->words < 7)
        return;
    piece *rest = &o->pieces[o->count++];
    *rest = *p;
    rest->data += 4 * sizeof(float);
    rest->first += 4;
    rest->words -= 4;
    rest->leads = false;
    p->words = 4;
}

/* Returns whether a piece of dense vertices is stored around the caches. */
static bool streams_piece(const output *o, const piece *p, uint32_t blocks)
{
    bool apart = true;
    for (uint32_t i = 0; i < o->count; i++)
        if (&o->pieces[i] != p && o->pieces[i].leads)
            apart = apart && hone_skin_lie_apart(o->pieces[i].data, p->data);
    return apart && can_stream(p->data, p->stride * blocks * LANES);
}

static void choose_writer(const output *o, piece *p, uint32_t blocks)
{
    static void (*const lanes[])(const piece *, const results *, uint32_t) = {
        NULL, write_lanes1, write_lanes2, write_lanes3, write_lanes4, NULL, write_lanes6};
    static void (*const filed[])(const piece *, const results *, uint32_t) = {
        NULL, write_filed1, write_filed2, write_filed3, write_filed4, NULL, write_filed6};
    bool dense = !p->vertices && p->stride == p->words * sizeof(float);
    p->write = p->vertices ? filed[p->words] : lanes[p->words];
    if (dense && p->words == 3)
        p->write = write_dense3;
    if (dense && p->words == 6)
        p->write = streams_piece(o, p, blocks) ? write_streamed6 : write_dense6;
}

/* Adds the encoder and the piece of a stream whose words begin at `to`. Returns how many words it has. */
static uint32_t add_attribute(output *o, const hone_skin_job *job, const hone_stream *stream,
                              hone_skin_attribute attribute, uint32_t to, const uint32_t *vertices)
{
    static const uint32_t froms[] = {AT_POSITION, AT_NORMAL, AT_TANGENT};
    if (!stream->data)
        return 3;
    const uint32_t count = hone_skin_format_words(hone_skin_format_of(job, attribute), attribute);
    encoder *e = &o->encoders[o->encoder_count];
    *e = encoder_of(job, attribute, froms[attribute], to);
    o->encoder_count += e->run != NULL;
    add_stream(o, stream, to, count, vertices);
    return count;
}

/* vertices: the element of each lane; NULL: element l belongs to lane l. */
INLINE output output_of(const hone_skin_job *job, const uint32_t *vertices, uint32_t block_count)
{
    output o = {.count = 0};
    uint32_t to = 0;
    to += add_attribute(&o, job, &job->positions, HONE_SKIN_POSITION, to, vertices);
    to += add_attribute(&o, job, &job->normals, HONE_SKIN_NORMAL, to, vertices);
    add_attribute(&o, job, &job->tangents, HONE_SKIN_TANGENT, to, vertices);
    for (uint32_t i = 0; i < o.count; i++) split_piece(&o, &o.pieces[i]);
    for (uint32_t i = 0; i < o.count; i++) choose_writer(&o, &o.pieces[i], block_count);
    o.write = o.count == 1 && o.encoder_count == 0 ? write_one_piece : write_pieces;
    return o;
}

#endif
