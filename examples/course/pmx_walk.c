#include "pmx_walk.h"

#include <stdlib.h>
#include <string.h>

typedef struct walk {
    const uint8_t *bytes;
    size_t size, at;
    const pmx_visitor *visitor;
    const char *section;
    uint32_t record;
    pmx_settings settings;
    bool failed;
} walk;

/* ---- fields ---- */

static uint32_t little_endian(const uint8_t *p, size_t size)
{
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++) value |= (uint32_t)p[i] << (8 * i);
    return value;
}

/* Tells a field of `size` bytes and goes on behind it. */
static void tell(walk *w, const char *name, const char *type, size_t size, pmx_field field)
{
    if (w->failed || size > w->size - w->at) {
        w->failed = true;
        return;
    }
    field.offset = w->at, field.size = size;
    field.section = w->section, field.record = w->record;
    field.name = name, field.type = type;
    w->visitor->field(w->visitor->user, &field);
    w->at += size;
}

/* A number of one, two or four bytes. */
static double number(walk *w, const char *name, const char *type)
{
    size_t size = strtoul(type + 1, NULL, 10) / 8;
    pmx_field field = {.count = 1};
    if (w->failed || size > w->size - w->at) {
        w->failed = true;
        return 0;
    }
    uint32_t bits = little_endian(w->bytes + w->at, size);
    float real;
    memcpy(&real, &bits, sizeof real);
    field.values[0] = *type == 'f' ? (double)real : *type == 'i' ? (double)(int32_t)bits : (double)bits;
    tell(w, name, type, size, field);
    return field.values[0];
}

/* listing: vector */
/* A vector of floats: "v2", "v3", "v4". */
static void vector(walk *w, const char *name, const char *type)
{
    int count = type[1] - '0';
    pmx_field field = {.count = count};
    for (int i = 0; i < count && w->size - w->at >= (size_t)count * 4; i++) {
        uint32_t bits = little_endian(w->bytes + w->at + 4 * i, 4);
        float real;
        memcpy(&real, &bits, sizeof real);
        field.values[i] = (double)real;
    }
    tell(w, name, type, (size_t)count * 4, field);
}
/* end of listing */

/* listing: index */
/* A number of an element, with as many bytes as the header says. All ones mean "none". */
static void element(walk *w, const char *name, const char *type, int size)
{
    pmx_field field = {.count = 1, .values = {-1}};
    if (!w->failed && (size_t)size <= w->size - w->at) {
        uint32_t value = little_endian(w->bytes + w->at, (size_t)size);
        if (value != UINT32_MAX >> (32 - 8 * size))
            field.values[0] = (double)value;
    }
    tell(w, name, type, (size_t)size, field);
}
/* end of listing */

static void text(walk *w, const char *name)
{
    size_t left = w->size - w->at, length = left >= 4 ? little_endian(w->bytes + w->at, 4) : left;
    if (w->failed || left < 4 || length > left - 4)
        w->failed = true;
    else
        tell(w, name, "text", 4 + length, (pmx_field){.text = w->bytes + w->at + 4});
}

static void names(walk *w)
{
    text(w, "name");
    text(w, "english name");
}

/* ---- records ---- */

/* listing: vertex */
static void vertex(walk *w)
{
    static const int bones[] = {1, 2, 4, 2, 4}, weights[] = {0, 1, 4, 1, 4};
    vector(w, "position", "v3");
    vector(w, "normal", "v3");
    vector(w, "uv", "v2");
    for (int i = 0; i < w->settings.extra_uvs; i++) vector(w, "additional uv", "v4");
    int kind = (int)number(w, "deform", "u8"); /* BDEF1, BDEF2, BDEF4, SDEF, QDEF */
    w->failed = w->failed || kind > 4;
    for (int i = 0; !w->failed && i < bones[kind]; i++) element(w, "bone", "bone", w->settings.bone);
    for (int i = 0; !w->failed && i < weights[kind]; i++) number(w, "weight", "f32");
    if (kind == 3) {
        vector(w, "C", "v3");
        vector(w, "R0", "v3");
        vector(w, "R1", "v3");
    }
    number(w, "edge scale", "f32");
}
/* end of listing */

