/* Models of balls, which show every direction of a normal. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BALLS_H
#define HONE_TESTS_SUPPORT_MAKE_BALLS_H

#include "support/support.h"
#include <hone/model.h>

enum { TEST_BALLS_MAX = 16 };

/* Balls of radius 2 in MMD's space, on one bone, in rows of `columns`, 5 units apart around the origin, the first at
 * the upper left. Each has its own material, whose index_count is set here. Extra UV 1 is a colour that changes around
 * the ball. `texture` may be NULL. */
hone_model *test_balls_model(const hone_material *materials, uint32_t count, uint32_t columns, const char *texture);

/* White diffuse colour of 0.6, ambient 0.4, the first shared toon, no textures, no flags. */
hone_material test_ball_material(void);

#endif
