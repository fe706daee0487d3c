/* A limb: a tube along x with a bone for each half, whose weights change gradually in the middle. */
#ifndef HONE_TESTS_SUPPORT_MAKE_TUBE_H
#define HONE_TESTS_SUPPORT_MAKE_TUBE_H

#include <hone/model.h>
#include <hone/skin.h>

enum { TUBE_BONES = 4 };
#define TUBE_LENGTH 8.0f /* from -4 to 4; the joint is at the origin */
#define TUBE_RADIUS 1.0f

typedef struct tube_desc {
    uint32_t around, along; /* vertices of a ring, and rings */
    bool twist_bones;       /* two more bones share the weights of the middle, one beside each half */
    bool slanted;           /* no two vertices of a ring have the same weights */
} tube_desc;

typedef struct tube {
    tube_desc desc;
    hone_mesh mesh; /* owns its arrays; ring after ring; centres are computed */
} tube;

void tube_make(const tube_desc *desc, tube *out);
void tube_release(tube *t);
hone_skin *tube_compile(const tube *t); /* fails the test on an error */

/* Turns the half at x > 0 by an angle about an axis through the origin. */
void tube_pose(const tube *t, const float axis[3], float angle, hone_palette *out);

#endif
