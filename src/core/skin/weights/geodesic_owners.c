#include "core/skin/weights/geodesic_owners.h"
#include <hone/math.h>

/* A segment counts as equally near up to this factor: above rounding errors, below what is visible. */
static const float tie = 1.0001f;

static float from_segment(const float p[3], const hone_segment *s, float away[3])
{
    float u[3], v[3];
    for (int k = 0; k < 3; k++) u[k] = s->tail[k] - s->head[k], v[k] = p[k] - s->head[k];
    float square = hone_vec3_dot(u, u), t = square > 0 ? fminf(fmaxf(hone_vec3_dot(u, v) / square, 0), 1) : 0;
    for (int k = 0; k < 3; k++) away[k] = v[k] - t * u[k];
    return hone_vec3_length(away);
}

/* Returns the distance that counts for choosing the owner: up to twice the real one if the surface faces the
 * segment. */
static float counted_distance(const float p[3], const float normal[3], const hone_segment *s, float *distance)
{
    float away[3];
    *distance = from_segment(p, s, away);
    float facing = hone_vec3_dot(away, normal);
    return facing < 0 ? *distance - facing : *distance;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

/* The nearest segments found so far, with the distances that count. */
typedef struct nearest_owners {
    hone_owner *owners;
    float counted[HONE_OWNERS], best;
    uint32_t count;
} nearest_owners;

/* Drops the segments that are no longer as near as the nearest. */
static void drop_far(nearest_owners *f)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->count; i++)
        if (f->counted[i] <= tie * f->best) {
            f->owners[kept] = f->owners[i];
            f->counted[kept++] = f->counted[i];
        }
    f->count = kept;
}

static void take(nearest_owners *f, int32_t segment, float distance, float counted)
{
    if (!(counted <= tie * f->best))
        return;
    f->best = fminf(f->best, counted);
    drop_far(f);
    if (f->count == HONE_OWNERS)
        return;
    f->owners[f->count] = (hone_owner){segment, distance};
    f->counted[f->count++] = counted;
}

static void nearest_first(nearest_owners *f)
{
    for (uint32_t i = 1; i < f->count; i++)
        if (f->counted[i] < f->counted[0]) {
            hone_owner owner = f->owners[i];
            float counted = f->counted[i];
            f->owners[i] = f->owners[0], f->counted[i] = f->counted[0];
            f->owners[0] = owner, f->counted[0] = counted;
        }
}

uint32_t hone_geodesic_owners(const hone_weights_desc *rule, const mesh_graph *graph, uint32_t node, uint8_t kinds,
                              hone_owner out[HONE_OWNERS])
{
    const float *p = graph->positions[node], *normal = graph->normals[node];
    nearest_owners f = {.owners = out, .best = INFINITY};
    for (uint32_t i = 0; i < rule->segment_count; i++) {
        float distance;
        if (rule->segment_kinds && !(rule->segment_kinds[i] & kinds))
            continue;
        float counted = counted_distance(p, normal, &rule->segments[i], &distance);
        take(&f, (int32_t)i, distance, counted);
    }
    nearest_first(&f);
    for (uint32_t i = f.count; i < HONE_OWNERS; i++) out[i] = (hone_owner){HONE_NONE, 0};
    return f.count;
}

/* ---- borders ----------------------------------------------------------------------------------------------------- */

typedef struct edge {
    const float *from, *to, *from_normal, *to_normal;
    const hone_segment *first, *second; /* the segments that own the two ends */
} edge;

/* Returns how much further the second end's segment is than the first end's, at a part 0..1 of the edge. */
static float excess(const edge *e, float part, hone_border *out)
{
    float p[3], normal[3];
    for (int k = 0; k < 3; k++) {
        p[k] = e->from[k] + part * (e->to[k] - e->from[k]);
        normal[k] = e->from_normal[k] + part * (e->to_normal[k] - e->from_normal[k]);
    }
    float first = counted_distance(p, normal, e->first, &out->first_distance);
    return counted_distance(p, normal, e->second, &out->second_distance) - first;
}

/* Finds by bisection the part of the edge where the excess reaches 0, or falls below it. */
static float find_fall(const edge *e, bool below_zero)
{
    enum { HALVINGS = 24 }; /* as many as a float has bits */
    float low = 0, high = 1;
    hone_border ignored;
    for (int i = 0; i < HALVINGS; i++) {
        float middle = (low + high) / 2, here = excess(e, middle, &ignored);
        if (here > 0 || (below_zero && !(here < 0)))
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

bool hone_geodesic_border(const hone_weights_desc *rule, const mesh_graph *graph, uint32_t first, int32_t first_owner,
                          uint32_t second, int32_t second_owner, hone_border *out)
{
    const edge e = {graph->positions[first], graph->positions[second],     graph->normals[first],
                    graph->normals[second],  &rule->segments[first_owner], &rule->segments[second_owner]};
    float d[3];
    if (excess(&e, 0, out) < 0 || excess(&e, 1, out) > 0)
        return false;
    float part = (find_fall(&e, false) + find_fall(&e, true)) / 2; /* the middle of the range where the excess is 0 */
    excess(&e, part, out);
    hone_vec3_subtract(e.to, e.from, d);
    float length = hone_vec3_length(d);
    out->first_way = part * length, out->second_way = (1 - part) * length;
    return true;
}
