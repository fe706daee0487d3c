/* Growing bytes: hone/io.h. */
#ifndef HONE_SRC_BASE_BYTE_WRITER_H
#define HONE_SRC_BASE_BYTE_WRITER_H

#include <hone/io.h>

#endif
