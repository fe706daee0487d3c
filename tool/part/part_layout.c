#include "tool/part/part_layout.h"

#include <string.h>

enum { SIDE_MAX = 65536, RATE_MAX = 1 << 30 }; /* pixels; pictures */

/* ---- numbers ---- */

static uint8_t *put(uint8_t *to, uint64_t value, int size)
{
    for (int i = 0; i < size; i++) to[i] = (uint8_t)(value >> 8 * i);
    return to + size;
}

static uint8_t *put_double(uint8_t *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put(to, bits, 8);
}

static uint64_t take(const uint8_t **from, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++) value |= (uint64_t)(*from)[i] << 8 * i;
    *from += size;
    return value;
}

static uint32_t take_u32(const uint8_t **from)
{
    return (uint32_t)take(from, 4);
}

static double take_double(const uint8_t **from)
{
    uint64_t bits = take(from, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t part_hash(uint64_t hash, const void *bytes, size_t size)
{
    uint8_t both[16];
    put(put(both, hash, 8), hone_hash(bytes, size), 8);
    return hone_hash(both, sizeof both);
}

/* ---- the head ---- */

enum { NUMBERS = 14 }; /* of 32 bits */

static void list(part_head *head, uint32_t *out[NUMBERS])
{
    uint32_t *const numbers[NUMBERS] = {&head->part,     &head->parts,  &head->total, &head->content, &head->format,
                                        &head->width,    &head->height, &head->rate,  &head->divisor, &head->quality,
                                        &head->bit_rate, &head->codec,  &head->alpha, &head->sound};
    memcpy(out, numbers, sizeof numbers);
}

void part_head_write(const part_head *head, uint8_t out[PART_HEAD_SIZE])
{
    part_head copy = *head;
    uint32_t *numbers[NUMBERS];
    list(&copy, numbers);
    memset(out, 0, PART_HEAD_SIZE);
    memcpy(out, PART_MARK, PART_MARK_SIZE);
    uint8_t *to = put(out + PART_MARK_SIZE, PART_VERSION, 4);
    to = put(put(to, head->inputs, 8), head->setup, 8);
    for (int i = 0; i < NUMBERS; i++) to = put(to, *numbers[i], 4);
    put_double(put_double(to, head->frame), head->step);
    put(out + PART_HEAD_SIZE - PART_HASH_SIZE, part_hash(0, out, PART_HEAD_SIZE - PART_HASH_SIZE), PART_HASH_SIZE);
}

static bool is_valid(const part_head *h)
{
    bool counted = h->parts >= 1 && h->parts <= PART_COUNT_MAX && h->part >= 1 && h->part <= h->parts &&
                   h->total >= h->parts && h->total <= PART_PICTURES_MAX;
    bool sized = h->width >= 1 && h->width <= SIDE_MAX && h->height >= 1 && h->height <= SIDE_MAX;
    bool timed = h->rate <= RATE_MAX && h->divisor <= RATE_MAX && (h->rate == 0) == (h->divisor == 0);
    bool numbered = h->frame > -1e9 && h->frame < 1e9 && h->step > 0 && h->step < 1e9;
    return counted && sized && timed && numbered && h->content <= PART_PACKETS && h->alpha <= 1 && h->sound <= 2;
}

bool part_head_read(const uint8_t in[PART_HEAD_SIZE], part_head *head, hone_error *error)
{
    uint32_t *numbers[NUMBERS];
    const uint8_t *from = in + PART_MARK_SIZE, *end = in + PART_HEAD_SIZE - PART_HASH_SIZE;
    if (memcmp(in, PART_MARK, PART_MARK_SIZE) != 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is not a part of a film");
    uint32_t version = take_u32(&from);
    if (version != PART_VERSION)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is a part of another version of hone (%u, not %d)", version,
                         PART_VERSION);
    if (take(&end, PART_HASH_SIZE) != part_hash(0, in, PART_HEAD_SIZE - PART_HASH_SIZE))
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is damaged");
    *head = (part_head){0};
    list(head, numbers);
    head->inputs = take(&from, 8);
    head->setup = take(&from, 8);
    for (int i = 0; i < NUMBERS; i++) *numbers[i] = take_u32(&from);
    head->frame = take_double(&from);
    head->step = take_double(&from);
    return is_valid(head) || hone_fail(error, HONE_ERROR_FORMAT, 0, "is damaged");
}

/* ---- records ---- */

void part_record_write(const part_record *record, uint8_t out[PART_RECORD_SIZE])
{
    uint8_t *to = put(put(out, (uint64_t)record->kind, 4), record->key, 4);
    to = put(put(to, (uint64_t)record->pts, 8), record->duration, 4);
    to = put(to, record->side_kind, 4);
    put(put(to, record->size, 4), record->side_size, 4);
}

void part_record_read(const uint8_t in[PART_RECORD_SIZE], part_record *record)
{
    const uint8_t *from = in;
    record->kind = (part_record_kind)take_u32(&from);
    record->key = take_u32(&from) != 0;
    record->pts = (int64_t)take(&from, 8);
    record->duration = take_u32(&from);
    record->side_kind = take_u32(&from);
    record->size = take_u32(&from);
    record->side_size = take_u32(&from);
}
