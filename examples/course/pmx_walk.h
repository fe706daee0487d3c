/* Walks through a PMX file, field by field, without the library: chapter 17's tables as a program. */
#ifndef HONE_COURSE_PMX_WALK_H
#define HONE_COURSE_PMX_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A field of a record. */
typedef struct pmx_field {
    size_t offset, size; /* bytes */
    const char *section; /* "header", "vertices", ... */
    uint32_t record;     /* number in the section */
    const char *name;    /* what it is: "position" */
    const char *type;    /* "v3", "u8", "text", "bone", ... */
    int count;           /* of values; 0: a text */
    double values[4];    /* numbers; -1 for no bone, texture, ... */
    const uint8_t *text; /* `size` bytes from here, less the four of its length; UTF-16 or UTF-8 */
} pmx_field;

/* What is told while a file is walked through. */
typedef struct pmx_visitor {
    void *user;
    void (*field)(void *user, const pmx_field *field);
    void (*section)(void *user, const char *name, size_t offset, uint32_t count); /* NULL: not told */
} pmx_visitor;

/* The settings of the header. */
typedef struct pmx_settings {
    double version;
    int utf8, extra_uvs;
    int vertex, texture, material, bone, morph, body; /* bytes of an index */
} pmx_settings;

/* Tells all fields of a file in their order. settings: out; may be NULL. Returns false where the file ends early or is
 * no PMX. */
bool pmx_walk(const uint8_t *bytes, size_t size, const pmx_visitor *visitor, pmx_settings *settings);

#endif