static void face(walk *w)
{
    element(w, "vertex", "vertex", w->settings.vertex);
}

static void texture(walk *w)
{
    text(w, "path");
}

static void material(walk *w)
{
    names(w);
    vector(w, "diffuse", "v4");
    vector(w, "specular", "v3");
    number(w, "specular power", "f32");
    vector(w, "ambient", "v3");
    number(w, "flags", "u8");
    vector(w, "edge colour", "v4");
    number(w, "edge size", "f32");
    element(w, "texture", "texture", w->settings.texture);
    element(w, "sphere texture", "texture", w->settings.texture);
    number(w, "sphere mode", "u8");
    if (number(w, "shared toon", "u8") != 0)
        number(w, "toon", "u8");
    else
        element(w, "toon", "texture", w->settings.texture);
    text(w, "memo");
    number(w, "indices", "i32");
}

/* listing: bone */
static void ik(walk *w)
{
    element(w, "effector", "bone", w->settings.bone);
    number(w, "loops", "i32");
    number(w, "unit angle", "f32");
    for (uint32_t i = 0, count = (uint32_t)number(w, "links", "i32"); i < count && !w->failed; i++) {
        element(w, "link", "bone", w->settings.bone);
        if (number(w, "limited", "u8") != 0) {
            vector(w, "lower", "v3");
            vector(w, "upper", "v3");
        }
    }
}

static void bone(walk *w)
{
    names(w);
    vector(w, "position", "v3");
    element(w, "parent", "bone", w->settings.bone);
    number(w, "layer", "i32");
    unsigned flags = (unsigned)number(w, "flags", "u16");
    if (flags & 0x0001)
        element(w, "tail", "bone", w->settings.bone);
    else
        vector(w, "tail", "v3");
    if (flags & 0x0300) { /* append rotation, append translation */
        element(w, "append source", "bone", w->settings.bone);
        number(w, "append ratio", "f32");
    }
    if (flags & 0x0400)
        vector(w, "fixed axis", "v3");
    if (flags & 0x0800) {
        vector(w, "local x", "v3");
        vector(w, "local z", "v3");
    }
    if (flags & 0x2000)
        number(w, "external parent", "i32");
    if (flags & 0x0020)
        ik(w);
}
/* end of listing */

static void material_offset(walk *w)
{
    element(w, "material", "material", w->settings.material);
    number(w, "operation", "u8"); /* 0: multiply, 1: add */
    vector(w, "diffuse", "v4");
    vector(w, "specular", "v3");
    number(w, "specular power", "f32");
    vector(w, "ambient", "v3");
    vector(w, "edge colour", "v4");
    number(w, "edge size", "f32");
    vector(w, "texture factor", "v4");
    vector(w, "sphere factor", "v4");
    vector(w, "toon factor", "v4");
}

static void morph_offset(walk *w, int kind)
{
    if (kind == 0 || kind == 9) { /* group, flip */
        element(w, "morph", "morph", w->settings.morph);
        number(w, "ratio", "f32");
    } else if (kind == 1) {
        element(w, "vertex", "vertex", w->settings.vertex);
        vector(w, "translation", "v3");
    } else if (kind == 2) {
        element(w, "bone", "bone", w->settings.bone);
        vector(w, "translation", "v3");
        vector(w, "rotation", "v4");
    } else if (kind == 8) {
        material_offset(w);
    } else if (kind == 10) { /* impulse */
        element(w, "body", "body", w->settings.body);
        number(w, "local", "u8");
        vector(w, "velocity", "v3");
        vector(w, "torque", "v3");
    } else { /* UV and the four additional ones */
        element(w, "vertex", "vertex", w->settings.vertex);
        vector(w, "uv offset", "v4");
    }
}

static void morph(walk *w)
{
    names(w);
    number(w, "panel", "u8");
    int kind = (int)number(w, "kind", "u8");
    w->failed = w->failed || kind > 10;
    for (uint32_t i = 0, count = (uint32_t)number(w, "offsets", "i32"); i < count && !w->failed; i++)
        morph_offset(w, kind);
}

