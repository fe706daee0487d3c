/* The characters of two bytes in the encodings of Japanese and Chinese Windows. encoding_tables.py makes the tables. */
#ifndef HONE_SRC_BASE_TEXT_DOUBLE_BYTES_H
#define HONE_SRC_BASE_TEXT_DOUBLE_BYTES_H

#include <stdint.h>

enum {
    HONE_FIRST_LEAD = 0x81,
    HONE_LAST_BYTE = 0xfe,
    HONE_CP932_CELLS = 7326 /* characters of two bytes that are in no run */
};

/* The characters of a lead byte. */
typedef struct hone_double_row {
    uint16_t at, run_at;          /* index of its first character, and the number of the first one in a run */
    uint8_t first, count;         /* trails that `characters` has */
    uint8_t run_first, run_count; /* trails of a run, but for 7f: their characters ascend */
} hone_double_row;

/* Most characters of GBK, and those of CP932 for users, ascend with their codes: a bit for each tells which they are.
 */
typedef struct hone_double_bytes {
    const uint16_t *characters; /* 0: none */
    const uint32_t *bits;       /* [word_count] of 32 characters each, from `base` on: is in a run */
    const uint16_t *before;     /* [word_count] number of bits in the words before */
    uint16_t word_count, base;
    hone_double_row rows[HONE_LAST_BYTE - HONE_FIRST_LEAD + 1]; /* by lead byte */
} hone_double_bytes;
extern const hone_double_bytes hone_cp932, hone_gbk;

/* The indices in hone_cp932.characters of those of no run, ascending by character. */
extern const uint16_t hone_cp932_cells[HONE_CP932_CELLS];

/* Returns the code of a character of two bytes in CP932, lead << 8 | trail; -1: none. */
int hone_cp932_code(uint32_t character);

/* Returns the character of a run of the row; 0: none. */
uint16_t hone_double_byte_in_run(const hone_double_bytes *table, const hone_double_row *row, uint8_t trail);

/* Returns the character of two bytes; 0: none. */
static inline uint16_t hone_double_byte(const hone_double_bytes *table, uint8_t lead, uint8_t trail)
{
    if (lead < HONE_FIRST_LEAD || lead > HONE_LAST_BYTE)
        return 0;
    const hone_double_row *row = &table->rows[lead - HONE_FIRST_LEAD];
    if (trail >= row->first && trail - row->first < row->count)
        return table->characters[row->at + trail - row->first];
    return hone_double_byte_in_run(table, row, trail);
}

#endif
