/* Texts and the limit of work, which all parts of the glTF reader use. */
#include "files/format/gltf/read/reader.h"

bool hone_gltf_charge(gltf_reader *reader, uint64_t elements)
{
    if (elements > reader->work)
        return hone_reading_fail_as(&reader->file, HONE_ERROR_MEMORY, 0,
                                    "needs more work than is allowed for its size");
    reader->work -= elements;
    return true;
}

const char *hone_gltf_copy_text(gltf_reader *reader, const gltf_object *object, const char *key)
{
    gltf_text text = hone_gltf_text(object, key);
    return hone_builder_text(reader->file.builder, text.bytes, text.size);
}
