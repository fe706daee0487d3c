#include "offline/autorig/voxel_layers.h"
#include "base/memory/arena.h"

/* Labels the cells of one layer that are connected through faces; returns how many there are. */
static uint32_t fill(const voxels *g, uint32_t *labels, uint32_t *queue, uint32_t from, uint32_t label)
{
    uint32_t head = 0, tail = 0, width = (uint32_t)g->size[0];
    queue[tail++] = from;
    labels[from] = label;
    while (head < tail) {
        uint32_t at = queue[head++];
        /* the border of the grid is outside, so all of these exist */
        const uint32_t others[4] = {at - 1, at + 1, at - width, at + width};
        for (int i = 0; i < 4; i++)
            if (g->inside[others[i]] && !labels[others[i]]) {
                labels[others[i]] = label;
                queue[tail++] = others[i];
            }
    }
    return tail;
}

static void describe(const voxels *g, const uint32_t *cells, uint32_t count, blob *out)
{
    double x = 0, z = 0;
    out->area = count;
    out->low[0] = out->low[1] = INT32_MAX, out->high[0] = out->high[1] = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t at[2] = {(int32_t)(cells[i] % (uint32_t)g->size[0]),
                               (int32_t)(cells[i] / (uint32_t)g->size[0] % (uint32_t)g->size[2])};
        x += at[0], z += at[1];
        for (int k = 0; k < 2; k++) {
            out->low[k] = at[k] < out->low[k] ? at[k] : out->low[k];
            out->high[k] = at[k] > out->high[k] ? at[k] : out->high[k];
        }
    }
    out->x = (float)(x / count), out->z = (float)(z / count);
}

bool hone_voxel_layers_make(const voxels *g, hone_arena *scratch, voxel_layers *out)
{
    uint32_t layer_size = (uint32_t)(g->size[0] * g->size[2]), count = 0;
    uint32_t *queue = hone_arena_array(scratch, layer_size, sizeof *queue);
    uint32_t *firsts = hone_arena_array(scratch, g->count, sizeof *firsts); /* one cell of each blob */
    *out = (voxel_layers){.grid = g};
    out->begin = hone_arena_array(scratch, (size_t)g->size[1] + 1, sizeof *out->begin);
    out->labels = hone_arena_array(scratch, g->count, sizeof *out->labels);
    if (!queue || !firsts || !out->begin || !out->labels)
        return false;
    for (int32_t y = 0; y < g->size[1]; y++) {
        for (uint32_t at = (uint32_t)y * layer_size, end = at + layer_size; at < end; at++)
            if (g->inside[at] && !out->labels[at]) {
                firsts[count++] = at;
                fill(g, out->labels, queue, at, count);
            }
        out->begin[y + 1] = count;
    }
    out->blobs = hone_arena_array(scratch, (size_t)count + 1, sizeof *out->blobs);
    out->shared = hone_arena_array(scratch, (size_t)count + 1, sizeof *out->shared);
    if (!out->blobs || !out->shared)
        return false;
    for (uint32_t at = 0; at < g->count; at++) out->labels[at] = 0;
    for (uint32_t b = 0; b < count; b++) {
        out->blobs[b].layer = (int32_t)(firsts[b] / layer_size);
        uint32_t area = fill(g, out->labels, queue, firsts[b], b + 1);
        describe(g, queue, area, &out->blobs[b]);
    }
    return true;
}

int32_t hone_voxel_layers_over(const voxel_layers *s, uint32_t of, int32_t layer, int32_t left, int32_t right)
{
    const voxels *g = s->grid;
    const blob *b = &s->blobs[of];
    int32_t best = HONE_NONE, begin = b->low[0] > left ? b->low[0] : left,
            end = b->high[0] < right ? b->high[0] : right;
    if (layer < 0 || layer >= g->size[1])
        return HONE_NONE;
    for (int pass = 0; pass < 2; pass++) /* the first pass counts, the second clears the counters */
        for (int32_t z = b->low[1]; z <= b->high[1]; z++)
            for (int32_t x = begin; x <= end; x++) {
                uint32_t other = s->labels[voxel_at(g, x, layer, z)];
                if (!other || s->labels[voxel_at(g, x, b->layer, z)] != of + 1)
                    continue;
                uint32_t seen = pass ? (s->shared[other - 1] = 0) : ++s->shared[other - 1];
                if (!pass && (best == HONE_NONE || seen > s->shared[best]))
                    best = (int32_t)(other - 1);
            }
    return best;
}
