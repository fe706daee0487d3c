/* The words, numbers and lines of a BVH file. */
#ifndef HONE_SRC_FORMAT_BVH_READER_H
#define HONE_SRC_FORMAT_BVH_READER_H

#include "files/format/common/reading.h"

typedef struct hone_bvh_word {
    const char *text; /* in the file; size 0: the end of the file */
    size_t size;
} hone_bvh_word;

/* Bytes up to the space are white space; so are the NUL and ^Z that some programs leave at the end. */
static inline bool hone_bvh_is_space(char c)
{
    return (unsigned char)c <= ' ';
}

/* Skips white space, and comments: from "#", "//" or ";" at the beginning of a word to the end of the line. */
void hone_bvh_skip_space(hone_reading *reader);
/* Returns the next word and goes behind it. A brace is a word, wherever it is. */
hone_bvh_word hone_bvh_next(hone_reading *reader);
/* Returns the next word without going on. */
hone_bvh_word hone_bvh_peek(hone_reading *reader);
/* Whether a word is `name`, which is in lower case, in either case of letters. */
bool hone_bvh_is(hone_bvh_word word, const char *name);
/* Returns the rest of the line up to a brace or a comment, without white space around it, and goes behind it. */
hone_bvh_word hone_bvh_rest_of_line(hone_reading *reader);
void hone_bvh_skip_line(hone_reading *reader);

/* Reads a number that is finite. A decimal comma counts as a point. Returns false, at the same place, if the next word
 * is not one. */
bool hone_bvh_number(hone_reading *reader, double *out);
/* Tells whether a word stands for a value that is no number, such as "nan", "inf" or "-1.#IND". */
bool hone_bvh_is_nan(hone_bvh_word word);

#endif
