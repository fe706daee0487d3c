/* Files that an object in JavaScript has: they are in a folder of the module's own file system (system.mjs). */
#ifndef HONE_WEB_FILES_H
#define HONE_WEB_FILES_H

#include <hone/io.h>

/* A text that JavaScript takes and frees with bytes_free. NULL: out of memory, with web_error. */
hone_bytes *web_bytes_keep(hone_bytes *bytes);

#endif
