/* The fields of a PMX or VMD file, as the programs of the course walk through it. */
#include "base/files/byte_writer.h"
#include "examples/course/pmx_walk.h"
#include "examples/course/vmd_walk.h"
#include "web/files.h"
#include "web/web.h"

#include <string.h>

typedef struct row {
    uint32_t offset, size, record, count, text, text_size, encoding;
    const char *section, *name, *type; /* which stay valid */
    double values[4];
} row;

typedef struct rows {
    hone_writer out;
    const uint8_t *file;
} rows;

static void add(void *user, const walk_field *f)
{
    rows *to = user;
    row one = {(uint32_t)f->offset,
               (uint32_t)f->size,
               f->record,
               (uint32_t)f->count,
               0,
               0,
               (uint32_t)f->encoding,
               f->section,
               f->name,
               f->type,
               {0}};
    if (f->text) {
        one.text = (uint32_t)(f->text - to->file);
        one.text_size = (uint32_t)f->text_size;
    }
    memcpy(one.values, f->values, sizeof one.values);
    hone_write_bytes(&to->out, &one, sizeof one);
}

/* Returns a row for each field, as in `row`: seven numbers, three addresses of texts, four doubles. NULL: the file ends
 * early, or is neither. */
WEB_CALL(hone_bytes *, fields_walk, const uint8_t *file, size_t size)
{
    rows to = {hone_writer_make(NULL), file};
    const walk_visitor visitor = {&to, add, NULL};
    bool motion = size >= 8 && memcmp(file, "Vocaloid", 8) == 0;
    bool whole = motion ? vmd_walk(file, size, &visitor) : pmx_walk(file, size, &visitor);
    hone_bytes bytes;
    if (!hone_writer_finish(&to.out, &bytes, &web_error))
        return NULL;
    if (whole)
        return web_bytes_keep(&bytes);
    hone_bytes_release(&bytes);
    return NULL;
}
