/* Memory and texts, which all parts of the FBX reader use. */
#include "format/fbx/reader.h"
#include "base/builder.h"
#include "base/text.h"
#include <string.h>

static bool take(hone_arena *arena, uint64_t count, size_t size, void *array, hone_error *error)
{
    void *memory = hone_arena_array(arena, count < SIZE_MAX ? (size_t)count : SIZE_MAX, size);
    memcpy(array, &memory, sizeof memory);
    return memory || count == 0 || hone_arena_fail(arena, error);
}

bool hone_fbx_array(fbx_reader *reader, uint64_t count, size_t size, void *array)
{
    return take(hone_builder_memory(reader->builder), count, size, array, reader->error);
}

bool hone_fbx_scratch(fbx_reader *reader, uint64_t count, size_t size, void *array)
{
    return take(reader->scratch, count, size, array, reader->error);
}

const char *hone_fbx_keep(fbx_reader *reader, fbx_text text)
{
    if (hone_utf8_is_valid(text.data, text.size))
        return hone_builder_text(reader->builder, text.data, text.size);
    char *repaired = hone_builder_array(reader->builder, 3 * (size_t)text.size + 1, 1);
    if (repaired)
        hone_utf8_repair(text.data, text.size, repaired, NULL);
    return repaired;
}
