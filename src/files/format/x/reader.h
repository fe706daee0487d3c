/* Reads .x: bytes, tokens that are the same for text and binary, and the parts of objects.
 *
 * After an error the reader stays failed, with its error set: tokens are then HONE_X_END, numbers 0 and arrays NULL, so
 * that an object may be read completely and checked once at its end. */
#ifndef HONE_SRC_FORMAT_X_READER_H
#define HONE_SRC_FORMAT_X_READER_H

#include "base/text/encoding.h"
#include "files/format/common/reading.h"
#include "files/format/x/mszip.h"
#include <hone/format.h>

typedef enum hone_x_token {
    HONE_X_END,
    HONE_X_NAME, /* in text any word, including numbers */
    HONE_X_STRING,
    HONE_X_NUMBERS, /* in binary a list, which is skipped unless its numbers are read */
    HONE_X_OPEN,
    HONE_X_CLOSE
} hone_x_token;

enum { HONE_X_TEXT_SIZE = 4096, HONE_X_NAME_SIZE = 64, HONE_X_DEPTH = 256, HONE_X_HEADER_SIZE = 16 };

typedef struct hone_x_reader {
    hone_reading file;        /* from the end of the header, inflated; of texts the places are lines */
    hone_builder *of_motions; /* The file's builder has the warnings of models, this one those of motions. */
    bool in_mesh;             /* motions ignore meshes */
    hone_mszip *mszip;        /* source of further bytes, or NULL */
    uint64_t promised;        /* compressed files: the size of the whole data as the file gives it */
    bool binary;
    bool voted;             /* whether `encoding` is known */
    hone_encoding encoding; /* of texts that are not UTF-8 */
    uint8_t float_size;     /* binary files: bytes of a floating-point number */
    uint32_t depth;
    uint32_t odd_numbers; /* how many numbers were not finite, so far */
    struct {
        uint32_t left;
        uint8_t size; /* bytes per number */
        bool floats;
    } list; /* binary files: the numbers of the last list that have not been read yet */
    hone_x_token token;
    char text[HONE_X_TEXT_SIZE]; /* the text of NAME and STRING, terminated by a NUL; of longer ones the first bytes */
    size_t text_size;
    char type[HONE_X_NAME_SIZE]; /* type of the object that hone_x_next_child returned; its name is in `text` */
} hone_x_reader;

/* Reads the header. `bytes` must stay valid. The memory remains the caller's. */
bool hone_x_open(hone_x_reader *reader, const void *bytes, size_t size, const hone_allocator *allocator,
                 hone_error *error);
void hone_x_close(hone_x_reader *reader);

/* Adds a warning with the current place. */
void hone_x_warn(hone_x_reader *reader, const char *what);

/* ---- bytes ---- */

/* Gets the next block of compressed data when all bytes are read. Returns false at the end. */
bool hone_x_refill(hone_x_reader *reader);

/* Returns the byte that is read next; -1 after the last one. */
static inline int hone_x_peek(hone_x_reader *reader)
{
    return reader->file.in.at < reader->file.in.end || hone_x_refill(reader) ? *reader->file.in.at : -1;
}

/* Reads `size` bytes; out NULL skips them. If there are fewer, fails with "`what` is cut short". */
bool hone_x_bytes(hone_x_reader *reader, void *out, uint64_t size, const char *what);
/* The most bytes that can follow. */
uint64_t hone_x_left(const hone_x_reader *reader);

/* ---- tokens ---- */

hone_x_token hone_x_next(hone_x_reader *reader);
/* The two encodings; only hone_x_next and the functions for numbers call these. */
hone_x_token hone_x_text_next(hone_x_reader *reader);
hone_x_token hone_x_binary_next(hone_x_reader *reader);
double hone_x_text_number(hone_x_reader *reader);   /* the current token as a number */
double hone_x_binary_number(hone_x_reader *reader); /* the next number of the current list or the next one */

/* ---- parts of objects ---- */

uint32_t hone_x_unsigned(hone_x_reader *reader);
/* A value that is not finite becomes 0 and is counted in odd_numbers. */
float hone_x_float(hone_x_reader *reader);
void hone_x_floats(hone_x_reader *reader, float *out, size_t count);
/* Reads 16 numbers; the identity if one of them is not finite. */
void hone_x_matrix(hone_x_reader *reader, float out[16]);
/* Reads a count of elements that take at least `numbers` numbers each. Fails if the rest of the file is too short for
 * them. */
uint32_t hone_x_count(hone_x_reader *reader, const char *what, uint32_t numbers);
/* Returns the token's text as UTF-8 in scratch memory, or "" after an error. */
const char *hone_x_utf8(hone_x_reader *reader);
/* Reads a string, or a name in place of one, and returns it as hone_x_utf8 does. */
const char *hone_x_string(hone_x_reader *reader);

/* ---- objects ---- */

typedef enum hone_x_child {
    HONE_X_NO_CHILD,  /* the end of the object or of the file, or an error */
    HONE_X_OBJECT,    /* an opened object: its type is in `type`, its name in `text` */
    HONE_X_REFERENCE, /* a complete reference "{ name }": the name is in `text` */
} hone_x_child;

/* Reads the next part of an open object, or of the file at top level. */
hone_x_child hone_x_next_child(hone_x_reader *reader);
bool hone_x_is(const hone_x_reader *reader, const char *type); /* in either case of letters */
/* Reads the end of an object without children. Fails if more follows. */
void hone_x_end(hone_x_reader *reader);
/* Skips the rest of the open object. */
void hone_x_skip(hone_x_reader *reader);

#endif
