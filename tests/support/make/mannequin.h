/* Humans of few solids, whose joints are known. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MANNEQUIN_H
#define HONE_TESTS_SUPPORT_MAKE_MANNEQUIN_H

#include "support/make/statue.h"

typedef struct mannequin_desc { /* zero: 20 units high, of an adult's build, in an A-pose of round pieces */
    float arms;                 /* degrees below the horizontal; 0: 40. -1: 0 */
    float legs;                 /* height of the hips, part of that of the shoulders; 0: 0.68 */
    float head;                 /* height of the head, part of all; 0: 0.13 */
    float breadth;              /* of shoulders, part of the usual; 0: 1 */
    bool boxes;                 /* instead of round pieces */
    bool open;                  /* pieces have holes where they meet */
    bool apart;                 /* boxes with gaps between them */
    bool cubes;                 /* one piece, of little cubes */
    bool skirt;                 /* solid, from the waist to the knees */
    bool hair;                  /* two tails, from the head down past the shoulders, further out than the head */
    bool no_feet;               /* legs end in stumps */
} mannequin_desc;

typedef struct mannequin {
    statue mesh;
    float joints[HONE_HUMANOID_COUNT][3]; /* of those that it has */
    bool has[HONE_HUMANOID_COUNT];
    float height;
} mannequin;

mannequin mannequin_make(const mannequin_desc *desc);

#endif
