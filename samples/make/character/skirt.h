/* The skirt: two open layers of pleats that hang from the waist; both sides. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_SKIRT_H
#define HONE_SAMPLES_MAKE_CHARACTER_SKIRT_H

#include "samples/make/mesh/part.h"

enum { SKIRT_CHAINS = 8, SKIRT_JOINTS = 4 };

/* Joint i of a chain, 0 at the waist, the last at the hem. Chain 0 is in front, the next ones follow to her left. */
vec3 skirt_joint(uint32_t chain, uint32_t i);
/* The coordinates of p on the skirt: chains (0..SKIRT_CHAINS, cyclic) and joints (0..SKIRT_JOINTS - 1). */
void skirt_coordinates(vec3 p, float *chain, float *joint);

part skirt_outer(void);
part skirt_petticoat(void);

#endif
