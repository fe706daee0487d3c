/* The clip or camera of a file that the caller of a load function wants. */
#ifndef HONE_SRC_FORMAT_COMMON_CLIP_SELECT_H
#define HONE_SRC_FORMAT_COMMON_CLIP_SELECT_H

#include <hone/model.h>

/* Finds the clip that hone_load_desc.clip asks for: NULL is the first; a text of digits is an index from 0; any other
 * text is a name, of which the first match is taken. Errors: ARGUMENT if there is no such clip. */
bool hone_clip_select(const hone_clip *clips, uint32_t count, const char *wanted, uint32_t *index, hone_error *error);

/* Finds the camera that hone_load_desc.camera asks for, in the same way. */
bool hone_camera_select(const hone_file_camera *cameras, uint32_t count, const char *wanted, uint32_t *index,
                        hone_error *error);

#endif
