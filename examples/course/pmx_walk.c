#include "pmx_walk.h"

#include <string.h>

/* listing: index */
/* A number of an element, with as many bytes as the header says. All ones mean "none". */
static void element(walk *w, const char *name, const char *type, int size)
{
    walk_field field = {.count = 1, .values = {-1}};
    if (!w->failed && (size_t)size <= w->size - w->at) {
        uint32_t value = walk_little_endian(w->bytes + w->at, (size_t)size);
        if (value != UINT32_MAX >> (32 - 8 * size))
            field.values[0] = (double)value;
    }
    walk_tell(w, name, type, (size_t)size, field);
}
/* end of listing */

static void text(walk *w, const char *name)
{
    size_t left = w->size - w->at, length = left >= 4 ? walk_little_endian(w->bytes + w->at, 4) : left;
    if (w->failed || left < 4 || length > left - 4)
        w->failed = true;
    else
        walk_tell(w, name, "text", 4 + length,
                  (walk_field){.text = w->bytes + w->at + 4,
                               .text_size = length,
                               .encoding = w->settings.utf8 ? WALK_UTF8 : WALK_UTF16});
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
    walk_vector(w, "position", "v3");
    walk_vector(w, "normal", "v3");
    walk_vector(w, "uv", "v2");
    for (int i = 0; i < w->settings.extra_uvs; i++) walk_vector(w, "additional uv", "v4");
    int kind = (int)walk_number(w, "deform", "u8"); /* BDEF1, BDEF2, BDEF4, SDEF, QDEF */
    w->failed = w->failed || kind > 4;
    for (int i = 0; !w->failed && i < bones[kind]; i++) element(w, "bone", "bone", w->settings.bone);
    for (int i = 0; !w->failed && i < weights[kind]; i++) walk_number(w, "weight", "f32");
    if (kind == 3) {
        walk_vector(w, "C", "v3");
        walk_vector(w, "R0", "v3");
        walk_vector(w, "R1", "v3");
    }
    walk_number(w, "edge scale", "f32");
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
    walk_vector(w, "diffuse", "v4");
    walk_vector(w, "specular", "v3");
    walk_number(w, "specular power", "f32");
    walk_vector(w, "ambient", "v3");
    walk_number(w, "flags", "u8");
    walk_vector(w, "edge colour", "v4");
    walk_number(w, "edge size", "f32");
    element(w, "texture", "texture", w->settings.texture);
    element(w, "sphere texture", "texture", w->settings.texture);
    walk_number(w, "sphere mode", "u8");
    if (walk_number(w, "shared toon", "u8") != 0)
        walk_number(w, "toon", "u8");
    else
        element(w, "toon", "texture", w->settings.texture);
    text(w, "memo");
    walk_number(w, "indices", "i32");
}

/* listing: bone */
static void ik(walk *w)
{
    element(w, "effector", "bone", w->settings.bone);
    walk_number(w, "loops", "i32");
    walk_number(w, "unit angle", "f32");
    for (uint32_t i = 0, count = (uint32_t)walk_number(w, "links", "i32"); i < count && !w->failed; i++) {
        element(w, "link", "bone", w->settings.bone);
        if (walk_number(w, "limited", "u8") != 0) {
            walk_vector(w, "lower", "v3");
            walk_vector(w, "upper", "v3");
        }
    }
}

static void bone(walk *w)
{
    names(w);
    walk_vector(w, "position", "v3");
    element(w, "parent", "bone", w->settings.bone);
    walk_number(w, "layer", "i32");
    unsigned flags = (unsigned)walk_number(w, "flags", "u16");
    if (flags & 0x0001)
        element(w, "tail", "bone", w->settings.bone);
    else
        walk_vector(w, "tail", "v3");
    if (flags & 0x0300) { /* append rotation, append translation */
        element(w, "append source", "bone", w->settings.bone);
        walk_number(w, "append ratio", "f32");
    }
    if (flags & 0x0400)
        walk_vector(w, "fixed axis", "v3");
    if (flags & 0x0800) {
        walk_vector(w, "local x", "v3");
        walk_vector(w, "local z", "v3");
    }
    if (flags & 0x2000)
        walk_number(w, "external parent", "i32");
    if (flags & 0x0020)
        ik(w);
}
/* end of listing */

static void material_offset(walk *w)
{
    element(w, "material", "material", w->settings.material);
    walk_number(w, "operation", "u8"); /* 0: multiply, 1: add */
    walk_vector(w, "diffuse", "v4");
    walk_vector(w, "specular", "v3");
    walk_number(w, "specular power", "f32");
    walk_vector(w, "ambient", "v3");
    walk_vector(w, "edge colour", "v4");
    walk_number(w, "edge size", "f32");
    walk_vector(w, "texture factor", "v4");
    walk_vector(w, "sphere factor", "v4");
    walk_vector(w, "toon factor", "v4");
}

