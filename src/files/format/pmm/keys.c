#include "files/format/pmm/keys.h"

#include <stdlib.h>

pmm_key hone_pmm_read_head(pmm_reader *reader, bool has_index)
{
    pmm_key key = {0};
    key.index = has_index ? hone_read_u32(&reader->file.in) : 0;
    key.frame = hone_read_u32(&reader->file.in);
    hone_read_u32(&reader->file.in); /* the key before */
    key.next = hone_read_u32(&reader->file.in);
    return key;
}

/* ---- lists of one thing ---------------------------------------------------------------------------------------- */

bool hone_pmm_begin_list(pmm_reader *reader, const char *noun, size_t body_size, pmm_single_list *list)
{
    uint32_t more = 0;
    list->first = reader->file.in; /* the count of the others is behind it */
    if (!hone_pmm_skip(reader, PMM_FIRST_HEAD_SIZE + body_size))
        return hone_pmm_fail_short(reader, noun);
    if (!hone_pmm_read_count(reader, noun, PMM_HEAD_SIZE + body_size, &more))
        return false;
    list->rest = reader->file.in;
    list->count = more + 1;
    return true;
}

uint32_t hone_pmm_begin_key(pmm_reader *reader, const pmm_single_list *list, uint32_t at)
{
    if (at <= 1)
        reader->file.in = at == 0 ? list->first : list->rest;
    return hone_pmm_read_head(reader, at > 0).frame;
}

void hone_pmm_end_list(pmm_reader *reader, const pmm_single_list *list)
{
    if (list->count == 1)
        reader->file.in = list->rest;
}

/* ---- lists of many bones or morphs ----------------------------------------------------------------------------- */

static bool read_key(pmm_reader *reader, bool has_index, size_t body_size, pmm_key *key)
{
    *key = hone_pmm_read_head(reader, has_index);
    key->body = hone_read_bytes(&reader->file.in, body_size);
    return key->body != NULL;
}

typedef struct indexed {
    uint32_t index, at;
} indexed;

static int compare(const void *a, const void *b)
{
    const indexed *x = a, *y = b;
    return x->index != y->index ? (x->index > y->index) - (x->index < y->index) : (x->at > y->at) - (x->at < y->at);
}

/* Files have the keys in ascending order; anything else is sorted. */
static bool make_order(pmm_reader *reader, pmm_key_list *list)
{
    uint32_t count = list->count - list->owner_count;
    const pmm_key *keys = list->keys + list->owner_count;
    bool ascend = true;
    indexed *sorted;
    if (!hone_reading_scratch(&reader->file, count, sizeof *list->order, &list->order) ||
        !hone_reading_scratch(&reader->file, count, sizeof *sorted, &sorted))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = (indexed){keys[i].index, list->owner_count + i};
        ascend &= i == 0 || keys[i - 1].index < keys[i].index;
    }
    if (!ascend)
        qsort(sorted, count, sizeof *sorted, compare);
    for (uint32_t i = 0; i < count; i++) list->order[i] = sorted[i].at;
    return true;
}

bool hone_pmm_read_list(pmm_reader *reader, const char *noun, uint32_t owner_count, size_t body_size,
                        pmm_key_list *list)
{
    uint32_t more = 0;
    if (owner_count > hone_reader_left(&reader->file.in) / (PMM_FIRST_HEAD_SIZE + body_size))
        return hone_pmm_fail_short(reader, noun);
    hone_reader first = reader->file.in; /* the count of the other keys is needed before them */
    hone_read_bytes(&reader->file.in, owner_count * (PMM_FIRST_HEAD_SIZE + body_size));
    if (!hone_pmm_read_count(reader, noun, PMM_HEAD_SIZE + body_size, &more))
        return false;
    hone_reader rest = reader->file.in;
    *list = (pmm_key_list){.owner_count = owner_count, .count = owner_count + more};
    if (!hone_reading_scratch(&reader->file, (uint64_t)list->count + 1, sizeof *list->keys, &list->keys))
        return false;
    reader->file.in = first;
    for (uint32_t i = 0; i < owner_count; i++) read_key(reader, false, body_size, &list->keys[i]);
    reader->file.in = rest;
    for (uint32_t i = owner_count; i < list->count; i++) read_key(reader, true, body_size, &list->keys[i]);
    return make_order(reader, list);
}

static pmm_key *find(pmm_key_list *list, uint32_t index)
{
    uint32_t low = 0, high = list->count - list->owner_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->keys[list->order[middle]].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    pmm_key *key = low < list->count - list->owner_count ? &list->keys[list->order[low]] : NULL;
    return key && key->index == index ? key : NULL;
}

pmm_key *hone_pmm_next_key(pmm_reader *reader, pmm_key_list *list, const pmm_key *key)
{
    pmm_key *next = key->next ? find(list, key->next) : NULL;
    if (key->next && (!next || next->owned)) {
        hone_reading_warn(&reader->file,
                          next ? "a key belongs to two bones or morphs" : "a key that is referred to is missing");
        return NULL;
    }
    if (next)
        next->owned = true;
    return next;
}
