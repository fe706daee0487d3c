/* Models of quads, for tests that check pixels. */
#ifndef HONE_TESTS_SUPPORT_MAKE_QUADS_H
#define HONE_TESTS_SUPPORT_MAKE_QUADS_H

#include "support/support.h"
#include <hone/model.h>

/* A quad at depth z whose front is towards the camera (-Z), with half side `half`, around (x, y). */
typedef struct test_quad {
    float x, y, z, half;
    bool turned_away;
    hone_material material;
} test_quad;

/* Unlit: its colour is exactly `ambient`, whatever the light. */
hone_material test_flat_material(float red, float green, float blue, float alpha);

/* One bone, and the quads in order, each with its own material. `texture` may be NULL. */
hone_model *test_quads_model(const test_quad *quads, uint32_t count, const char *texture, hone_space space);

#endif
