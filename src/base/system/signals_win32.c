/* Holds nothing back: Windows has no such signals. */
#include "base/system/signals.h"

void hone_signals_hold(hone_held_signals *held)
{
    (void)held;
}

void hone_signals_release(const hone_held_signals *held)
{
    (void)held;
}
