#include "play/actor/layers/clock.h"

#include <math.h>

double hone_clock_position(const hone_clock *clock, double frame)
{
    return clock->position + (frame - clock->anchor) * (clock->paused ? 0 : clock->speed);
}

static bool wraps(const hone_clock *clock)
{
    return clock->loop && clock->length > 0;
}

double hone_clock_first_pass(const hone_clock *clock)
{
    if (!wraps(clock) || !clock->endless_below)
        return 0;
    return clock->passes ? 1 - (double)clock->passes : -(double)INFINITY;
}

double hone_clock_last_pass(const hone_clock *clock)
{
    if (!wraps(clock))
        return 1;
    return clock->passes ? (double)clock->passes : (double)INFINITY;
}

/* A pass that is odd goes back, if the motion plays to and fro. */
static double within_pass(const hone_clock *clock, double pass, double part)
{
    return clock->ping_pong && fmod(pass, 2) != 0 ? clock->length - part : part;
}

double hone_clock_wrap(const hone_clock *clock, double position)
{
    double first = hone_clock_first_pass(clock), last = hone_clock_last_pass(clock);
    if (!wraps(clock) || !isfinite(position) || (position < 0 && !clock->endless_below))
        return position;
    if (position >= last * clock->length)
        return within_pass(clock, last - 1, clock->length);
    if (position <= first * clock->length)
        return within_pass(clock, first, 0);
    double part = fmod(position, clock->length);
    if (part < 0 || (part == 0 && clock->speed < 0 && !clock->ping_pong)) /* backwards, a pass begins at its last key */
        part += clock->length;
    return within_pass(clock, floor((position - part) / clock->length + 0.5), part); /* a whole number of lengths */
}

double hone_clock_end(const hone_clock *clock)
{
    double speed = clock->paused ? 0 : clock->speed;
    if (speed == 0)
        return (double)INFINITY;
    double pass = speed > 0 ? hone_clock_last_pass(clock) : hone_clock_first_pass(clock);
    if (!isfinite(pass))
        return (double)INFINITY;
    return clock->anchor + (pass * clock->length - clock->position) / speed;
}

/* A motion that has ended begins to move at once if it is turned round. */
static double nearest_inside(const hone_clock *clock, double position)
{
    double low = hone_clock_first_pass(clock) * clock->length, high = hone_clock_last_pass(clock) * clock->length;
    if (clock->speed < 0 && position > high)
        return high;
    return clock->speed > 0 && clock->endless_below && position < low ? low : position;
}

void hone_clock_set(hone_clock *clock, double now, double position, double speed)
{
    clock->speed = speed;
    clock->endless_below |= speed < 0;
    clock->anchor = now;
    clock->position = nearest_inside(clock, position);
}
