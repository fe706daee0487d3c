/* Geodesic weights: automatic skin weights from distances measured over the surface of the mesh. Labels of segments
 * spread over the mesh by Dijkstra's algorithm. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/skin/weights/geodesic_owners.h"
#include "core/skin/weights/power.h"
#include <hone/math.h>
#include <string.h>

enum { LABELS_MIN = HONE_OWNERS, SMOOTHINGS = 2 };

/* A segment that has reached a node: its distance to the border point of its region, and the length of the path over
 * the surface from there to the node. */
typedef struct label {
    int32_t segment;
    float distance, path;
} label;

typedef struct step { /* a label that is about to reach a node */
    float key;
    uint32_t node;
    label label;
} step;

typedef struct queue { /* a binary heap: smallest key first, ties by lower node, segment, path */
    step *steps;
    size_t count, capacity;
    hone_allocator allocator;
    bool failed;
} queue;

typedef struct spread {
    const hone_weights_desc *rule;
    double exponent, length;
    mesh_graph graph;
    hone_arena *scratch;
    uint8_t *kinds;                    /* [node_count] allowed kinds, as in hone_weights_desc.vertex_kinds */
    hone_owner (*owners)[HONE_OWNERS]; /* [node_count] the segments that each node belongs to */
    uint32_t room;                     /* the most segments of a node */
    label *labels;                     /* [node_count][room] */
    uint32_t *label_counts;
    hone_influence *weights, *smoothed; /* [node_count][room] */
    double *powers;                     /* [room] */
    queue queue;
} spread;

static label *labels_of(const spread *s, uint32_t node)
{
    return s->labels + (size_t)node * s->room;
}

static float reach_of(float distance, float path)
{
    return sqrtf(distance * distance + path * path);
}

/* ---- the queue --------------------------------------------------------------------------------------------------- */

static bool before(const step *a, const step *b)
{
    if (a->key < b->key || a->key > b->key)
        return a->key < b->key;
    if (a->node != b->node)
        return a->node < b->node;
    return a->label.segment != b->label.segment ? a->label.segment < b->label.segment : a->label.path < b->label.path;
}

static bool grow(queue *q)
{
    size_t capacity = q->capacity ? 2 * q->capacity : 1024;
    step *steps = hone_allocate(&q->allocator, capacity, sizeof *steps);
    if (!steps)
        return q->failed = true, false;
    if (q->count)
        memcpy(steps, q->steps, q->count * sizeof *steps);
    hone_deallocate(&q->allocator, q->steps, q->capacity, sizeof *steps);
    q->steps = steps, q->capacity = capacity;
    return true;
}

static void push(queue *q, step s)
{
    if (q->failed || (q->count == q->capacity && !grow(q)))
        return;
    size_t at = q->count++;
    for (; at > 0 && before(&s, &q->steps[(at - 1) / 2]); at = (at - 1) / 2) q->steps[at] = q->steps[(at - 1) / 2];
    q->steps[at] = s;
}

static step pop(queue *q)
{
    step first = q->steps[0], last = q->steps[--q->count];
    size_t at = 0;
    for (size_t child = 1; child < q->count; child = 2 * at + 1) {
        child += child + 1 < q->count && before(&q->steps[child + 1], &q->steps[child]);
        if (!before(&q->steps[child], &last))
            break;
        q->steps[at] = q->steps[child];
        at = child;
    }
    q->steps[at] = last;
    return first;
}

/* ---- spreading over the surface -------------------------------------------------------------------------------- */

static bool may_take(const spread *s, uint32_t node, int32_t segment)
{
    return !s->rule->segment_kinds || (s->rule->segment_kinds[segment] & s->kinds[node]);
}

static bool knows(const spread *s, uint32_t node, int32_t segment)
{
    const label *labels = labels_of(s, node);
    bool found = s->label_counts[node] == s->room;
    for (uint32_t i = 0; i < s->label_counts[node]; i++) found |= labels[i].segment == segment;
    return found;
}

/* Returns whether the label is so far behind the nearest one that its weight would be almost 0. */
static bool is_lost(const spread *s, uint32_t node, float key)
{
    const double least = 1e-3;
    if (s->label_counts[node] == 0)
        return false;
    const label *first = labels_of(s, node);
    double nearest = (double)reach_of(first->distance, first->path);
    return weights_power((s->length + nearest) / (s->length + (double)key), s->exponent) < least;
}

static void visit_neighbours(spread *s, const step *from)
{
    const mesh_graph *g = &s->graph;
    for (uint32_t e = g->edge_begin[from->node]; e < g->edge_begin[from->node + 1]; e++) {
        step to = {.node = g->edges[e], .label = from->label};
        to.label.path += hone_vec3_distance(g->positions[from->node], g->positions[to.node]);
        to.key = reach_of(to.label.distance, to.label.path);
        if (may_take(s, to.node, to.label.segment) && !knows(s, to.node, to.label.segment) &&
            !is_lost(s, to.node, to.key))
            push(&s->queue, to);
    }
}

