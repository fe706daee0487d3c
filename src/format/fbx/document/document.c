/* Tells the kinds of FBX files apart, and reads their trees. */
#include "format/fbx/document/document.h"
#include "base/error.h"

bool hone_fbx_document_read(fbx_document *document, const void *bytes, size_t size, hone_arena *memory,
                            hone_error *error)
{
    (void)bytes, (void)size;
    *document = (fbx_document){.memory = memory};
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is FBX, which hone does not read yet");
}
