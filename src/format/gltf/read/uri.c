/* Decodes the URIs of glTF files. */
#include "format/gltf/read/uri.h"
#include <string.h>

const char *hone_gltf_uri_data(const char *uri)
{
    const char *comma = strncmp(uri, "data:", 5) == 0 ? strchr(uri, ',') : NULL;
    bool base64 = comma && comma - uri >= 12 && memcmp(comma - 7, ";base64", 7) == 0;
    return base64 ? comma + 1 : NULL;
}

size_t hone_gltf_base64_room(size_t size)
{
    return size / 4 * 3 + 3;
}

/* Returns 0..63, or -1. */
static int digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1; /* either alphabet of RFC 4648 */
}

bool hone_gltf_base64_decode(const char *text, size_t size, uint8_t *out, size_t *written)
{
    while (size && text[size - 1] == '=') size--;
    uint32_t bits = 0, held = 0;
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        int value = digit(text[i]);
        if (value < 0)
            return false;
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            out[count++] = (uint8_t)(bits >> held);
        }
    }
    *written = count;
    return held < 6; /* otherwise a single character is left at the end */
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
    size_t length = strcspn(uri, ":/?#");
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
