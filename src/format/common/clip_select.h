/* Which of a file's motions is wanted, and which file it was. */
#ifndef HONE_SRC_FORMAT_COMMON_CLIP_SELECT_H
#define HONE_SRC_FORMAT_COMMON_CLIP_SELECT_H

#include <hone/model.h>

/* What hone_load_desc.clip chooses among them: NULL the first; all digits count from 0; else the first of that name.
 * ARGUMENT if there is none. */
bool hone_clip_select(const hone_clip *clips, uint32_t count, const char *wanted, uint32_t *index, hone_error *error);

/* A hash of a file's bytes, never 0: hone_model_data.source and hone_motion_data.source. */
uint64_t hone_source_of(const void *bytes, size_t size);

#endif
