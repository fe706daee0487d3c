#define _POSIX_C_SOURCE 200809L
#include "view/overlay/frame_timing.h"

#include <time.h>

static const double smoothing = 0.1; /* of each new value */

double meter_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static double blend(double old, double fresh, uint64_t frames)
{
    return frames > 1 ? old + (fresh - old) * smoothing : fresh;
}

void meter_frame(meter *m)
{
    double now = meter_now();
    if (m->frames > 0) {
        m->frame = blend(m->frame, now - m->frame_begun, m->frames);
        for (int i = 0; i < METER_STAGES; i++) m->smooth[i] = blend(m->smooth[i], m->last[i], m->frames);
    }
    for (int i = 0; i < METER_STAGES; i++) m->last[i] = 0;
    m->frame_begun = now;
    m->frames++;
}

void meter_begin(meter *m)
{
    m->begun = meter_now();
}

void meter_mark(meter *m, meter_stage stage)
{
    double now = meter_now();
    m->last[stage] += now - m->begun;
    m->begun = now;
}

double meter_own(const meter *m)
{
    double sum = 0;
    for (int i = 0; i < METER_STAGES; i++) sum += i == METER_DRAW ? 0 : m->smooth[i];
    return sum;
}
