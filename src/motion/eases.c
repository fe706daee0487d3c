#include "motion/eases.h"
#include "base/error.h"
#include "motion/curve.h"
#include "motion/lanes/kernel.h"

#include <string.h>

#define NONE UINT32_MAX

bool hone_eases_make(hone_eases *eases, uint32_t capacity, hone_curve_mode mode, const hone_motion_kernel *kernel,
                     hone_arena *memory)
{
    capacity = (capacity + HONE_EASE_LANES - 1) / HONE_EASE_LANES * HONE_EASE_LANES;
    *eases = (hone_eases){.capacity = capacity, .free = NONE, .mode = mode, .kernel = kernel};
    while (capacity >> eases->bits) eases->bits++;
    eases->eases = hone_arena_array(memory, capacity, sizeof *eases->eases);
    eases->lanes = hone_arena_aligned(memory, capacity / HONE_EASE_LANES, sizeof *eases->lanes);
    eases->values = hone_arena_array(memory, capacity, sizeof *eases->values);
    eases->heads = hone_arena_array(memory, (size_t)1 << eases->bits, sizeof *eases->heads);
    if (hone_arena_failed(memory))
        return false;
    memset(eases->heads, 0xff, ((size_t)1 << eases->bits) * sizeof *eases->heads);
    return true;
}

/* Fibonacci hashing. */
static inline uint32_t *head_of(const hone_eases *eases, uint32_t begin, uint32_t length, hone_curve curve)
{
    uint32_t bytes;
    memcpy(&bytes, &curve, sizeof bytes);
    uint64_t mixed = (((uint64_t)(begin ^ length << 16) << 32) ^ bytes) * 0x9e3779b97f4a7c15u;
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

/* Copies what solves the curve together with others. */
static void set_lane(hone_eases *eases, uint32_t index)
{
    const hone_ease *ease = &eases->eases[index];
    hone_ease_lanes *group = &eases->lanes[index / HONE_EASE_LANES];
    uint32_t lane = index % HONE_EASE_LANES;
    hone_cubic x, y;
    hone_curve_cubics(ease->curve, &x, &y);
    group->begin[lane] = ease->begin;
    group->per_length[lane] = 1.0 / ease->length;
    group->xa[lane] = x.a, group->xb[lane] = x.b, group->xc[lane] = x.c;
    group->ya[lane] = y.a, group->yb[lane] = y.b, group->yc[lane] = y.c;
}

int32_t hone_eases_take(hone_eases *eases, uint32_t begin, uint32_t length, hone_curve curve)
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
    bool alone = eases->mode == HONE_CURVE_MMD || hone_curve_is_flat(curve);
    eases->eases[index] = (hone_ease){begin, length, curve, 1, *head, alone};
    eases->alone += alone;
    *head = index;
    set_lane(eases, index);
    return (int32_t)index;
}

void hone_eases_drop(hone_eases *eases, uint32_t index)
{
    hone_ease *ease = &eases->eases[index];
    uint32_t *link = head_of(eases, ease->begin, ease->length, ease->curve);
    while (*link != index) link = &eases->eases[*link].next;
    *link = ease->next;
    ease->next = eases->free;
    eases->free = index;
    eases->alone -= ease->alone;
}

static void evaluate_alone(hone_eases *eases, double frame)
{
    for (uint32_t i = 0; i < eases->used; i++) {
        const hone_ease *ease = &eases->eases[i];
        if (ease->users && ease->alone)
            eases->values[i] = hone_curve_evaluate(ease->curve, (frame - ease->begin) / ease->length, eases->mode);
    }
}

void hone_eases_evaluate(hone_eases *eases, double frame)
{
    eases->kernel->ease(eases->lanes, (eases->used + HONE_EASE_LANES - 1) / HONE_EASE_LANES, frame, eases->values);
    if (eases->alone)
        evaluate_alone(eases, frame);
}
