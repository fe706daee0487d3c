/* Reading .x: tokens, the same of text and binary, and what objects are made of.
 *
 * Once something failed the reader stays failed, with its error set: tokens are then HONE_X_END, numbers 0 and arrays
 * NULL, so that an object may be read whole and checked once.
 */
#ifndef HONE_SRC_FORMAT_X_READER_H
#define HONE_SRC_FORMAT_X_READER_H

#include "base/arena.h"
#include "format/x/mszip.h"
#include <hone/format.h>

typedef enum hone_x_token {
    HONE_X_END,
    HONE_X_NAME, /* of text any word, numbers too */
    HONE_X_STRING,
    HONE_X_NUMBERS, /* of binary: a list, passed over unless numbers are asked for */
    HONE_X_OPEN,
    HONE_X_CLOSE
} hone_x_token;

enum { HONE_X_TEXT_SIZE = 4096, HONE_X_NAME_SIZE = 64, HONE_X_DEPTH = 256, HONE_X_HEADER_SIZE = 16 };

typedef struct hone_x_reader {
    const uint8_t *begin, *at, *end; /* what is at hand of the bytes behind the header, inflated */
    uint64_t offset;                 /* of `begin` in the whole */
    hone_mszip *mszip;               /* where more comes from, or NULL */
    uint64_t promised;               /* of compressed: bytes of the whole, as the file says */
    bool binary, failed;
    uint8_t float_size; /* of binary, bytes */
    uint32_t line, depth;
    uint32_t odd_numbers; /* that were no numbers, so far */
    struct {
        uint32_t left;
        uint8_t size; /* bytes a number */
        bool floats;
    } list; /* of binary: numbers of the last list that nobody has taken yet */
    hone_x_token token;
    char text[HONE_X_TEXT_SIZE]; /* of NAME and STRING, with a NUL behind it; the first bytes of one that is longer */
    size_t text_size;
    char type[HONE_X_NAME_SIZE]; /* of the object that hone_x_child found; its name is `text` */
    hone_arena *scene;           /* arrays and texts that last until the model is made */
    hone_builder *out;           /* takes the warnings */
    hone_error *error;
} hone_x_reader;

/* Reads the header. bytes must stay. The builders remain the caller's. */
bool hone_x_open(hone_x_reader *reader, const void *bytes, size_t size, const hone_allocator *allocator,
                 hone_error *error);
void hone_x_close(hone_x_reader *reader);

/* ---- failing, warning ---- */

/* FORMAT, with the line (of binary the byte). Returns false. */
HONE_PRINTF(2, 3)
bool hone_x_fail(hone_x_reader *reader, const char *sentence, ...);
/* An oddity at the line or byte where the reader is. */
void hone_x_warn(hone_x_reader *reader, const char *what);
/* Zeroed, of reader->scene; NULL, with the reader failed, if out of memory, and NULL of no elements. */
void *hone_x_array(hone_x_reader *reader, size_t count, size_t size);

/* ---- bytes ---- */

/* The next byte, or -1 behind the last. */
int hone_x_byte(hone_x_reader *reader);
int hone_x_peek(hone_x_reader *reader);
/* False, and failed, if there are not so many; `what` is cut short. out NULL: passes over them. */
bool hone_x_bytes(hone_x_reader *reader, void *out, uint64_t size, const char *what);
/* No more can follow than this. */
uint64_t hone_x_left(const hone_x_reader *reader);

/* ---- tokens ---- */

hone_x_token hone_x_next(hone_x_reader *reader);
/* The two encodings, which only hone_x_next and the numbers call. */
hone_x_token hone_x_text_next(hone_x_reader *reader);
hone_x_token hone_x_binary_next(hone_x_reader *reader);
double hone_x_text_number(hone_x_reader *reader);   /* the current token as a number */
double hone_x_binary_number(hone_x_reader *reader); /* the next number of the current list or the next one */

/* ---- parts of objects ---- */

uint32_t hone_x_unsigned(hone_x_reader *reader);
/* What is no number is 0 and counts as odd. */
float hone_x_float(hone_x_reader *reader);
void hone_x_floats(hone_x_reader *reader, float *out, size_t count);
/* 16 numbers; the identity if one of them is none. */
void hone_x_matrix(hone_x_reader *reader, float out[16]);
/* A count of what takes at least `numbers` numbers each; failed if so many cannot follow. */
uint32_t hone_x_count(hone_x_reader *reader, const char *what, uint32_t numbers);
/* The token's text in UTF-8, in reader->scene; "" once failed. */
const char *hone_x_utf8(hone_x_reader *reader);
/* A string, or a name in its place, then as above. */
const char *hone_x_string(hone_x_reader *reader);

/* ---- objects ---- */

typedef enum hone_x_child {
    HONE_X_NO_CHILD,  /* the object's end, or the file's, or failed */
    HONE_X_OBJECT,    /* opened: its type in `type`, its name in `text` */
    HONE_X_REFERENCE, /* "{ name }", gone through: the name in `text` */
} hone_x_child;

/* What comes next in an open object, or at top level. */
hone_x_child hone_x_next_child(hone_x_reader *reader);
bool hone_x_is(const hone_x_reader *reader, const char *type); /* whatever its case */
/* The end of an object without children; failed if more follows. */
void hone_x_end(hone_x_reader *reader);
/* Over all that is left of the open object. */
void hone_x_skip(hone_x_reader *reader);

#endif
