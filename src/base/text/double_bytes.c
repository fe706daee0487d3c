#include "base/text/double_bytes.h"
#include <stdbool.h>

enum { GAP = 0x7f }; /* no code has it */

/* Returns the character with a number among those of all runs. */
static uint16_t in_runs(const hone_double_bytes *table, uint32_t number)
{
    uint32_t begin = 0, end = table->word_count, bit = 0;
    while (begin + 1 < end) {
        uint32_t middle = (begin + end) / 2;
        if (table->before[middle] <= number)
            begin = middle;
        else
            end = middle;
    }
    uint32_t bits = table->bits[begin];
    for (uint32_t left = number - table->before[begin]; left > 0; left--) bits &= bits - 1;
    while (!(bits >> bit & 1)) bit++;
    return (uint16_t)(table->base + 32 * begin + bit);
}

uint16_t hone_double_byte_in_run(const hone_double_bytes *table, const hone_double_row *row, uint8_t trail)
{
    if (trail == GAP || trail < row->run_first || trail - row->run_first >= row->run_count)
        return 0;
    return in_runs(table, (uint32_t)(row->run_at + trail - row->run_first - (trail > GAP)));
}

/* ---- from characters to codes ---------------------------------------------------------------------------------- */

/* Returns the lead byte of a cell or, if `run`, of a number in the runs: the last row that begins at or before it. */
static int lead_of(const hone_double_bytes *table, unsigned number, bool run)
{
    int begin = HONE_FIRST_LEAD, end = HONE_LAST_BYTE + 1;
    while (begin + 1 < end) {
        int middle = (begin + end) / 2;
        const hone_double_row *row = &table->rows[middle - HONE_FIRST_LEAD];
        if ((run ? row->run_at : row->at) <= number)
            begin = middle;
        else
            end = middle;
    }
    return begin;
}

/* Returns the code of a character in a run; -1: it is in none. */
static int code_in_run(const hone_double_bytes *table, uint32_t character)
{
    uint32_t place = character - table->base, word = place / 32;
    if (character < table->base || word >= table->word_count || !(table->bits[word] >> place % 32 & 1))
        return -1;
    uint32_t number = table->before[word];
    for (uint32_t bits = table->bits[word] & ((1u << place % 32) - 1); bits; bits &= bits - 1) number++;
    int lead = lead_of(table, number, true);
    const hone_double_row *row = &table->rows[lead - HONE_FIRST_LEAD];
    uint32_t trail = row->run_first + number - row->run_at;
    return lead << 8 | (int)(trail + (row->run_first < GAP && trail >= GAP));
}

static int code_of_cell(const hone_double_bytes *table, unsigned cell)
{
    int lead = lead_of(table, cell, false);
    const hone_double_row *row = &table->rows[lead - HONE_FIRST_LEAD];
    return lead << 8 | (int)(row->first + cell - row->at);
}

int hone_cp932_code(uint32_t character)
{
    unsigned begin = 0, end = HONE_CP932_CELLS;
    while (begin < end) {
        unsigned middle = (begin + end) / 2, cell = hone_cp932_cells[middle];
        uint32_t found = hone_cp932.characters[cell];
        if (found == character)
            return code_of_cell(&hone_cp932, cell);
        if (found < character)
            begin = middle + 1;
        else
            end = middle;
    }
    return code_in_run(&hone_cp932, character);
}
