/* The double-byte part of CP932 as cells: rows of 188 trail bytes (40..7e, 80..fc), one row for each lead byte of
 * 81..9f, e0..ef and fa..fc. Made by encoding_tables.py. */
#ifndef HONE_SRC_BASE_TEXT_CP932_TABLE_H
#define HONE_SRC_BASE_TEXT_CP932_TABLE_H

#include <stdint.h>

enum { HONE_CP932_ROW = 188, HONE_CP932_CELL_COUNT = 50 * HONE_CP932_ROW, HONE_CP932_CHARACTER_COUNT = 7326 };

extern const uint16_t hone_cp932_characters[HONE_CP932_CELL_COUNT]; /* the Unicode character of each cell; 0: none */
/* The cell of each character, sorted by character. */
extern const uint16_t hone_cp932_cells[HONE_CP932_CHARACTER_COUNT];

#endif
