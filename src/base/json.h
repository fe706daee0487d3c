/* JSON: hone/io.h. */
#ifndef HONE_SRC_BASE_JSON_H
#define HONE_SRC_BASE_JSON_H

#include <hone/io.h>

#endif
