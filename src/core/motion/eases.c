#include "core/motion/eases.h"
#include <string.h>

enum { LANES = HONE_BLOCK_LANES };

bool hone_eases_make(hone_eases *eases, uint32_t most, hone_arena *memory)
{
    uint32_t bits = 4;
    while (bits < 31 && 1u << bits < 2 * (uint64_t)most) bits++;
    *eases = (hone_eases){.group_count = most / LANES + 1, .hash_shift = 32 - bits};
    eases->groups = hone_arena_aligned(memory, eases->group_count, sizeof *eases->groups);
    double *values = hone_arena_aligned(memory, (size_t)eases->group_count + 1, LANES * sizeof *values);
    eases->solved = hone_arena_array(memory, eases->group_count, sizeof(hone_ease_group *));
    eases->found = hone_arena_array(memory, (size_t)1 << bits, sizeof *eases->found);
    if (hone_arena_failed(memory))
        return false;
    eases->values = values + LANES - 1; /* so that those of a group are aligned */
    for (uint32_t g = 0; g < eases->group_count; g++) eases->groups[g].values = values + LANES * ((size_t)g + 1);
    for (uint32_t i = 0; i < 1u << bits; i++) eases->found[i] = 1;
    return true;
}

bool hone_eases_begin(hone_eases *eases, double frame)
{
    const uint32_t before = eases->at;
    eases->at = frame >= 0 && frame < UINT32_MAX ? (uint32_t)frame : UINT32_MAX;
    eases->next = 1;
    return eases->at < before;
}

void hone_eases_forget(hone_eases *eases)
{
    for (uint32_t g = 0; g < eases->taken_count; g++) memset(eases->groups[g].last, 0, sizeof eases->groups[g].last);
}

uint32_t hone_eases_search(const hone_eases *eases)
{
    uint32_t place = eases->next;
    while (hone_ease_is_taken(eases, place)) place++;
    return place;
}

static bool is_used(const hone_eases *eases, uint32_t group)
{
    uint32_t lane = 0;
    while (lane < LANES && !hone_ease_is_taken(eases, group * LANES + lane + 1)) lane++;
    return lane < LANES;
}

void hone_eases_end(hone_eases *eases, void (*set_curves)(hone_ease_group *group))
{
    const uint32_t taken = (eases->next - 1 + LANES - 1) / LANES;
    eases->taken_count = eases->taken_count < taken ? taken : eases->taken_count;
    eases->solved_count = 0;
    for (uint32_t g = 0; g < eases->taken_count; g++) {
        hone_ease_group *group = &eases->groups[g];
        if (group->stale)
            set_curves(group);
        group->stale = false;
        if (is_used(eases, g))
            eases->solved[eases->solved_count++] = group;
    }
}
