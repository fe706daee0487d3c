#include "tool/output/arrays.h"
#include "base/json/json_writer.h"
#include "base/text/number.h"
#include <hone/io.h>
#include <stdio.h>
#include <string.h>

/* Writes the array's shape and returns the number of dimensions. */
static uint32_t shape_of(const hone_array *array, uint32_t shape[4])
{
    shape[0] = array->time_count;
    shape[1] = array->row_count;
    switch (array->kind) {
    case HONE_ARRAY_BONES:
        shape[2] = shape[3] = 4;
        return 4;
    case HONE_ARRAY_VERTICES:
    case HONE_ARRAY_NORMALS:
        shape[2] = 3;
        return 3;
    case HONE_ARRAY_MORPHS:
        break;
    }
    return 2;
}

/* The number of floats for one bone, vertex or morph. */
static uint32_t row_size(hone_array_kind kind)
{
    return kind == HONE_ARRAY_BONES ? 16 : kind == HONE_ARRAY_MORPHS ? 1 : 3;
}

static bool has_names(hone_array_kind kind)
{
    return kind == HONE_ARRAY_BONES || kind == HONE_ARRAY_MORPHS;
}

/* ---- .npy ---- */

/* Version 1.0: the magic bytes, a Python dictionary padded so that the data after it is aligned to 64 bytes, the
 * values. */
static void write_npy(const hone_array *array, hone_writer *out)
{
    uint32_t shape[4], dimensions = shape_of(array, shape);
    char header[192]; /* the longest is 115 */
    int length = snprintf(header, sizeof header, "{'descr': '<f4', 'fortran_order': False, 'shape': (");
    for (uint32_t i = 0; i < dimensions; i++)
        length += snprintf(header + length, sizeof header - (size_t)length, i ? ", %u" : "%u", shape[i]);
    length += snprintf(header + length, sizeof header - (size_t)length, "), }");
    int padded = (10 + length + 1 + 63) / 64 * 64 - 10;
    memset(header + length, ' ', (size_t)(padded - length - 1));
    header[padded - 1] = '\n';

    hone_write_bytes(out, "\x93NUMPY\x01\x00", 8);
    hone_write_u16(out, (uint16_t)padded);
    hone_write_bytes(out, header, (size_t)padded);
    hone_write_floats(out, array->values, (size_t)shape[0] * shape[1] * row_size(array->kind));
}

/* ---- .csv: RFC 4180, with line feeds ---- */

static void put(hone_writer *out, const char *text)
{
    hone_write_bytes(out, text, strlen(text));
}

static void put_field(hone_writer *out, const char *text)
{
    if (text[strcspn(text, ",\"\r\n")] == 0) {
        put(out, text);
        return;
    }
    hone_write_u8(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            hone_write_u8(out, '"');
        hone_write_u8(out, (uint8_t)*text);
    }
    hone_write_u8(out, '"');
}

static void put_floats(hone_writer *out, const float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[HONE_NUMBER_SIZE + 1] = ",";
        size_t length = hone_text_from_float(values[i], text + 1);
        hone_write_bytes(out, text, length + 1);
    }
    hone_write_u8(out, '\n');
}

static void put_csv_head(const hone_array *array, hone_writer *out)
{
    put_field(out, array->unit);
    switch (array->kind) {
    case HONE_ARRAY_BONES:
        put(out, ",bone,name,m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23,m30,m31,m32,m33");
        break;
    case HONE_ARRAY_VERTICES:
    case HONE_ARRAY_NORMALS:
        put(out, ",vertex,x,y,z");
        break;
    case HONE_ARRAY_MORPHS:
        for (uint32_t row = 0; row < array->row_count; row++) {
            put(out, ",");
            put_field(out, array->names[row]);
        }
        break;
    }
    put(out, "\n");
}

/* Writes the line of one bone or vertex. */
static void put_csv_row(const hone_array *array, const char *time, uint32_t row, const float *values, hone_writer *out)
{
    char number[16];
    put(out, time);
    hone_write_bytes(out, number, (size_t)snprintf(number, sizeof number, ",%u", row));
    if (has_names(array->kind)) {
        put(out, ",");
        put_field(out, array->names[row]);
    }
    put_floats(out, values, row_size(array->kind));
}

