#include "support/make/files/make_x.h"
#include "base/files/byte_writer.h"
#include "base/text/number.h"
#include <hone/io.h>

#include <math.h>
#include <string.h>

enum { NAME = 1, STRING = 2, GUID = 5, INTEGERS = 6, FLOATS = 7, OPEN = 10, CLOSE = 11, SEMICOLON = 20, TEMPLATE = 31 };
enum { DWORD = 41, BLOCK = 32768, REACH = 20000 };

/* Holds numbers of one kind back until something else comes, so that the binary format has them in one list. */
typedef struct maker {
    hone_writer out, held;
    const make_x_desc *desc;
    uint32_t held_count;
    bool held_floats;
} maker;

static void text(maker *m, const char *words)
{
    hone_write_bytes(&m->out, words, strlen(words));
}

static void flush(maker *m)
{
    if (m->held_count == 0)
        return;
    hone_write_u16(&m->out, m->held_floats ? FLOATS : INTEGERS);
    hone_write_u32(&m->out, m->held_count);
    hone_write_bytes(&m->out, m->held.bytes.data, m->held.bytes.size);
    m->held.bytes.size = 0;
    m->held_count = 0;
}

static void token(maker *m, uint16_t code)
{
    flush(m);
    hone_write_u16(&m->out, code);
}

static void words(maker *m, uint16_t code, const char *bytes)
{
    token(m, code);
    hone_write_u32(&m->out, (uint32_t)strlen(bytes));
    text(m, bytes);
}

static void open(maker *m, const char *type, const char *name)
{
    if (m->desc->binary) {
        words(m, NAME, type);
        if (name)
            words(m, NAME, name);
        token(m, OPEN);
        return;
    }
    text(m, type), text(m, " "), text(m, name ? name : ""), text(m, " {\r\n");
}

static void close(maker *m)
{
    if (m->desc->binary)
        token(m, CLOSE);
    else
        text(m, ";\r\n}\r\n");
}

static void reference(maker *m, const char *name)
{
    if (m->desc->binary)
        token(m, OPEN), words(m, NAME, name), token(m, CLOSE);
    else
        text(m, "{ "), text(m, name), text(m, " }\r\n");
}

static void string(maker *m, const char *value)
{
    if (m->desc->binary)
        words(m, STRING, value), token(m, SEMICOLON);
    else
        text(m, "\""), text(m, value), text(m, "\";\r\n");
}

static void hold(maker *m, bool floats)
{
    if (m->held_floats != floats)
        flush(m);
    m->held_floats = floats;
    m->held_count++;
}

static void integer(maker *m, uint32_t value)
{
    char digits[HONE_NUMBER_SIZE];
    if (m->desc->binary) {
        hold(m, false);
        hone_write_u32(&m->held, value);
        return;
    }
    hone_text_from_double(value, digits);
    text(m, digits), text(m, ";");
}

static void number(maker *m, float value)
{
    char digits[HONE_NUMBER_SIZE];
    double wide = (double)value;
    uint64_t bits;
    if (!m->desc->binary) {
        hone_text_from_float(value, digits);
        text(m, digits), text(m, ";");
        return;
    }
    hold(m, true);
    if (!m->desc->wide) {
        hone_write_f32(&m->held, value);
        return;
    }
    memcpy(&bits, &wide, sizeof bits);
    hone_write_u32(&m->held, (uint32_t)bits);
    hone_write_u32(&m->held, (uint32_t)(bits >> 32));
}

static void numbers(maker *m, const float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) number(m, values[i]);
    if (!m->desc->binary)
        text(m, ",\r\n");
}

static void move(maker *m, float x, float y, float z)
{
    const float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
    numbers(m, matrix, 16);
}

/* ---- templates ---- */

