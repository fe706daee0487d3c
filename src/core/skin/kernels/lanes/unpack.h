/* Packed rest data and weights as floats, for the loops that read only those. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_UNPACK_H
#define HONE_SRC_SKIN_KERNELS_LANES_UNPACK_H

#include "core/skin/kernels/lanes/block.h"

enum { BATCH = 8, MOST_USUAL = 4 }; /* blocks that are unpacked at once; most influences of the loops other than ANY */

typedef struct unpacked {
    _Alignas(64) hone_skin_frame3 positions[BATCH];
    hone_skin_frame3 normals[BATCH];
    float weights[BATCH * (MOST_USUAL - 1) * LANES];
} unpacked;

static void unpack_weights(const uint16_t *packed, size_t count, float *out)
{
    for (size_t at = 0; at < count; at += WIDTH) v_store(out + at, packed_weight(packed, (uint32_t)at));
}

static void unpack_rest(const work *w, size_t first, size_t count, unpacked *out)
{
    for (size_t i = 0; i < count; i++)
        for (uint32_t at = 0; at < LANES; at += WIDTH) {
            if (!w->positions)
                v3_store(out->positions[i].c[0], at, packed_position(w->skin, &w->packed[first + i], at));
            if (!w->normals && w->wants_normals)
                v3_store(out->normals[i].c[0], at, packed_normal(&w->packed[first + i], at));
        }
}

/* Returns the work on blocks from `begin`, with what is packed as floats. Only weights of ANY may stay packed. */
HONE_NEVER_INLINE work unpack(const work *w, uint32_t begin, uint32_t end, unpacked *room)
{
    const size_t first = begin - w->begin, count = end - begin, stored = w->group->stored;
    const size_t influences = w->group->influences * (w->group->mixed ? (size_t)LANES : 1);
    work out = *w;
    unpack_rest(w, first, count, room);
    out.begin = begin;
    out.positions = w->positions ? w->positions + first : room->positions;
    out.normals = w->normals ? w->normals + first : room->normals;
    out.tangents = w->tangents ? w->tangents + first : NULL;
    out.sdefs = w->sdefs ? w->sdefs + first : NULL;
    out.centres = w->centres ? w->centres + first : NULL;
    out.slots += first * influences;
    out.packed += first;
    out.weights = w->weights ? w->weights + first * stored * LANES : NULL;
    out.packed_weights = w->weights ? NULL : w->packed_weights + first * stored * LANES;
    if (!w->weights && stored < MOST_USUAL) {
        unpack_weights(out.packed_weights, count * stored * LANES, room->weights);
        out.weights = room->weights;
    }
    return out;
}

/* Runs a loop on blocks of a packed skin, a few at a time. */
static void run_unpacked(const work *w, uint32_t begin, uint32_t end, loop_fn *run)
{
    unpacked room;
    for (uint32_t at = begin, to; at < end; at = to) {
        to = end - at > BATCH ? at + BATCH : end;
        work part = unpack(w, at, to, &room);
        part.original = &part;
        run(&part, at, to);
    }
}

#endif
