/* Small parts: the sash and its bow, the bone that clips the fringe and the one on the choker. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_TRIMS_H
#define HONE_SAMPLES_MAKE_CHARACTER_TRIMS_H

#include "samples/make/mesh/part.h"

part trim_sash(void);     /* half */
part trim_bow(void);      /* half */
part trim_bow_tail(void); /* half: the left ribbon */
part trim_clip(void);     /* whole, on her right */
part trim_pendant(void);  /* whole, in the middle */

enum { BOW_JOINTS = 4 };
vec3 bow_tail_joint(uint32_t i);

#endif
