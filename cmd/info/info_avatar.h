/* What a VRM adds to its model, and the springs and constraints that any glTF may have, in `hone info`. */
#ifndef HONE_CMD_INFO_AVATAR_H
#define HONE_CMD_INFO_AVATAR_H

#include "base/json/json_writer.h"
#include <hone/model.h>

/* Prints them as rows; nothing for a model without them. */
void info_avatar_print(const hone_model_data *data);
/* Adds them to the object that is open; nothing for a model without them. */
void info_avatar_write(const hone_model_data *data, hone_json *json);

#endif
