/* Tells binary and text files apart. */
#include "files/format/fbx/document/document.h"
#include "files/format/fbx/document/tree.h"
#include <string.h>

bool hone_fbx_document_read(fbx_document *document, const void *bytes, size_t size, hone_arena *memory,
                            hone_error *error)
{
    static const char magic[] = "Kaydara FBX Binary";
    *document = (fbx_document){.bytes = bytes, .size = size, .inflated = size, .memory = memory};
    fbx_tree tree = {document, error};
    document->is_text = size < sizeof magic - 1 || memcmp(bytes, magic, sizeof magic - 1) != 0;
    return document->is_text ? hone_fbx_read_text(&tree) : hone_fbx_read_binary(&tree);
}
