#include "tool/options/rename_table.h"
#include "base/text/encoding.h"
#include "base/text/text.h"
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts blanks off at both ends. */
static char *trim(char *text)
{
    while (is_blank(*text)) text++;
    size_t size = strlen(text);
    while (size && is_blank(text[size - 1])) text[--size] = '\0';
    return text;
}

static bool take_line(rename_table *table, char *line, uint32_t number, hone_error *error)
{
    line = trim(line);
    if (!*line || *line == '#')
        return true;
    char *separator = strpbrk(line, ",\t");
    char *to = separator ? trim(separator + 1) : line;
    if (separator)
        *separator = '\0';
    char *from = trim(line);
    if (!separator || !*from || !*to)
        return hone_fail(error, HONE_ERROR_FORMAT, number,
                         "line %u is not two names with a comma or a tab between them", number);
    table->pairs[table->count++] = (hone_motion_rename_pair){from, to};
    return true;
}

/* Copies the text as UTF-8. A NUL would end it, so it becomes a line feed. */
static char *decode(const uint8_t *bytes, size_t size)
{
    size_t mark = hone_utf8_mark(bytes, size);
    bytes += mark;
    size -= mark;
    char *out = size < SIZE_MAX / 3 ? malloc(3 * size + 1) : NULL;
    if (!out)
        return NULL;
    size = hone_utf8_from(hone_encoding_of_text(bytes, size), bytes, size, out, NULL);
    for (size_t i = 0; i < size; i++)
        if (!out[i])
            out[i] = '\n';
    out[size] = '\0';
    return out;
}

bool rename_table_read(const void *bytes, size_t size, rename_table *out, hone_error *error)
{
    *out = (rename_table){.text = decode(bytes, size)};
    size_t lines = 1;
    for (const char *c = out->text; c && *c; c++) lines += *c == '\n';
    out->pairs = calloc(lines, sizeof *out->pairs);
    if (!out->text || !out->pairs)
        return hone_fail_memory(error);
    uint32_t number = 1;
    for (char *at = out->text; at; number++) {
        char *end = strchr(at, '\n'), *line = at;
        if (end)
            *end = '\0';
        at = end ? end + 1 : NULL;
        if (!take_line(out, line, number, error))
            return false;
    }
    return true;
}

bool rename_table_load(const char *path, rename_table *out, hone_error *error)
{
    hone_bytes bytes = {0};
    bool ok = hone_file_read(path, NULL, &bytes, error) && rename_table_read(bytes.data, bytes.size, out, error);
    hone_bytes_release(&bytes);
    if (!ok)
        hone_error_prefix(error, path);
    return ok;
}

void rename_table_release(rename_table *table)
{
    free(table->pairs);
    free(table->text);
}
