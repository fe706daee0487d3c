/* Decodes the URIs of glTF files. */
#include "files/format/gltf/read/uri.h"
#include "files/format/common/base64.h"
#include <string.h>

/* Returns whether text begins with this word, whose letters are lowercase, in either case. */
static bool begins_with(const char *text, size_t size, const char *word)
{
    for (; *word; word++, text++, size--) {
        char lower = (char)(size && *text >= 'A' && *text <= 'Z' ? *text | 0x20 : size ? *text : '\0');
        if (lower != *word)
            return false;
    }
    return true;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Takes the next character or %XX off a text that is not empty. Some writers do not encode their URIs: a % that begins
 * no code stands for itself. */
static char next_character(const char **text, size_t *left)
{
    int high = **text == '%' && *left > 2 ? hex((*text)[1]) : -1, low = high < 0 ? -1 : hex((*text)[2]);
    char c = low < 0 ? **text : (char)(high * 16 + low);
    size_t taken = low < 0 ? 1 : 3;
    *text += taken;
    *left -= taken;
    return c;
}

/* ---- data ----------------------------------------------------------------------------------------------------- */

bool hone_gltf_uri_find_data(const char *uri, size_t size, gltf_uri_data *out)
{
    static const char mark[] = ";base64";
    const char *comma = begins_with(uri, size, "data:") ? memchr(uri, ',', size) : NULL;
    if (!comma)
        return false;
    size_t head = (size_t)(comma - uri), length = sizeof mark - 1;
    out->text = comma + 1;
    out->size = size - head - 1;
    out->base64 = head >= length && begins_with(comma - length, length, mark);
    return true;
}

size_t hone_gltf_uri_data_room(const gltf_uri_data *data)
{
    return data->base64 ? hone_base64_room(data->size) : data->size;
}

/* Decodes base64 that has line breaks or %XX in it, some characters at a time. */
static bool decode_parts(const gltf_uri_data *data, uint8_t *out, size_t *written)
{
    char part[256];
    const char *text = data->text;
    size_t kept = 0, left = data->size, decoded = 0;
    while (left) {
        char c = next_character(&text, &left);
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            part[kept++] = c;
        if (kept < sizeof part && left)
            continue;
        if (!hone_base64_decode(part, kept, out + *written, &decoded))
            return false;
        *written += decoded;
        kept = 0;
    }
    return true;
}

bool hone_gltf_uri_decode(const gltf_uri_data *data, uint8_t *out, size_t *written)
{
    const char *text = data->text;
    *written = 0;
    if (data->base64)
        return hone_base64_decode(data->text, data->size, out, written) ||
               (*written = 0, decode_parts(data, out, written));
    for (size_t left = data->size; left;) out[(*written)++] = (uint8_t)next_character(&text, &left);
    return true;
}

/* ---- paths ---------------------------------------------------------------------------------------------------- */

/* Finds "SCHEME:", which a path can only have after a folder. */
static bool has_scheme(const char *uri, size_t size)
{
    size_t length = 0;
    while (length < size && !strchr(":/?#", uri[length])) length++;
    return length < size && uri[length] == ':';
}

bool hone_gltf_uri_path(const char *uri, size_t size, char *path)
{
    if (has_scheme(uri, size))
        return false;
    while (size) {
        *path = next_character(&uri, &size);
        if (*path++ == '\0')
            return false;
    }
    *path = '\0';
    return true;
}
