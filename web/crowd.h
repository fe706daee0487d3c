/* Crowds: many dancers that copy characters of the page, and that the GPU poses. */
#ifndef HONE_WEB_CROWD_H
#define HONE_WEB_CROWD_H

#include "tool/play/crowd/dancers.h"

typedef struct web_crowd {
    crowd_grid grid;
    uint32_t rate, count;
    dancers characters[]; /* [count] */
} web_crowd;

#endif
