#include "support/make/fbx/make_fbx.h"
#include "base/text/number.h"
#include "support/make/files/make_deflate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fuzz targets have no cmocka. */
static void require(bool condition)
{
    if (!condition)
        abort();
}

const make_fbx_kind make_fbx_kinds[MAKE_FBX_KINDS] = {
    {.version = 7400},
    {.version = 7400, .deflate = true},
    {.version = 7700, .deflate = true},
    {.version = 7700, .big_endian = true, .deflate = true},
    {.version = 7500, .text = true},
    {.version = 6100},
    {.version = 6100, .big_endian = true},
    {.version = 6100, .text = true},
};

/* ---- words ---- */

static void put(make_fbx *m, uint64_t bits, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        hone_write_u8(&m->out, (uint8_t)(bits >> 8 * (m->kind.big_endian ? size - 1 - i : i)));
}

static void words(make_fbx *m, const char *text)
{
    hone_write_bytes(&m->out, text, strlen(text));
}

static uint32_t word_size(const make_fbx *m)
{
    return m->kind.version >= 7500 ? 8 : 4;
}

/* Overwrites word `index` of the header that begins at `begin`. */
static void patch(make_fbx *m, size_t begin, uint32_t index, uint64_t value)
{
    size_t end = m->out.bytes.size;
    m->out.bytes.size = begin + index * word_size(m);
    put(m, value, word_size(m));
    m->out.bytes.size = end;
}

static void empty_header(make_fbx *m)
{
    put(m, 0, 8), put(m, 0, 4), put(m, 0, 1);
    if (word_size(m) == 8)
        put(m, 0, 8), put(m, 0, 4);
}

/* ---- files and nodes ---- */

make_fbx make_fbx_open(const make_fbx_kind *kind)
{
    make_fbx m = {.kind = *kind, .out = hone_writer_make(NULL)};
    if (m.kind.version == 0)
        m.kind.version = 7400;
    if (m.kind.text) {
        char line[64];
        snprintf(line, sizeof line, "; FBX %u.%u.0 project file\n", m.kind.version / 1000, m.kind.version / 100 % 10);
        words(&m, line);
        return m;
    }
    hone_write_bytes(&m.out, "Kaydara FBX Binary  \0\x1a", 22);
    hone_write_u8(&m.out, m.kind.big_endian);
    put(&m, m.kind.version, 4);
    return m;
}

hone_bytes make_fbx_close(make_fbx *m)
{
    hone_bytes file = {0};
    require(m->depth == 0);
    if (!m->kind.text)
        empty_header(m);
    require(hone_writer_finish(&m->out, &file, NULL));
    return file;
}

/* Ends the values of the innermost node. */
static void end_values(make_fbx *m)
{
    if (m->depth == 0 || m->level[m->depth - 1].has_values_end)
        return;
    m->level[m->depth - 1].has_values_end = true;
    if (m->kind.text)
        return;
    patch(m, m->level[m->depth - 1].begin, 1, m->level[m->depth - 1].value_count);
    patch(m, m->level[m->depth - 1].begin, 2, m->out.bytes.size - m->level[m->depth - 1].values);
}

void make_fbx_begin(make_fbx *m, const char *name)
{
    end_values(m);
    require(m->depth < MAKE_FBX_DEPTH);
    if (m->depth && !m->level[m->depth - 1].has_children) {
        m->level[m->depth - 1].has_children = true;
        if (m->kind.text)
            words(m, " {\n");
    }
    memset(&m->level[m->depth], 0, sizeof m->level[0]);
    m->level[m->depth].begin = m->out.bytes.size;
    if (m->kind.text) {
        words(m, name), words(m, ": ");
    } else {
        for (int i = 0; i < 3; i++) put(m, 0, word_size(m));
        put(m, strlen(name), 1);
        words(m, name);
    }
    m->level[m->depth].values = m->out.bytes.size;
    m->depth++;
}