static void write_csv(const hone_array *array, hone_writer *out)
{
    uint32_t size = row_size(array->kind);
    const float *values = array->values;
    put_csv_head(array, out);
    for (uint32_t t = 0; t < array->time_count; t++) {
        char time[HONE_NUMBER_SIZE];
        hone_text_from_double(array->times[t], time);
        if (array->kind == HONE_ARRAY_MORPHS) {
            put(out, time);
            put_floats(out, values, array->row_count);
            values += array->row_count;
            continue;
        }
        for (uint32_t row = 0; row < array->row_count; row++, values += size)
            put_csv_row(array, time, row, values, out);
    }
}

/* ---- .json ---- */

/* Writes a nested array of this shape. Each element of the first `lines` dimensions is on its own line; deeper levels
 * stay on that line. Returns a pointer behind the values used. */
static const float *put_json_values(hone_json *json, const uint32_t *shape, uint32_t dimensions, uint32_t lines,
                                    const float *values)
{
    if (dimensions == 0) {
        hone_json_float(json, *values);
        return values + 1;
    }
    if (lines)
        hone_json_array(json);
    else
        hone_json_flat_array(json);
    for (uint32_t i = 0; i < shape[0]; i++)
        values = put_json_values(json, shape + 1, dimensions - 1, lines ? lines - 1 : 0, values);
    hone_json_end(json, ']');
    return values;
}

static void write_json(const hone_array *array, hone_writer *out)
{
    static const char *const kinds[] = {"bones", "vertices", "normals", "morphs"};
    uint32_t shape[4], dimensions = shape_of(array, shape);
    hone_json json = hone_json_make(out);
    hone_json_object(&json);
    hone_json_key(&json, "kind");
    hone_json_string(&json, kinds[array->kind]);
    hone_json_key(&json, "unit");
    hone_json_string(&json, array->unit);
    hone_json_key(&json, "times");
    hone_json_flat_array(&json);
    for (uint32_t i = 0; i < array->time_count; i++) hone_json_number(&json, array->times[i]);
    hone_json_end(&json, ']');
    if (has_names(array->kind)) {
        hone_json_key(&json, "names");
        hone_json_array(&json);
        for (uint32_t i = 0; i < array->row_count; i++) hone_json_string(&json, array->names[i]);
        hone_json_end(&json, ']');
    }
    hone_json_key(&json, "shape");
    hone_json_flat_array(&json);
    for (uint32_t i = 0; i < dimensions; i++) hone_json_integer(&json, shape[i]);
    hone_json_end(&json, ']');
    hone_json_key(&json, "values");
    put_json_values(&json, shape, dimensions, array->kind == HONE_ARRAY_MORPHS ? 1 : 2, array->values);
    hone_json_end(&json, '}');
}

/* ---- all formats ---- */

/* Compares ASCII letters only, so that the result does not depend on the locale. */
static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), ending_length = strlen(ending);
    if (length < ending_length)
        return false;
    for (const char *c = path + length - ending_length; *c; c++, ending++)
        if ((*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c) != *ending)
            return false;
    return true;
}

bool hone_array_format_from_path(const char *path, hone_array_format *out)
{
    static const char *const endings[] = {".npy", ".csv", ".json"};
    for (int format = HONE_ARRAY_NPY; format <= HONE_ARRAY_JSON; format++)
        if (ends_in(path, endings[format])) {
            *out = (hone_array_format)format;
            return true;
        }
    return false;
}

void hone_array_write(const hone_array *array, hone_array_format format, hone_writer *out)
{
    switch (format) {
    case HONE_ARRAY_NPY:
        write_npy(array, out);
        break;
    case HONE_ARRAY_CSV:
        write_csv(array, out);
        break;
    case HONE_ARRAY_JSON:
        write_json(array, out);
        break;
    }
}
