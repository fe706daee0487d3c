#include "base/text/double_bytes.h"

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

uint16_t hone_double_byte(const hone_double_bytes *table, uint8_t lead, uint8_t trail)
{
    enum { GAP = 0x7f }; /* no code has it */
    if (lead < HONE_FIRST_LEAD || lead > HONE_LAST_BYTE)
        return 0;
    const hone_double_row *row = &table->rows[lead - HONE_FIRST_LEAD];
    if (trail >= row->first && trail - row->first < row->count)
        return table->characters[row->at + trail - row->first];
    if (trail == GAP || trail < row->run_first || trail - row->run_first >= row->run_count)
        return 0;
    return in_runs(table, (uint32_t)(row->run_at + trail - row->run_first - (trail > GAP)));
}