static void frame(walk *w)
{
    names(w);
    number(w, "special", "u8");
    for (uint32_t i = 0, count = (uint32_t)number(w, "items", "i32"); i < count && !w->failed; i++) {
        if (number(w, "kind", "u8") != 0)
            element(w, "morph", "morph", w->settings.morph);
        else
            element(w, "bone", "bone", w->settings.bone);
    }
}

static void body(walk *w)
{
    names(w);
    element(w, "bone", "bone", w->settings.bone);
    number(w, "group", "u8");
    number(w, "mask", "u16");
    number(w, "shape", "u8");
    vector(w, "size", "v3");
    vector(w, "position", "v3");
    vector(w, "rotation", "v3");
    number(w, "mass", "f32");
    number(w, "linear damping", "f32");
    number(w, "angular damping", "f32");
    number(w, "restitution", "f32");
    number(w, "friction", "f32");
    number(w, "mode", "u8");
}

static void joint(walk *w)
{
    names(w);
    number(w, "kind", "u8");
    element(w, "body a", "body", w->settings.body);
    element(w, "body b", "body", w->settings.body);
    vector(w, "position", "v3");
    vector(w, "rotation", "v3");
    vector(w, "linear lower", "v3");
    vector(w, "linear upper", "v3");
    vector(w, "angular lower", "v3");
    vector(w, "angular upper", "v3");
    vector(w, "linear spring", "v3");
    vector(w, "angular spring", "v3");
}

/* ---- the file ---- */

static void begin(walk *w, const char *section, uint32_t count)
{
    w->section = section, w->record = 0;
    if (w->visitor->section && !w->failed)
        w->visitor->section(w->visitor->user, section, w->at, count);
}

static void header(walk *w)
{
    pmx_settings *s = &w->settings;
    int *const settings[8] = {&s->utf8,     &s->extra_uvs, &s->vertex, &s->texture,
                              &s->material, &s->bone,      &s->morph,  &s->body};
    static const char *const shown[8] = {"text encoding",      "additional uvs",      "bytes of a vertex",
                                         "bytes of a texture", "bytes of a material", "bytes of a bone",
                                         "bytes of a morph",   "bytes of a body"};
    begin(w, "header", 1);
    w->failed = w->size < 4 || memcmp(w->bytes, "PMX ", 4) != 0;
    tell(w, "signature", "bytes", 4, (pmx_field){.count = 1, .values = {0}});
    s->version = number(w, "version", "f32");
    int count = (int)number(w, "settings", "u8");
    for (int i = 0; i < count && !w->failed; i++) {
        int value = (int)number(w, i < 8 ? shown[i] : "unknown", "u8");
        if (i < 8)
            *settings[i] = value;
        w->failed = w->failed || (i >= 2 && i < 8 && value != 1 && value != 2 && value != 4);
    }
    w->failed = w->failed || count < 8 || s->extra_uvs > 4;
    names(w);
    text(w, "comment");
    text(w, "english comment");
}

bool pmx_walk(const uint8_t *bytes, size_t size, const pmx_visitor *visitor, pmx_settings *settings)
{
    static const struct {
        const char *name;
        void (*record)(walk *w);
    } sections[] = {{"vertices", vertex},    {"faces", face},  {"textures", texture},
                    {"materials", material}, {"bones", bone},  {"morphs", morph},
                    {"frames", frame},       {"bodies", body}, {"joints", joint}};
    walk w = {.bytes = bytes, .size = size, .visitor = visitor};
    header(&w);
    for (size_t i = 0; i < sizeof sections / sizeof *sections && !w.failed; i++) {
        size_t at = w.at;
        uint32_t count = size - at >= 4 ? little_endian(bytes + at, 4) : 0;
        begin(&w, sections[i].name, count);
        number(&w, "count", "i32");
        for (; w.record < count && !w.failed; w.record++) sections[i].record(&w);
    }
    if (settings)
        *settings = w.settings;
    return !w.failed;
}
