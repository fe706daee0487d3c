/* Replaces the reader where HONE_FORMATS leaves FBX out. */
#include "files/format/readers.h"

const hone_format_reader hone_fbx_format = {0};

bool hone_compressed_fbx_available(void)
{
    return false;
}