static void morph_offset(walk *w, int kind)
{
    if (kind == 0 || kind == 9) { /* group, flip */
        element(w, "morph", "morph", w->settings.morph);
        walk_number(w, "ratio", "f32");
    } else if (kind == 1) {
        element(w, "vertex", "vertex", w->settings.vertex);
        walk_vector(w, "translation", "v3");
    } else if (kind == 2) {
        element(w, "bone", "bone", w->settings.bone);
        walk_vector(w, "translation", "v3");
        walk_vector(w, "rotation", "v4");
    } else if (kind == 8) {
        material_offset(w);
    } else if (kind == 10) { /* impulse */
        element(w, "body", "body", w->settings.body);
        walk_number(w, "local", "u8");
        walk_vector(w, "velocity", "v3");
        walk_vector(w, "torque", "v3");
    } else { /* UV and the four additional ones */
        element(w, "vertex", "vertex", w->settings.vertex);
        walk_vector(w, "uv offset", "v4");
    }
}

static void morph(walk *w)
{
    names(w);
    walk_number(w, "panel", "u8");
    int kind = (int)walk_number(w, "kind", "u8");
    w->failed = w->failed || kind > 10;
    for (uint32_t i = 0, count = (uint32_t)walk_number(w, "offsets", "i32"); i < count && !w->failed; i++)
        morph_offset(w, kind);
}

static void frame(walk *w)
{
    names(w);
    walk_number(w, "special", "u8");
    for (uint32_t i = 0, count = (uint32_t)walk_number(w, "items", "i32"); i < count && !w->failed; i++) {
        if (walk_number(w, "kind", "u8") != 0)
            element(w, "morph", "morph", w->settings.morph);
        else
            element(w, "bone", "bone", w->settings.bone);
    }
}

static void body(walk *w)
{
    names(w);
    element(w, "bone", "bone", w->settings.bone);
    walk_number(w, "group", "u8");
    walk_number(w, "mask", "u16");
    walk_number(w, "shape", "u8");
    walk_vector(w, "size", "v3");
    walk_vector(w, "position", "v3");
    walk_vector(w, "rotation", "v3");
    walk_number(w, "mass", "f32");
    walk_number(w, "linear damping", "f32");
    walk_number(w, "angular damping", "f32");
    walk_number(w, "restitution", "f32");
    walk_number(w, "friction", "f32");
    walk_number(w, "mode", "u8");
}

static void joint(walk *w)
{
    names(w);
    walk_number(w, "kind", "u8");
    element(w, "body a", "body", w->settings.body);
    element(w, "body b", "body", w->settings.body);
    walk_vector(w, "position", "v3");
    walk_vector(w, "rotation", "v3");
    walk_vector(w, "linear lower", "v3");
    walk_vector(w, "linear upper", "v3");
    walk_vector(w, "angular lower", "v3");
    walk_vector(w, "angular upper", "v3");
    walk_vector(w, "linear spring", "v3");
    walk_vector(w, "angular spring", "v3");
}

/* ---- the file ---- */

static void header(walk *w)
{
    pmx_settings *s = &w->settings;
    int *const settings[8] = {&s->utf8,     &s->extra_uvs, &s->vertex, &s->texture,
                              &s->material, &s->bone,      &s->morph,  &s->body};
    static const char *const shown[8] = {"text encoding",      "additional uvs",      "bytes of a vertex",
                                         "bytes of a texture", "bytes of a material", "bytes of a bone",
                                         "bytes of a morph",   "bytes of a body"};
    walk_begin(w, "header", w->at, 1);
    w->failed = w->size < 4 || memcmp(w->bytes, "PMX ", 4) != 0;
    walk_tell(w, "signature", "bytes", 4, (walk_field){.count = 1, .values = {0}});
    s->version = walk_number(w, "version", "f32");
    int count = (int)walk_number(w, "settings", "u8");
    for (int i = 0; i < count && !w->failed; i++) {
        int value = (int)walk_number(w, i < 8 ? shown[i] : "unknown", "u8");
        if (i < 8)
            *settings[i] = value;
        w->failed = w->failed || (i >= 2 && i < 8 && value != 1 && value != 2 && value != 4);
    }
    w->failed = w->failed || count < 8 || s->extra_uvs > 4;
    names(w);
    text(w, "comment");
    text(w, "english comment");
}

bool pmx_walk(const uint8_t *bytes, size_t size, const walk_visitor *visitor)
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
        uint32_t count = size - w.at >= 4 ? walk_little_endian(bytes + w.at, 4) : 0;
        walk_begin(&w, sections[i].name, w.at, count);
        walk_number(&w, "count", "i32");
        for (; w.record < count && !w.failed; w.record++) sections[i].record(&w);
    }
    return !w.failed;
}
