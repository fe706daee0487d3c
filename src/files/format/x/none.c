/* Replaces the reader where HONE_FORMATS leaves .x out. */
#include "files/format/readers.h"

const hone_format_reader hone_x_format = {0};

bool hone_compressed_x_available(void)
{
    return false;
}
