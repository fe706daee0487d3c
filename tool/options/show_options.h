/* `--show`: what is drawn over the characters to look into them. */
#ifndef HONE_TOOL_OPTIONS_SHOW_OPTIONS_H
#define HONE_TOOL_OPTIONS_SHOW_OPTIONS_H

#include "tool/options/options.h"

enum { SHOW_BONE_SIZE = 512 };

typedef struct show_values {
    bool bones, axes, wire, points, bodies, joints, chains;
    bool weights;              /* vertices have the colours of their weight on `bone` */
    char bone[SHOW_BONE_SIZE]; /* as bone_name_find reads it */
} show_values;

bool option_read_show(const option *o, const char *text, void *field); /* show_values */
#define SHOW_EXPECTED "a list of bones, axes, wire, points, bodies, joints, chains and weights=BONE"

/* The words of the list, with NULL at the end; "weights=" is followed by a bone. */
extern const char *const option_show_words[];
/* The names of controls for them, in the same order. */
extern const char *const option_show_labels[];

/* Whether anything is drawn that follows the bones or vertices of a single character. */
bool show_has_overlays(const show_values *v);

#endif