static void push_label(spread *s, uint32_t node, label l)
{
    if (may_take(s, node, l.segment))
        push(&s->queue, (step){reach_of(l.distance, l.path), node, l});
}

static bool owns(const spread *s, uint32_t node, int32_t segment)
{
    bool found = false;
    for (int i = 0; i < HONE_OWNERS; i++) found |= s->owners[node][i].segment == segment;
    return found;
}

/* Starts labels where an edge crosses from one segment's region into another's: each segment continues into the
 * other region. */
static void start_at_border(spread *s, uint32_t first, uint32_t second)
{
    int32_t a = s->owners[first][0].segment, b = s->owners[second][0].segment;
    hone_border border;
    if (owns(s, first, b) || owns(s, second, a) ||
        !hone_geodesic_border(s->rule, &s->graph, first, a, second, b, &border))
        return;
    push_label(s, first, (label){b, border.second_distance, border.first_way});
    push_label(s, second, (label){a, border.first_distance, border.second_way});
}

/* Starts labels at the nodes that belong to a segment, and at the borders between regions. */
static void start(spread *s)
{
    const mesh_graph *g = &s->graph;
    for (uint32_t n = 0; n < g->node_count; n++) {
        const hone_owner *owners = s->owners[n];
        for (int i = 0; i < HONE_OWNERS && owners[i].segment != HONE_NONE; i++)
            push(&s->queue, (step){owners[i].distance, n, {owners[i].segment, owners[i].distance, 0}});
        for (uint32_t e = g->edge_begin[n]; e < g->edge_begin[n + 1]; e++)
            if (n < g->edges[e])
                start_at_border(s, n, g->edges[e]);
    }
}

static bool spread_labels(spread *s)
{
    start(s);
    while (s->queue.count && !s->queue.failed) {
        step next = pop(&s->queue);
        if (knows(s, next.node, next.label.segment) || is_lost(s, next.node, next.key))
            continue;
        labels_of(s, next.node)[s->label_counts[next.node]++] = next.label;
        visit_neighbours(s, &next);
    }
    return !s->queue.failed;
}

/* ---- weights ---------------------------------------------------------------------------------------------------- */

static void weigh(spread *s, uint32_t node)
{
    const label *labels = labels_of(s, node);
    hone_influence *row = s->weights + (size_t)node * s->room;
    double nearest = (double)reach_of(labels[0].distance, labels[0].path), sum = 0;
    for (uint32_t i = 0; i < s->label_counts[node]; i++) {
        double d = (double)reach_of(labels[i].distance, labels[i].path);
        sum += s->powers[i] = weights_power((s->length + nearest) / (s->length + d), s->exponent);
    }
    for (uint32_t i = 0; i < s->room; i++)
        row[i] = i < s->label_counts[node] ? (hone_influence){labels[i].segment, (float)(s->powers[i] / sum)}
                                           : (hone_influence){HONE_NONE, 0};
}

/* Adds a weight to the row. Keeps it heaviest first, ties by lower segment, at most `room` entries: the lightest one
 * is dropped. */
static void add(hone_influence *row, uint32_t room, int32_t segment, float weight)
{
    uint32_t at = 0;
    while (at < room && row[at].slot != segment && row[at].slot != HONE_NONE) at++;
    if (at == room && row[--at].weight >= weight)
        return;
    weight += row[at].slot == segment ? row[at].weight : 0;
    for (; at > 0 && (row[at - 1].weight < weight || (row[at - 1].weight <= weight && row[at - 1].slot > segment));
         at--)
        row[at] = row[at - 1];
    row[at] = (hone_influence){segment, weight};
}

/* Sets the weights to half of the node's own plus half of its neighbours' mean. */
static void smooth(spread *s, uint32_t node)
{
    const mesh_graph *g = &s->graph;
    hone_influence *row = s->smoothed + (size_t)node * s->room, *now = s->weights + (size_t)node * s->room;
    uint32_t count = g->edge_begin[node + 1] - g->edge_begin[node];
    float own = count ? 0.5f : 1, other = count ? 0.5f / (float)count : 0;
    for (uint32_t i = 0; i < s->room; i++) row[i] = (hone_influence){HONE_NONE, 0};
    for (uint32_t i = 0; i < s->room && now[i].slot != HONE_NONE; i++)
        add(row, s->room, now[i].slot, own * now[i].weight);
    for (uint32_t e = g->edge_begin[node]; e < g->edge_begin[node + 1]; e++) {
        const hone_influence *from = s->weights + (size_t)g->edges[e] * s->room;
        for (uint32_t i = 0; i < s->room && from[i].slot != HONE_NONE; i++)
            add(row, s->room, from[i].slot, other * from[i].weight);
    }
}

static void weigh_all(spread *s)
{
    for (uint32_t n = 0; n < s->graph.node_count; n++) weigh(s, n);
    for (int pass = 0; pass < SMOOTHINGS; pass++) {
        for (uint32_t n = 0; n < s->graph.node_count; n++) smooth(s, n);
        hone_influence *swap = s->weights;
        s->weights = s->smoothed, s->smoothed = swap;
    }
}

