/* One easing curve. It is solved as those of bone tracks are. */
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/motion/lanes/ease.h"

double hone_curve_evaluate(hone_curve curve, double s, hone_curve_mode mode)
{
    if (!(s > 0)) /* also NaN */
        return 0;
    if (s >= 1)
        return 1;
    const uint32_t word = hone_curve_word(curve);
    if (!hone_curve_word_bends(word))
        return s;
    _Alignas(64) double values[HONE_BLOCK_LANES];
    hone_ease_group group = {.length = {1}, .per_length = {1}, .curves = {word}, .values = values}, *all = &group;
    set_curves(&group);
    ease(&all, 1, s, mode);
    return values[0];
}
