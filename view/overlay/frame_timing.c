#define _POSIX_C_SOURCE 200809L
#include "view/overlay/frame_timing.h"

#include <time.h>

static const double smoothing = 0.1; /* weight of each new value */

double frame_timing_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static double blend(double old, double fresh, uint64_t frames)
{
    return frames > 1 ? old + (fresh - old) * smoothing : fresh;
}

void frame_timing_frame(frame_timing *m)
{
    double now = frame_timing_now();
    if (m->frames > 0) {
        m->frame = blend(m->frame, now - m->frame_begun, m->frames);
        for (int i = 0; i < FRAME_TIMING_STAGE_COUNT; i++) m->smooth[i] = blend(m->smooth[i], m->last[i], m->frames);
    }
    for (int i = 0; i < FRAME_TIMING_STAGE_COUNT; i++) m->last[i] = 0;
    m->frame_begun = now;
    m->frames++;
}

void frame_timing_begin(frame_timing *m)
{
    m->begun = frame_timing_now();
}

void frame_timing_mark(frame_timing *m, frame_timing_stage stage)
{
    double now = frame_timing_now();
    m->last[stage] += now - m->begun;
    m->begun = now;
}

double frame_timing_own(const frame_timing *m)
{
    double sum = 0;
    for (int i = 0; i < FRAME_TIMING_STAGE_COUNT; i++) sum += i == FRAME_TIMING_DRAW ? 0 : m->smooth[i];
    return sum;
}
