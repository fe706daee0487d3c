/* What a URI of a glTF file says: a path, or the bytes themselves. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_URI_H
#define HONE_SRC_FORMAT_GLTF_READ_URI_H

#include <hone/base.h>

/* "data:...;base64,": the text behind it, else NULL. Nothing but base64 is known: glTF demands it. */
const char *hone_gltf_uri_data(const char *uri);

/* How many bytes base64 of `size` characters makes, at most. */
size_t hone_gltf_base64_room(size_t size);
/* Writes them; false if the text is no base64 (RFC 4648, with padding or without). */
bool hone_gltf_base64_decode(const char *text, size_t size, uint8_t *out, size_t *written);

/* The path of a relative URI, its %XX decoded; written over `path`, which needs size + 1 bytes. False: of another
 * scheme, or with a NUL in it. */
bool hone_gltf_uri_path(const char *uri, size_t size, char *path);

#endif
