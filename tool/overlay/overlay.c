#include "tool/overlay/overlay.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

static const float arc_step = (float)(HONE_PI / 24);

void overlay_clear(overlay *o)
{
    o->count = 0;
    o->full = false;
}

void overlay_release(overlay *o)
{
    free(o->vertices);
    *o = (overlay){0};
}

hone_overlay overlay_lines(const overlay *o, float width, bool on_top)
{
    return (hone_overlay){
        .kind = HONE_OVERLAY_LINES, .vertices = o->vertices, .count = o->count, .width = width, .on_top = on_top};
}

hone_overlay overlay_triangles(const overlay *o, bool on_top)
{
    return (hone_overlay){.kind = HONE_OVERLAY_TRIANGLES, .vertices = o->vertices, .count = o->count, .on_top = on_top};
}

/* Makes room for `number` more vertices, all or none. */
static hone_overlay_vertex *extend(overlay *o, uint32_t number)
{
    if (o->capacity - o->count < number) {
        uint32_t capacity = o->capacity ? 2 * o->capacity : 1024;
        hone_overlay_vertex *grown =
            capacity > o->capacity ? realloc(o->vertices, capacity * sizeof *o->vertices) : NULL;
        if (!grown) {
            o->full = true;
            return NULL;
        }
        o->vertices = grown;
        o->capacity = capacity;
    }
    o->count += number;
    return o->vertices + o->count - number;
}

static void put(hone_overlay_vertex *out, const float point[3], overlay_colour colour)
{
    memcpy(out->position, point, sizeof out->position);
    memcpy(out->colour, colour.rgba, sizeof out->colour);
}

void overlay_line(overlay *o, const float a[3], const float b[3], overlay_colour colour)
{
    hone_overlay_vertex *out = extend(o, 2);
    if (out)
        put(out, a, colour), put(out + 1, b, colour);
}

void overlay_triangle(overlay *o, const float a[3], const float b[3], const float c[3], overlay_colour colour)
{
    hone_overlay_vertex *out = extend(o, 3);
    if (out)
        put(out, a, colour), put(out + 1, b, colour), put(out + 2, c, colour);
}

static void arc_point(const float centre[3], const float x[3], const float y[3], float angle, float out[3])
{
    float c = cosf(angle), s = sinf(angle);
    for (int i = 0; i < 3; i++) out[i] = centre[i] + c * x[i] + s * y[i];
}

void overlay_arc(overlay *o, const float centre[3], const float x[3], const float y[3], float from, float to,
                 overlay_colour colour)
{
    /* limits from a file may have any value */
    float whole = (float)(2 * HONE_PI), angle = fminf(fmaxf(to - from, -whole), whole);
    uint32_t steps = (uint32_t)ceilf(fabsf(angle) / arc_step);
    float a[3], b[3];
    arc_point(centre, x, y, from, a);
    for (uint32_t i = 1; i <= steps; i++, memcpy(a, b, sizeof a)) {
        arc_point(centre, x, y, from + angle * (float)i / (float)steps, b);
        overlay_line(o, a, b, colour);
    }
}

void overlay_move(overlay *o, uint32_t first, const hone_affine *by)
{
    for (uint32_t i = first; i < o->count; i++) hone_affine_point(by, o->vertices[i].position, o->vertices[i].position);
}

overlay_colour overlay_faded(overlay_colour colour, float alpha)
{
    colour.rgba[3] = (uint8_t)((float)colour.rgba[3] * fminf(fmaxf(alpha, 0), 1) + 0.5f);
    return colour;
}
