/* Text as the functions of Windows take it. Only files for Windows include this. */
#ifndef HONE_SRC_BASE_SYSTEM_WIDE_H
#define HONE_SRC_BASE_SYSTEM_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

/* Returns a path for functions of Windows, to be freed with free; NULL with errno if it is not valid UTF-8, or there is
 * no memory. A path that is too long for most of them becomes "\\?\" with the whole path. */
wchar_t *hone_wide_path(const char *path);

/* Writes UTF-8. Returns false if there is no room; then *out is "". */
bool hone_narrow(const wchar_t *text, char *out, size_t size);

/* Sets errno to what is nearest to the last error of Windows. */
void hone_set_errno(void);

#endif
