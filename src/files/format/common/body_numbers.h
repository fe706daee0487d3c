/* The numbers of bodies and joints of MMD. */
#ifndef HONE_SRC_FORMAT_COMMON_BODY_NUMBERS_H
#define HONE_SRC_FORMAT_COMMON_BODY_NUMBERS_H

#include "base/files/byte_reader.h"
#include <hone/model.h>

/* The fields that PMX took over from PMD: those of a body from its group on, and of a joint from its position on. */
void hone_read_body_numbers(hone_reader *in, hone_body *body);
void hone_read_joint_numbers(hone_reader *in, hone_joint *joint);

#endif
