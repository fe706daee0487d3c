/* Models of quads, for tests that look at pixels. */
#ifndef HONE_TESTS_SUPPORT_MAKE_QUADS_H
#define HONE_TESTS_SUPPORT_MAKE_QUADS_H

#include "support/support.h"
#include <hone/model.h>

/* A quad in the plane z, whose front looks at the camera (towards -Z); of half-side `half` around (x, y). */
typedef struct test_quad {
    float x, y, z, half;
    bool turned_away;
    hone_material material;
} test_quad;

/* Flat: its colour is `ambient` exactly, whatever the light. */
hone_material test_flat_material(float red, float green, float blue, float alpha);

/* One bone, the quads in order with a material each. `texture` may be NULL. */
hone_model *test_quads_model(const test_quad *quads, uint32_t count, const char *texture, hone_space space);

#endif
