#include "format/fbx/animation/bake.h"
#include "format/fbx/animation/rotation.h"
#include <string.h>

enum {
    DEPTH_MAX = 8,      /* how often a part is divided again */
    DIVISIONS_MAX = 32, /* into how many parts at once */
    ATTEMPTS_MAX = 5,
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

static bool grow(bake_context *c)
{
    fbx_baked *out = c->out;
    uint32_t capacity = out->capacity ? 2 * out->capacity : 256;
    double *times = hone_allocate(out->allocator, capacity, sizeof *times);
    float *values = hone_allocate(out->allocator, (size_t)capacity * FBX_WIDTH_MAX, sizeof *values);
    if (times && values && out->count) {
        memcpy(times, out->times, out->count * sizeof *times);
        memcpy(values, out->values, (size_t)out->count * out->width * sizeof *values);
    }
    fbx_baked old = *out;
    if (times && values)
        out->times = times, out->values = values, out->capacity = capacity;
    else
        old.times = times, old.values = values, old.capacity = capacity;
    hone_fbx_baked_release(&old);
    c->no_memory = !times || !values;
    return !c->no_memory;
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
    if (c->full || (out->count == out->capacity && !grow(c)))
        return;
    out->times[out->count] = time;
    memcpy(value_of(out, out->count++), numbers, out->width * sizeof *numbers);
}

/* ---- spans ---------------------------------------------------------------------------------------------------- */

/* Returns by how much the line between two values misses the function. */
static double error_of(const bake_context *c, double begin, const double *first, double end, const double *last)
{
    static const double places[2] = {0.25, 0.75}; /* no cubic is zero at both ends and at these */
    const fbx_function *function = &c->desc->function;
    double most = 0;
    for (int i = 0; i < 2; i++) {
        double line[FBX_WIDTH_MAX], value[FBX_WIDTH_MAX];
        interpolate(function, first, last, places[i], line);
        function->value(function->user, begin + (end - begin) * places[i], value);
        most = fmax(most, distance(function, line, value));
    }
    return most * 4 / 3; /* that of a parabola is largest in the middle */
}

/* Adds the keys behind `begin`, up to `end`. */
static void follow(bake_context *c, double begin, const double *first, double end, const double *last, int depth)
{
    const fbx_function *function = &c->desc->function;
    double error = c->full || depth > DEPTH_MAX || !(end - begin > SHORTEST) ? 0 : error_of(c, begin, first, end, last);
    if (!(error > c->tolerance)) {
        add_key(c, end - c->desc->start, last);
        return;
    }
    double wanted = ceil(sqrt(error / c->tolerance)), from[FBX_WIDTH_MAX], to[FBX_WIDTH_MAX];
    int parts = wanted < 2 ? 2 : wanted < DIVISIONS_MAX ? (int)wanted : DIVISIONS_MAX;
    memcpy(from, first, sizeof from);
    for (int i = 1; i <= parts; i++) {
        double until = i == parts ? end : begin + (end - begin) * i / parts;
        if (i == parts)
            memcpy(to, last, sizeof to);
        else
            function->value(function->user, until, to);
        follow(c, i == 1 ? begin : begin + (end - begin) * (i - 1) / parts, from, until, to, depth + 1);
        memcpy(from, to, sizeof from);
    }
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
    double end = fmin(span->end, c->desc->stop), from[FBX_WIDTH_MAX] = {0}, to[FBX_WIDTH_MAX] = {0};
    function->value(function->user, time, from);
    enter(c, time, from);
    if (span->still) {
        add_key(c, end - c->desc->start, from);
        return;
    }
    double begin = time;
    for (uint32_t i = 1; i <= span->parts; i++) {
        double until = i == span->parts ? end : time + (end - time) * i / span->parts;
        function->value(function->user, until, to);
        follow(c, begin, from, until, to, 0);
        memcpy(from, to, sizeof from);
        begin = until;
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

bool hone_fbx_bake(const fbx_bake_desc *desc, fbx_baked *baked, double *used)
{
    bake_context c = {.desc = desc, .out = baked, .tolerance = desc->tolerance};
    bool done = false;
    for (int i = 0; i < ATTEMPTS_MAX && !done && !c.no_memory; i++) {
        c.tolerance = desc->tolerance * pow(4, i);
        done = attempt(&c);
    }
    if (!done && !c.no_memory)
        sample(&c);
    *used = done ? c.tolerance : (double)INFINITY;
    drop_still(baked);
    return !c.no_memory;
}

void hone_fbx_baked_release(fbx_baked *baked)
{
    hone_deallocate(baked->allocator, baked->times, baked->capacity, sizeof *baked->times);
    hone_deallocate(baked->allocator, baked->values, (size_t)baked->capacity * FBX_WIDTH_MAX, sizeof *baked->values);
    baked->times = NULL, baked->values = NULL, baked->count = baked->capacity = 0;
}
