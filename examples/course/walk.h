/* Walks through a file, field by field, without the library: what chapter 17's tables of PMX and VMD share. */
#ifndef HONE_COURSE_WALK_H
#define HONE_COURSE_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum walk_text { WALK_UTF16, WALK_UTF8, WALK_CP932 } walk_text;

/* A field of a record. */
typedef struct walk_field {
    size_t offset, size; /* bytes */
    const char *section; /* "header", "vertices", ... */
    uint32_t record;     /* number in the section */
    const char *name;    /* what it is: "position" */
    const char *type;    /* "v3", "u8", "text", "bone", ... */
    int count;           /* of values; 0: a text */
    double values[4];    /* numbers; -1 for no bone, texture, ... */
    const uint8_t *text; /* [text_size] */
    size_t text_size;
    walk_text encoding;
} walk_field;

/* What is told while a file is walked through. */
typedef struct walk_visitor {
    void *user;
    void (*field)(void *user, const walk_field *field);
    void (*section)(void *user, const char *name, size_t offset, uint32_t count); /* NULL: not told */
} walk_visitor;

/* The settings in the header of a PMX. */
typedef struct pmx_settings {
    double version;
    int utf8, extra_uvs;
    int vertex, texture, material, bone, morph, body; /* bytes of an index */
} pmx_settings;

/* Where a walk is. */
typedef struct walk {
    const uint8_t *bytes;
    size_t size, at;
    const walk_visitor *visitor;
    const char *section;
    uint32_t record;
    pmx_settings settings; /* of a PMX */
    bool failed;           /* the file ends before the field, or is another kind of file */
} walk;

/* Numbers are little-endian. */
uint32_t walk_little_endian(const uint8_t *p, size_t size);

/* Tells a field of `size` bytes and goes on behind it. */
void walk_tell(walk *w, const char *name, const char *type, size_t size, walk_field field);

/* A number of one, two or four bytes: "u8", "i32", "f32", ... Returns it, or 0 where the file ends. */
double walk_number(walk *w, const char *name, const char *type);

/* A vector of floats: "v2", "v3", "v4". */
void walk_vector(walk *w, const char *name, const char *type);

/* A section begins at `at`. */
void walk_begin(walk *w, const char *section, size_t at, uint32_t count);

#endif
