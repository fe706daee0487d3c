/* A clock for measuring speed. */
#ifndef HONE_SRC_RENDER_TIMER_H
#define HONE_SRC_RENDER_TIMER_H

/* Returns microseconds since a fixed moment. */
double hone_timer(void);

#endif
