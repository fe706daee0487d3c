/* Base64, in which text files hold bytes. */
#ifndef HONE_SRC_FORMAT_COMMON_BASE64_H
#define HONE_SRC_FORMAT_COMMON_BASE64_H

#include <hone/base.h>

/* Returns the most bytes that `size` characters of base64 can encode. */
size_t hone_base64_room(size_t size);
/* Decodes base64 (RFC 4648, with or without padding). Returns false if the text is not valid. */
bool hone_base64_decode(const char *text, size_t size, uint8_t *out, size_t *written);

#endif