static void make_templates(maker *m)
{
    static const uint8_t guid[16] = {0x42, 0x0A, 0x00, 0x0B, 0x00, 0x1F}; /* contains bytes that look like tokens */
    if (!m->desc->binary) {
        text(m, "template Mesh {\r\n <3d82ab44-62da-11cf-ab39-0020af71e433>\r\n DWORD nVertices; // { how many\r\n"
                " array Vector vertices[nVertices]; # \"\r\n [...]\r\n}\r\n");
        return;
    }
    token(m, TEMPLATE), words(m, NAME, "Mesh"), token(m, OPEN), token(m, GUID);
    hone_write_bytes(&m->out, guid, sizeof guid);
    token(m, DWORD), words(m, NAME, "nVertices"), token(m, SEMICOLON), token(m, CLOSE);
}

/* Unknown objects may appear anywhere. */
static void make_unknown(maker *m)
{
    open(m, "KeyValuePair", "k");
    string(m, "a }{ b");
    open(m, "Inner", NULL);
    integer(m, 11), number(m, 10);
    reference(m, "Root");
    close(m);
    close(m);
}

/* ---- the tube ---- */

static uint32_t rings_of(const maker *m)
{
    return m->desc->rings > 2 ? m->desc->rings : m->desc->rings ? 2 : 3;
}

static void ring_vertex(uint32_t rings, uint32_t v, float out[3])
{
    static const float around[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    out[0] = around[v % 4][0], out[1] = 4 * (float)(v / 4) / (float)(rings - 1), out[2] = around[v % 4][1];
}

static void make_faces(maker *m, uint32_t rings)
{
    integer(m, 4 * (rings - 1));
    for (uint32_t f = 0; f < 4 * (rings - 1); f++) {
        uint32_t low = f / 4 * 4 + f % 4, next = f / 4 * 4 + (f + 1) % 4;
        const uint32_t corners[4] = {low, low + 4, next + 4, next}; /* clockwise as seen from outside */
        integer(m, 4);
        for (int c = 0; c < 4; c++) integer(m, corners[c]);
    }
}

static void make_normals(maker *m, uint32_t rings)
{
    open(m, "MeshNormals", NULL);
    integer(m, 4);
    for (uint32_t v = 0; v < 4; v++) {
        float normal[3];
        ring_vertex(rings, v, normal);
        normal[1] = 0;
        numbers(m, normal, 3);
    }
    integer(m, 4 * (rings - 1));
    for (uint32_t f = 0; f < 4 * (rings - 1); f++) {
        integer(m, 4);
        integer(m, f % 4), integer(m, f % 4), integer(m, (f + 1) % 4), integer(m, (f + 1) % 4);
    }
    close(m);
}

static void make_material(maker *m, const char *name, float red, const char *texture)
{
    const float values[11] = {red, 0.5f, 0.25f, 1, 20, 0.5f, 0.5f, 0.5f, 0.0625f, 0, 0};
    open(m, "Material", name);
    numbers(m, values, 11);
    if (texture) {
        open(m, "TextureFilename", NULL);
        string(m, texture);
        close(m);
    }
    close(m);
}

static void make_materials(maker *m, uint32_t rings)
{
    open(m, "MeshMaterialList", NULL);
    integer(m, 2), integer(m, 4 * (rings - 1));
    for (uint32_t f = 0; f < 4 * (rings - 1); f++) integer(m, f % 2);
    reference(m, "Shared");
    make_material(m, NULL, 0.75f, "tex\\\\skin.png");
    close(m);
}

static void make_attributes(maker *m, uint32_t rings)
{
    open(m, "MeshTextureCoords", NULL);
    integer(m, 4 * rings);
    for (uint32_t v = 0; v < 4 * rings; v++) number(m, 0.25f * (float)(v % 4)), number(m, 0.5f);
    close(m);
    open(m, "MeshVertexColors", NULL);
    integer(m, 1);
    integer(m, 2);
    numbers(m, (const float[]){1, 0, 0, 0.5f}, 4);
    close(m);
}

/* The lower half has the bone Low, the upper one High, the last ring none. */
static void make_skin(maker *m, uint32_t rings, const char *bone, bool high)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < 4 * (rings - 1); v++) count += (2 * (v / 4) >= rings - 1) == high;
    open(m, "SkinWeights", NULL);
    string(m, bone);
    integer(m, count);
    for (uint32_t v = 0; v < 4 * (rings - 1); v++)
        if ((2 * (v / 4) >= rings - 1) == high)
            integer(m, v);
    for (uint32_t i = 0; i < count; i++) number(m, 0.99975586f); /* must be normalised to 1 */
    move(m, 0, high ? -2 : 0, 0);
    close(m);
}

