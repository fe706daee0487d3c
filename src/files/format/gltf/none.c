/* Replaces the reader where HONE_FORMATS leaves glTF out. It is still written. */
#include "files/format/readers.h"

const hone_format_reader hone_gltf_format = {0};

bool hone_draco_gltf_available(void)
{
    return false;
}
