#include "support/make/files/make_bvh.h"
#include "support/support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *data;
    size_t size, capacity;
} text;

HONE_PRINTF(2, 3)
static void add(text *t, const char *format, ...)
{
    char line[160];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (t->size + (size_t)size > t->capacity) {
        t->capacity = 2 * t->capacity + 4096;
        t->data = realloc(t->data, t->capacity);
    }
    memcpy(t->data + t->size, line, (size_t)size);
    t->size += (size_t)size;
}

double make_bvh_angle(const make_bvh_desc *desc, uint32_t frame, uint32_t rotation)
{
    uint64_t mixed =
        (desc->seed + 1) * 0x9E3779B97F4A7C15u + frame * 0xC2B2AE3D27D4EB4Fu + rotation * 0x165667B19E3779F9u;
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u;
    return (double)((mixed >> 32) % 3600000) / 10000 - 180;
}

static void add_joint(text *t, const make_bvh_desc *desc, uint32_t joint, const char *n)
{
    const char *order = desc->order ? desc->order : "ZXY";
    bool places = joint == 0 || desc->positions;
    add(t, "%s J %u%s{%s\tOFFSET 0.00 %.2f 0.00%s", joint ? "JOINT" : "ROOT", joint, n, n, joint ? 30.0 : 0, n);
    add(t, "\tCHANNELS %zu%s", strlen(order) + (places ? 3 : 0), places ? " Xposition Yposition Zposition" : "");
    for (const char *axis = order; *axis; axis++) add(t, " %crotation", *axis);
    add(t, "%s", n);
}

hone_bytes make_bvh(const make_bvh_desc *desc)
{
    uint32_t joints = desc->joints ? desc->joints : 4, frames = desc->frames ? desc->frames : 5;
    uint32_t rotations = (uint32_t)strlen(desc->order ? desc->order : "ZXY");
    const char *n = desc->newline ? desc->newline : "\n";
    text t = {0};
    add(&t, "HIERARCHY%s", n);
    for (uint32_t j = 0; j < joints; j++) add_joint(&t, desc, j, n);
    add(&t, "End Site%s{%sOFFSET 0 30 0%s}%s", n, n, n, n);
    for (uint32_t j = 0; j < joints; j++) add(&t, "}%s", n);
    add(&t, "MOTION%sFrames: %u%sFrame Time: 0.0333333%s", n, frames, n, n);
    for (uint32_t f = 0; f < frames; f++) {
        for (uint32_t j = 0; j < joints; j++) {
            if (j == 0 || desc->positions)
                add(&t, "%.4f %.4f %.4f ", 0.5 * f, j ? 30 + 0.01 * f : 90, -0.25 * f);
            for (uint32_t r = 0; r < rotations; r++) add(&t, "%.4f ", make_bvh_angle(desc, f, j * rotations + r));
        }
        add(&t, "%s", n);
    }
    return (hone_bytes){.data = (uint8_t *)t.data, .size = t.size};
}
