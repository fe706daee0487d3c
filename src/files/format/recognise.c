#include "files/format/recognise.h"
#include "base/text/number.h"
#include <string.h>

bool hone_recognise_gltf(const char *bytes, size_t size)
{
    size_t at = 0;
    for (int token = 0; token < 2; token++, at++) {
        while (at < size && bytes[at] != 0 && strchr(" \t\r\n", bytes[at])) at++;
        if (at == size || (token == 0 ? bytes[at] != '{' : bytes[at] != '"' && bytes[at] != '}'))
            return false;
    }
    return true;
}

static bool begins_with(const char *bytes, size_t size, const char *start)
{
    size_t length = strlen(start);
    return size >= length && memcmp(bytes, start, length) == 0;
}

bool hone_recognise_fbx(const char *bytes, size_t size)
{
    for (size_t at = 0; at < size; at++) {
        if (bytes[at] == ';') {
            if (begins_with(bytes + at, size - at, "; FBX "))
                return true;
            while (at + 1 < size && bytes[at + 1] != '\n') at++;
        } else if (bytes[at] == 0 || !strchr(" \t\r\n", bytes[at])) {
            return begins_with(bytes + at, size - at, "FBXHeaderExtension");
        }
    }
    return false;
}

bool hone_recognise_bvh(const char *bytes, size_t size)
{
    static const char word[] = "HIERARCHY";
    size_t at = 0, i = 0;
    bool comment = false;
    for (; at < size && bytes[at] != 0 && (comment || strchr("# \t\r\n", bytes[at])); at++)
        comment = bytes[at] == '#' || (comment && bytes[at] != '\n' && bytes[at] != '\r');
    while (i + 1 < sizeof word && at + i < size && (bytes[at + i] & ~0x20) == word[i]) i++;
    return i + 1 == sizeof word && (at + i == size || strchr(" \t\r\n#{", bytes[at + i]));
}

bool hone_recognise_vac(const char *bytes, size_t size)
{
    const char *end = bytes + size, *name = memchr(bytes, '\n', size);
    const char *scale = name ? memchr(name + 1, '\n', (size_t)(end - name - 1)) : NULL;
    if (!scale)
        return false;
    const char *last = scale;
    while (last > name && strchr(" \t\r\n", *last)) last--;
    if (last - name < 3 || last[-1] != '.' || (*last | 0x20) != 'x' || memchr(bytes, 0, (size_t)(scale - bytes)))
        return false;
    do scale++;
    while (scale < end && (*scale == ' ' || *scale == '\t'));
    double number;
    return hone_float_parse(scale, (size_t)(end - scale), &number) > 0;
}
