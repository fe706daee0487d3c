/* Time that passes, for figures of speed. */
#ifndef HONE_SRC_RENDER_TIMER_H
#define HONE_SRC_RENDER_TIMER_H

/* Microseconds since some moment that stays the same. */
double hone_timer(void);

#endif
