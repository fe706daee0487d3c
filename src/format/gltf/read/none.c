/* Replaces the files that need a JSON library if it was not found. */
#include "base/error.h"
#include "format/readers.h"

bool hone_gltf_available(void)
{
    return false;
}

hone_model *hone_gltf_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    (void)bytes, (void)size, (void)desc;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "reading glTF is not built in");
    return NULL;
}

hone_motion *hone_gltf_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    (void)bytes, (void)size, (void)desc;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "reading glTF is not built in");
    return NULL;
}
