/* Automatic weights by the distance from the segments of bones. */
#include "base/error.h"
#include "core/skin/weights/power.h"
#include <hone/skin.h>
#include <inttypes.h>
#include <string.h>

/* Euclidean weights: automatic skin weights from each vertex's distance to the nearest segments. The struct is the
 * description with its defaults filled in. */
typedef struct rule {
    const hone_segment *segments;
    uint32_t segment_count, max_influences;
    double exponent, length;
    const uint8_t *segment_kinds, *vertex_kinds;
} rule;

static void load(const hone_stream *positions, size_t vertex, float out[3])
{
    memcpy(out, (const char *)positions->data + vertex * positions->stride, 3 * sizeof(float));
}

static bool finite3(const float v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

static bool check_kinds(const hone_weights_desc *desc, hone_error *error)
{
    uint8_t any = 0;
    for (uint32_t s = 0; s < desc->segment_count; s++) any |= desc->segment_kinds ? desc->segment_kinds[s] : 0xff;
    for (size_t v = 0; v < desc->positions.count; v++)
        if (!(any & (desc->vertex_kinds ? desc->vertex_kinds[v] : 0xff)))
            return hone_fail(error, HONE_ERROR_ARGUMENT, v, "no segment is of a kind that vertex %zu may have", v);
    return true;
}

static bool check(const hone_weights_desc *desc, const hone_influence *out, hone_error *error)
{
    if (!desc || !desc->segments || (desc->positions.count && (!desc->positions.data || !out)))
        return hone_fail_null(error, "the positions, the segments and the place for weights");
    if (desc->segment_count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "weights of no segment");
    if (!(desc->exponent >= 0 && desc->exponent < INFINITY && desc->length >= 0 && desc->length < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "exponent and length must be at least 0");
    for (size_t v = 0; v < desc->positions.count; v++) {
        float p[3];
        load(&desc->positions, v, p);
        if (!finite3(p))
            return hone_fail(error, HONE_ERROR_ARGUMENT, v, "position %zu is not finite", v);
    }
    if (!check_kinds(desc, error))
        return false;
    for (uint32_t s = 0; s < desc->segment_count; s++)
        if (!finite3(desc->segments[s].head) || !finite3(desc->segments[s].tail))
            return hone_fail(error, HONE_ERROR_ARGUMENT, s, "segment %" PRIu32 " is not finite", s);
    return true;
}

static double diagonal(const hone_stream *positions)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t v = 0; v < positions->count; v++) {
        float p[3];
        load(positions, v, p);
        for (int i = 0; i < 3; i++) {
            low[i] = fminf(low[i], p[i]);
            high[i] = fmaxf(high[i], p[i]);
        }
    }
    double square = 0;
    for (int i = 0; i < 3 && positions->count; i++) square += pow((double)high[i] - low[i], 2);
    return sqrt(square);
}

static double distance(const float p[3], const hone_segment *segment)
{
    double to_p[3], along[3], dot = 0, square = 0;
    for (int i = 0; i < 3; i++) {
        to_p[i] = (double)p[i] - segment->head[i];
        along[i] = (double)segment->tail[i] - segment->head[i];
        dot += to_p[i] * along[i];
        square += along[i] * along[i];
    }
    double t = square > 0 ? fmin(fmax(dot / square, 0), 1) : 0, sum = 0;
    for (int i = 0; i < 3; i++) sum += pow(to_p[i] - t * along[i], 2);
    return sqrt(sum);
}

/* Finds the nearest segments, nearest first, and writes their indices; the weights hold the distances for now.
 * Returns how many. */
static uint32_t find_nearest(const rule *r, const float p[3], uint8_t kinds, hone_influence *out)
{
    uint32_t kept = 0;
    for (uint32_t s = 0; s < r->segment_count; s++) {
        if (r->segment_kinds && !(r->segment_kinds[s] & kinds))
            continue;
        float d = (float)distance(p, &r->segments[s]);
        uint32_t place = kept < r->max_influences ? kept : r->max_influences;
        while (place > 0 && d < out[place - 1].weight) place--;
        if (place == r->max_influences)
            continue;
        kept += kept < r->max_influences;
        memmove(&out[place + 1], &out[place], (kept - place - 1) * sizeof *out);
        out[place] = (hone_influence){(int32_t)s, d};
    }
    return kept;
}

/* Computes weights ((1 + d_min/h) / (1 + d/h))^c, scaled to sum 1. Relative to the nearest segment no power
 * underflows too early. */
static void weigh(const rule *r, const float p[3], hone_influence *influences, uint32_t count)
{
    HONE_ASSERT(count > 0);
    double nearest = distance(p, &r->segments[influences[0].slot]), sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        double d = distance(p, &r->segments[influences[i].slot]);
        sum += weights_power((r->length + nearest) / (r->length + d), r->exponent);
    }
    for (uint32_t i = 0; i < count; i++) {
        double d = distance(p, &r->segments[influences[i].slot]);
        influences[i].weight = (float)(weights_power((r->length + nearest) / (r->length + d), r->exponent) / sum);
    }
}

bool hone_weights_euclidean(const hone_weights_desc *desc, hone_influence *out, hone_error *error)
{
    if (!check(desc, out, error))
        return false;
    HONE_ASSERT(desc->segments);
    rule r = {.segments = desc->segments,
              .segment_count = desc->segment_count,
              .max_influences = desc->max_influences ? desc->max_influences : 4,
              .exponent = 16,
              .length = (double)desc->length,
              .segment_kinds = desc->segment_kinds,
              .vertex_kinds = desc->vertex_kinds};
    if (desc->exponent > 0)
        r.exponent = desc->exponent;
    if (!(r.length > 0))
        r.length = diagonal(&desc->positions) / 20;
    if (!(r.length > 0)) /* all vertices are at one point, so the box has no size */
        r.length = 1;
    for (size_t v = 0; v < desc->positions.count; v++) {
        hone_influence *row = out + v * r.max_influences;
        float p[3];
        load(&desc->positions, v, p);
        uint32_t count = find_nearest(&r, p, r.vertex_kinds ? r.vertex_kinds[v] : 0xff, row);
        weigh(&r, p, row, count);
        for (uint32_t i = count; i < r.max_influences; i++) row[i] = (hone_influence){HONE_NONE, 0};
    }
    return true;
}
