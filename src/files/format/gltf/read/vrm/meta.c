/* Meta data and licence of a VRM. Sources: VRMC_vrm-1.0, "meta"; VRM 0.x
 * specification, "meta". */
#include "base/memory/builder.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include <string.h>

/* ---- entries ---- */

static void add(gltf_reader *reader, hone_avatar *avatar, gltf_text key, gltf_text value)
{
    hone_builder *builder = reader->file.builder;
    ((hone_meta_entry *)avatar->meta)[avatar->meta_count++] = (hone_meta_entry){
        hone_builder_text(builder, key.bytes, key.size), hone_builder_text(builder, value.bytes, value.size)};
}

/* Visits the texts, numbers and words of the meta data; of an array each element is one. Counts only without `avatar`.
 */
static uint32_t visit_entries(gltf_reader *reader, const gltf_object *meta, hone_avatar *avatar)
{
    gltf_members members = hone_gltf_members(meta);
    gltf_text key, value;
    uint32_t count = 0;
    while (hone_gltf_next_value(&members, &key, &value)) {
        count++;
        if (avatar)
            add(reader, avatar, key, value);
    }
    return count;
}

static int32_t thumbnail_of(gltf_reader *reader, const gltf_object *meta, bool newer)
{
    gltf_object root = hone_gltf_root(&reader->json);
    if (newer)
        return hone_gltf_extras_index(meta, "thumbnailImage", hone_gltf_count(&root, "images"));
    int32_t texture = hone_gltf_extras_index(meta, "texture", hone_gltf_count(&root, "textures"));
    return texture == HONE_NONE ? HONE_NONE : hone_gltf_image_of(reader, texture);
}

static void check_licence(gltf_reader *reader, const gltf_object *meta)
{
    gltf_text url = hone_gltf_extras_text(meta, "licenseUrl");
    if (!hone_gltf_text_equals(url, "https://vrm.dev/licenses/1.0/") &&
        !hone_gltf_text_equals(url, "https://vrm.dev/licenses/1.0"))
        hone_builder_warn(reader->file.builder, "meta data without the address of VRM's licence: read all the same", 0);
}

bool hone_gltf_read_meta(gltf_reader *reader)
{
    gltf_object vrm;
    bool newer = hone_gltf_vrm_of(reader, &vrm);
    gltf_object meta = hone_gltf_extras_member(&vrm, "meta");
    hone_avatar *avatar = hone_gltf_avatar(reader);
    uint32_t count = avatar ? visit_entries(reader, &meta, NULL) : 0;
    if (!avatar || !hone_gltf_charge(reader, count) ||
        !hone_reading_array(&reader->file, count, sizeof *avatar->meta, &avatar->meta))
        return !reader->file.failed;
    visit_entries(reader, &meta, avatar);
    avatar->thumbnail = thumbnail_of(reader, &meta, newer);
    if (newer)
        hone_gltf_check_version(reader, &vrm, "VRM of no known version: read as 1.0", 0);
    if (newer && meta.value)
        check_licence(reader, &meta);
    return !reader->file.failed;
}
