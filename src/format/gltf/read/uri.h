/* URIs of a glTF file: relative paths, or the bytes themselves. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_URI_H
#define HONE_SRC_FORMAT_GLTF_READ_URI_H

#include <hone/base.h>

/* Returns the text after "data:...;base64,", or NULL for any other URI. glTF allows only base64 in data URIs.
 * uri: [size] */
const char *hone_gltf_uri_data(const char *uri, size_t size);

/* Decodes the %XX of a relative URI to `path`, which needs size + 1 bytes. Returns false if the URI has a scheme or
 * contains a NUL. */
bool hone_gltf_uri_path(const char *uri, size_t size, char *path);

#endif
