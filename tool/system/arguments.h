/* The command line of Windows. Only files for Windows include this. */
#ifndef HONE_TOOL_SYSTEM_ARGUMENTS_H
#define HONE_TOOL_SYSTEM_ARGUMENTS_H

#include <wchar.h>

/* Splits a command line, and replaces patterns such as *.vmd by the files that they mean. A pattern in quotes, one in
 * an option that begins with '-', and one that means no file, stay as they are. Returns UTF-8, which ends with NULL and
 * is kept until the program ends; NULL: no memory. */
char **system_split_line(const wchar_t *line, int *count);

#endif
