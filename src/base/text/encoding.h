/* Texts that do not say their encoding: that of their author's Windows, or UTF-8. All texts of a file have one
 * encoding, which is chosen by votes. */
#ifndef HONE_SRC_BASE_TEXT_ENCODING_H
#define HONE_SRC_BASE_TEXT_ENCODING_H

#include <hone/base.h>

typedef enum hone_encoding { HONE_ENCODING_UTF8, HONE_ENCODING_CP932, HONE_ENCODING_GBK } hone_encoding;

/* How well texts fit the encodings. All zero: no texts yet. */
typedef struct hone_encoding_votes {
    bool not_utf8, not_cp932, not_gbk;
    uint64_t utf8, cp932, gbk; /* characters of three bytes; those that are common in Japanese, or in Chinese */
} hone_encoding_votes;

/* cut: the text may end inside a character, because its field was too short. */
void hone_encoding_vote(hone_encoding_votes *votes, const void *text, size_t size, bool cut);

/* Returns UTF-8 if all texts are that; texts of ASCII alone are. */
hone_encoding hone_encoding_of(const hone_encoding_votes *votes);

/* The same for formats whose encoding is CP932: half-width katakana alone, which can be UTF-8 too, stay CP932. */
hone_encoding hone_encoding_of_cp932(const hone_encoding_votes *votes);

/* The same for a text alone: valid UTF-8 is that, and others are as in those formats. */
hone_encoding hone_encoding_of_text(const void *text, size_t size);

/* Converts a text to UTF-8, without a NUL. out: 3 bytes for each byte suffice. lossy: may be NULL; becomes true where a
 * byte is replaced, and is never cleared. Returns the bytes written. */
size_t hone_utf8_from(hone_encoding encoding, const void *text, size_t size, char *out, bool *lossy);

#endif
