/* Reads accessory texts of MikuMikuDance (.vac): name, .x file, scale, position, rotation and bone, one in each line.
 * What follows is a comment. */
#include "base/error.h"
#include "base/text/encoding.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include "files/format/readers.h"
#include <hone/io.h>
#include <hone/project.h>
#include <math.h>
#include <string.h>

typedef struct vac_text {
    const char *at, *end;
    hone_encoding encoding;
} vac_text;

/* Returns the next line, without spaces around it; empty behind the last one. */
static const char *next_line(vac_text *text, size_t *size)
{
    const char *begin = text->at, *end = begin;
    while (end < text->end && *end != '\n' && *end != '\r') end++;
    text->at = end;
    if (text->at < text->end)
        text->at += *end == '\r' && end + 1 < text->end && end[1] == '\n' ? 2 : 1;
    while (begin < end && (*begin == ' ' || *begin == '\t')) begin++;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == 0x1a)) end--; /* 1a ends texts of DOS */
    *size = (size_t)(end - begin);
    return begin;
}

static bool read_text(vac_text *text, const char *noun, char out[HONE_VAC_TEXT_SIZE], hone_error *error)
{
    size_t size;
    const char *line = next_line(text, &size);
    if (3 * size >= HONE_VAC_TEXT_SIZE)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "%s of the accessory is longer than %d bytes", noun,
                         HONE_VAC_TEXT_SIZE / 3 - 1);
    if (memchr(line, 0, size))
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "%s of the accessory is not a text", noun);
    size = hone_utf8_from(text->encoding, line, size, out, NULL);
    out[size] = '\0';
    return true;
}

/* Reads numbers with commas or spaces between them. */
static bool read_numbers(vac_text *text, const char *noun, float *out, int count, hone_error *error)
{
    size_t size, at = 0;
    const char *line = next_line(text, &size);
    for (int i = 0; i < count; i++) {
        double value = 0;
        while (at < size && (line[at] == ' ' || line[at] == '\t' || line[at] == ',')) at++;
        size_t length = hone_float_parse(line + at, size - at, &value);
        out[i] = (float)value;
        if (length == 0 || !isfinite(out[i]))
            return hone_fail(error, HONE_ERROR_FORMAT, 0, "%s of the accessory needs %d %s", noun, count,
                             count == 1 ? "number" : "numbers");
        at += length;
    }
    return true;
}

static vac_text begin_text(const void *bytes, size_t size)
{
    const char *text = bytes;
    size_t mark = hone_utf8_mark(text, size);
    text += mark;
    size -= mark;
    return (vac_text){text, text + size, hone_encoding_of_text(text, size)};
}

bool hone_vac_read(const void *bytes, size_t size, hone_vac *out, hone_error *error)
{
    if ((!bytes && size) || !out)
        return hone_fail_null(error, out ? "bytes" : "out");
    vac_text text = begin_text(bytes, size);
    return read_text(&text, "the name", out->name, error) && read_text(&text, "the file", out->path, error) &&
           (out->path[0] || hone_fail(error, HONE_ERROR_FORMAT, 0, "the accessory names no file")) &&
           read_numbers(&text, "the scale", &out->scale, 1, error) &&
           read_numbers(&text, "the position", out->translation, 3, error) &&
           read_numbers(&text, "the rotation", out->rotation, 3, error) &&
           read_text(&text, "the bone", out->bone, error);
}

const hone_format_reader hone_vac_format = {.built_in = true}; /* project.h reads them */
