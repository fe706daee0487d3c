/* Compresses bytes as a zlib stream, without a library. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_DEFLATE_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_DEFLATE_H

#include "base/files/byte_writer.h"
#include <hone/io.h>

/* Replaces the last `size` bytes of the writer by their zlib stream: one block of deflate with the fixed code, which
 * refers to bytes `distance` (1 to 8) earlier where it can. */
void make_deflate(hone_writer *out, size_t size, uint32_t distance);

#endif
