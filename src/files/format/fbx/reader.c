/* Memory and texts, which all parts of the FBX reader use. */
#include "files/format/fbx/reader.h"
#include "base/memory/builder.h"
#include "base/text/text.h"
#include <string.h>

/* Charges an arena with what the other one has taken itself. *share: what it was charged before. */
static void charge(hone_arena *arena, size_t *share, size_t other)
{
    size_t before = hone_arena_taken(arena);
    hone_arena_charge(arena, other > *share ? other - *share : 0);
    *share += hone_arena_taken(arena) - before;
}

/* The limit of memory is one for both arenas. */
static void share_limit(fbx_reader *reader)
{
    hone_arena *scratch = reader->scratch, *builder = hone_builder_memory(reader->builder);
    size_t of_scratch = hone_arena_taken(scratch) - reader->scratch_share;
    charge(scratch, &reader->scratch_share, hone_arena_taken(builder) - reader->builder_share);
    charge(builder, &reader->builder_share, of_scratch);
}

static bool take(fbx_reader *reader, hone_arena *arena, uint64_t count, size_t size, bool zeroed, void *array)
{
    size_t room = count < SIZE_MAX ? (size_t)count : SIZE_MAX;
    share_limit(reader);
    void *memory = zeroed ? hone_arena_array(arena, room, size) : hone_arena_raw(arena, room, size);
    memcpy(array, &memory, sizeof memory);
    return memory || count == 0 || hone_arena_fail(arena, reader->error);
}

bool hone_fbx_array(fbx_reader *reader, uint64_t count, size_t size, void *array)
{
    return take(reader, hone_builder_memory(reader->builder), count, size, true, array);
}

bool hone_fbx_scratch(fbx_reader *reader, uint64_t count, size_t size, void *array)
{
    return take(reader, reader->scratch, count, size, true, array);
}

bool hone_fbx_scratch_raw(fbx_reader *reader, uint64_t count, size_t size, void *array)
{
    return take(reader, reader->scratch, count, size, false, array);
}

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
        hone_builder_warn_named(reader->builder, what, name.data, name.size);
    else
        hone_builder_warn(reader->builder, what, object);
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
