/* The weights of vertices: the distance rule among the allowed bones, then MMD's deform kinds. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_WEIGHTS_H
#define HONE_SAMPLES_MAKE_CHARACTER_WEIGHTS_H

#include "samples/make/character/skeleton.h"
#include "samples/make/mesh/part.h"

typedef enum weighting {
    WEIGH_RIGID, /* full weight on the first bone */
    WEIGH_AUTO,  /* the distance rule */
    WEIGH_ARM,   /* the same; stricter in the hand; twist spread along the arm */
    WEIGH_NECK,  /* first bone below, second above */
    WEIGH_HAIR,  /* the head at the root, the distance rule among hair bones towards the tip (v) */
    WEIGH_CHAIN, /* along one chain, by v: tails and ribbons */
    WEIGH_SKIRT  /* between four bones of the skirt */
} weighting;

typedef struct binding {
    weighting kind;
    float length;          /* the length h of the distance rule */
    const char *bones[24]; /* ends at the first NULL */
    float from, to;        /* for HAIR, CHAIN: v where the chain starts and ends */
} binding;

typedef struct skin_weights {
    uint32_t count; /* 1..4 */
    uint32_t bones[4];
    float weights[4];
    bool sdef;
    vec3 c, r0, r1;
} skin_weights;

/* out: [p->vertex_count] */
void weights_make(const skeleton *s, const part *p, const binding *b, skin_weights *out);
/* The weights of the mirror image. */
skin_weights weights_mirror(const skeleton *s, const skin_weights *w);

#endif
