/* Memory and the limit of work, which all parts of the glTF reader use. */
#include "files/format/gltf/read/reader.h"
#include "base/error.h"
#include "base/memory/builder.h"
#include <string.h>

bool hone_gltf_charge(gltf_reader *reader, uint64_t elements)
{
    if (elements <= reader->work) {
        reader->work -= elements;
        return true;
    }
    if (!reader->json.failed)
        hone_fail(reader->error, HONE_ERROR_MEMORY, 0, "needs more work than is allowed for its size");
    reader->json.failed = true;
    return false;
}

static bool take(gltf_reader *reader, hone_arena *arena, uint64_t count, size_t size, void *array)
{
    /* On a machine of 32 bits a file may ask for more than there are addresses, which the arena refuses. */
    void *memory = hone_arena_array(arena, count < SIZE_MAX ? (size_t)count : SIZE_MAX, size);
    memcpy(array, &memory, sizeof memory);
    if (memory || count == 0)
        return true;
    if (!reader->json.failed)
        hone_arena_fail(arena, reader->error);
    reader->json.failed = true;
    return false;
}

bool hone_gltf_array(gltf_reader *reader, uint64_t count, size_t size, void *array)
{
    return take(reader, hone_builder_memory(reader->builder), count, size, array);
}

bool hone_gltf_scratch(gltf_reader *reader, uint64_t count, size_t size, void *array)
{
    return take(reader, reader->scratch, count, size, array);
}

const char *hone_gltf_copy_text(gltf_reader *reader, const gltf_object *object, const char *key)
{
    gltf_text text = hone_gltf_text(object, key);
    return hone_builder_text(reader->builder, text.bytes, text.size);
}
