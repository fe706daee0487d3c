#include "base/files/unread.h"
#include "base/text/number.h"
#include <hone/io.h>
#include <string.h>

/* What most formats begin with. Longer beginnings come first. */
static const struct {
    uint16_t at;
    uint8_t size, kind;
    char start[22];
    const char *text;
} known[] = {
    {0, 6, HONE_UNREAD_PACKED, "7z\xBC\xAF\x27\x1C", "is a 7-Zip archive; unpack it first"},
    {0, 6, HONE_UNREAD_PACKED, "Rar!\x1A\x07", "is a RAR archive; unpack it first"},
    {0, 4, HONE_UNREAD_PACKED, "PK\3\4", "is a .zip archive; unpack it first"},
    {0, 4, HONE_UNREAD_PACKED, "PK\5\6", "is an empty .zip archive"},
    {0, 2, HONE_UNREAD_PACKED, "\x1F\x8B", "is compressed by gzip; unpack it first"},
    {0, 3, HONE_UNREAD_PACKED, "BZh", "is compressed by bzip2; unpack it first"},
    {0, 6, HONE_UNREAD_PACKED,
     "\xFD"
     "7zXZ",
     "is compressed by xz; unpack it first"},
    {0, 4, HONE_UNREAD_PACKED, "\x28\xB5\x2F\xFD", "is compressed by Zstandard; unpack it first"},
    {0, 4, HONE_UNREAD_PACKED, "MSCF", "is a cabinet archive (.cab); unpack it first"},
    {257, 5, HONE_UNREAD_PACKED, "ustar", "is a tar archive; unpack it first"},
    {0, 2, HONE_UNREAD_PACKED, "MZ", "is a program of Windows; if it unpacks itself, do that first"},
    {0, 7, HONE_UNREAD_MODEL, "BLENDER", "is a file of Blender; export it as glTF or FBX"},
    {0, 20, HONE_UNREAD_MODEL, "Metasequoia Document", "is a model of Metasequoia; save it as .x, .fbx or .pmx there"},
    {0, 19, HONE_UNREAD_MODEL, "Polygon Movie maker",
     "is a project of another version of MikuMikuDance; save it in MikuMikuDance 9"},
    {0, 21, HONE_UNREAD_MODEL, "Motion Vector Data fi", "is a motion of MikuMikuMoving; save it as .vmd there"},
    {0, 8, HONE_UNREAD_MODEL, "PXR-USDC", "is a USD scene; export it as glTF or FBX"},
    {0, 5, HONE_UNREAD_MODEL, "#usda", "is a USD scene; export it as glTF or FBX"},
    {0, 5, HONE_UNREAD_MODEL, "Ogawa", "is an Alembic file; export the model as glTF or FBX"},
    {0, 8, HONE_UNREAD_MODEL, "\x89HDF\r\n\x1A\n", "is an HDF5 file, such as Alembic; export the model as glTF or FBX"},
    {0, 7, HONE_UNREAD_MODEL, "UnityFS", "is an asset bundle of Unity; export the model as VRM, glTF or FBX"},
    {0, 4, HONE_UNREAD_MODEL, "\xC1\x83\x2A\x9E", "is an asset of Unreal Engine; export it as glTF or FBX"},
    {0, 4, HONE_UNREAD_MODEL, "XNBw", "is a compiled asset of XNA; convert the model that it was made of"},
    {0, 4, HONE_UNREAD_MODEL, "XNBx", "is a compiled asset of XNA; convert the model that it was made of"},
    {0, 4, HONE_UNREAD_MODEL, "MOC3", "is a Live2D model, which is flat"},
    {0, 11, HONE_UNREAD_MODEL, "//Maya ASCI", "is a scene of Maya; export it as FBX"},
    {0, 8, HONE_UNREAD_MODEL, "QC4DC4D6", "is a scene of Cinema 4D; export it as FBX or glTF"},
    {0, 8, HONE_UNREAD_MODEL, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
     "is a file of 3ds Max or of Microsoft Office; export a model as FBX"},
    {0, 15, HONE_UNREAD_MODEL, "INTERQUAKEMODEL", "is a model of Inter-Quake; export it as glTF or FBX"},
    {0, 4, HONE_UNREAD_MODEL, "ply\n", "is a mesh without bones (.ply); save it as .glb"},
    {0, 4, HONE_UNREAD_MODEL, "ply\r", "is a mesh without bones (.ply); save it as .glb"},
    {0, 6, HONE_UNREAD_MODEL, "solid ", "is a mesh without bones (.stl); save it as .glb"},
    {0, 4, HONE_UNREAD_PICTURE, "8BPS", "is a picture of Photoshop (.psd); save it as png"},
    {4, 8, HONE_UNREAD_PICTURE, "ftypavif", "is an AVIF picture; save it as png or jpg"},
    {4, 8, HONE_UNREAD_PICTURE, "ftypavis", "is an AVIF picture; save it as png or jpg"},
    {4, 8, HONE_UNREAD_PICTURE, "ftypheic", "is a HEIC picture; save it as png or jpg"},
    {4, 8, HONE_UNREAD_PICTURE, "ftypmif1", "is a HEIF picture; save it as png or jpg"},
    {0, 7, HONE_UNREAD_PICTURE, "\xABKTX 20", "is a KTX 2.0 picture; save it as png or dds"},
    {0, 7, HONE_UNREAD_PICTURE, "\xABKTX 11", "is a KTX picture; save it as png or dds"},
    {0, 4, HONE_UNREAD_PICTURE, "\x76\x2F\x31\x01", "is an OpenEXR picture; save it as png"},
    {0, 10, HONE_UNREAD_PICTURE, "#?RADIANCE", "is a Radiance picture (.hdr); save it as png"},
    {0, 4, HONE_UNREAD_PICTURE, "II*\0", "is a TIFF picture; save it as png"},
    {0, 4, HONE_UNREAD_PICTURE, "MM\0*", "is a TIFF picture; save it as png"},
    {0, 4, HONE_UNREAD_PICTURE, "GIF8", "is a GIF picture; save it as png"},
    {0, 12, HONE_UNREAD_PICTURE, "\0\0\0\x0CJXL \r\n\x87\n", "is a JPEG XL picture; save it as png or jpg"},
    {0, 12, HONE_UNREAD_PICTURE, "\0\0\0\x0CjP  \r\n\x87\n", "is a JPEG 2000 picture; save it as png or jpg"},
    {0, 4, HONE_UNREAD_PICTURE, "\0\0\1\0", "is an icon; save it as png"},
    {0, 4, HONE_UNREAD_PICTURE, "\x89PNG", "is a picture; it is read as a texture or with --background"},
    {0, 3, HONE_UNREAD_PICTURE, "\xFF\xD8\xFF", "is a picture; it is read as a texture or with --background"},
    {0, 4, HONE_UNREAD_PICTURE, "DDS ", "is a picture; it is read as a texture or with --background"},
    {8, 4, HONE_UNREAD_PICTURE, "WEBP", "is a picture; it is read as a texture or with --background"},
    {8, 4, HONE_UNREAD_FILM, "WAVE", "is a sound; play it with --audio"},
    {8, 4, HONE_UNREAD_FILM, "AVI ", "is a film; show it with --background"},
    {4, 4, HONE_UNREAD_FILM, "ftyp", "is a film or a sound; give it to --background or --audio"},
    {0, 4, HONE_UNREAD_FILM, "\x1A\x45\xDF\xA3", "is a film; show it with --background"},
    {0, 3, HONE_UNREAD_FILM, "FLV", "is a film; show it with --background"},
    {0, 4, HONE_UNREAD_FILM, "OggS", "is a sound; play it with --audio"},
    {0, 4, HONE_UNREAD_FILM, "fLaC", "is a sound; play it with --audio"},
    {0, 3, HONE_UNREAD_FILM, "ID3", "is a sound; play it with --audio"},
    {0, 4, HONE_UNREAD_FILM, "MThd", "is a MIDI file, which has notes and no sound"},
    {0, 5, HONE_UNREAD_OTHER, "%PDF-", "is a document (PDF)"},
    {0, 20, HONE_UNREAD_OTHER, "version https://git-", "is a pointer of Git LFS; fetch the file itself (git lfs pull)"},
};

