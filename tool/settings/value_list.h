/* Objects and lists of objects in scene files, whose members are rows of a table, as settings are: the `key` of a row
 * is the name of the member, its `field` is in the struct that the object is read into. */
#ifndef HONE_TOOL_SETTINGS_VALUE_LIST_H
#define HONE_TOOL_SETTINGS_VALUE_LIST_H

#include "tool/settings/value_kind.h"

typedef struct setting_list {
    const option *rows;     /* of an element, in the order in which they are written; {0} ends them */
    const scene_list *list; /* where the struct with the list has it */
    bool by_frame;          /* the first row is a frame, a double, which never decreases */
    size_t line;            /* offsetof(element, line), where the number of the line is kept; 0: nowhere */
    size_t numbers_from;    /* offsetof(struct with the list, numbers_from); 0: it has none */
    uint32_t max_count;     /* 0: any */
    const char *too_many;   /* the message if there are more; has a %d for max_count */
} setting_list;

extern const value_kind value_rows;         /* an object; detail: rows, whose fields are in the struct of this row */
extern const value_kind value_list;         /* a list of objects; detail: setting_list; the row has no `field` */
extern const value_kind value_texts;        /* a list of texts; detail: scene_list; the row has no `field` */
extern const value_kind value_model_number; /* uint32_t, from 1 */

/* A member of an object that is read by the kind of the row. */
json_member setting_member(const char *name, const option *row);

/* Writes the members that are set. False: it has set the writer's error. */
bool setting_rows_write(scene_writer *w, const option *rows, const void *values);
/* The same as an object. */
bool setting_object_write(scene_writer *w, const option *rows, const void *values);

#endif
