/* Recognises the format of a file by its first bytes. */
#include <hone/format.h>
#include <string.h>

static bool begins_with(const char *bytes, size_t size, const char *start)
{
    size_t length = strlen(start);
    return size >= length && memcmp(bytes, start, length) == 0;
}

/* A glTF file is a JSON object: a brace, followed by a name or by the closing brace. */
static bool is_json_object(const char *bytes, size_t size)
{
    size_t at = begins_with(bytes, size, "\xEF\xBB\xBF") ? 3 : 0;
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
    size_t at = begins_with(bytes, size, "\xEF\xBB\xBF") ? 3 : 0;
    for (; at < size; at++) {
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
    size_t at = begins_with(bytes, size, "\xEF\xBB\xBF") ? 3 : 0, i = 0;
    bool comment = false;
    for (; at < size && bytes[at] != 0 && (comment || strchr("# \t\r\n", bytes[at])); at++)
        comment = bytes[at] == '#' || (comment && bytes[at] != '\n' && bytes[at] != '\r');
    while (i + 1 < sizeof word && at + i < size && (bytes[at + i] & ~0x20) == word[i]) i++;
    return i + 1 == sizeof word && (at + i == size || strchr(" \t\r\n#{", bytes[at + i]));
}

hone_format hone_format_detect(const void *bytes, size_t size)
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
        {"\xEF\xBB\xBF"
         "Vocaloid Pose Data",
         HONE_FORMAT_VPD},
        {"xof ", HONE_FORMAT_X},
        {"\xEF\xBB\xBF"
         "xof ",
         HONE_FORMAT_X},
        {"glTF", HONE_FORMAT_GLB},
        {"Kaydara FBX Binary", HONE_FORMAT_FBX},
    };
    if (!bytes)
        return HONE_FORMAT_UNKNOWN;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (begins_with(bytes, size, known[i].start))
            return known[i].format;
    if (is_json_object(bytes, size))
        return HONE_FORMAT_GLTF;
    if (is_bvh(bytes, size))
        return HONE_FORMAT_BVH;
    return is_fbx_text(bytes, size) ? HONE_FORMAT_FBX : HONE_FORMAT_UNKNOWN;
}
