/* Single characters of UTF-8. Conversions between encodings are in hone/io.h. */
#ifndef HONE_SRC_BASE_TEXT_H
#define HONE_SRC_BASE_TEXT_H

#include <hone/io.h>

typedef struct hone_utf8_character {
    uint32_t code;
    size_t size; /* bytes that it takes, at least 1 */
    bool valid;  /* else `code` is U+FFFD */
} hone_utf8_character;

/* The first character of text[0..size), size > 0. What is ill-formed is taken up to where it goes wrong, as the Unicode
 * standard recommends ("maximal subparts"). */
hone_utf8_character hone_utf8_get(const char *text, size_t size);

/* Well-formed UTF-8 of what may be ill-formed. out: 3 bytes for each byte suffice. Returns the bytes written, without a
 * NUL. An ill-formed part becomes U+FFFD and sets *lossy, which may be NULL and is never cleared. */
size_t hone_utf8_repair(const char *text, size_t size, char *out, bool *lossy);

#endif
