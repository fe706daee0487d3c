#include "motion/eases.h"
#include "base/error.h"

#include <string.h>

#define NONE UINT32_MAX

bool hone_eases_make(hone_eases *eases, uint32_t capacity, hone_curve_mode mode, hone_arena *memory)
{
    *eases = (hone_eases){.capacity = capacity, .free = NONE, .mode = mode};
    while (capacity >> eases->bits) eases->bits++;
    eases->eases = hone_arena_array(memory, capacity, sizeof *eases->eases);
    eases->values = hone_arena_array(memory, capacity, sizeof *eases->values);
    eases->heads = hone_arena_array(memory, (size_t)1 << eases->bits, sizeof *eases->heads);
    if (hone_arena_failed(memory))
        return false;
    memset(eases->heads, 0xff, ((size_t)1 << eases->bits) * sizeof *eases->heads);
    return true;
}

/* Fibonacci hashing. */
static uint32_t *head_of(const hone_eases *eases, double begin, double length, hone_curve curve)
{
    uint32_t bytes;
    memcpy(&bytes, &curve, sizeof bytes);
    uint64_t mixed = (uint64_t)bytes ^ (uint64_t)begin << 20 ^ (uint64_t)length << 44;
    mixed *= 0x9e3779b97f4a7c15u;
    return &eases->heads[eases->bits ? mixed >> (64 - eases->bits) : 0];
}

static uint32_t new_ease(hone_eases *eases)
{
    uint32_t index = eases->free;
    if (index == NONE)
        return eases->used++;
    eases->free = eases->eases[index].next;
    return index;
}

int32_t hone_eases_take(hone_eases *eases, double begin, double length, hone_curve curve)
{
    uint32_t *head = head_of(eases, begin, length, curve);
    for (uint32_t i = *head; i != NONE; i = eases->eases[i].next) {
        hone_ease *ease = &eases->eases[i];
        if (ease->begin == begin && ease->length == length && memcmp(&ease->curve, &curve, sizeof curve) == 0) {
            ease->users++;
            return (int32_t)i;
        }
    }
    HONE_ASSERT(eases->free != NONE || eases->used < eases->capacity);
    uint32_t index = new_ease(eases);
    eases->eases[index] = (hone_ease){begin, length, curve, 1, *head};
    *head = index;
    return (int32_t)index;
}

void hone_eases_give_back(hone_eases *eases, int32_t index)
{
    if (index == HONE_NO_EASE)
        return;
    hone_ease *ease = &eases->eases[index];
    if (--ease->users)
        return;
    uint32_t *link = head_of(eases, ease->begin, ease->length, ease->curve);
    while (*link != (uint32_t)index) link = &eases->eases[*link].next;
    *link = ease->next;
    ease->next = eases->free;
    eases->free = (uint32_t)index;
}

void hone_eases_evaluate(hone_eases *eases, double frame)
{
    for (uint32_t i = 0; i < eases->used; i++) {
        const hone_ease *ease = &eases->eases[i];
        if (ease->users)
            eases->values[i] = hone_curve_evaluate(ease->curve, (frame - ease->begin) / ease->length, eases->mode);
    }
}
