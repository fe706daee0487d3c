/* Hair: a cap on the skull, locks that hang from it, two tails. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_HAIR_H
#define HONE_SAMPLES_MAKE_CHARACTER_HAIR_H

#include "samples/make/mesh/part.h"

part hair_cap(void);    /* half */
part hair_fringe(void); /* whole: it is combed to one side */
part hair_sides(void);  /* half: the locks that frame the face */
part hair_back(void);   /* half */
part hair_tail(void);   /* half: the left tail */
part hair_tie(void);    /* half */

/* The positions of the bone chains. */
enum { TAIL_JOINTS = 6, LOCK_JOINTS = 3 };
vec3 tail_joint(uint32_t i); /* of the left tail, root first */
vec3 hair_point(float azimuth, float elevation, float lift);

#endif
