/* The dance, twelve seconds at 120 beats a minute, and its camera. Both loop. */
#ifndef HONE_SAMPLES_MAKE_DANCE_DANCE_H
#define HONE_SAMPLES_MAKE_DANCE_DANCE_H

#include <hone/model.h>
#include <hone/motion.h>

enum { BEAT = 15 /* frames */, BEATS = 24, LAST_FRAME = BEAT * BEATS };

hone_motion *dance_make(const hone_model *model);
hone_motion *camera_make(void);

#endif
