#include "files/format/fbx/animation/tangents.h"
#include <math.h>

/* A slope, and the part of the time between two keys that its control point is away. */
typedef struct tangent {
    double slope, weight;
} tangent;

static const tangent flat = {0, 0.333333}; /* 1/3 as files have it */

/* Returns the slope of the line between two keys; 0 if no time passes or one is missing. */
static double slope_between(const fbx_raw_key *a, const fbx_raw_key *b)
{
    return a && b && b->time > a->time ? (b->value - a->value) / (b->time - a->time) : 0;
}

static double weight_of(float weight)
{
    return weight >= 0 && weight <= 1 ? (double)weight : weight > 1 ? 1 : 0; /* beyond it time would run backwards */
}

/* ---- tangents as the file gives them ---- */

static tangent given_right(const fbx_raw_key *key, const fbx_raw_key *after)
{
    if (key->flags & FBX_KEY_CONSTANT)
        return flat;
    if (key->flags & FBX_KEY_CUBIC)
        return (tangent){(double)key->right_slope,
                         key->flags & FBX_KEY_WEIGHTED_RIGHT ? weight_of(key->right_weight) : flat.weight};
    return (tangent){slope_between(key, after), flat.weight};
}

/* The key before says how its segment ends. */
static tangent given_left(const fbx_raw_key *before, const fbx_raw_key *key)
{
    if (!before || (before->flags & FBX_KEY_CONSTANT))
        return flat;
    if (!(before->flags & FBX_KEY_CUBIC))
        return (tangent){slope_between(before, key), flat.weight};
    if (before->flags & FBX_KEY_TCB)
        return flat;
    return (tangent){(double)before->next_left_slope,
                     before->flags & FBX_KEY_WEIGHTED_NEXT_LEFT ? weight_of(before->next_left_weight) : flat.weight};
}

/* ---- tension, continuity, bias ---- */

/* Source: D. Kochanek and R. Bartels, "Interpolating Splines with Local Tension, Continuity, and Bias
 * Control", 1984. */
static void set_tcb(const fbx_raw_key *before, const fbx_raw_key *key, const fbx_raw_key *after, tangent *left,
                    tangent *right)
{
    bool inner = before && after && key->time > before->time && after->time > key->time;
    double tension = (double)key->right_slope, continuity = (double)key->next_left_slope, bias = (double)key->tcb_bias;
    double in = slope_between(before, key), out = slope_between(key, after), share = (inner ? 0.5 : 1) * (1 - tension);
    left->slope = share * ((1 + bias) * (1 - continuity) * in + (1 - bias) * (1 + continuity) * out);
    right->slope = share * ((1 + bias) * (1 + continuity) * in + (1 - bias) * (1 - continuity) * out);
}

/* ---- automatic tangents ---- */

/* A bias above 500 % makes the slope steeper than that of both neighbours. */
static double steeper(double bias, double sign)
{
    double more = fabs(bias) / 100 - 5;
    return more > 0 ? more * more * 40 * (sign > 0 ? 1 : -1) : 0;
}

/* Moves the slope to that of a neighbour, as the bias says. */
static double apply_bias(double slope, double in, double out, double bias)
{
    double part = fabs(bias) / 100, change = (bias > 0 ? out : in) - slope;
    if (part <= 1e-4)
        return slope;
    return slope + part * change + steeper(bias, fabs(change) > 1e-5 ? change : bias);
}

/* Limits the size of a slope so that neither control point passes the value of a neighbour. */
static double without_overshoot(double slope, double in, double out, double left_weight, double right_weight)
{
    double sign = slope >= 0 ? 1 : -1;
    double limit =
        fmin(left_weight > 0 ? sign * in / left_weight : 0, right_weight > 0 ? sign * out / right_weight : 0);
    return sign * fmax(fmin(sign * slope, limit), 0);
}

static double inner_slope(const fbx_raw_key *before, const fbx_raw_key *key, const fbx_raw_key *after,
                          const tangent *left, const tangent *right, double bias)
{
    double in = slope_between(before, key), out = slope_between(key, after), slope = slope_between(before, after);
    if ((key->flags & FBX_KEY_CLAMP) && (before->value == key->value || after->value == key->value))
        return 0;
    if (!(key->flags & FBX_KEY_TIME_INDEPENDENT)) {
        double share = (key->time - before->time) / (after->time - before->time);
        slope = slope / 2 + (in * (1 - share) + out * share) / 2;
        slope = apply_bias(slope, in, out, bias);
    }
    if (key->flags & FBX_KEY_CLAMP_PROGRESSIVE)
        slope = without_overshoot(slope, in, out, left->weight, right->weight);
    return slope;
}

/* The slope of a first or last key. slope: to its only neighbour. */
static double edge_slope(const fbx_raw_key *key, double slope, double bias)
{
    if (key->flags & FBX_KEY_CLAMP_PROGRESSIVE)
        return 0;
    if (slope == 0 && (key->flags & FBX_KEY_CLAMP))
        return 0;
    return key->flags & FBX_KEY_TIME_INDEPENDENT ? slope : slope + steeper(bias, bias);
}

static void set_automatic(const fbx_raw_key *before, const fbx_raw_key *key, const fbx_raw_key *after, tangent *left,
                          tangent *right)
{
    bool has_before = before && key->time > before->time, has_after = after && after->time > key->time;
    double left_bias = -left->slope, right_bias = right->slope;
    if (has_before && has_after) {
        if (fabs(left->slope + right->slope) <= 1e-4)
            left_bias = right_bias;
        left->slope = inner_slope(before, key, after, left, right, left_bias);
        right->slope =
            left_bias == right_bias ? left->slope : inner_slope(before, key, after, left, right, right_bias);
    } else if (has_before) {
        left->slope = right->slope = edge_slope(key, slope_between(before, key), left_bias);
    } else if (has_after) {
        left->slope = right->slope = edge_slope(key, slope_between(key, after), right_bias);
    } else {
        left->slope = right->slope = 0;
    }
}

/* ---- a key ---- */

static uint8_t interpolation_of(uint32_t flags)
{
    if (flags & FBX_KEY_CONSTANT)
        return flags & FBX_KEY_NEXT ? FBX_CONSTANT_NEXT : FBX_CONSTANT;
    return flags & FBX_KEY_CUBIC ? FBX_CUBIC : FBX_LINEAR;
}

void hone_fbx_set_tangents(const fbx_raw_key *before, const fbx_raw_key *key, const fbx_raw_key *after, fbx_key *out)
{
    tangent left = given_left(before, key), right = given_right(key, after);
    uint8_t interpolation = interpolation_of(key->flags);
    if (interpolation == FBX_CUBIC && (key->flags & FBX_KEY_TCB))
        set_tcb(before, key, after, &left, &right);
    else if (interpolation == FBX_CUBIC && !(key->flags & FBX_KEY_USER))
        set_automatic(before, key, after, &left, &right);
    *out = (fbx_key){.time = key->time,
                     .value = key->value,
                     .left_slope = (float)left.slope,
                     .left_weight = (float)left.weight,
                     .right_slope = (float)right.slope,
                     .right_weight = (float)right.weight,
                     .interpolation = interpolation};
}
