/* Small vectors by value, for the generator's geometry. */
#ifndef HONE_SAMPLES_MAKE_BASE_VEC_H
#define HONE_SAMPLES_MAKE_BASE_VEC_H

#include <math.h>

#define PI 3.14159265f

typedef struct vec3 {
    float x, y, z;
} vec3;

static inline vec3 v3(float x, float y, float z)
{
    return (vec3){x, y, z};
}

static inline vec3 add(vec3 a, vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vec3 sub(vec3 a, vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vec3 scale(vec3 a, float s)
{
    return v3(a.x * s, a.y * s, a.z * s);
}

/* a + b s */
static inline vec3 along(vec3 a, vec3 b, float s)
{
    return v3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

static inline float dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 cross(vec3 a, vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline float length(vec3 a)
{
    return sqrtf(dot(a, a));
}

static inline vec3 unit(vec3 a)
{
    float l = length(a);
    return l > 1e-12f ? scale(a, 1 / l) : v3(0, 1, 0);
}

static inline float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

static inline vec3 mix3(vec3 a, vec3 b, float t)
{
    return v3(mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t));
}

static inline float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

/* 0 below a, 1 above b, smooth between; a may be above b */
static inline float step_between(float a, float b, float x)
{
    float t = clamp((x - a) / (b - a), 0, 1);
    return t * t * (3 - 2 * t);
}

static inline vec3 mirrored(vec3 a)
{
    return v3(-a.x, a.y, a.z);
}

#endif
