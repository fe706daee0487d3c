/* Lists that options of `hone motion` give: parts and names of tracks, and tables of new names. */
#ifndef HONE_CMD_MOTION_LISTS_H
#define HONE_CMD_MOTION_LISTS_H

#include <hone/io.h>
#include <hone/motion_edit.h>

/* The words for parts of a motion, in the order of the bits HONE_MOTION_BONES and so on; NULL ends them. */
extern const char *const motion_parts[];

typedef struct motion_choice_list {
    hone_motion_choice choice;
    char *text; /* the names */
    const char **names;
} motion_choice_list;

/* Reads "bones,camera,NAME,...". Release the list in any case. */
bool motion_choice_read(const char *text, motion_choice_list *out, hone_error *error);
void motion_choice_release(motion_choice_list *list);

typedef struct rename_table {
    hone_motion_rename_pair *pairs; /* [count] */
    uint32_t count;
    char *text; /* the file in UTF-8, cut into names */
} rename_table;

/* Reads a text file of lines "OLD,NEW", with a comma or a tab between the names. Lines that begin with '#' and empty
 * lines are skipped. The text is UTF-8, or else CP932. Release the table in any case. */
bool rename_table_load(const char *path, rename_table *out, hone_error *error);
bool rename_table_read(const void *bytes, size_t size, rename_table *out, hone_error *error);
void rename_table_release(rename_table *table);

#endif
