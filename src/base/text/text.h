/* Single characters of UTF-8. Conversions between encodings are in hone/io.h. */
#ifndef HONE_SRC_BASE_TEXT_TEXT_H
#define HONE_SRC_BASE_TEXT_TEXT_H

#include <hone/io.h>

/* Returns the size of the byte order mark, with which programs of Windows begin texts: 3, or 0 if there is none. */
size_t hone_utf8_mark(const void *text, size_t size);

typedef struct hone_utf8_character {
    uint32_t code;
    size_t size; /* number of bytes it takes, at least 1 */
    bool valid;  /* if false, `code` is U+FFFD */
} hone_utf8_character;

/* Returns the first character of text[0..size); size must not be 0. An ill-formed sequence is taken up to the byte
 * that makes it ill-formed, as the Unicode standard recommends ("maximal subparts"). */
hone_utf8_character hone_utf8_get(const char *text, size_t size);

/* Writes a character, 1 to 4 bytes without a NUL. Returns how many. */
size_t hone_utf8_put(uint32_t character, char *out);

/* Writes well-formed UTF-8 for text that may be ill-formed. out: 3 bytes for each byte are enough. Returns the
 * number of bytes written, without a NUL. An ill-formed sequence becomes U+FFFD and sets *lossy, which may be NULL
 * and is never cleared. */
size_t hone_utf8_repair(const char *text, size_t size, char *out, bool *lossy);

#endif
