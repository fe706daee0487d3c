/* Writes the meta data of a VRM. Source: VRMC_vrm-1.0, "meta". */
#include "files/format/gltf/write/vrm/vrm.h"
#include <string.h>

typedef enum meta_kind { META_TEXT, META_LIST, META_FLAG } meta_kind;

static const struct {
    const char *key;
    meta_kind kind;
} members[] = {
    {"name", META_TEXT},
    {"version", META_TEXT},
    {"authors", META_LIST},
    {"copyrightInformation", META_TEXT},
    {"contactInformation", META_TEXT},
    {"references", META_LIST},
    {"thirdPartyLicenses", META_TEXT},
    {"licenseUrl", META_TEXT},
    {"avatarPermission", META_TEXT},
    {"allowExcessivelyViolentUsage", META_FLAG},
    {"allowExcessivelySexualUsage", META_FLAG},
    {"commercialUsage", META_TEXT},
    {"allowPoliticalOrReligiousUsage", META_FLAG},
    {"allowAntisocialOrHateUsage", META_FLAG},
    {"creditNotation", META_TEXT},
    {"allowRedistribution", META_FLAG},
    {"modification", META_TEXT},
    {"otherLicenseUrl", META_TEXT},
};

/* Writes the values of a key; nothing if there are none. */
static void write_values(const hone_avatar *avatar, const char *key, meta_kind kind, hone_json *json)
{
    bool any = false;
    for (uint32_t i = 0; i < avatar->meta_count && !(any && kind != META_LIST); i++) {
        if (strcmp(avatar->meta[i].key, key) != 0)
            continue;
        if (!any)
            hone_json_key(json, key);
        if (!any && kind == META_LIST)
            hone_json_array(json);
        any = true;
        if (kind == META_FLAG)
            hone_json_bool(json, strcmp(avatar->meta[i].value, "true") == 0);
        else
            hone_json_string(json, avatar->meta[i].value);
    }
    if (any && kind == META_LIST)
        hone_json_end(json, ']');
}

void hone_gltf_write_meta(gltf_writer *writer, hone_json *json)
{
    const hone_avatar *avatar = writer->model->avatar;
    int32_t picture = avatar->thumbnail;
    hone_gltf_json_begin(json, "meta", '{');
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        write_values(avatar, members[i].key, members[i].kind, json);
    if (picture != HONE_NONE && writer->images && writer->images[picture].name)
        hone_gltf_json_index(json, "thumbnailImage", writer->images[picture].index);
    hone_json_end(json, '}');
}
