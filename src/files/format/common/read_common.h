/* Functions that the readers of several formats share. */
#ifndef HONE_SRC_FORMAT_COMMON_READ_COMMON_H
#define HONE_SRC_FORMAT_COMMON_READ_COMMON_H

#include "base/files/byte_reader.h"
#include <hone/model.h>

/* The fields that PMX took over from PMD: those of a body from its group on, and of a joint from its position on. */
void hone_read_body_numbers(hone_reader *in, hone_body *body);
void hone_read_joint_numbers(hone_reader *in, hone_joint *joint);

/* Finds the clip that hone_load_desc.clip asks for: NULL is the first; a text of digits is an index from 0; any other
 * text is a name, of which the first match is taken. Errors: ARGUMENT if there is no such clip. */
bool hone_clip_select(const hone_clip *clips, uint32_t count, const char *wanted, uint32_t *index, hone_error *error);

/* Finds the camera that hone_load_desc.camera asks for, in the same way. */
bool hone_camera_select(const hone_file_camera *cameras, uint32_t count, const char *wanted, uint32_t *index,
                        hone_error *error);

#endif