static void make_mesh(maker *m)
{
    uint32_t rings = rings_of(m);
    open(m, "Mesh", "Tube");
    integer(m, 4 * rings);
    for (uint32_t v = 0; v < 4 * rings; v++) {
        float position[3];
        ring_vertex(rings, v, position);
        numbers(m, position, 3);
    }
    make_faces(m, rings);
    make_normals(m, rings);
    make_unknown(m);
    make_attributes(m, rings);
    make_materials(m, rings);
    make_skin(m, rings, "Low", false);
    make_skin(m, rings, "High", true);
    close(m);
}

/* ---- frames, clips ---- */

static void make_frame(maker *m, const char *name, float x, float y, float z)
{
    open(m, "Frame", name);
    open(m, "FrameTransformMatrix", NULL);
    move(m, x, y, z);
    close(m);
}

static void make_frames(maker *m)
{
    make_frame(m, "Root", 0, 0, 0);
    make_frame(m, "Low", 0, 0, 0);
    make_frame(m, "High", 0, 2, 0);
    close(m), close(m), close(m);
    make_frame(m, "Body", 0, 0, 5);
    if (!m->desc->no_mesh)
        make_mesh(m);
    close(m);
}

static void make_key(maker *m, uint32_t tick, const float *values, uint32_t count)
{
    integer(m, tick), integer(m, count);
    numbers(m, values, count);
}

static void make_wave(maker *m)
{
    const float half = sqrtf(0.5f);
    open(m, "AnimationSet", "wave");
    open(m, "Animation", NULL);
    open(m, "AnimationKey", NULL);
    integer(m, 0), integer(m, 2);
    make_key(m, 0, (const float[]){1, 0, 0, 0}, 4);
    /* from x to y; .x uses row vectors, so it is the conjugate */
    make_key(m, 100, (const float[]){half, 0, 0, -half}, 4);
    close(m);
    reference(m, "High");
    close(m);
    open(m, "Animation", NULL);
    reference(m, "Low");
    open(m, "AnimationKey", NULL);
    integer(m, 1), integer(m, 2);
    make_key(m, 0, (const float[]){1, 1, 1}, 3);
    make_key(m, 100, (const float[]){1, 3, 1}, 3);
    close(m);
    close(m);
    close(m);
}

static void make_slide(maker *m)
{
    open(m, "AnimationSet", "slide");
    open(m, "Animation", NULL);
    reference(m, "Root");
    open(m, "AnimationKey", NULL);
    integer(m, 4), integer(m, 2);
    integer(m, 0), integer(m, 16), move(m, 0, 0, 0);
    integer(m, 50), integer(m, 16), move(m, 3, 0, 0);
    close(m);
    close(m);
    close(m);
}

/* ---- files ---- */

static void header(hone_writer *out, const char *kind, const char *bits)
{
    hone_write_bytes(out, "xof 0303", 8);
    hone_write_bytes(out, kind, 4);
    hone_write_bytes(out, bits, 4);
}

hone_bytes make_x_of(const char *kind, const char *bits, const void *body, size_t size)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes = {0};
    header(&out, kind, bits);
    hone_write_bytes(&out, body, size);
    hone_writer_finish(&out, &bytes, NULL);
    return bytes;
}

/* A bit stream, lowest bit first. */
typedef struct bits {
    uint8_t bytes[256];
    uint32_t count;
} bits;

static void put(bits *b, uint32_t value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++, b->count++)
        b->bytes[b->count / 8] = (uint8_t)(b->bytes[b->count / 8] | (value >> i & 1) << b->count % 8);
}

/* Deflate (RFC 1951): copies 258 bytes from REACH back, with the fixed code, in a block that is not the last. Then come
 * the 3 bits that begin a stored block, which is the last. */
