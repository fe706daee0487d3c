/* The clips that a command is given: the motions of its files, each with a name. */
#ifndef HONE_CMD_TEXTURE_CLIP_LIST_H
#define HONE_CMD_TEXTURE_CLIP_LIST_H

#include "tool/messages/report.h"

#include <hone/motion.h>

typedef struct clip_item {
    hone_motion *motion;
    char *name;
    const char *path; /* not copied */
} clip_item;

typedef struct clip_list {
    clip_item *items; /* [count] */
    uint32_t count;
} clip_list;

/* Adds all clips of a file, or one: clip is its name or number, NULL for all. A clip has the name that its file gives
 * it, otherwise the file's name. Warnings of the loader are reported. */
bool clip_list_load(clip_list *list, const char *path, const char *clip, bool strict, report *r, hone_error *error);

/* Loads a command's model, the first file, and adds the clips of the files after it, or of its own file if that is the
 * only one. Clips that were made for another rig are retargeted, with a warning, as `hone render` does. model: out,
 * also after a failure; the caller releases it. Returns a status. */
int clip_list_load_all(clip_list *list, const char *const *files, uint32_t file_count, const char *clip, bool strict,
                       hone_model **model, report *r);

/* Warns of tracks and channels that the model has no bone or morph for. */
void clip_list_warn_of_lost(const clip_list *list, const hone_model *model, report *r);

/* Arrays of the motions and names, which the caller frees. Both are NULL if one is out of memory. */
bool clip_list_arrays(const clip_list *list, const hone_motion ***motions, const char ***names, hone_error *error);

void clip_list_release(clip_list *list);

/* Returns the metres in a unit of the model. scale: those of a .x or glTF, 0 for 1. */
double clip_list_unit(const hone_model *model, float scale);

#endif
