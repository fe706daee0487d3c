/* Computes optimised centres of rotation. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "base/powers.h"
#include "core/skin/linear_vertex.h"
#include <hone/deform.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The similarity of two tuples of weights is a sum over pairs of bones, and only triangles that share both bones with
 * the vertex have a part in it. So each pair of bones has a list of its triangles, which are sorted into cells by their
 * weights of the two bones. What lies in one cell is taken together at its mean. */

static const float SIGMA = 0.1f;
enum { GRID = 64, MOST_GRID = 1024, MOST_CORNERS = 3 };
static const double FAR = 36; /* beyond this square of the distance in sigmas the similarity is below 3e-16 */

/* A triangle in the list of one pair of bones. */
typedef struct sample {
    int32_t a, b; /* slots, a < b */
    uint32_t triangle;
    float weight_a, weight_b;
} sample;

/* Triangles of one pair of bones with nearly the same weights. */
typedef struct cell {
    double mass;               /* the sum of area * weight_a * weight_b */
    double weight_a, weight_b; /* means by mass */
    double centre[3];          /* mean by mass */
} cell;

typedef struct pair_cells {
    int32_t a, b;
    uint32_t begin, end; /* range of cells */
} pair_cells;

typedef struct centres_context {
    const hone_mesh *mesh;
    double inverse_square; /* 1 / sigma^2 */
    uint32_t grid;         /* UINT32_MAX: no cells */
    uint32_t *begin;       /* [vertex_count + 1] influences of each vertex: positive, with sum 1, by slot */
    hone_influence *influences;
    sample *samples; /* [sample_count] by pair, then by triangle */
    size_t sample_count;
    pair_cells *pairs; /* [pair_count] ascending */
    uint32_t pair_count;
    cell *cells;
    uint32_t cell_count;
    float (*out)[3];
} centres_context;

/* ---- influences ------------------------------------------------------------------------------------------------ */

static int compare_slots(const void *left, const void *right)
{
    const hone_influence *a = left, *b = right;
    return (a->slot > b->slot) - (a->slot < b->slot);
}

static bool gather_influences(centres_context *c, hone_arena *scratch)
{
    const hone_mesh *mesh = c->mesh;
    const uint32_t count = mesh->vertex_count;
    c->begin = hone_arena_array(scratch, (size_t)count + 1, sizeof *c->begin);
    c->influences = hone_arena_array(scratch, (size_t)mesh->influence_begin[count] + 1, sizeof *c->influences);
    if (hone_arena_failed(scratch))
        return false;
    for (uint32_t v = 0; v < count; v++) {
        hone_influence *mine = c->influences + c->begin[v];
        double sum;
        const uint32_t found = hone_linear_influences(mesh, v, NULL, mine, &sum);
        qsort(mine, found, sizeof *mine, compare_slots);
        c->begin[v + 1] = c->begin[v] + found;
    }
    return true;
}

/* ---- triangles ------------------------------------------------------------------------------------------------- */

static double area_of(const hone_mesh *mesh, const uint32_t corners[3], double centre[3])
{
    double sides[2][3], cross[3];
    for (int i = 0; i < 3; i++) {
        const double p = mesh->positions[corners[0]][i], q = mesh->positions[corners[1]][i],
                     r = mesh->positions[corners[2]][i];
        sides[0][i] = q - p, sides[1][i] = r - p;
        centre[i] = (p + q + r) / 3;
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = sides[0][j] * sides[1][k] - sides[0][k] * sides[1][j];
    }
    return sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]) / 2;
}

/* Writes the mean of the weights of the three corners, by slot. Returns how many slots there are. */
static uint32_t mean_weights(const centres_context *c, const uint32_t corners[3], hone_influence *out)
{
    uint32_t at[MOST_CORNERS], count = 0;
    for (int k = 0; k < MOST_CORNERS; k++) at[k] = c->begin[corners[k]];
    for (;;) {
        int32_t least = INT32_MAX;
        float sum = 0;
        for (int k = 0; k < MOST_CORNERS; k++)
            if (at[k] < c->begin[corners[k] + 1] && c->influences[at[k]].slot < least)
                least = c->influences[at[k]].slot;
        if (least == INT32_MAX)
            return count;
        for (int k = 0; k < MOST_CORNERS; k++)
            if (at[k] < c->begin[corners[k] + 1] && c->influences[at[k]].slot == least)
                sum += c->influences[at[k]++].weight;
        out[count++] = (hone_influence){least, sum / 3};
    }
}

