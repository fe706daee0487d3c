/* Finds out which nodes are drawn, and which are mirrored. */
#include "core/model/parents_first.h"
#include "files/format/fbx/mesh/parts.h"

static bool is_mirrored(const hone_affine *m)
{
    float column[3][3], cross[3];
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) column[c][r] = m->m[r][c];
    hone_vec3_cross(column[0], column[1], cross);
    return hone_vec3_dot(cross, column[2]) < 0;
}

static bool is_level_group(const fbx_reader *reader, uint32_t object)
{
    const fbx_scene *scene = &reader->scene;
    if (hone_fbx_text_is(scene->objects[object].subclass, "LodGroup"))
        return true;
    uint32_t attribute = hone_fbx_source(scene, object, FBX_NODE_ATTRIBUTE, NULL);
    return attribute != UINT32_MAX && hone_fbx_text_is(scene->objects[attribute].subclass, "LodGroup");
}

/* The children of a group of levels of detail are levels: the first one is drawn. */
static bool is_other_level(const fbx_reader *reader, const bool *groups, uint32_t node)
{
    int32_t parent = reader->parents[node];
    return parent != HONE_NONE && groups[parent] &&
           hone_fbx_source(&reader->scene, reader->object_of_bone[parent], FBX_MODEL, NULL) !=
               reader->object_of_bone[node];
}

/* hidden: of the nodes above. */
static bool is_hidden(const fbx_reader *reader, uint32_t node, const bool *hidden)
{
    const fbx_object *object = &reader->scene.objects[reader->object_of_bone[node]];
    int32_t parent = reader->parents[node];
    if (hone_fbx_property(object, "Visibility", 1) == 0)
        return true;
    return parent != HONE_NONE && hidden[parent] && hone_fbx_property_integer(object, "Visibility Inheritance", 1) != 0;
}

/* mirrored: [bone_count] of the skeleton */
static bool mark_mirrored(fbx_reader *reader, bool *mirrored)
{
    const hone_skeleton *skeleton = &reader->data.skeleton;
    uint32_t *order;
    int32_t *path;
    uint8_t *done;
    if (!hone_reading_scratch(&reader->file, skeleton->bone_count, sizeof *order, &order) ||
        !hone_reading_scratch(&reader->file, skeleton->bone_count, sizeof *path, &path) ||
        !hone_reading_scratch(&reader->file, skeleton->bone_count, 1, &done))
        return false;
    hone_parents_first(skeleton, path, done, order);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_bone *bone = &skeleton->bones[order[i]];
        mirrored[order[i]] = is_mirrored(&bone->rest_local) != (bone->parent != HONE_NONE && mirrored[bone->parent]);
    }
    return true;
}

bool hone_fbx_mark_nodes(fbx_reader *reader, bool *hidden, bool *mirrored)
{
    bool *bones, *groups;
    if (!hone_reading_scratch(&reader->file, reader->data.skeleton.bone_count, sizeof *bones, &bones) ||
        !hone_reading_scratch(&reader->file, reader->bone_count, sizeof *groups, &groups) ||
        !mark_mirrored(reader, bones))
        return false;
    for (uint32_t node = 0; node < reader->bone_count; node++)
        groups[node] = is_level_group(reader, reader->object_of_bone[node]);
    for (uint32_t i = 0; i < reader->bone_count; i++) {
        uint32_t node = reader->order[i];
        hidden[node] = is_hidden(reader, node, hidden) || is_other_level(reader, groups, node);
        mirrored[node] = bones[hone_fbx_whole_bone(reader, node)];
    }
    return true;
}
