/* The words, numbers and lines of a BVH file, and its errors and warnings. */
#ifndef HONE_SRC_FORMAT_BVH_READER_H
#define HONE_SRC_FORMAT_BVH_READER_H

#include "base/memory/arena.h"
#include "base/text/encoding.h"
#include <hone/base.h>
#include <hone/io.h>

typedef struct hone_bvh_reader {
    const char *begin, *at, *end;
    char newline;        /* '\n', or '\r' in a file that has no other */
    const char *counted; /* up to where lines have been counted */
    uint64_t line;       /* the line of `counted`, from 1 */
    bool failed;
    bool voted;             /* whether `encoding` is known */
    hone_encoding encoding; /* of names that are not UTF-8 */
    hone_arena *scratch;    /* memory until the model or motion is made */
    hone_builder *out;      /* receives the warnings */
    hone_error *error;
} hone_bvh_reader;

typedef struct hone_bvh_word {
    const char *text; /* in the file; size 0: the end of the file */
    size_t size;
} hone_bvh_word;

/* Begins after a byte order mark. `bytes` must stay valid. */
void hone_bvh_open(hone_bvh_reader *reader, const void *bytes, size_t size, hone_error *error);

/* Sets the error FORMAT with the current line. Returns false. */
HONE_PRINTF(2, 3)
bool hone_bvh_fail(hone_bvh_reader *reader, const char *sentence, ...);
/* Adds a warning with the line of `at`. */
void hone_bvh_warn(hone_bvh_reader *reader, const char *at, const char *what);
/* Allocates zeroed memory of reader->scratch. Returns NULL with the reader failed if out of memory. */
void *hone_bvh_array(hone_bvh_reader *reader, size_t count, size_t size);

/* Subtracts the memory that scratch took from the memory that the model or motion may take. Call it once. */
void hone_bvh_charge(hone_bvh_reader *reader);

/* Bytes up to the space are white space; so are the NUL and ^Z that some programs leave at the end. */
static inline bool hone_bvh_is_space(char c)
{
    return (unsigned char)c <= ' ';
}

/* Skips white space, and comments: from "#", "//" or ";" at the beginning of a word to the end of the line. */
void hone_bvh_skip_space(hone_bvh_reader *reader);
/* Returns the next word and goes behind it. A brace is a word, wherever it is. */
hone_bvh_word hone_bvh_next(hone_bvh_reader *reader);
/* Returns the next word without going on. */
hone_bvh_word hone_bvh_peek(hone_bvh_reader *reader);
/* Whether a word is `name`, which is in lower case, in either case of letters. */
bool hone_bvh_is(hone_bvh_word word, const char *name);
/* Returns the rest of the line up to a brace or a comment, without white space around it, and goes behind it. */
hone_bvh_word hone_bvh_rest_of_line(hone_bvh_reader *reader);
void hone_bvh_skip_line(hone_bvh_reader *reader);

/* Reads a number that is finite. A decimal comma counts as a point. Returns false, at the same place, if the next word
 * is not one. */
bool hone_bvh_number(hone_bvh_reader *reader, double *out);
/* Tells whether a word stands for a value that is no number, such as "nan", "inf" or "-1.#IND". */
bool hone_bvh_is_nan(hone_bvh_word word);

#endif
