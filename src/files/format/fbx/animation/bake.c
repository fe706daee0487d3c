#include "files/format/fbx/animation/bake.h"
#include "files/format/fbx/animation/quartic.h"
#include "files/format/fbx/animation/rotation.h"
#include <string.h>

enum {
    DEPTH_MAX = 24, /* how often a part is halved */
    ATTEMPTS_MAX = 6,
    SPANS_PER_KEY = 8
};
#define SHORTEST 1e-6   /* seconds: parts are not divided below it */
#define SMALL_ANGLE 0.3 /* radians */

typedef struct bake_context {
    const fbx_bake_desc *desc;
    fbx_baked *linear, *cubic; /* cubic: NULL: none */
    double tolerance;
    double ended[FBX_WIDTH_MAX]; /* the value at the end of the last span */
    bool is_near;                /* whether the last keys stand for it, since nearly nothing changed */
} bake_context;

/* ---- values --------------------------------------------------------------------------------------------------- */

static double distance(const fbx_function *function, const double *a, const double *b)
{
    double most = 0, dot = 0, square = 0;
    if (!function->is_rotation) {
        for (uint32_t i = 0; i < function->width; i++) {
            double off = fabs(a[i] - b[i]);
            most = off > most ? off : most;
        }
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

/* A spline takes the place of lines if it needs a third of the keys, since each of them takes more memory and time. */
enum { LINES_PER_PIECE = 3, FEW_LINES = 32 };

static bool goes_on(const fbx_baked *baked)
{
    return baked && !baked->full && !baked->no_memory;
}

static bool is_full(const bake_context *c)
{
    return !goes_on(c->linear) && !goes_on(c->cubic);
}

/* Adds a linear key, unless the spline takes much less memory already. */
static void add_key(bake_context *c, double time, const double *value)
{
    if (goes_on(c->cubic) && c->linear->count > LINES_PER_PIECE * c->cubic->count + FEW_LINES)
        c->linear->full = true;
    hone_fbx_baked_add(c->linear, time, value, NULL);
}

/* ---- spans ---------------------------------------------------------------------------------------------------- */

/* A part of a span, and the values at 0, 1/4, 1/2, 3/4 and 1 of it. */
typedef struct bake_part {
    double begin, end;
    bool uneven, has_eighths; /* uneven: as the span */
    double values[5][FBX_WIDTH_MAX];
    double eighths[2][FBX_WIDTH_MAX]; /* at 1/8 and 7/8, once something asks for them */
} bake_part;

static void value_at(const bake_context *c, double time, double *out)
{
    c->desc->function.values(c->desc->function.user, &time, 1, (double(*)[FBX_WIDTH_MAX])out);
}

/* Computes the values at up to four places of a part. */
static void compute(const bake_context *c, const bake_part *part, const double *places, uint32_t count,
                    double (*out)[FBX_WIDTH_MAX])
{
    const fbx_function *function = &c->desc->function;
    double times[4];
    for (uint32_t k = 0; k < count; k++) times[k] = part->begin + (part->end - part->begin) * places[k];
    function->values(function->user, times, count, out);
    for (uint32_t k = 0; k < count && function->is_rotation; k++) {
        double dot = 0;
        for (int i = 0; i < 4; i++) dot += out[k][i] * part->values[0][i];
        for (int i = 0; i < 4 && dot < 0; i++) out[k][i] = -out[k][i]; /* the same rotation */
    }
}

/* Computes the values within a part, or also the one at its end. */
static void compute_quarters(const bake_context *c, bake_part *part, bool end)
{
    static const double places[4] = {0.25, 0.5, 0.75, 1};
    compute(c, part, places, end ? 4 : 3, &part->values[1]);
    part->has_eighths = false;
}

static void compute_eighths(const bake_context *c, bake_part *part)
{
    static const double places[2] = {1 / 8.0, 7 / 8.0};
    if (!part->has_eighths)
        compute(c, part, places, 2, part->eighths);
    part->has_eighths = true;
}

/* Returns by how much the line between both ends misses the function at 1/4 and 3/4. */
static double miss(const bake_context *c, const bake_part *part)
{
    const fbx_function *function = &c->desc->function;
    const double *begin = part->values[0], *end = part->values[4];
    double first[FBX_WIDTH_MAX], last[FBX_WIDTH_MAX];
    if (function->is_rotation)
        hone_fbx_quat_slerp_quarters(begin, end, first, last);
    for (uint32_t i = 0; i < function->width && !function->is_rotation; i++) {
        first[i] = begin[i] + (end[i] - begin[i]) * 0.25;
        last[i] = begin[i] + (end[i] - begin[i]) * 0.75;
    }
    return fmax(distance(function, first, part->values[1]), distance(function, last, part->values[3]));
}

/* Whether a line from begin to end is enough. No cubic is zero at both ends, 1/4 and 3/4; that of a parabola is largest
 * in the middle. */
static bool is_line(const bake_context *c, const bake_part *part, int depth)
{
    if (is_full(c) || depth > DEPTH_MAX || !(part->end - part->begin > SHORTEST))
        return true;
    return !(miss(c, part) * 4 / 3 > c->tolerance);
}

/* Whether the polynomial through the five values is as good as the function. */
static bool is_polynomial(const bake_context *c, bake_part *part, const fbx_quartic *quartic)
{
    compute_eighths(c, part);
    for (int i = 0; i < 2; i++) {
        double close[FBX_WIDTH_MAX];
        hone_fbx_quartic_value(quartic, i ? 7 / 8.0 : 1 / 8.0, close);
        if (!(distance(&c->desc->function, part->eighths[i], close) < c->tolerance / 16))
            return false;
    }
    return true;
}

/* Adds keys at equal distances, of which the polynomial has the values. */
static void add_lines(bake_context *c, const bake_part *part, const fbx_quartic *quartic)
{
    double bend = hone_fbx_quartic_bend(quartic), wanted = ceil(sqrt(bend / (8 * c->tolerance)));
    uint32_t count = wanted > 1 ? (wanted < c->desc->key_limit ? (uint32_t)wanted : c->desc->key_limit) : 1;
    for (uint32_t i = 1; i < count && goes_on(c->linear); i++) {
        double value[FBX_WIDTH_MAX], place = (double)i / count;
        hone_fbx_quartic_value(quartic, place, value);
        add_key(c, part->begin + (part->end - part->begin) * place - c->desc->start, value);
    }
    add_key(c, part->end - c->desc->start, part->values[4]);
}

/* Adds cubic pieces of equal lengths, which follow the polynomial. */
static void add_pieces(bake_context *c, const bake_part *part, const fbx_quartic *quartic)
{
    uint32_t count = hone_fbx_quartic_pieces(quartic, c->tolerance);
    double length = (part->end - part->begin) / count;
    for (uint32_t i = 0; i < count && length > 0; i++) {
        double value[FBX_WIDTH_MAX];
        fbx_tangents tangents;
        hone_fbx_quartic_piece(quartic, (double)i / count, (i + 1.0) / count, length, &tangents);
        bool last = i + 1 == count;
        if (!last)
            hone_fbx_quartic_value(quartic, (i + 1.0) / count, value);
        hone_fbx_baked_add(c->cubic, (last ? part->end : part->begin + (i + 1) * length) - c->desc->start,
                           last ? part->values[4] : value, &tangents);
    }
}

/* Adds the cubic piece through the values at 0, 1/4, 3/4 and 1. */
static void add_piece(const bake_context *c, const bake_part *part, const fbx_tangents *tangents)
{
    if (goes_on(c->cubic))
        hone_fbx_baked_add(c->cubic, part->end - c->desc->start, part->values[4], tangents);
}

static fbx_quartic quartic_of(const bake_context *c, const double (*values)[FBX_WIDTH_MAX])
{
    return hone_fbx_quartic_through(c->desc->function.width, c->desc->function.is_rotation, values);
}

static fbx_tangents tangents_of(const bake_context *c, const bake_part *part)
{
    const double *const values[4] = {part->values[0], part->values[1], part->values[3], part->values[4]};
    fbx_tangents out;
    double length = fmax(part->end - part->begin, 1e-12); /* not zero, where rounding makes it */
    hone_fbx_cubic_tangents(values, c->desc->function.width, length, &out);
    return out;
}

/* Adds the end of a part that is a line. A cubic that is brought to unit length turns evenly for small angles only. */
static void add_line(bake_context *c, const bake_part *part)
{
    const fbx_function *function = &c->desc->function;
    double values[5][FBX_WIDTH_MAX] = {0};
    add_key(c, part->end - c->desc->start, part->values[4]);
    if (!goes_on(c->cubic))
        return;
    if (!function->is_rotation || distance(function, part->values[0], part->values[4]) < SMALL_ANGLE) {
        fbx_tangents tangents = tangents_of(c, part);
        add_piece(c, part, &tangents);
        return;
    }
    for (int i = 0; i < 5; i++) interpolate(function, part->values[0], part->values[4], i / 4.0, values[i]);
    const fbx_quartic quartic = quartic_of(c, (const double(*)[FBX_WIDTH_MAX])values);
    add_pieces(c, part, &quartic);
}

/* Computes by how much the cubic piece misses the function at a place. */
static double miss_of_piece(const bake_context *c, const bake_part *part, const fbx_tangents *tangents, double t,
                            const double *exact)
{
    const fbx_function *function = &c->desc->function;
    double value[FBX_WIDTH_MAX] = {0}, square = 0, length = part->end - part->begin, u = 1 - t;
    for (uint32_t i = 0; i < function->width; i++) {
        value[i] = u * u * ((1 + 2 * t) * part->values[0][i] + t * length * tangents->out[i]) +
                   t * t * ((1 + 2 * u) * part->values[4][i] - u * length * tangents->in[i]);
        square += value[i] * value[i];
    }
    for (uint32_t i = 0; i < function->width && function->is_rotation; i++) value[i] /= sqrt(square);
    return distance(function, value, exact);
}

/* Whether the cubic piece through the values at 0, 1/4, 3/4 and 1 follows the function. It is off by most at 1/2,
 * unless the rest is odd. */
static bool is_piece(const bake_context *c, bake_part *part, const fbx_tangents *tangents)
{
    if (!(miss_of_piece(c, part, tangents, 0.5, part->values[2]) < c->tolerance / 4))
        return false;
    if (!part->uneven)
        return true;
    compute_eighths(c, part);
    return miss_of_piece(c, part, tangents, 0.125, part->eighths[0]) < c->tolerance / 8;
}

/* Adds the keys behind the begin of a part, up to its end. The values at the quarters are set. */
static void follow(bake_context *c, bake_part *part, int depth)
{
    if (is_line(c, part, depth)) {
        add_line(c, part);
        return;
    }
    const fbx_tangents tangents = tangents_of(c, part);
    bool piece = is_piece(c, part, &tangents);
    if (piece && !goes_on(c->linear)) {
        add_piece(c, part, &tangents);
        return;
    }
    const fbx_quartic quartic = quartic_of(c, (const double(*)[FBX_WIDTH_MAX])part->values);
    if (piece || is_polynomial(c, part, &quartic)) {
        if (goes_on(c->linear))
            add_lines(c, part, &quartic);
        if (piece)
            add_piece(c, part, &tangents);
        else if (goes_on(c->cubic))
            add_pieces(c, part, &quartic);
        return;
    }
    double middle = (part->begin + part->end) / 2;
    bake_part half = {.begin = part->begin, .end = middle, .uneven = part->uneven};
    memcpy(half.values[0], part->values[0], sizeof half.values[0]);
    memcpy(half.values[4], part->values[2], sizeof half.values[4]);
    compute_quarters(c, &half, false);
    follow(c, &half, depth + 1);
    half.begin = middle, half.end = part->end;
    memcpy(half.values[0], part->values[2], sizeof half.values[0]);
    memcpy(half.values[4], part->values[4], sizeof half.values[4]);
    compute_quarters(c, &half, false);
    follow(c, &half, depth + 1);
}

/* Begins a span: if the value has jumped, the last key is moved to just before it. */
static void enter_keys(const bake_context *c, fbx_baked *out, double time, const double *value)
{
    double last[FBX_WIDTH_MAX] = {0}, at = time - c->desc->start;
    if (out->no_memory || out->count == 0 || out->times[out->count - 1] < at) {
        hone_fbx_baked_add(out, at, value, NULL);
        return;
    }
    for (uint32_t i = 0; i < out->width; i++) last[i] = (double)hone_fbx_baked_value(out, out->count - 1)[i];
    if (!(distance(&c->desc->function, last, value) > c->tolerance / 4 + 1e-6))
        return;
    hone_fbx_baked_move(out, nextafter(at, -(double)INFINITY));
    hone_fbx_baked_add(out, at, value, NULL);
}

static void enter(const bake_context *c, double time, const double *value)
{
    enter_keys(c, c->linear, time, value);
    if (c->cubic)
        enter_keys(c, c->cubic, time, value);
}

/* Adds a key at the end of a span in which nearly nothing changes: the last value, as long as that is near. Exporters
 * write noise for what stands still. Returns whether it is near. */
static bool add_slow(const bake_context *c, fbx_baked *out, double time, const double *value)
{
    double last[FBX_WIDTH_MAX] = {0};
    if (out->count == 0 || !goes_on(out))
        return false;
    for (uint32_t i = 0; i < out->width; i++) last[i] = (double)hone_fbx_baked_value(out, out->count - 1)[i];
    bool near = distance(&c->desc->function, last, value) <= c->tolerance / 4;
    hone_fbx_baked_add(out, time - c->desc->start, near ? last : value, NULL);
    return near;
}

static void add_all_slow(bake_context *c, double time, const double *value)
{
    c->is_near = add_slow(c, c->linear, time, value);
    if (c->cubic && !add_slow(c, c->cubic, time, value))
        c->is_near = false;
    memcpy(c->ended, value, sizeof c->ended);
}

/* Whether the value is that to which the last keys were compared. */
static bool has_ended_so(const bake_context *c, const double *value)
{
    bool same = c->is_near;
    for (uint32_t i = 0; i < c->desc->function.width; i++) same = same && value[i] == c->ended[i];
    return same;
}

static void bake_span(bake_context *c, double time, const fbx_span *span)
{
    bake_part part = {.begin = time, .uneven = span->uneven};
    double end = fmin(span->end, c->desc->stop);
    value_at(c, time, part.values[0]);
    if (!has_ended_so(c, part.values[0]))
        enter(c, time, part.values[0]);
    c->is_near = false;
    if (span->change <= c->tolerance / 8) {
        value_at(c, end, part.values[4]);
        add_all_slow(c, end, part.values[4]);
        return;
    }
    for (uint32_t i = 1; i <= span->parts; i++) {
        part.end = i == span->parts ? end : time + (end - time) * i / span->parts;
        compute_quarters(c, &part, true);
        follow(c, &part, 0);
        memcpy(part.values[0], part.values[4], sizeof part.values[0]);
        part.begin = part.end;
    }
}

/* ---- a channel ------------------------------------------------------------------------------------------------ */

/* Returns the number of keys of a spline that take as many bytes as the linear keys that there may be. */
static uint32_t cubic_limit(const fbx_bake_desc *desc)
{
    uint64_t linear = sizeof(double) + desc->function.width * sizeof(float);
    uint64_t cubic = sizeof(double) + 3 * desc->function.width * sizeof(float);
    uint32_t limit = (uint32_t)(desc->key_limit * linear / cubic);
    return limit > 2 ? limit : 2;
}

static void begin(bake_context *c)
{
    const fbx_function *function = &c->desc->function;
    c->is_near = false;
    hone_fbx_baked_begin(c->linear, function->width, function->is_rotation, c->desc->key_limit);
    if (c->cubic)
        hone_fbx_baked_begin(c->cubic, function->width, function->is_rotation, cubic_limit(c->desc));
}

/* Returns false if it takes too many keys. */
static bool attempt(bake_context *c)
{
    const fbx_function *function = &c->desc->function;
    uint64_t spans = 0, most = (uint64_t)c->desc->key_limit * SPANS_PER_KEY + 4096;
    double time = c->desc->start, value[FBX_WIDTH_MAX] = {0};
    fbx_span span;
    begin(c);
    while (!function->is_still && time < c->desc->stop && !is_full(c)) {
        function->seek(function->user, time, &span);
        bake_span(c, time, &span);
        time = span.end;
        if (++spans > most)
            return false;
    }
    double last = function->is_still ? c->desc->start : c->desc->stop;
    function->seek(function->user, last, &span);
    value_at(c, last, value);
    enter(c, last, value);
    return !is_full(c);
}

/* Samples at equal distances. */
static void sample(bake_context *c)
{
    const fbx_function *function = &c->desc->function;
    uint32_t count = c->desc->key_limit < 4096 ? c->desc->key_limit : 4096;
    begin(c);
    c->cubic = NULL;
    for (uint32_t i = 0; i < count; i++) {
        double time = c->desc->start + (c->desc->stop - c->desc->start) * i / (count - 1);
        double value[FBX_WIDTH_MAX] = {0};
        fbx_span span;
        function->seek(function->user, time, &span);
        value_at(c, time, value);
        add_key(c, time - c->desc->start, value);
    }
}

static bool has_no_memory(const bake_context *c)
{
    return c->linear->no_memory || (c->cubic && c->cubic->no_memory);
}

/* Returns a tolerance that probably needs no more keys than are allowed: their number goes with its square root. */
static double larger_tolerance(const bake_context *c)
{
    const fbx_baked *baked = c->cubic ? c->cubic : c->linear;
    double reached = baked->count ? baked->times[baked->count - 1] : 0, length = c->desc->stop - c->desc->start;
    double times = reached > 0 ? length / reached : 8;
    return c->tolerance * fmin(fmax(1.1 * times * times, 1.5), 4);
}

static fbx_baked *choose(const bake_context *c)
{
    bool smaller = goes_on(c->cubic) && (c->linear->full || LINES_PER_PIECE * c->cubic->count < c->linear->count);
    fbx_baked *chosen = smaller ? c->cubic : c->linear;
    hone_fbx_baked_drop_still(chosen);
    return chosen;
}

fbx_baked *hone_fbx_bake(const fbx_bake_desc *desc, fbx_baked *linear, fbx_baked *cubic, double *used)
{
    bake_context c = {.desc = desc, .linear = linear, .cubic = cubic, .tolerance = desc->tolerance};
    bool done = attempt(&c);
    for (int i = 1; i < ATTEMPTS_MAX && !done && !has_no_memory(&c); i++) {
        c.tolerance = larger_tolerance(&c);
        done = attempt(&c);
    }
    if (!done && !has_no_memory(&c))
        sample(&c);
    *used = done ? c.tolerance : (double)INFINITY;
    return has_no_memory(&c) ? NULL : choose(&c);
}
