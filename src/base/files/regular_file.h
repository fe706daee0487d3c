/* Which files hone reads and replaces: regular ones only. */
#ifndef HONE_SRC_BASE_FILES_REGULAR_FILE_H
#define HONE_SRC_BASE_FILES_REGULAR_FILE_H

#include "base/system/files.h"
#include <hone/base.h>

bool hone_check_regular(hone_file_kind kind, hone_error *error);

#endif
