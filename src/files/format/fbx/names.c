/* The names of a model: what the file says of itself. */
#include "base/memory/builder.h"
#include "files/format/fbx/reader.h"

/* Returns a text of the information about the scene, which is in the header or, in version 6.1, among the objects. */
static fbx_text meta_data(const fbx_reader *reader, const char *name)
{
    static const char *const places[] = {"FBXHeaderExtension", "Objects"};
    fbx_text text = {"", 0};
    for (size_t i = 0; i < sizeof places / sizeof *places && text.size == 0; i++) {
        const fbx_node *info = hone_fbx_child(hone_fbx_child(reader->document.root, places[i]), "SceneInfo");
        text = hone_fbx_text(hone_fbx_child(hone_fbx_child(info, "MetaData"), name), 0);
    }
    return text;
}

bool hone_fbx_read_names(fbx_reader *reader)
{
    fbx_text comment = meta_data(reader, "Comment");
    if (comment.size == 0)
        comment = hone_fbx_text(hone_fbx_child(reader->document.root, "Creator"), 0);
    reader->data.name = hone_fbx_keep(reader, meta_data(reader, "Title"));
    reader->data.comment = hone_fbx_keep(reader, comment);
    return (reader->data.name && reader->data.comment) || hone_reading_is_fine(&reader->file);
}