/* ---- formats without first bytes of their own ------------------------------------------------------------------ */

/* The header of an LZH archive: its size and checksum, then the method. */
static bool is_lzh(const char *bytes, size_t size)
{
    return size > 6 && memcmp(bytes + 2, "-l", 2) == 0 && (bytes[4] == 'h' || bytes[4] == 'z') && bytes[6] == '-';
}

/* A chunk as long as the file, whose first child is a version or the mesh. */
static bool is_3ds(const uint8_t *b, size_t size)
{
    return size >= 8 && b[0] == 'M' && b[1] == 'M' &&
           (uint64_t)b[2] + ((uint64_t)b[3] << 8) + ((uint64_t)b[4] << 16) + ((uint64_t)b[5] << 24) <= size &&
           ((b[6] == 0x02 && b[7] == 0) || (b[6] == 0x3D && b[7] == 0x3D));
}

/* Whether a small text with tags begins with `<tag`, after declarations and comments. */
static bool has_tag(const char *bytes, size_t size, const char *tag)
{
    enum { LOOKED_AT = 2048 };
    size_t length = strlen(tag), end = size < LOOKED_AT ? size : LOOKED_AT, at = 0;
    while (at < end && strchr(" \t\r\n\xEF\xBB\xBF", bytes[at]) && bytes[at]) at++;
    if (at == end || bytes[at] != '<')
        return false;
    for (; at + length <= end; at++) {
        size_t same = 0;
        while (same < length && (bytes[at + same] | 0x20) == (tag[same] | 0x20)) same++;
        if (same == length)
            return true;
    }
    return false;
}

