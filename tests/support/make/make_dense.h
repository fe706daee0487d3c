/* A model with more vertices than the one that it is made of: for tests that need a character of a usual size. */
#ifndef HONE_TESTS_SUPPORT_MAKE_MAKE_DENSE_H
#define HONE_TESTS_SUPPORT_MAKE_MAKE_DENSE_H

#include <hone/model.h>

/* Divides each triangle of a material into four, material after material, until the model has at least `vertices`
 * vertices. Materials whose vertices a morph moves stay as they are. The new vertices are in the middle of edges and
 * have the mean weights of both ends, of four bones at most. Everything else is as in `model`, which the result borrows
 * from: release it after the result. NULL: out of memory, or no material is left to divide. */
hone_model *make_dense(const hone_model *model, uint32_t vertices, hone_error *error);

#endif
