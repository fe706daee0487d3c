/* The lists of `hone info --list`: what a model has, one a line. */
#ifndef HONE_CMD_INFO_INFO_LIST_H
#define HONE_CMD_INFO_INFO_LIST_H

#include "base/json/json_writer.h"
#include <hone/io.h>
#include <hone/model.h>

typedef enum info_list_kind { /* by the names of --list */
                              INFO_LIST_BONES,
                              INFO_LIST_MORPHS,
                              INFO_LIST_MATERIALS,
                              INFO_LIST_TEXTURES,
                              INFO_LIST_BODIES
} info_list_kind;

/* path: of the model's file. Prints a line with the names of the columns first. */
void info_list_print(info_list_kind kind, const hone_model_data *data, const char *path);
void info_list_write(info_list_kind kind, const hone_model_data *data, const char *path, hone_json *json);

/* Whether a texture is inside the model, or can be read beside it. A texture without a name is not missing. */
bool texture_is_there(const hone_model_data *data, const char *path, uint32_t texture);

#endif
