#include "files/format/formats.h"
#include "base/files/unread.h"
#include "base/text/text.h"
#include "files/format/recognise.h"
#include <string.h>

/* The texts of a row. */
#define FORMAT(name, noun) name, noun, "is " noun ", which this build of hone does not read"

static const hone_format_row rows[] = {
    [HONE_FORMAT_PMX] = {FORMAT("pmx", "PMX"), {"PMX", "Pmx "}, NULL, &hone_pmx_format},
    [HONE_FORMAT_PMD] = {FORMAT("pmd", "PMD"), {"Pmd"}, NULL, &hone_pmd_format},
    [HONE_FORMAT_VMD] = {FORMAT("vmd", "VMD"), {"Vocaloid Motion Data"}, NULL, &hone_vmd_format},
    [HONE_FORMAT_VPD] = {FORMAT("vpd", "VPD"), {"Vocaloid Pose Data"}, NULL, &hone_vpd_format},
    [HONE_FORMAT_X] = {FORMAT("x", ".x"), {"xof "}, NULL, &hone_x_format},
    [HONE_FORMAT_GLTF] = {FORMAT("gltf", "glTF"), {NULL}, hone_recognise_gltf, &hone_gltf_format},
    [HONE_FORMAT_GLB] = {FORMAT("glb", "glTF"), {"glTF"}, NULL, &hone_gltf_format},
    [HONE_FORMAT_HCLIP] = {FORMAT("hclip", "a file of packed clips"), {"HONECLIP"}, NULL, &hone_hclip_format},
    [HONE_FORMAT_FBX] = {FORMAT("fbx", "FBX"), {"Kaydara FBX Binary"}, hone_recognise_fbx, &hone_fbx_format},
    [HONE_FORMAT_BVH] = {FORMAT("bvh", "BVH"), {NULL}, hone_recognise_bvh, &hone_bvh_format},
    [HONE_FORMAT_PMM] = {FORMAT("pmm", "a project of MikuMikuDance"),
                         {"Polygon Movie maker 000"},
                         NULL,
                         &hone_pmm_format},
    [HONE_FORMAT_VAC] = {FORMAT("vac", "an accessory text of MikuMikuDance"),
                         {NULL},
                         hone_recognise_vac,
                         &hone_vac_format},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

const hone_format_row *hone_format_row_of(hone_format format)
{
    return format > HONE_FORMAT_UNKNOWN && (uint32_t)format < ROW_COUNT ? &rows[format] : NULL;
}

const char *hone_format_name(hone_format format)
{
    const hone_format_row *row = hone_format_row_of(format);
    return row ? row->name : "unknown";
}

bool hone_format_available(hone_format format)
{
    const hone_format_row *row = hone_format_row_of(format);
    return row && row->reader->built_in;
}

/* ---- detecting ------------------------------------------------------------------------------------------------- */

static bool begins_as(const hone_format_row *row, const char *bytes, size_t size)
{
    for (int i = 0; i < 2 && row->start[i]; i++)
        if (size >= strlen(row->start[i]) && memcmp(bytes, row->start[i], strlen(row->start[i])) == 0)
            return true;
    return false;
}

/* The readers of texts skip a byte order mark, so it is skipped here. */
hone_format hone_format_detect(const void *file, size_t file_size)
{
    if (!file)
        return HONE_FORMAT_UNKNOWN;
    size_t mark = hone_utf8_mark(file, file_size), size = file_size - mark;
    const char *bytes = (const char *)file + mark;
    for (uint32_t f = 1; f < ROW_COUNT; f++)
        if (begins_as(&rows[f], bytes, size))
            return (hone_format)f;
    for (uint32_t f = 1; f < ROW_COUNT; f++)
        if (rows[f].recognise && rows[f].recognise(bytes, size))
            return (hone_format)f;
    return HONE_FORMAT_UNKNOWN;
}

const char *hone_format_unread(const void *bytes, size_t size)
{
    const char *text = NULL;
    const hone_format_row *row = hone_format_row_of(hone_format_detect(bytes, size));
    if (row)
        return row->reader->built_in ? NULL : row->left_out;
    hone_unread_find(bytes, size, &text);
    return text;
}