void make_fbx_end(make_fbx *m)
{
    end_values(m);
    require(m->depth > 0);
    m->depth--;
    if (m->kind.text) {
        words(m, m->level[m->depth].has_children ? "}\n" : "\n");
        return;
    }
    if (m->level[m->depth].has_children)
        empty_header(m);
    patch(m, m->level[m->depth].begin, 0, m->out.bytes.size);
}

/* ---- values --------------------------------------------------------------------------------------------------- */

/* Begins a value of that type. */
static void begin_value(make_fbx *m, char type)
{
    require(m->depth > 0 && !m->level[m->depth - 1].has_values_end);
    if (!m->kind.text)
        hone_write_u8(&m->out, (uint8_t)type);
    else if (m->level[m->depth - 1].value_count)
        words(m, ",");
    m->level[m->depth - 1].value_count++;
}

static void integer(make_fbx *m, char type, uint32_t size, int64_t value)
{
    char text[32];
    begin_value(m, type);
    if (!m->kind.text) {
        put(m, (uint64_t)value, size);
        return;
    }
    snprintf(text, sizeof text, "%lld", (long long)value);
    words(m, text);
}

static void real_text(make_fbx *m, double value)
{
    char text[64];
    size_t size = value == value && value - value == 0 ? hone_text_from_double(value, text) : 0;
    if (size)
        hone_write_bytes(&m->out, text, size);
    else
        words(m, value == value ? value > 0 ? "inf" : "-inf" : "nan");
}

void make_fbx_letter(make_fbx *m, char letter)
{
    bool written_as_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    if (m->kind.text && !written_as_letter) {
        integer(m, 'C', 1, letter);
        return;
    }
    begin_value(m, 'C');
    hone_write_u8(&m->out, (uint8_t)letter);
}

void make_fbx_short(make_fbx *m, int16_t value)
{
    integer(m, 'Y', 2, value);
}

void make_fbx_int(make_fbx *m, int32_t value)
{
    integer(m, 'I', 4, value);
}

void make_fbx_long(make_fbx *m, int64_t value)
{
    integer(m, 'L', 8, value);
}

static uint64_t bits_of(const void *value, size_t size)
{
    uint32_t bits32 = 0;
    uint64_t bits64 = 0;
    memcpy(size == 4 ? (void *)&bits32 : (void *)&bits64, value, size);
    return size == 4 ? bits32 : bits64;
}

void make_fbx_float(make_fbx *m, float value)
{
    begin_value(m, 'F');
    if (m->kind.text)
        real_text(m, (double)value);
    else
        put(m, bits_of(&value, 4), 4);
}

void make_fbx_real(make_fbx *m, double value)
{
    begin_value(m, 'D');
    if (m->kind.text)
        real_text(m, value);
    else
        put(m, bits_of(&value, 8), 8);
}

static void text_of(make_fbx *m, char type, const char *text, size_t size)
{
    begin_value(m, type);
    if (!m->kind.text) {
        put(m, size, 4);
        hone_write_bytes(&m->out, text, size);
        return;
    }
    words(m, "\"");
    for (size_t i = 0; i < size; i++)
        if (text[i] == '"' || text[i] == '\n' || text[i] == '\r')
            words(m, text[i] == '"' ? "&quot;" : text[i] == '\n' ? "&lf;" : "&cr;");
        else
            hone_write_u8(&m->out, (uint8_t)text[i]);
    words(m, "\"");
}

void make_fbx_text(make_fbx *m, const char *text)
{
    text_of(m, 'S', text, strlen(text));
}

void make_fbx_name(make_fbx *m, const char *name, const char *class_name)
{
    char whole[256];
    int size = m->kind.text ? snprintf(whole, sizeof whole, "%s::%s", class_name, name)
                            : snprintf(whole, sizeof whole, "%s%c%c%s", name, 0, 1, class_name);
    require(size > 0 && size < (int)sizeof whole);
    text_of(m, 'S', whole, (size_t)size);
}

