/* Decodes the URIs of glTF files. */
#include "format/gltf/read/uri.h"
#include <string.h>

const char *hone_gltf_uri_data(const char *uri, size_t size)
{
    const char *comma = size > 5 && memcmp(uri, "data:", 5) == 0 ? memchr(uri, ',', size) : NULL;
    bool base64 = comma && comma - uri >= 12 && memcmp(comma - 7, ";base64", 7) == 0;
    return base64 ? comma + 1 : NULL;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Finds "SCHEME:", which a path can only have after a folder. */
static bool has_scheme(const char *uri, size_t size)
{
    size_t length = 0;
    while (length < size && !strchr(":/?#", uri[length])) length++;
    return length < size && uri[length] == ':';
}

/* Some writers do not encode their paths: a % that begins no code stands for itself. */
bool hone_gltf_uri_path(const char *uri, size_t size, char *path)
{
    if (has_scheme(uri, size))
        return false;
    for (size_t i = 0; i < size; i++, path++) {
        int high = uri[i] == '%' && i + 2 < size ? hex(uri[i + 1]) : -1, low = high < 0 ? -1 : hex(uri[i + 2]);
        *path = low < 0 ? uri[i] : (char)(high * 16 + low);
        if (low >= 0)
            i += 2;
        if (*path == '\0')
            return false;
    }
    *path = '\0';
    return true;
}
