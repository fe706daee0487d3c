/* The files that a command is given: read once each, told apart by their content, in any order. */
#ifndef HONE_TOOL_INPUTS_H
#define HONE_TOOL_INPUTS_H

#include "tool/report.h"

#include <hone/format.h>

typedef struct input {
    const char *path;
    hone_format format;
    hone_model *model;   /* one of the two is there, */
    hone_motion *motion; /* both where a model plays a clip of its own file */
    hone_bytes bytes;    /* of a file that may hold clips, while it is not yet known whether one is wanted */
} input;

typedef struct inputs {
    input *items; /* [count] as on the command line */
    uint32_t count, model_count;
} inputs;

/* How files are to be taken. A .x or glTF is a model if it has a mesh or a skin, or nothing to play. */
typedef struct input_wishes {
    bool strict;
    bool allow_outside; /* what a file names may lie anywhere */
    bool one_model;     /* a .x or glTF behind the first model is a motion, whatever it holds */
    bool models;        /* a .x or glTF is a model, though it may hold bones and clips alone */
    const char *clip;   /* of the motions that a .x or glTF holds; NULL: the first, and of models none */
    bool own_clips;     /* without `clip`: models that no other motion moves play the first clip of their own files */
    const char *motion; /* one more file, before all others: a motion, whatever it holds; NULL: none */
} input_wishes;

/* Does not say "FILE: " in its errors. as_motion: of a .x or glTF the motion, whatever else it holds. */
bool input_load(const char *path, const input_wishes *wishes, bool as_motion, input *out, hone_error *error);
void input_release(input *item);

/* All of them, or none after saying which failed. Their warnings go to the report. With wishes->clip, and no .x or glTF
 * among the motions, the models play that clip of their own files; those without any are at rest, unless none has. With
 * wishes->motion the first item is that one. */
int inputs_load(const char *const *paths, uint32_t count, const input_wishes *wishes, inputs *out, report *r);
void inputs_release(inputs *in);

/* Whether files of this format can hold clips. */
bool input_has_clips(hone_format format);

#endif
