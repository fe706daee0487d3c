/* The characters of two bytes in the encodings of Japanese and Chinese Windows. Made by encoding_tables.py. */
#ifndef HONE_SRC_BASE_TEXT_DOUBLE_BYTES_H
#define HONE_SRC_BASE_TEXT_DOUBLE_BYTES_H

#include <stdint.h>

enum {
    HONE_FIRST_LEAD = 0x81,
    HONE_FIRST_TRAIL = 0x40,
    HONE_LAST_BYTE = 0xfe,
    HONE_CP932_CODES = 9206 /* characters of two bytes */
};

/* By lead byte, then by trail byte; 0: there is none. */
typedef uint16_t hone_double_bytes[HONE_LAST_BYTE - HONE_FIRST_LEAD + 1][HONE_LAST_BYTE - HONE_FIRST_TRAIL + 1];
extern const hone_double_bytes hone_cp932, hone_gbk;

/* The code of each character of CP932, lead << 8 | trail, ascending by character. */
extern const uint16_t hone_cp932_codes[HONE_CP932_CODES];

/* Returns the character of two bytes; 0: none. */
static inline uint16_t hone_double_byte(const hone_double_bytes table, uint8_t lead, uint8_t trail)
{
    if (lead < HONE_FIRST_LEAD || lead > HONE_LAST_BYTE || trail < HONE_FIRST_TRAIL || trail > HONE_LAST_BYTE)
        return 0;
    return table[lead - HONE_FIRST_LEAD][trail - HONE_FIRST_TRAIL];
}

#endif
