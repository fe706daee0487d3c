/* What the readers of binary models share. */
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

#endif
