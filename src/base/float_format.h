/* Numbers as text: hone/io.h. */
#ifndef HONE_SRC_BASE_FLOAT_FORMAT_H
#define HONE_SRC_BASE_FLOAT_FORMAT_H

#include <hone/io.h>

#endif
