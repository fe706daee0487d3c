/* Recognises the format of a file by its first bytes. */
#include "base/files/unread.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include <hone/format.h>
#include <hone/io.h>
#include <string.h>

static bool begins_with(const char *bytes, size_t size, const char *start)
{
    size_t length = strlen(start);
    return size >= length && memcmp(bytes, start, length) == 0;
}

/* A glTF file is a JSON object: a brace, followed by a name or by the closing brace. */
static bool is_json_object(const char *bytes, size_t size)
{
    size_t at = 0;
    for (int token = 0; token < 2; token++, at++) {
        while (at < size && bytes[at] != 0 && strchr(" \t\r\n", bytes[at])) at++;
        if (at == size || (token == 0 ? bytes[at] != '{' : bytes[at] != '"' && bytes[at] != '}'))
            return false;
    }
    return true;
}

/* A text file of FBX begins with a comment that names the format, or with the node FBXHeaderExtension. */
static bool is_fbx_text(const char *bytes, size_t size)
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

/* Whether a text begins with HIERARCHY, after white space and comments. */
static bool is_bvh(const char *bytes, size_t size)
{
    static const char word[] = "HIERARCHY";
    size_t at = 0, i = 0;
    bool comment = false;
    for (; at < size && bytes[at] != 0 && (comment || strchr("# \t\r\n", bytes[at])); at++)
        comment = bytes[at] == '#' || (comment && bytes[at] != '\n' && bytes[at] != '\r');
    while (i + 1 < sizeof word && at + i < size && (bytes[at + i] & ~0x20) == word[i]) i++;
    return i + 1 == sizeof word && (at + i == size || strchr(" \t\r\n#{", bytes[at + i]));
}

/* An accessory text has no first word of its own: its second line is the name of an .x, its third one a number. */
static bool is_vac(const char *bytes, size_t size)
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

/* The readers of texts skip a byte order mark, so it is skipped here. */
hone_format hone_format_detect(const void *file, size_t file_size)
{
    static const struct {
        const char *start;
        hone_format format;
    } known[] = {
        {"PMX", HONE_FORMAT_PMX},
        {"Pmx ", HONE_FORMAT_PMX},
        {"Pmd", HONE_FORMAT_PMD},
        {"Vocaloid Motion Data", HONE_FORMAT_VMD},
        {"Vocaloid Pose Data", HONE_FORMAT_VPD},
        {"HONECLIP", HONE_FORMAT_HCLIP},
        {"Polygon Movie maker 000", HONE_FORMAT_PMM},
        {"xof ", HONE_FORMAT_X},
        {"glTF", HONE_FORMAT_GLB},
        {"Kaydara FBX Binary", HONE_FORMAT_FBX},
    };
    if (!file)
        return HONE_FORMAT_UNKNOWN;
    size_t mark = hone_utf8_mark(file, file_size), size = file_size - mark;
    const char *bytes = (const char *)file + mark;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (begins_with(bytes, size, known[i].start))
            return known[i].format;
    if (is_json_object(bytes, size))
        return HONE_FORMAT_GLTF;
    if (is_bvh(bytes, size))
        return HONE_FORMAT_BVH;
    if (is_fbx_text(bytes, size))
        return HONE_FORMAT_FBX;
    return is_vac(bytes, size) ? HONE_FORMAT_VAC : HONE_FORMAT_UNKNOWN;
}

const char *hone_format_unread(const void *bytes, size_t size)
{
    const char *text = NULL;
    if (hone_format_detect(bytes, size) == HONE_FORMAT_UNKNOWN)
        hone_unread_find(bytes, size, &text);
    return text;
}