static void write_out(const spread *s, hone_influence *out, uint32_t kept)
{
    for (size_t v = 0; v < s->rule->positions.count; v++) {
        const hone_influence *row = s->weights + (size_t)s->graph.node_of[v] * s->room;
        double sum = 0;
        uint32_t used = kept < s->room ? kept : s->room;
        for (uint32_t i = 0; i < used; i++) sum += (double)row[i].weight;
        for (uint32_t i = 0; i < kept; i++)
            out[v * kept + i] = i < used && row[i].slot != HONE_NONE
                                    ? (hone_influence){row[i].slot, (float)((double)row[i].weight / sum)}
                                    : (hone_influence){HONE_NONE, 0};
    }
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static bool take_arrays(spread *s)
{
    size_t count = s->graph.node_count;
    s->kinds = hone_arena_array(s->scratch, count, sizeof *s->kinds);
    s->owners = hone_arena_array(s->scratch, count, sizeof *s->owners);
    s->labels = hone_arena_array(s->scratch, count, s->room * sizeof *s->labels);
    s->label_counts = hone_arena_array(s->scratch, count, sizeof *s->label_counts);
    s->weights = hone_arena_array(s->scratch, count, s->room * sizeof *s->weights);
    s->smoothed = hone_arena_array(s->scratch, count, s->room * sizeof *s->smoothed);
    s->powers = hone_arena_array(s->scratch, s->room, sizeof *s->powers);
    return count == 0 ||
           (s->powers && s->kinds && s->owners && s->labels && s->label_counts && s->weights && s->smoothed);
}

static void find_owners(spread *s)
{
    const uint8_t *kinds = s->rule->vertex_kinds;
    for (size_t v = 0; v < s->rule->positions.count; v++) s->kinds[s->graph.node_of[v]] |= kinds ? kinds[v] : 0xff;
    for (uint32_t n = 0; n < s->graph.node_count; n++)
        hone_geodesic_owners(s->rule, &s->graph, n, s->kinds[n], s->owners[n]);
}

/* Whether floats can hold the distances within the mesh and to the segments. A path over the mesh may still become
 * infinite: its label is then lost. */
static bool are_distances_finite(const spread *s)
{
    const hone_weights_desc *rule = s->rule;
    float low[3], high[3];
    hone_vec3_copy(s->graph.low, low), hone_vec3_copy(s->graph.high, high);
    for (uint32_t i = 0; i < rule->segment_count; i++)
        for (int k = 0; k < 3; k++) {
            const float head = rule->segments[i].head[k], tail = rule->segments[i].tail[k];
            low[k] = fminf(low[k], fminf(head, tail)), high[k] = fmaxf(high[k], fmaxf(head, tail));
        }
    return s->graph.node_count == 0 || hone_vec3_distance(low, high) < INFINITY;
}

static bool run(spread *s, const hone_weights_geodesic_desc *desc, hone_influence *out, hone_error *error)
{
    const hone_weights_desc *rule = s->rule;
    if (!hone_mesh_graph_make(&rule->positions, desc->indices, desc->index_count, s->scratch, &s->graph, error))
        return false;
    if (!are_distances_finite(s))
        return true; /* the Euclidean weights stay in `out` */
    double diagonal = s->graph.node_count ? (double)hone_vec3_distance(s->graph.low, s->graph.high) : 0;
    s->exponent = rule->exponent > 0 ? (double)rule->exponent : 16;
    s->length = rule->length > 0 ? (double)rule->length : diagonal > 0 ? diagonal / 20 : 1;
    s->room = rule->max_influences < rule->segment_count ? rule->max_influences : rule->segment_count;
    s->room = s->room > LABELS_MIN ? s->room : LABELS_MIN;
    if (!take_arrays(s))
        return hone_fail_memory(error);
    find_owners(s);
    bool ok = spread_labels(s);
    hone_deallocate(&s->queue.allocator, s->queue.steps, s->queue.capacity, sizeof *s->queue.steps);
    if (!ok)
        return hone_fail_memory(error);
    weigh_all(s);
    write_out(s, out, rule->max_influences ? rule->max_influences : 4);
    return true;
}

bool hone_weights_geodesic(const hone_weights_geodesic_desc *desc, hone_influence *out, hone_error *error)
{
    if (!desc || (desc->index_count && !desc->indices))
        return hone_fail_null(error, "the description and its triangles");
    /* The Euclidean weights check the whole input, and stay in `out` if this function fails later. */
    if (!hone_weights_euclidean(&desc->rule, out, error))
        return false;
    spread s = {.rule = &desc->rule, .queue.allocator = hone_allocator_or_default(desc->allocator)};
    s.scratch = hone_arena_create(desc->allocator, 0, error);
    bool ok = s.scratch && run(&s, desc, out, error);
    hone_arena_destroy(s.scratch);
    return ok;
}
