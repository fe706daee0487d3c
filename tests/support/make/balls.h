/* Models of balls, on which every direction of a normal is seen. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BALLS_H
#define HONE_TESTS_SUPPORT_MAKE_BALLS_H

#include "support/support.h"
#include <hone/model.h>

enum { TEST_BALLS_MAX = 16 };

/* MMD-space, of radius 2, one bone, in rows of `columns`, 5 units apart around the origin, the first at the upper left;
 * a material each, whose index_count is set here. Extra UV 1 is a colour that runs around the ball. `texture` may be
 * NULL.
 */
hone_model *test_balls_model(const hone_material *materials, uint32_t count, uint32_t columns, const char *texture);

/* White diffuse of 0.6, ambient 0.4, the first shared toon, no pictures, no flags. */
hone_material test_ball_material(void);

#endif