void make_fbx_bytes(make_fbx *m, const void *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *at = bytes;
    begin_value(m, 'R');
    if (!m->kind.text) {
        put(m, size, 4);
        hone_write_bytes(&m->out, bytes, size);
        return;
    }
    words(m, ", \"");
    for (size_t i = 0; i < size; i += 3) {
        uint32_t left = (uint32_t)(size - i),
                 three = (uint32_t)at[i] << 16 | (left > 1 ? (uint32_t)at[i + 1] << 8 : 0) | (left > 2 ? at[i + 2] : 0);
        for (uint32_t k = 0; k < 4; k++)
            hone_write_u8(&m->out, k <= left ? (uint8_t)digits[three >> (18 - 6 * k) & 63] : '=');
    }
    words(m, "\"");
}

/* ---- arrays --------------------------------------------------------------------------------------------------- */

typedef struct numbers {
    char type; /* of the array, in small */
    uint32_t size, count;
    const void *values;
} numbers;

static double real_at(const numbers *n, uint32_t i)
{
    return n->type == 'd' ? ((const double *)n->values)[i] : (double)((const float *)n->values)[i];
}

static int64_t integer_at(const numbers *n, uint32_t i)
{
    return n->type == 'l'   ? ((const int64_t *)n->values)[i]
           : n->type == 'i' ? ((const int32_t *)n->values)[i]
                            : ((const uint8_t *)n->values)[i];
}

static void put_number(make_fbx *m, const numbers *n, uint32_t i)
{
    if (n->type != 'd' && n->type != 'f')
        put(m, (uint64_t)integer_at(n, i), n->size);
    else
        put(m, bits_of((const char *)n->values + (size_t)i * n->size, n->size), n->size);
}

/* Below version 7000 each number is a value. */
static void plain_values(make_fbx *m, const numbers *n)
{
    for (uint32_t i = 0; i < n->count; i++) switch (n->type) {
        case 'd':
            make_fbx_real(m, real_at(n, i));
            break;
        case 'f':
            make_fbx_float(m, (float)real_at(n, i));
            break;
        default:
            integer(m, (char)(n->type - 'a' + 'A'), n->size, integer_at(n, i));
        }
}

static void text_array(make_fbx *m, const numbers *n)
{
    char text[32];
    begin_value(m, n->type);
    snprintf(text, sizeof text, "*%u {\n a: ", n->count);
    words(m, text);
    for (uint32_t i = 0; i < n->count; i++) {
        words(m, i ? i % 8 ? "," : ",\n" : "");
        if (n->type == 'd' || n->type == 'f') {
            real_text(m, real_at(n, i));
        } else {
            snprintf(text, sizeof text, "%lld", (long long)integer_at(n, i));
            words(m, text);
        }
    }
    words(m, "\n}");
}

static void array(make_fbx *m, const numbers *n)
{
    if (m->kind.version < 7000) {
        plain_values(m, n);
        return;
    }
    if (m->kind.text) {
        text_array(m, n);
        return;
    }
    begin_value(m, n->type);
    put(m, n->count, 4), put(m, m->kind.deflate, 4);
    size_t size_at = m->out.bytes.size;
    put(m, 0, 4);
    for (uint32_t i = 0; i < n->count; i++) put_number(m, n, i);
    size_t size = m->out.bytes.size - size_at - 4;
    if (m->kind.deflate)
        make_deflate(&m->out, size, n->size);
    size = m->out.bytes.size;
    m->out.bytes.size = size_at;
    put(m, size - size_at - 4, 4);
    m->out.bytes.size = size;
}

void make_fbx_doubles(make_fbx *m, const double *values, uint32_t count)
{
    array(m, &(numbers){'d', 8, count, values});
}

void make_fbx_floats(make_fbx *m, const float *values, uint32_t count)
{
    array(m, &(numbers){'f', 4, count, values});
}

void make_fbx_ints(make_fbx *m, const int32_t *values, uint32_t count)
{
    array(m, &(numbers){'i', 4, count, values});
}

void make_fbx_longs(make_fbx *m, const int64_t *values, uint32_t count)
{
    array(m, &(numbers){'l', 8, count, values});
}

void make_fbx_bools(make_fbx *m, const uint8_t *values, uint32_t count)
{
    array(m, &(numbers){m->kind.version < 7000 ? 'c' : 'b', 1, count, values});
}
