/* The characters of GBK, the encoding of Chinese Windows. */
#ifndef HONE_SRC_BASE_TEXT_GBK_TABLE_H
#define HONE_SRC_BASE_TEXT_GBK_TABLE_H

#include <stdint.h>

enum { GBK_FIRST_LEAD = 0x81, GBK_LAST_LEAD = 0xfe, GBK_FIRST_TRAIL = 0x40, GBK_LAST_TRAIL = 0xfe, GBK_TRAILS = 191 };

/* By lead byte, then by trail byte; 0: there is none. */
extern const uint16_t hone_gbk_characters[(GBK_LAST_LEAD - GBK_FIRST_LEAD + 1) * GBK_TRAILS];

#endif