/* Adds the triangle to the list of each pair of its slots. While there is no list it only counts. */
static void add_triangle(centres_context *c, uint32_t triangle, hone_influence *room)
{
    const uint32_t *corners = c->mesh->indices + 3 * (size_t)triangle;
    for (int k = 0; k < MOST_CORNERS; k++)
        if (corners[k] >= c->mesh->vertex_count)
            return;
    const uint32_t count = mean_weights(c, corners, room);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++, c->sample_count++)
            if (c->samples)
                c->samples[c->sample_count] =
                    (sample){room[i].slot, room[j].slot, triangle, room[i].weight, room[j].weight};
}

static int compare_samples(const void *left, const void *right)
{
    const sample *a = left, *b = right;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->b != b->b)
        return a->b < b->b ? -1 : 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static bool list_samples(centres_context *c, hone_arena *scratch)
{
    const uint32_t triangles = c->mesh->index_count / 3, most = hone_most_influences(c->mesh);
    hone_influence *room = hone_arena_array(scratch, (size_t)MOST_CORNERS * most, sizeof *room);
    if (!room)
        return false;
    for (uint32_t t = 0; t < triangles; t++) add_triangle(c, t, room);
    c->samples = hone_arena_array(scratch, c->sample_count + 1, sizeof *c->samples);
    if (!c->samples)
        return false;
    c->sample_count = 0;
    for (uint32_t t = 0; t < triangles; t++) add_triangle(c, t, room);
    qsort(c->samples, c->sample_count, sizeof *c->samples, compare_samples);
    return true;
}

/* ---- cells ----------------------------------------------------------------------------------------------------- */

static void add_to_cell(const centres_context *c, const sample *s, cell *into)
{
    double centre[3];
    const double area = area_of(c->mesh, c->mesh->indices + 3 * (size_t)s->triangle, centre);
    const double mass = area * (double)s->weight_a * (double)s->weight_b;
    into->mass += mass;
    into->weight_a += mass * (double)s->weight_a;
    into->weight_b += mass * (double)s->weight_b;
    for (int i = 0; i < 3; i++) into->centre[i] += mass * centre[i];
}

static void add_cell(centres_context *c, const cell *from)
{
    if (!(from->mass > 0))
        return;
    cell *out = &c->cells[c->cell_count++];
    *out = (cell){.mass = from->mass, .weight_a = from->weight_a / from->mass, .weight_b = from->weight_b / from->mass};
    for (int i = 0; i < 3; i++) out->centre[i] = from->centre[i] / from->mass;
}

static uint32_t step_of(float weight, uint32_t grid)
{
    const float step = weight * (float)grid;
    return step < (float)grid ? (uint32_t)step : grid - 1;
}

/* Turns the samples [begin, end), all of one pair, into cells. room: [grid * grid] zeroed, and left so. */
static void make_cells(centres_context *c, size_t begin, size_t end, cell *room)
{
    pair_cells *pair = &c->pairs[c->pair_count++];
    *pair = (pair_cells){c->samples[begin].a, c->samples[begin].b, c->cell_count, 0};
    for (size_t s = begin; s < end; s++) {
        const sample *one = &c->samples[s];
        cell alone = {0};
        const bool whole = c->grid == UINT32_MAX;
        cell *into =
            whole ? &alone : &room[step_of(one->weight_a, c->grid) * c->grid + step_of(one->weight_b, c->grid)];
        add_to_cell(c, one, into);
        if (whole)
            add_cell(c, &alone);
    }
    for (size_t s = begin; s < end && c->grid != UINT32_MAX; s++) {
        const sample *one = &c->samples[s];
        cell *from = &room[step_of(one->weight_a, c->grid) * c->grid + step_of(one->weight_b, c->grid)];
        add_cell(c, from);
        *from = (cell){0};
    }
    pair->end = c->cell_count;
}

