/* Keys at equal distances whose straight lines are as near as possible to the samples of a channel: least squares.
 * Lines through the samples themselves would be off by up to twice as much. */
#include "files/format/gltf/write/fit/fit_channels.h"
#include <hone/math.h>
#include <string.h>

void hone_gltf_fit_value(const fit_source *source, double time, uint32_t *key, float *out)
{
    while (*key + 1 < source->count && source->times[*key + 1] <= time) ++*key;
    const float *from = source->values + (size_t)*key * source->width, *to = from + source->width;
    if (source->stepped || *key + 1 == source->count || time <= source->times[*key]) {
        memcpy(out, from, source->width * sizeof *out);
        return;
    }
    float s = (float)((time - source->times[*key]) / (source->times[*key + 1] - source->times[*key]));
    if (source->width == 4)
        hone_quat_slerp(from, to, s, out);
    else
        hone_vec3_lerp(from, to, s, out);
}

/* A chunk has at most one key a sample. The last sample adds zero to a key behind the last one. */
enum { MOST_KEYS = FIT_CHUNK_SAMPLES + 1 };

/* The equations of the keys: `above` and `diagonal` of a symmetric matrix of three diagonals, and the right sides. */
typedef struct equations {
    double diagonal[MOST_KEYS], above[MOST_KEYS], right[MOST_KEYS][4];
} equations;

/* Adds the samples to the equations of the two keys around each. */
static void add_samples(const fit_source *source, uint32_t begin, uint32_t end, uint32_t spacing, equations *e)
{
    uint32_t key = 0;
    float last[4] = {0};
    for (uint32_t s = begin; s <= end; s++) {
        uint32_t k = (s - begin) / spacing, at = begin + k * spacing, to = at + spacing < end ? at + spacing : end;
        double part = to > at ? (double)(s - at) / (to - at) : 0;
        float value[4] = {0};
        hone_gltf_fit_value(source, s / (double)FIT_RATE, &key, value);
        float sign = source->width == 4 && s > begin && hone_quat_dot(value, last) < 0 ? -1.0f : 1.0f;
        for (uint32_t c = 0; c < source->width; c++) {
            last[c] = sign * value[c];
            e->right[k][c] += (1 - part) * (double)last[c];
            e->right[k + 1][c] += part * (double)last[c];
        }
        e->diagonal[k] += (1 - part) * (1 - part), e->diagonal[k + 1] += part * part;
        e->above[k] += part * (1 - part);
    }
}

/* Fixes a key, which is no longer unknown. */
static void fix_key(equations *e, uint32_t k, uint32_t count, uint32_t width, const float *value)
{
    for (uint32_t c = 0; c < width; c++) {
        if (k > 0)
            e->right[k - 1][c] -= e->above[k - 1] * (double)value[c];
        if (k + 1 < count)
            e->right[k + 1][c] -= e->above[k] * (double)value[c];
        e->right[k][c] = (double)value[c];
    }
    if (k > 0)
        e->above[k - 1] = 0;
    e->above[k] = 0, e->diagonal[k] = 1;
}

static void solve(equations *e, uint32_t count, uint32_t width, float *values)
{
    for (uint32_t k = 1; k < count; k++) {
        double factor = e->above[k - 1] / e->diagonal[k - 1];
        e->diagonal[k] -= factor * e->above[k - 1];
        for (uint32_t c = 0; c < width; c++) e->right[k][c] -= factor * e->right[k - 1][c];
    }
    for (uint32_t k = count; k-- > 0;)
        for (uint32_t c = 0; c < width; c++) {
            double rest = k + 1 < count ? e->above[k] * e->right[k + 1][c] : 0;
            e->right[k][c] = (e->right[k][c] - rest) / e->diagonal[k];
            values[(size_t)k * width + c] = (float)e->right[k][c];
        }
    for (uint32_t k = 0; k < count && width == 4; k++)
        hone_quat_normalise(values + (size_t)4 * k, values + (size_t)4 * k);
}

uint32_t hone_gltf_fit_keys(const fit_source *source, uint32_t begin, uint32_t end, uint32_t spacing, float *values)
{
    equations e = {{0}, {0}, {{0}}};
    uint32_t count = (end - begin + spacing - 1) / spacing + 1, first = 0, last = 0;
    float ends[2][4] = {{0}};
    hone_gltf_fit_value(source, begin / (double)FIT_RATE, &first, ends[0]);
    hone_gltf_fit_value(source, end / (double)FIT_RATE, &last, ends[1]);
    add_samples(source, begin, end, spacing, &e);
    float sign = 1;
    if (source->width == 4) { /* the sign that the samples have come to */
        double dot = 0;
        for (int c = 0; c < 4; c++) dot += e.right[count - 1][c] * (double)ends[1][c];
        sign = dot < 0 ? -1.0f : 1.0f;
    }
    for (uint32_t c = 0; c < source->width; c++) ends[1][c] *= sign;
    fix_key(&e, 0, count, source->width, ends[0]);
    if (count > 1)
        fix_key(&e, count - 1, count, source->width, ends[1]);
    solve(&e, count, source->width, values);
    return count;
}