/* A line of Wavefront OBJ: "mtllib NAME", or a vertex of three numbers. Empty lines, comments and names of objects may
 * come before. */
static bool is_obj(const char *bytes, size_t size)
{
    const char *at = bytes, *end = bytes + (size < 4096 ? size : 4096);
    while (at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at)), *next = feed ? feed + 1 : end;
        size_t length = (size_t)(next - at);
        if (length > 7 && memcmp(at, "mtllib ", 7) == 0)
            return true;
        if (length > 2 && memcmp(at, "v ", 2) == 0) {
            double number;
            for (at += 2; at < next && *at == ' '; at++) {
            }
            return hone_float_parse(at, (size_t)(next - at), &number) > 0;
        }
        if (!strchr("#\r\nog", *at) || *at == '\0')
            return false;
        at = next;
    }
    return false;
}

static hone_unread_kind find_special(const char *bytes, size_t size, const char **text)
{
    if (is_lzh(bytes, size))
        return *text = "is an LZH archive; unpack it first", HONE_UNREAD_PACKED;
    if (is_3ds((const uint8_t *)bytes, size))
        return *text = "is a model of 3D Studio (.3ds); export it as glTF or FBX", HONE_UNREAD_MODEL;
    if (has_tag(bytes, size, "<COLLADA"))
        return *text = "is a COLLADA model (.dae); export it as glTF or FBX", HONE_UNREAD_MODEL;
    if (has_tag(bytes, size, "<svg"))
        return *text = "is an SVG drawing; save it as png", HONE_UNREAD_PICTURE;
    if (has_tag(bytes, size, "<html") || has_tag(bytes, size, "<!doctype html"))
        return *text = "is a web page; perhaps a download gave the page in place of the file", HONE_UNREAD_OTHER;
    if (is_obj(bytes, size))
        return *text = "is a mesh without bones (.obj); save it as .glb", HONE_UNREAD_MODEL;
    return HONE_UNREAD_NONE;
}

hone_unread_kind hone_unread_find(const void *bytes, size_t size, const char **text)
{
    const char *begin = bytes;
    for (size_t i = 0; bytes && i < sizeof known / sizeof *known; i++)
        if (size >= (size_t)known[i].at + known[i].size &&
            memcmp(begin + known[i].at, known[i].start, known[i].size) == 0) {
            *text = known[i].text;
            return (hone_unread_kind)known[i].kind;
        }
    return bytes && size ? find_special(begin, size, text) : HONE_UNREAD_NONE;
}
