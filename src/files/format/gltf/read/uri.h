/* URIs of a glTF file: relative paths, or the bytes themselves. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_URI_H
#define HONE_SRC_FORMAT_GLTF_READ_URI_H

#include <hone/base.h>

/* What follows "data:TYPE," or "data:TYPE;base64,". */
typedef struct gltf_uri_data {
    const char *text; /* [size] */
    size_t size;
    bool base64; /* else each character, or %XX, is a byte */
} gltf_uri_data;

/* Returns false for a URI that is not of the scheme "data", in either case of letters. uri: [size] */
bool hone_gltf_uri_find_data(const char *uri, size_t size, gltf_uri_data *out);
/* Returns the most bytes that the data can have. */
size_t hone_gltf_uri_data_room(const gltf_uri_data *data);
/* Decodes the data; base64 may have white space and %XX in it. Returns false if it is not valid base64. */
bool hone_gltf_uri_decode(const gltf_uri_data *data, uint8_t *out, size_t *written);

/* Decodes the %XX of a relative URI to `path`, which needs size + 1 bytes. Returns false if the URI has a scheme or
 * contains a NUL. */
bool hone_gltf_uri_path(const char *uri, size_t size, char *path);

#endif
