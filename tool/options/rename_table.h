/* Tables of new names for tracks of motions. */
#ifndef HONE_TOOL_OPTIONS_RENAME_TABLE_H
#define HONE_TOOL_OPTIONS_RENAME_TABLE_H

#include <hone/motion_edit.h>

typedef struct rename_table {
    hone_motion_rename_pair *pairs; /* [count] */
    uint32_t count;
    char *text; /* the file in UTF-8, cut into names */
} rename_table;

/* Reads a text file of lines "OLD,NEW", with a comma or a tab between the names. Lines that begin with '#' and empty
 * lines are skipped. The text is UTF-8, CP932 or GBK. Release the table in any case. */
bool rename_table_load(const char *path, rename_table *out, hone_error *error);
bool rename_table_read(const void *bytes, size_t size, rename_table *out, hone_error *error);
void rename_table_release(rename_table *table);

#endif