static size_t pair_end(const centres_context *c, size_t begin)
{
    size_t end = begin;
    while (end < c->sample_count && c->samples[end].a == c->samples[begin].a &&
           c->samples[end].b == c->samples[begin].b)
        end++;
    return end;
}

static bool list_cells(centres_context *c, hone_arena *scratch)
{
    const size_t grid = c->grid == UINT32_MAX ? 1 : c->grid;
    size_t pairs = 0;
    for (size_t s = 0; s < c->sample_count; s = pair_end(c, s)) pairs++;
    cell *room = hone_arena_array(scratch, grid * grid, sizeof *room);
    c->pairs = hone_arena_array(scratch, pairs + 1, sizeof *c->pairs);
    c->cells = hone_arena_array(scratch, c->sample_count + 1, sizeof *c->cells);
    if (hone_arena_failed(scratch))
        return false;
    for (size_t s = 0, end; s < c->sample_count; s = end) {
        end = pair_end(c, s);
        make_cells(c, s, end, room);
    }
    return true;
}

/* ---- vertices -------------------------------------------------------------------------------------------------- */

static const pair_cells *find_pair(const centres_context *c, int32_t a, int32_t b)
{
    uint32_t low = 0, high = c->pair_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const pair_cells *p = &c->pairs[middle];
        if (p->a < a || (p->a == a && p->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->pair_count && c->pairs[low].a == a && c->pairs[low].b == b ? &c->pairs[low] : NULL;
}

/* Adds the similar surface of one pair of bones: sum[3] is its mass, sum[0..2] mass times place. */
static void add_pair(const centres_context *c, const hone_influence *a, const hone_influence *b, double sum[4])
{
    const pair_cells *pair = find_pair(c, a->slot, b->slot);
    const double wa = (double)a->weight, wb = (double)b->weight;
    for (uint32_t i = pair ? pair->begin : 0; pair && i < pair->end; i++) {
        const cell *at = &c->cells[i];
        const double apart = wa * at->weight_b - wb * at->weight_a, square = apart * apart * c->inverse_square;
        if (square > FAR)
            continue;
        const double mass = wa * wb * at->mass * (double)hone_expf((float)-square);
        for (int k = 0; k < 3; k++) sum[k] += mass * at->centre[k];
        sum[3] += mass;
    }
}

static void find_centre(const centres_context *c, uint32_t v)
{
    double sum[4] = {0};
    for (uint32_t i = c->begin[v]; i < c->begin[v + 1]; i++)
        for (uint32_t j = i + 1; j < c->begin[v + 1]; j++) add_pair(c, &c->influences[i], &c->influences[j], sum);
    for (int k = 0; k < 3; k++) {
        const double mean = sum[k] / sum[3];
        c->out[v][k] = sum[3] > 0 && isfinite(mean) ? (float)mean : c->mesh->positions[v][k];
    }
}

static void find_centres(void *user, uint32_t begin, uint32_t end)
{
    for (uint32_t v = begin; v < end; v++) find_centre(user, v);
}

bool hone_centres_compute(const hone_centres_desc *desc, float (*out)[3], hone_error *error)
{
    if (!desc || !desc->mesh || !out)
        return hone_fail_null(error, "the mesh and the place for its centres");
    const double sigma = (double)(desc->sigma > 0 ? desc->sigma : SIGMA);
    const uint32_t grid = desc->grid == 0 ? GRID : desc->grid;
    centres_context c = {.mesh = desc->mesh,
                         .inverse_square = 1 / (sigma * sigma),
                         .grid = grid > MOST_GRID ? UINT32_MAX : grid,
                         .out = out};
    if (desc->mesh->vertex_count == 0)
        return true;
    hone_arena *scratch = hone_arena_create(desc->allocator, 0, error);
    if (!scratch)
        return false;
    const bool ok = gather_influences(&c, scratch) && list_samples(&c, scratch) && list_cells(&c, scratch);
    if (ok)
        hone_workers_run(desc->workers, find_centres, &c, desc->mesh->vertex_count, 256);
    hone_arena_destroy(scratch);
    return ok || hone_fail_memory(error);
}
