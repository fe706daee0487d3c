/* What commands have in common that turn the clips of some files into one file: their options, the model, the clips. */
#ifndef HONE_CMD_CLIPS_CLIP_LIST_H
#define HONE_CMD_CLIPS_CLIP_LIST_H

#include "tool/messages/report.h"
#include "tool/options/options.h"

#include <hone/motion.h>

/* The first member of such a command's values. */
typedef struct clip_values {
    const char *output, *clip;
    float scale; /* metres in one unit of .x and glTF; 0: 1 */
    bool json, strict, quiet;
} clip_values;

extern const option clip_settings[]; /* of all but --output */

typedef struct clip_item {
    hone_motion *motion;
    char *name;
    const char *path; /* not copied */
} clip_item;

typedef struct clip_list {
    const clip_values *values;
    hone_model *model;
    const char *model_path;
    clip_item *items; /* [count] */
    uint32_t count;
    report *report;
} clip_list;

/* Loads the first file as the model, and adds the clips of the files after it, or of its own file if that is the only
 * one. A clip has the name that its file gives it, otherwise the file's name. Clips that were made for another rig are
 * retargeted, with a warning, as `hone render` does. Warnings of the loader are reported. name: of the command, for
 * messages. out: the caller releases it, also after a failure. Returns a status. */
int clip_list_load(clip_list *out, const char *name, const clip_values *values, const char *const *files,
                   uint32_t file_count, report *r);

/* Warns of tracks and channels that the model has no bone or morph for. */
void clip_list_warn_of_lost(const clip_list *list);

/* Arrays of the motions and names, which the caller frees. Both are NULL if one is out of memory. */
bool clip_list_arrays(const clip_list *list, const hone_motion ***motions, const char ***names, hone_error *error);

void clip_list_release(clip_list *list);

/* Returns the metres in a unit of the model. */
double clip_list_unit(const clip_list *list);

#endif
