/* Chooses the profiles of a clip. A component may use any profile that has at least as many bits as it needs. So
 * profiles that save little are dropped, until those that stay are worth the bytes that they take. */
#include "base/error.h"
#include "core/clip/packing.h"
#include <stdlib.h>
#include <string.h>

typedef struct choice {
    uint8_t bits[HONE_CLIP_WIDTHS];
    uint32_t bytes, uses;
    uint32_t other; /* the cheapest other profile that can replace it; UINT32_MAX: none, or it is dropped */
    bool dropped;
} choice;

static int compare(const void *a, const void *b)
{
    return memcmp(((const choice *)a)->bits, ((const choice *)b)->bits, HONE_CLIP_WIDTHS);
}

static bool can_replace(const uint8_t *bits, const uint8_t *needed)
{
    for (int i = 0; i < HONE_CLIP_WIDTHS; i++)
        if (bits[i] < needed[i])
            return false;
    return true;
}

/* Lists the different profiles, sorted, and a last one that can replace all. */
static uint32_t list_choices(const clip_pack_context *p, choice *choices)
{
    size_t count = (size_t)p->segment_count * p->component_count;
    choice most = {.uses = 0};
    uint32_t different = 0;
    for (size_t i = 0; i < count; i++) {
        choices[i] = (choice){.uses = 1};
        memcpy(choices[i].bits, p->numbers[i].bits, sizeof choices[i].bits);
        for (int k = 0; k < HONE_CLIP_WIDTHS; k++)
            most.bits[k] = most.bits[k] > choices[i].bits[k] ? most.bits[k] : choices[i].bits[k];
    }
    choices[count] = most;
    qsort(choices, count + 1, sizeof *choices, compare);
    for (size_t i = 0; i <= count; i++) {
        if (different && compare(&choices[different - 1], &choices[i]) == 0)
            choices[different - 1].uses += choices[i].uses;
        else
            choices[different++] = choices[i];
    }
    for (uint32_t i = 0; i < different; i++) choices[i].bytes = hone_clip_profile_bytes(choices[i].bits);
    return different;
}

static void find_other(choice *choices, uint32_t count, uint32_t at)
{
    choices[at].other = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (i == at || choices[i].dropped || !can_replace(choices[i].bits, choices[at].bits))
            continue;
        if (choices[at].other == UINT32_MAX || choices[i].bytes < choices[choices[at].other].bytes)
            choices[at].other = i;
    }
}

/* The bytes that are lost if a profile is dropped. */
static uint64_t loss(const choice *choices, uint32_t at)
{
    const choice *c = &choices[at];
    return (uint64_t)c->uses * (choices[c->other].bytes - c->bytes);
}

/* Drops profiles that are not worth their 4 bytes, and more until there are few enough. Uses of a dropped profile are
 * added to its replacement. */
static void drop_choices(choice *choices, uint32_t count)
{
    enum { WORTH = 4 };
    uint32_t left = count;
    for (uint32_t i = 0; i < count; i++) find_other(choices, count, i);
    for (;;) {
        uint32_t least = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++)
            if (!choices[i].dropped && choices[i].other != UINT32_MAX &&
                (least == UINT32_MAX || loss(choices, i) < loss(choices, least)))
                least = i;
        if (least == UINT32_MAX || (left <= HONE_CLIP_PROFILES && loss(choices, least) > WORTH))
            return;
        choices[least].dropped = true;
        choices[choices[least].other].uses += choices[least].uses;
        left--;
        for (uint32_t i = 0; i < count; i++)
            if (!choices[i].dropped && choices[i].other == least)
                find_other(choices, count, i);
    }
}

static uint8_t find_profile(const hone_clip_profile *profiles, uint32_t count, const uint8_t *needed)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        if (can_replace(profiles[i].bits, needed) && (best == UINT32_MAX || profiles[i].bytes < profiles[best].bytes))
            best = i;
    return (uint8_t)best;
}

bool hone_clip_choose_profiles(const clip_pack_context *p, hone_clip_profile *profiles, uint32_t *count,
                               uint8_t *indices, hone_error *error)
{
    size_t total = (size_t)p->segment_count * p->component_count;
    choice *choices = hone_allocate(hone_arena_allocator(p->memory), total + 1, sizeof *choices);
    if (!choices)
        return hone_fail_memory(error);
    uint32_t different = list_choices(p, choices);
    drop_choices(choices, different);
    *count = 0;
    for (uint32_t i = 0; i < different; i++)
        if (!choices[i].dropped) {
            memcpy(profiles[*count].bits, choices[i].bits, sizeof choices[i].bits);
            hone_clip_profile_finish(&profiles[(*count)++]);
        }
    hone_deallocate(hone_arena_allocator(p->memory), choices, total + 1, sizeof *choices);
    for (size_t i = 0; i < total; i++) indices[i] = find_profile(profiles, *count, p->numbers[i].bits);
    return true;
}