static bits far_match(bool match)
{
    bits b = {{0}, 0};
    if (match) {
        put(&b, 0, 1), put(&b, 1, 2);
        put(&b, 0xA3, 8); /* length 258 is symbol 285, 11000101 from the highest bit */
        put(&b, 0x07, 5); /* distances from 16385 are symbol 28, 11100 from the highest bit */
        put(&b, REACH - 16385, 13);
        put(&b, 0, 7);
    }
    put(&b, 1, 1), put(&b, 0, 2);
    b.count = (b.count + 7) / 8 * 8;
    return b;
}

static void pack_block(hone_writer *out, const uint8_t *body, size_t at, size_t size)
{
    bool match = at >= REACH && size >= 258 && memcmp(body + at, body + at - REACH, 258) == 0;
    size_t stored = size - (match ? 258 : 0);
    bits b = far_match(match);
    hone_write_u16(out, (uint16_t)size);
    hone_write_u16(out, (uint16_t)(2 + b.count / 8 + 4 + stored));
    hone_write_bytes(out, "CK", 2);
    hone_write_bytes(out, b.bytes, b.count / 8);
    hone_write_u16(out, (uint16_t)stored);
    hone_write_u16(out, (uint16_t)~stored);
    hone_write_bytes(out, body + at + size - stored, stored);
}

hone_bytes make_x_packed(const char *kind, const char *bits_, const void *body, size_t size)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes = {0};
    header(&out, kind, bits_);
    hone_write_u32(&out, (uint32_t)size + 16);
    for (size_t at = 0; at < size; at += BLOCK) pack_block(&out, body, at, size - at < BLOCK ? size - at : BLOCK);
    hone_writer_finish(&out, &bytes, NULL);
    return bytes;
}

/* Two letters, then 127 times 258 bytes from 2 back. */
static bits run_block(void)
{
    bits b = {{0}, 0};
    put(&b, 1, 1), put(&b, 1, 2);
    put(&b, 0x06, 8); /* '0' is 0x30 + '0' = 01100000 from the highest bit */
    put(&b, 0xD6, 8); /* ';' is 01101011 */
    for (int i = 0; i < 127; i++) {
        put(&b, 0xA3, 8);
        put(&b, 0x10, 5); /* distance 2 is symbol 1 */
    }
    put(&b, 0, 7);
    b.count = (b.count + 7) / 8 * 8;
    return b;
}

hone_bytes make_x_bomb(const char *start, uint32_t blocks)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes = {0};
    size_t size = strlen(start);
    bits b = run_block();
    header(&out, "tzip", "0032");
    hone_write_u32(&out, (uint32_t)(16 + size + (size_t)BLOCK * blocks));
    pack_block(&out, (const uint8_t *)start, 0, size);
    for (uint32_t i = 0; i < blocks; i++) {
        hone_write_u16(&out, BLOCK);
        hone_write_u16(&out, (uint16_t)(2 + b.count / 8));
        hone_write_bytes(&out, "CK", 2);
        hone_write_bytes(&out, b.bytes, b.count / 8);
    }
    hone_writer_finish(&out, &bytes, NULL);
    return bytes;
}

hone_bytes make_x(const make_x_desc *desc)
{
    maker m = {.out = hone_writer_make(NULL), .held = hone_writer_make(NULL), .desc = desc};
    hone_bytes body = {0}, held = {0}, file;
    if (desc->templates)
        make_templates(&m);
    make_unknown(&m);
    make_frames(&m);
    make_material(&m, "Shared", 1, NULL); /* after the list that refers to it */
    open(&m, "AnimTicksPerSecond", NULL);
    integer(&m, MAKE_X_TICKS);
    close(&m);
    make_wave(&m);
    open(&m, "AnimationSet", "empty");
    close(&m);
    make_slide(&m);
    hone_writer_finish(&m.out, &body, NULL);
    hone_writer_finish(&m.held, &held, NULL);
    const char *bits_ = desc->wide ? "0064" : "0032";
    if (desc->packed)
        file = make_x_packed(desc->binary ? "bzip" : "tzip", bits_, body.data, body.size);
    else
        file = make_x_of(desc->binary ? "bin " : "txt ", bits_, body.data, body.size);
    hone_bytes_release(&body);
    hone_bytes_release(&held);
    return file;
}
