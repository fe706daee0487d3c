/* Whole files: hone/io.h. */
#ifndef HONE_SRC_BASE_FILE_H
#define HONE_SRC_BASE_FILE_H

#include <hone/io.h>

#endif
