/* Remembers results of hone_curve_evaluate. Most tracks of a dance have keys at the same frames and with the same few
 * curves; they share one result. */
#ifndef HONE_SRC_MOTION_CURVE_MEMO_H
#define HONE_SRC_MOTION_CURVE_MEMO_H

#include <hone/motion.h>
#include <string.h>

enum { HONE_CURVE_MEMO_BITS = 6 };

/* All zero: empty, since every curve is 0 at 0. For one mode only. */
typedef struct hone_curve_memo {
    struct {
        double s, eased;
        uint32_t curve; /* its four bytes */
    } entries[1 << HONE_CURVE_MEMO_BITS];
} hone_curve_memo;

static inline double hone_curve_memo_evaluate(hone_curve_memo *memo, hone_curve curve, double s, hone_curve_mode mode)
{
    uint64_t place;
    uint32_t bytes;
    memcpy(&place, &s, sizeof place);
    memcpy(&bytes, &curve, sizeof bytes);
    place = (place ^ bytes) * 0x9e3779b97f4a7c15u >> (64 - HONE_CURVE_MEMO_BITS); /* Fibonacci hashing */
    if (memo->entries[place].curve != bytes || memo->entries[place].s != s) {
        memo->entries[place].curve = bytes;
        memo->entries[place].s = s;
        memo->entries[place].eased = hone_curve_evaluate(curve, s, mode);
    }
    return memo->entries[place].eased;
}

#endif
