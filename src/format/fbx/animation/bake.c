#include "format/fbx/animation/bake.h"
#include "format/fbx/animation/quartic.h"
#include "format/fbx/animation/rotation.h"
#include <string.h>

enum {
    DEPTH_MAX = 24, /* how often a part is halved */
    ATTEMPTS_MAX = 6,
    SPANS_PER_KEY = 8
};
#define SHORTEST 1e-6 /* seconds: parts are not divided below it */

typedef struct bake_context {
    const fbx_bake_desc *desc;
    fbx_baked *out;
    double tolerance;
    bool full, no_memory;
} bake_context;

/* ---- values --------------------------------------------------------------------------------------------------- */

static double distance(const fbx_function *function, const double *a, const double *b)
{
    double most = 0, dot = 0, square = 0;
    if (!function->is_rotation) {
        for (uint32_t i = 0; i < function->width; i++) most = fmax(most, fabs(a[i] - b[i]));
        return most;
    }
    for (int i = 0; i < 4; i++) dot += a[i] * b[i];
    for (int i = 0; i < 4; i++) {
        double d = dot < 0 ? a[i] + b[i] : a[i] - b[i];
        square += d * d;
    }
    return 2 * sqrt(square);
}

static void interpolate(const fbx_function *function, const double *a, const double *b, double t, double *out)
{
    if (function->is_rotation)
        hone_fbx_quat_slerp(a, b, t, out);
    else
        for (uint32_t i = 0; i < function->width; i++) out[i] = a[i] + (b[i] - a[i]) * t;
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

/* Makes room for another key. most: how many keys there may be. */
static bool grow(fbx_baked *baked, uint32_t most)
{
    fbx_baked old = *baked;
    uint32_t wanted = old.capacity + old.capacity / 2 + 256, capacity = wanted < most ? wanted : most;
    double *times = hone_allocate(old.allocator, capacity, sizeof *times);
    float *values = hone_allocate(old.allocator, (size_t)capacity * FBX_WIDTH_MAX, sizeof *values);
    bool ok = times && values;
    if (ok && old.count) {
        memcpy(times, old.times, old.count * sizeof *times);
        memcpy(values, old.values, (size_t)old.count * old.width * sizeof *values);
    }
    if (ok)
        baked->times = times, baked->values = values, baked->capacity = capacity;
    else
        old.times = times, old.values = values, old.capacity = capacity;
    hone_fbx_baked_release(&old);
    return ok;
}

static float *value_of(const fbx_baked *baked, uint32_t key)
{
    return baked->values + (size_t)key * baked->width;
}

/* Whether the last two keys are equal to a new one: then the last one moves to the new time. */
static bool goes_on(const fbx_baked *baked, const float *value)
{
    size_t size = baked->width * sizeof *value;
    return baked->count > 1 && memcmp(value_of(baked, baked->count - 1), value, size) == 0 &&
           memcmp(value_of(baked, baked->count - 2), value, size) == 0;
}

/* Keeps to the one of the two signs of a quaternion that is nearer to the key before. */
static void keep_sign(const fbx_baked *baked, float value[4])
{
    const float *last = value_of(baked, baked->count - 1);
    float dot = 0;
    for (int i = 0; i < 4; i++) dot += last[i] * value[i];
    for (int i = 0; i < 4 && dot < 0; i++) value[i] = -value[i];
}

static void add_key(bake_context *c, double time, const double *value)
{
    fbx_baked *out = c->out;
    float numbers[FBX_WIDTH_MAX] = {0};
    if (c->full || c->no_memory)
        return;
    for (uint32_t i = 0; i < out->width; i++) numbers[i] = (float)value[i] + 0.0f; /* -0 becomes 0 */
    if (out->count && c->desc->function.is_rotation)
        keep_sign(out, numbers);
    while (out->count && out->times[out->count - 1] >= time) out->count--;
    if (goes_on(out, numbers)) {
        out->times[out->count - 1] = time;
        return;
    }
    c->full = out->count >= c->desc->key_limit;
    if (c->full)
        return;
    c->no_memory = out->count == out->capacity && !grow(out, c->desc->key_limit);
    if (c->no_memory)
        return;
    out->times[out->count] = time;
    memcpy(value_of(out, out->count++), numbers, out->width * sizeof *numbers);
}

/* ---- spans ---------------------------------------------------------------------------------------------------- */

/* A part of a span, and the values at 0, 1/4, 1/2, 3/4 and 1 of it. */
typedef struct bake_part {
    double begin, end;
    double values[5][FBX_WIDTH_MAX];
} bake_part;

static void compute(const bake_context *c, const bake_part *part, double place, double *out)
{
    const fbx_function *function = &c->desc->function;
    double dot = 0;
    function->value(function->user, part->begin + (part->end - part->begin) * place, out);
    for (int i = 0; i < 4 && function->is_rotation; i++) dot += out[i] * part->values[0][i];
    for (int i = 0; i < 4 && dot < 0; i++) out[i] = -out[i]; /* the same rotation */
}

/* Returns by how much the line between both ends misses the function at 1/4 or 3/4. */
static double miss(const bake_context *c, const bake_part *part, int quarter)
{
    double line[FBX_WIDTH_MAX];
    interpolate(&c->desc->function, part->values[0], part->values[4], quarter / 4.0, line);
    return distance(&c->desc->function, line, part->values[quarter]);
}

/* Whether a line from begin to end is enough. No cubic is zero at both ends, 1/4 and 3/4; that of a parabola is largest
 * in the middle. */
static bool is_line(const bake_context *c, bake_part *part, int depth)
{
    if (c->full || depth > DEPTH_MAX || !(part->end - part->begin > SHORTEST))
        return true;
    compute(c, part, 0.25, part->values[1]);
    compute(c, part, 0.75, part->values[3]);
    return !(fmax(miss(c, part, 1), miss(c, part, 3)) * 4 / 3 > c->tolerance);
}

/* Whether the polynomial through the five values is as good as the function. */
static bool is_polynomial(const bake_context *c, const bake_part *part, const fbx_quartic *quartic)
{
    for (int i = 1; i < 8; i += 6) {
        double exact[FBX_WIDTH_MAX], close[FBX_WIDTH_MAX];
        compute(c, part, i / 8.0, exact);
        hone_fbx_quartic_value(quartic, i / 8.0, close);
        if (!(distance(&c->desc->function, exact, close) < c->tolerance / 16))
            return false;
    }
    return true;
}

/* Adds keys at equal distances, of which the polynomial has the values. */
static void add_polynomial(bake_context *c, const bake_part *part, const fbx_quartic *quartic)
{
    double bend = hone_fbx_quartic_bend(quartic), wanted = ceil(sqrt(bend / (8 * c->tolerance)));
    uint32_t count = wanted > 1 ? (wanted < c->desc->key_limit ? (uint32_t)wanted : c->desc->key_limit) : 1;
    for (uint32_t i = 1; i < count; i++) {
        double value[FBX_WIDTH_MAX], place = (double)i / count;
        hone_fbx_quartic_value(quartic, place, value);
        add_key(c, part->begin + (part->end - part->begin) * place - c->desc->start, value);
    }
    add_key(c, part->end - c->desc->start, part->values[4]);
}

/* Adds the keys behind the begin of a part, up to its end. The values of both are set. */
static void follow(bake_context *c, bake_part *part, int depth)
{
    if (is_line(c, part, depth)) {
        add_key(c, part->end - c->desc->start, part->values[4]);
        return;
    }
    compute(c, part, 0.5, part->values[2]);
    const fbx_quartic quartic = hone_fbx_quartic_through(c->desc->function.width, c->desc->function.is_rotation,
                                                         (const double(*)[FBX_WIDTH_MAX])part->values);
    if (is_polynomial(c, part, &quartic)) {
        add_polynomial(c, part, &quartic);
        return;
    }
    double middle = (part->begin + part->end) / 2;
    bake_part half = {.begin = part->begin, .end = middle};
    memcpy(half.values[0], part->values[0], sizeof half.values[0]);
    memcpy(half.values[4], part->values[2], sizeof half.values[4]);
    follow(c, &half, depth + 1);
    half.begin = middle, half.end = part->end;
    memcpy(half.values[0], part->values[2], sizeof half.values[0]);
    memcpy(half.values[4], part->values[4], sizeof half.values[4]);
    follow(c, &half, depth + 1);
}

/* Begins a span: if the value has jumped, the last key is moved to just before it. */
static void enter(bake_context *c, double time, const double *value)
{
    fbx_baked *out = c->out;
    double last[FBX_WIDTH_MAX] = {0}, at = time - c->desc->start;
    if (c->no_memory || out->count == 0 || out->times[out->count - 1] < at) {
        add_key(c, at, value);
        return;
    }
    for (uint32_t i = 0; i < out->width; i++) last[i] = (double)value_of(out, out->count - 1)[i];
    if (!(distance(&c->desc->function, last, value) > c->tolerance / 4 + 1e-6))
        return;
    double before = nextafter(at, -(double)INFINITY);
    if (out->count > 1 && out->times[out->count - 2] >= before)
        out->count--;
    else
        out->times[out->count - 1] = before;
    add_key(c, at, value);
}

static void bake_span(bake_context *c, double time, const fbx_span *span)
{
    const fbx_function *function = &c->desc->function;
    bake_part part = {.begin = time};
    double end = fmin(span->end, c->desc->stop);
    function->value(function->user, time, part.values[0]);
    enter(c, time, part.values[0]);
    if (span->still) {
        add_key(c, end - c->desc->start, part.values[0]);
        return;
    }
    for (uint32_t i = 1; i <= span->parts; i++) {
        part.end = i == span->parts ? end : time + (end - time) * i / span->parts;
        compute(c, &part, 1, part.values[4]);
        follow(c, &part, 0);
        memcpy(part.values[0], part.values[4], sizeof part.values[0]);
        part.begin = part.end;
    }
}

/* ---- a channel ------------------------------------------------------------------------------------------------ */

/* Returns false if it takes too many keys. */
static bool attempt(bake_context *c)
{
    const fbx_function *function = &c->desc->function;
    uint64_t spans = 0, most = (uint64_t)c->desc->key_limit * SPANS_PER_KEY + 4096;
    double time = c->desc->start, value[FBX_WIDTH_MAX] = {0};
    fbx_span span;
    c->out->count = 0;
    c->out->width = function->width;
    c->full = false;
    while (time < c->desc->stop && !c->full && !c->no_memory) {
        function->seek(function->user, time, &span);
        bake_span(c, time, &span);
        time = span.end;
        if (++spans > most)
            c->full = true;
    }
    function->seek(function->user, c->desc->stop, &span);
    function->value(function->user, c->desc->stop, value);
    enter(c, c->desc->stop, value);
    return !c->full;
}

/* Samples at equal distances. */
static void sample(bake_context *c)
{
    const fbx_function *function = &c->desc->function;
    uint32_t count = c->desc->key_limit < 4096 ? c->desc->key_limit : 4096;
    c->out->count = 0;
    c->full = false;
    for (uint32_t i = 0; i < count; i++) {
        double time = c->desc->start + (c->desc->stop - c->desc->start) * i / (count - 1);
        double value[FBX_WIDTH_MAX] = {0};
        fbx_span span;
        function->seek(function->user, time, &span);
        function->value(function->user, time, value);
        add_key(c, time - c->desc->start, value);
    }
}

/* A channel that never changes needs one key. */
static void drop_still(fbx_baked *baked)
{
    size_t size = baked->width * sizeof *baked->values;
    if (baked->count == 2 && memcmp(value_of(baked, 0), value_of(baked, 1), size) == 0)
        baked->count = 1;
}

/* Returns a tolerance that probably needs no more keys than are allowed: their number goes with its square root. */
static double larger_tolerance(const bake_context *c)
{
    const fbx_baked *baked = c->out;
    double reached = baked->count ? baked->times[baked->count - 1] : 0, length = c->desc->stop - c->desc->start;
    double times = reached > 0 ? length / reached : 8;
    return c->tolerance * fmin(fmax(1.1 * times * times, 1.5), 4);
}

bool hone_fbx_bake(const fbx_bake_desc *desc, fbx_baked *baked, double *used)
{
    bake_context c = {.desc = desc, .out = baked, .tolerance = desc->tolerance};
    bool done = attempt(&c);
    for (int i = 1; i < ATTEMPTS_MAX && !done && !c.no_memory; i++) {
        c.tolerance = larger_tolerance(&c);
        done = attempt(&c);
    }
    if (!done && !c.no_memory)
        sample(&c);
    *used = done ? c.tolerance : (double)INFINITY;
    drop_still(baked);
    return !c.no_memory;
}

bool hone_fbx_baked_hold(fbx_baked *baked, double time)
{
    size_t size = baked->width * sizeof *baked->values;
    if (baked->count == baked->capacity && !grow(baked, baked->count + 1))
        return false;
    baked->times[baked->count] = time;
    memcpy(value_of(baked, baked->count), value_of(baked, baked->count - 1), size);
    baked->count++;
    return true;
}

void hone_fbx_baked_release(fbx_baked *baked)
{
    hone_deallocate(baked->allocator, baked->times, baked->capacity, sizeof *baked->times);
    hone_deallocate(baked->allocator, baked->values, (size_t)baked->capacity * FBX_WIDTH_MAX, sizeof *baked->values);
    baked->times = NULL, baked->values = NULL, baked->count = baked->capacity = 0;
}
