/* What the readers of several formats share. */
#ifndef HONE_SRC_FORMAT_COMMON_READ_COMMON_H
#define HONE_SRC_FORMAT_COMMON_READ_COMMON_H

#include "base/byte_reader.h"
#include <hone/model.h>
#include <stdarg.h>

/* What a builder may hand out for a model from a file of `size` bytes, see format.h. */
size_t hone_memory_limit(size_t size);

/* FORMAT: "SENTENCE, at byte N" for the place where the reader is. */
void hone_fail_at(const hone_reader *in, hone_error *error, const char *sentence, va_list arguments);

/* What PMX took over from PMD: a body from its group on, a joint from its position on. */
void hone_read_body_numbers(hone_reader *in, hone_body *body);
void hone_read_joint_numbers(hone_reader *in, hone_joint *joint);

/* What hone_load_desc.clip chooses among them: NULL the first; all digits count from 0; else the first of that name.
 * ARGUMENT if there is none. */
bool hone_clip_select(const hone_clip *clips, uint32_t count, const char *wanted, uint32_t *index, hone_error *error);

/* A hash of a file's bytes, never 0: hone_model_data.source and hone_motion_data.source. */
uint64_t hone_source_of(const void *bytes, size_t size);

#endif
