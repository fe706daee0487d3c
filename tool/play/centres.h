/* Centres of rotation that are kept in a file beside a model. */
#ifndef HONE_TOOL_PLAY_CENTRES_H
#define HONE_TOOL_PLAY_CENTRES_H

#include <hone/model.h>

/* Returns the model with the centres of the file; if there is no file, they are computed and written to it. NULL:
 * failed. */
hone_model *centres_keep(const hone_model *model, const char *path, hone_error *error);

#endif
