/* How often springs take a step. */
#ifndef HONE_SRC_SPRING_RATE_H
#define HONE_SRC_SPRING_RATE_H

enum { HONE_SPRING_RATE = 60 }; /* steps a second, whatever the rates of the world and of the picture */

#endif
