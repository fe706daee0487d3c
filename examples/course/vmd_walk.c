#include "vmd_walk.h"

#include <string.h>

/* ---- fields ---- */

/* A text in CP932 that ends at the first zero, or fills its field. */
static void text(walk *w, const char *name, size_t size)
{
    walk_field field = {.encoding = WALK_CP932};
    if (!w->failed && size <= w->size - w->at) {
        const uint8_t *begin = w->bytes + w->at, *end = memchr(begin, 0, size);
        field.text = begin, field.text_size = end ? (size_t)(end - begin) : size;
    }
    walk_tell(w, name, "text", size, field);
}

/* listing: curves */
/* Four bytes of a curve: x1, y1, x2, y2 in a field of `size` bytes from here. */
static void curve(walk *w, const char *name, size_t size, const size_t at[4])
{
    walk_field field = {.count = 4};
    for (int i = 0; i < 4 && !w->failed && size <= w->size - w->at; i++) field.values[i] = w->bytes[w->at + at[i]];
    walk_tell(w, name, "curve", size, field);
}

/* Each row of sixteen bytes begins with its own channel's byte. The row of x has the switch of physics, too. */
static void bone_curves(walk *w)
{
    static const size_t in_row[4] = {0, 4, 8, 12};
    size_t first = w->at;
    curve(w, "curve of x", 16, in_row);
    curve(w, "curve of y", 16, in_row);
    curve(w, "curve of z", 16, in_row);
    curve(w, "curve of rotation", 16, in_row);
    if (w->failed)
        return;
    const uint8_t *bytes = w->bytes + first;
    size_t end = w->at;
    w->at = first + 2;
    walk_tell(w, "physics", "u8", 2, (walk_field){.count = 2, .values = {bytes[2], bytes[3]}});
    w->at = end;
}

static void camera_curves(walk *w)
{
    static const char *const names[] = {"curve of x",        "curve of y",        "curve of z",
                                        "curve of rotation", "curve of distance", "curve of view"};
    static const size_t order[4] = {0, 2, 1, 3}; /* the file has x1, x2, y1, y2 */
    for (int i = 0; i < 6; i++) curve(w, names[i], 4, order);
}
/* end of listing */

/* ---- records ---- */

static void bone(walk *w)
{
    text(w, "name", 15);
    walk_number(w, "frame", "u32");
    walk_vector(w, "translation", "v3");
    walk_vector(w, "rotation", "v4");
    bone_curves(w);
}

static void morph(walk *w)
{
    text(w, "name", 15);
    walk_number(w, "frame", "u32");
    walk_number(w, "weight", "f32");
}

static void camera(walk *w)
{
    walk_number(w, "frame", "u32");
    walk_number(w, "distance", "f32");
    walk_vector(w, "target", "v3");
    walk_vector(w, "angles", "v3");
    camera_curves(w);
    walk_number(w, "field of view", "u32");
    walk_number(w, "no perspective", "u8");
}

static void light(walk *w)
{
    walk_number(w, "frame", "u32");
    walk_vector(w, "colour", "v3");
    walk_vector(w, "direction", "v3");
}

static void shadow(walk *w)
{
    walk_number(w, "frame", "u32");
    walk_number(w, "mode", "u8");
    walk_number(w, "distance", "f32");
}

static void property(walk *w)
{
    walk_number(w, "frame", "u32");
    walk_number(w, "visible", "u8");
    for (uint32_t i = 0, count = (uint32_t)walk_number(w, "iks", "u32"); i < count && !w->failed; i++) {
        text(w, "ik", 20);
        walk_number(w, "on", "u8");
    }
}

/* ---- the file ---- */

static void header(walk *w)
{
    bool old = w->size >= 25 && memcmp(w->bytes + 20, " file", 5) == 0;
    walk_begin(w, "header", w->at, 1);
    w->failed = w->size < 20 || memcmp(w->bytes, "Vocaloid Motion Data", 20) != 0;
    text(w, "signature", 30);
    text(w, "model", old ? 10 : 20);
}

/* listing: sections */
bool vmd_walk(const uint8_t *bytes, size_t size, const walk_visitor *visitor)
{
    static const struct {
        const char *name;
        void (*record)(walk *w);
    } sections[] = {{"bones", bone},   {"morphs", morph},   {"cameras", camera},
                    {"lights", light}, {"shadows", shadow}, {"properties", property}};
    walk w = {.bytes = bytes, .size = size, .visitor = visitor};
    header(&w);
    for (size_t i = 0; i < sizeof sections / sizeof *sections && !w.failed && size - w.at >= 4; i++) {
        uint32_t count = walk_little_endian(bytes + w.at, 4);
        walk_begin(&w, sections[i].name, w.at, count);
        walk_number(&w, "count", "u32");
        for (; w.record < count && !w.failed; w.record++) sections[i].record(&w);
    }
    return !w.failed;
}
/* end of listing */
