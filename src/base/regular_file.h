/* Which files hone reads and replaces: regular ones only. */
#ifndef HONE_SRC_BASE_REGULAR_FILE_H
#define HONE_SRC_BASE_REGULAR_FILE_H

#include <hone/base.h>
#include <sys/stat.h>

bool hone_check_regular(const struct stat *status, hone_error *error);

#endif
