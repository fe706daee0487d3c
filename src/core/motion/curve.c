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
    static const _Alignas(32) double begin[HONE_BLOCK_LANES] = {0};
    static const hone_slerp_keys keys = {.length = {1}, .per_length = {1}};
    hone_eases eases = {.begin = begin, .keys = &keys}, *all = &eases;
    eases.curves[0] = hone_curve_word(curve);
    set_curves(&eases);
    ease(&all, 1, s, mode);
    return eases.values[0];
}
