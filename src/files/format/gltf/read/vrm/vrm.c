/* VRM: which nodes are the humanoid bones, and where the model looks. 0.x has a list, 1.0 an object. Sources: VRM 0.x and VRMC_vrm-1.0
 * specifications. */
#include "files/format/gltf/read/vrm/vrm.h"
#include "base/memory/builder.h"
#include <string.h>

/* ---- what the readers of VRM share ---- */

gltf_object hone_gltf_extension_in(const gltf_object *object, const char *name)
{
    gltf_object all = hone_gltf_extras_member(object, "extensions");
    return hone_gltf_extras_member(&all, name);
}

gltf_object hone_gltf_root_extension(gltf_reader *reader, const char *name)
{
    gltf_object root = hone_gltf_root(&reader->json);
    return hone_gltf_extension_in(&root, name);
}

void hone_gltf_check_version(gltf_reader *reader, const gltf_object *extension, const char *what, uint64_t at)
{
    static const char *const known[] = {"1.0", "1.0-beta", "1.0-draft"};
    gltf_text version = hone_gltf_extras_text(extension, "specVersion");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (hone_gltf_text_equals(version, known[i]))
            return;
    hone_builder_warn(reader->file.builder, what, at);
}

float hone_gltf_extras_number(const gltf_object *object, const char *key, float absent)
{
    hone_gltf_extras_floats(object, key, &absent, 1);
    return absent;
}

bool hone_gltf_left_handed(const gltf_object *object, const char *key, float out[3])
{
    gltf_object vector = hone_gltf_extras_member(object, key);
    if (!vector.value)
        return false;
    out[0] = hone_gltf_extras_number(&vector, "x", 0);
    out[1] = hone_gltf_extras_number(&vector, "y", 0);
    out[2] = 0 - hone_gltf_extras_number(&vector, "z", 0);
    return true;
}

/* ---- the humanoid ---- */

static void add_bone(gltf_reader *reader, hone_humanoid_map_entry *bones, gltf_text role, int32_t node)
{
    if (role.bytes && node >= 0)
        bones[reader->data.humanoid_map_count++] =
            (hone_humanoid_map_entry){hone_builder_text(reader->file.builder, role.bytes, role.size), node};
}

/* "humanBones": [{"bone": "hips", "node": 3}] */
static bool read_list(gltf_reader *reader, const gltf_object *humanoid)
{
    uint32_t count = hone_gltf_count(humanoid, "humanBones"), nodes = reader->data.skeleton.bone_count;
    hone_humanoid_map_entry *bones;
    if (!hone_reading_array(&reader->file, count, sizeof *bones, &bones))
        return false;
    reader->data.humanoid_map = bones;
    for (uint32_t i = 0; i < count && !reader->file.failed; i++) {
        gltf_object bone = hone_gltf_element(humanoid, "humanBones", i);
        add_bone(reader, bones, hone_gltf_text(&bone, "bone"), hone_gltf_index(&bone, "node", nodes));
    }
    return !reader->file.failed;
}

bool hone_gltf_read_human_bones(gltf_reader *reader, const gltf_object *humanoid)
{
    gltf_object all = hone_gltf_member(humanoid, "humanBones");
    gltf_members members = hone_gltf_members(&all);
    gltf_object bone;
    gltf_text role;
    hone_humanoid_map_entry *bones;
    if (!hone_reading_array(&reader->file, members.left, sizeof *bones, &bones))
        return false;
    reader->data.humanoid_map = bones;
    while (!reader->file.failed && hone_gltf_next_member(&members, &role, &bone))
        add_bone(reader, bones, role, hone_gltf_index(&bone, "node", reader->data.skeleton.bone_count));
    return !reader->file.failed;
}

bool hone_gltf_vrm_of(gltf_reader *reader, gltf_object *out)
{
    gltf_object root = hone_gltf_root(&reader->json), extensions = hone_gltf_member(&root, "extensions");
    gltf_object one = hone_gltf_member(&extensions, "VRMC_vrm"), zero = hone_gltf_member(&extensions, "VRM");
    *out = one.value ? one : zero;
    return one.value != NULL;
}

hone_avatar *hone_gltf_avatar(gltf_reader *reader)
{
    gltf_object vrm;
    bool one = hone_gltf_vrm_of(reader, &vrm);
    hone_avatar *out = (hone_avatar *)reader->data.avatar;
    if (out || !vrm.value || !hone_reading_array(&reader->file, 1, sizeof *out, &out))
        return out;
    *out = (hone_avatar){.version = one, .thumbnail = HONE_NONE, .first_person_bone = HONE_NONE};
    reader->data.avatar = out;
    return out;
}

bool hone_gltf_is_turned(gltf_reader *reader)
{
    gltf_object vrm;
    return !hone_gltf_vrm_of(reader, &vrm) && vrm.value; /* 0.x looks along -z, 1.0 and all other glTF along +z */
}

bool hone_gltf_read_humanoid(gltf_reader *reader)
{
    gltf_object vrm;
    bool one = hone_gltf_vrm_of(reader, &vrm);
    gltf_object humanoid = hone_gltf_member(&vrm, "humanoid");
    reader->data.turned = hone_gltf_is_turned(reader);
    if (reader->file.failed || !humanoid.value)
        return !reader->file.failed;
    return one ? hone_gltf_read_human_bones(reader, &humanoid) : read_list(reader, &humanoid);
}
