/* Encodings of files: UTF-16LE, UTF-8 and CP932 (Microsoft's Shift-JIS) to and from UTF-8.
 *
 * Output buffers are the caller's; a size is what fits, the return what was written, without a NUL. What cannot be
 * converted becomes U+FFFD (of CP932: '?') and sets *lossy, which may be NULL and is never cleared.
 */
#ifndef HONE_SRC_BASE_TEXT_H
#define HONE_SRC_BASE_TEXT_H

#include <hone/base.h>

typedef struct hone_utf8_character {
    uint32_t code;
    size_t size; /* bytes that it takes, at least 1 */
    bool valid;  /* else `code` is U+FFFD */
} hone_utf8_character;

/* The first character of text[0..size), size > 0. What is ill-formed is taken up to where it goes wrong, as the Unicode
 * standard recommends ("maximal subparts"). */
hone_utf8_character hone_utf8_get(const char *text, size_t size);

/* UTF-8 takes at most 3 bytes a UTF-16 unit; an odd last byte is ignored (lossy). */
size_t hone_utf8_from_utf16(const uint8_t *text, size_t size, char *out, bool *lossy);
/* At most 2 bytes of UTF-16 a byte of UTF-8. */
size_t hone_utf16_from_utf8(const char *text, size_t size, uint8_t *out, bool *lossy);
/* Well-formed UTF-8 from what should be: at most 3 bytes a byte. */
size_t hone_utf8_repair(const char *text, size_t size, char *out, bool *lossy);
bool hone_utf8_is_valid(const char *text, size_t size);

/* At most 3 bytes of UTF-8 a byte of CP932. A lone lead byte at the end is dropped (lossy). The single bytes that
 * Shift-JIS leaves free (80, a0, fd, fe, ff) become what Windows makes of them, and come back. */
size_t hone_utf8_from_cp932(const uint8_t *text, size_t size, char *out, bool *lossy);
/* At most a byte of CP932 a byte of UTF-8, cut at out_size bytes, perhaps inside a character, as MMD cuts; a cut alone
 * is not lossy. Of several codes for a character it is the one that Windows writes. */
size_t hone_cp932_from_utf8(const char *text, size_t size, uint8_t *out, size_t out_size, bool *lossy);

#endif
