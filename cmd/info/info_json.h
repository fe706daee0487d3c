/* The output of `hone info --json` for each file, and the counts that the table shows as well. */
#ifndef HONE_CMD_INFO_INFO_JSON_H
#define HONE_CMD_INFO_INFO_JSON_H

#include "base/json/json_writer.h"
#include "tool/play/inputs.h"
#include <hone/io.h>

typedef struct info_json { /* must not be moved after info_json_begin */
    hone_writer text;
    hone_json json;
} info_json;

void info_json_begin(info_json *out);
/* tree: also the bones of a model as a tree. list: 0, or 1 + info_list_kind. Returns false if memory runs out. */
bool info_json_add(info_json *out, const input *item, bool tree, int list, hone_warnings warnings);
/* Gives the complete array, or error MEMORY. Ends `out` in any case. */
bool info_json_finish(info_json *out, hone_bytes *bytes, hone_error *error);

/* The direction in which the model looks: "+z" or "-z". */
const char *info_front(const hone_model_data *data);

void info_count_deforms(const hone_mesh *mesh, uint32_t counts[HONE_DEFORM_COUNT]);
/* The number of distinct names of bones, or of morphs, that tracks and channels move. */
uint32_t info_count_tracks(const hone_motion_data *data, bool morphs);

#endif
