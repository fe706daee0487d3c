/* Texts and warnings of all parts of the FBX reader. */
#include "files/format/fbx/reader.h"
#include "base/memory/builder.h"
#include "base/text/text.h"

/* Meshes and curves often have no name: then a node that shows or moves by them has one. */
static fbx_text name_near(const fbx_scene *scene, uint32_t object)
{
    enum { FARTHEST = 4 };
    for (int i = 0; i < FARTHEST && object != UINT32_MAX; i++) {
        if (scene->objects[object].name.size)
            return scene->objects[object].name;
        object = hone_fbx_destination(scene, object, FBX_ANY, NULL);
    }
    return (fbx_text){"", 0};
}

void hone_fbx_warn(const fbx_reader *reader, const char *what, uint32_t object)
{
    fbx_text name = name_near(&reader->scene, object);
    if (name.size)
        hone_builder_warn_named(reader->file.builder, what, name.data, name.size);
    else
        hone_builder_warn(reader->file.builder, what, object);
}

const char *hone_fbx_keep(fbx_reader *reader, fbx_text text)
{
    if (hone_utf8_is_valid(text.data, text.size))
        return hone_builder_text(reader->file.builder, text.data, text.size);
    char *repaired;
    if (hone_reading_array(&reader->file, 3 * (uint64_t)text.size + 1, 1, &repaired))
        hone_utf8_repair(text.data, text.size, repaired, NULL);
    return repaired;
}
