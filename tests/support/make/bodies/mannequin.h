/* Humans made of few solids, with known joints. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_MANNEQUIN_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_MANNEQUIN_H

#include "support/make/bodies/statue.h"

typedef struct mannequin_desc { /* zero: 20 units high, with adult proportions, in an A-pose, made of round pieces */
    float arms;                 /* degrees below the horizontal; 0: 40. -1: 0 */
    float legs;                 /* height of the hips relative to the shoulders; 0: 0.68 */
    float head;                 /* height of the head relative to the whole; 0: 0.13 */
    float breadth;              /* factor of the shoulders' width; 0: 1 */
    bool boxes;                 /* boxes instead of round pieces */
    bool open;                  /* pieces have holes where they meet */
    bool apart;                 /* boxes with gaps between them */
    bool cubes;                 /* one piece, made of small cubes */
    bool skirt;                 /* solid, from the waist to the knees */
    bool hair;                  /* two tails, from the head to below the shoulders, at the sides of the head */
    bool no_feet;               /* legs end in stumps */
} mannequin_desc;

typedef struct mannequin {
    statue mesh;
    float joints[HONE_HUMANOID_COUNT][3]; /* of the joints that it has */
    bool has[HONE_HUMANOID_COUNT];
    float height;
} mannequin;

mannequin mannequin_make(const mannequin_desc *desc);

#endif
