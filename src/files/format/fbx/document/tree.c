/* The parts that the readers of binary and of text files share. */
#include "files/format/fbx/document/tree.h"
#include "base/error.h"
#include "base/inflate/inflate.h"
#include <hone/format.h>
#include <inttypes.h>

bool hone_fbx_fail_at(const fbx_document *document, const void *at, hone_error *error, const char *sentence)
{
    uint64_t offset = (uint64_t)((const uint8_t *)at - document->bytes);
    return hone_fail(error, HONE_ERROR_FORMAT, offset, "%s, at byte %" PRIu64, sentence, offset);
}

fbx_node *hone_fbx_add_node(const fbx_tree *tree, const void *name, size_t name_size)
{
    fbx_node *node = hone_arena_raw(tree->document->memory, 1, sizeof *node);
    if (node)
        *node = (fbx_node){.name = {name, (uint32_t)name_size}};
    else
        hone_arena_fail(tree->document->memory, tree->error);
    return node;
}

bool hone_fbx_check_version(const fbx_tree *tree, uint64_t version, uint64_t offset)
{
    enum { LEAST = 6000, FIRST_UNKNOWN = 8000 };
    tree->document->version = (uint32_t)version;
    if (version >= LEAST && version < FIRST_UNKNOWN)
        return true;
    return hone_fail(tree->error, HONE_ERROR_UNSUPPORTED, offset, "is FBX version %.1f; hone reads 6.1 to 7.7",
                     (double)version / 1000);
}

bool hone_compressed_fbx_available(void)
{
    return hone_inflate_available();
}

/* Deflate makes at most 1032 bytes of one. The arrays of real files become some ten times as large. */
bool hone_fbx_charge_array(const fbx_tree *tree, const void *at, uint64_t size, uint64_t inflated)
{
    enum { MOST = 1032, MOST_IN_ALL = 64, SPARE = 1024 * 1024 };
    fbx_document *document = tree->document;
    if (!hone_compressed_fbx_available())
        return hone_fail(tree->error, HONE_ERROR_UNSUPPORTED, 0,
                         "has compressed arrays, but hone was built without zlib");
    if (inflated / MOST > size)
        return hone_fbx_fail_at(document, at, tree->error, "a compressed array cannot have as many numbers as it says");
    document->inflated += inflated > size ? inflated - size : 0;
    if (document->inflated <= MOST_IN_ALL * (uint64_t)document->size + SPARE)
        return true;
    return hone_fail(tree->error, HONE_ERROR_MEMORY, 0, "has arrays that become too large for a file of its size");
}
