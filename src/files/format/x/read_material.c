/* Reads the Material and MeshMaterialList objects of a .x file. */
#include "files/format/x/scene.h"

#include <string.h>

/* Replaces double backslashes by single ones. */
static const char *unescape(const char *text)
{
    char *to = (char *)text; /* the text is in the scene's memory, or it is "" and not written to */
    for (const char *from = text; *from; from++) {
        *to++ = *from;
        from += from[0] == '\\' && from[1] == '\\';
    }
    if (*text)
        *to = '\0';
    return text;
}

const hone_x_material *hone_x_read_material(hone_x_reader *reader, hone_x_scene *scene)
{
    hone_x_material *material;
    hone_reading_scratch(&reader->file, scene->want_meshes, sizeof *material, &material);
    if (!material) {
        hone_x_skip(reader);
        return NULL;
    }
    material->name = hone_x_utf8(reader);
    material->index = scene->material_count++;
    *scene->material_end = material;
    scene->material_end = &material->next;
    hone_x_floats(reader, material->diffuse, 4);
    material->power = hone_x_float(reader);
    hone_x_floats(reader, material->specular, 3);
    hone_x_floats(reader, material->emissive, 3);
    for (hone_x_child child; (child = hone_x_next_child(reader)) != HONE_X_NO_CHILD;) {
        if (child == HONE_X_REFERENCE)
            continue;
        if (!hone_x_is(reader, "TextureFilename")) {
            hone_x_skip(reader);
            continue;
        }
        const char *path = unescape(hone_x_string(reader));
        hone_x_end(reader);
        material->texture = *path ? path : NULL;
    }
    return material;
}

static void read_entries(hone_x_reader *reader, hone_x_scene *scene, hone_x_mesh *mesh)
{
    hone_x_entry **end = &mesh->entries;
    for (hone_x_child child; (child = hone_x_next_child(reader)) != HONE_X_NO_CHILD;) {
        if (child == HONE_X_OBJECT && !hone_x_is(reader, "Material")) {
            hone_x_skip(reader);
            continue;
        }
        hone_x_entry *entry;
        if (!hone_reading_scratch(&reader->file, 1, sizeof *entry, &entry))
            return;
        if (child == HONE_X_OBJECT)
            entry->material = hone_x_read_material(reader, scene);
        else
            entry->name = hone_x_utf8(reader);
        *end = entry;
        end = &entry->next;
        mesh->entry_count++;
    }
}

/* Ignores the list's count of materials: the list itself gives it. */
void hone_x_read_material_list(hone_x_reader *reader, hone_x_scene *scene, hone_x_mesh *mesh)
{
    hone_x_unsigned(reader);
    uint32_t count = hone_x_count(reader, "materials of faces", 1);
    uint32_t *materials;
    hone_reading_scratch(&reader->file, count, sizeof *materials, &materials);
    for (uint32_t f = 0; materials && f < count && !reader->file.failed; f++) materials[f] = hone_x_unsigned(reader);
    mesh->entries = NULL, mesh->entry_count = 0;
    mesh->face_materials = materials, mesh->face_material_count = count;
    read_entries(reader, scene, mesh);
}
