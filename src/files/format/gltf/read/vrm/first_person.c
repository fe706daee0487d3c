/* Which vertices the avatar's own camera sees. VRM 1.0 names nodes, 0.x meshes. Sources: VRMC_vrm-1.0, "firstPerson";
 * VRM 0.x specification, "firstPerson". */
#include "base/memory/builder.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include "files/format/gltf/vrm_words.h"
#include <string.h>

/* Returns the head that the file names; HONE_NONE: none. */
static int32_t head_of(const gltf_reader *reader)
{
    for (uint32_t i = 0; i < reader->data.humanoid_map_count; i++)
        if (reader->data.humanoid_map[i].role && strcmp(reader->data.humanoid_map[i].role, "head") == 0)
            return reader->data.humanoid_map[i].bone;
    return HONE_NONE;
}

static uint8_t kind_of(const gltf_object *annotation, bool newer)
{
    static const char *const older[] = {"Auto", "Both", "ThirdPersonOnly", "FirstPersonOnly"};
    gltf_text name = hone_gltf_extras_text(annotation, newer ? "type" : "firstPersonFlag");
    for (uint8_t k = HONE_FIRST_PERSON_AUTO; k <= HONE_FIRST_PERSON_ONLY; k++)
        if (hone_gltf_text_equals(name, newer ? hone_vrm_first_persons[k] : older[k]))
            return k;
    return HONE_FIRST_PERSON_AUTO;
}

static void mark_node(const gltf_reader *reader, uint32_t node, uint8_t kind, uint8_t *vertices)
{
    for (uint32_t p = 0; p < reader->nodes[node].part_count; p++) {
        const gltf_part *part = &reader->parts[reader->nodes[node].first_part + p];
        if (part->vertex_count)
            memset(vertices + part->first_vertex, kind, part->vertex_count);
    }
}

/* The first annotation of a node counts: they are written backwards. */
static bool read_annotations(gltf_reader *reader, const gltf_object *person, bool newer, uint8_t *vertices)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t nodes = reader->data.skeleton.bone_count, meshes = hone_gltf_count(&root, "meshes");
    uint8_t *kinds;
    if (!hone_reading_scratch(&reader->file, newer ? nodes : meshes, 1, &kinds))
        return false;
    for (uint32_t i = hone_gltf_extras_count(person, "meshAnnotations"); i-- > 0;) {
        gltf_object annotation = hone_gltf_extras_element(person, "meshAnnotations", i);
        int32_t at = hone_gltf_extras_index(&annotation, newer ? "node" : "mesh", newer ? nodes : meshes);
        if (at == HONE_NONE)
            hone_builder_warn(reader->file.builder, "annotation of a mesh that is missing: left out", i);
        else
            kinds[at] = kind_of(&annotation, newer);
    }
    for (uint32_t n = 0; n < nodes; n++)
        if (reader->nodes[n].mesh != HONE_NONE)
            mark_node(reader, n, kinds[newer ? (int32_t)n : reader->nodes[n].mesh], vertices);
    return true;
}

bool hone_gltf_read_first_person(gltf_reader *reader)
{
    hone_avatar *avatar = hone_gltf_avatar(reader);
    gltf_object vrm, person;
    uint8_t *vertices;
    if (!avatar)
        return !reader->file.failed;
    hone_gltf_vrm_of(reader, &vrm);
    person = hone_gltf_extras_member(&vrm, "firstPerson");
    int32_t bone = hone_gltf_extras_index(&person, "firstPersonBone", reader->data.skeleton.bone_count);
    avatar->first_person_bone = avatar->version || bone == HONE_NONE ? head_of(reader) : bone;
    if (hone_gltf_extras_count(&person, "meshAnnotations") == 0)
        return true;
    if (!hone_reading_array(&reader->file, reader->data.mesh.vertex_count, 1, &vertices))
        return false;
    avatar->first_person = vertices;
    return !vertices || read_annotations(reader, &person, avatar->version, vertices);
}
