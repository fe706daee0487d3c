/* Text as the functions of Windows take it. Only files for Windows include this. */
#ifndef HONE_TOOL_SYSTEM_WIDE_H
#define HONE_TOOL_SYSTEM_WIDE_H

#include <wchar.h>

/* Return text to be freed with free; NULL: it is not valid, or there is no memory. */
wchar_t *widen(const char *text);
char *narrow(const wchar_t *text);

/* The same for a path. A path that is too long for most functions becomes "\\?\" with the whole path. */
wchar_t *widen_path(const char *path);

#endif
