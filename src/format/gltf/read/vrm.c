/* VRM: which bones are a human's. 0.x lists them, 1.0 names them. Sources: VRM 0.x and VRMC_vrm-1.0 specifications. */
#include "format/gltf/read/reader.h"
#include <string.h>

static void add_bone(gltf_reader *reader, hone_human_bone *bones, const char *role, int32_t node)
{
    if (role && node >= 0)
        bones[reader->data.human_bone_count++] =
            (hone_human_bone){hone_builder_text(reader->builder, role, strlen(role)), node};
}

/* "humanBones": [{"bone": "hips", "node": 3}] */
static bool read_list(gltf_reader *reader, const gltf_object *humanoid)
{
    uint32_t count = gltf_count(humanoid, "humanBones"), nodes = reader->data.skeleton.bone_count;
    hone_human_bone *bones;
    if (!gltf_array(reader, count, sizeof *bones, &bones))
        return false;
    reader->data.human_bones = bones;
    for (uint32_t i = 0; i < count && !reader->json.failed; i++) {
        gltf_object bone = gltf_element(humanoid, "humanBones", i);
        add_bone(reader, bones, gltf_text(&bone, "bone", NULL), gltf_index(&bone, "node", nodes));
    }
    return !reader->json.failed;
}

/* "humanBones": {"hips": {"node": 3}} */
static bool read_members(gltf_reader *reader, const gltf_object *humanoid)
{
    gltf_object all = gltf_member(humanoid, "humanBones");
    uint32_t count = 0, nodes = reader->data.skeleton.bone_count;
    hone_human_bone *bones;
    for (const char *role = NULL; (role = gltf_next_key(&all, role));) count++;
    if (!gltf_array(reader, count, sizeof *bones, &bones))
        return false;
    reader->data.human_bones = bones;
    for (const char *role = NULL; (role = gltf_next_key(&all, role)) && !reader->json.failed;) {
        gltf_object bone = gltf_member(&all, role);
        add_bone(reader, bones, role, gltf_index(&bone, "node", nodes));
    }
    return !reader->json.failed;
}

bool gltf_vrm_of(gltf_reader *reader, gltf_object *out)
{
    gltf_object root = gltf_root(&reader->json), extensions = gltf_member(&root, "extensions");
    gltf_object one = gltf_member(&extensions, "VRMC_vrm"), zero = gltf_member(&extensions, "VRM");
    *out = one.value ? one : zero;
    return one.value != NULL;
}

bool gltf_read_humanoid(gltf_reader *reader)
{
    gltf_object vrm;
    bool one = gltf_vrm_of(reader, &vrm);
    gltf_object humanoid = gltf_member(&vrm, "humanoid");
    if (reader->json.failed || !humanoid.value)
        return !reader->json.failed;
    return one ? read_members(reader, &humanoid) : read_list(reader, &humanoid);
}
