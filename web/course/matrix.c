/* Matrices of figures. */
#include "web/web.h"

#include <hone/math.h>
#include <hone/skin.h>

static hone_affine take(uint32_t first)
{
    hone_affine m;
    web_take_floats(first, 12, m.m[0]);
    return m;
}

/* web_numbers: two matrices, rows of 3x4 numbers; then their product. */
WEB_CALL(void, matrix_multiply, void)
{
    hone_affine a = take(0), b = take(12), product = hone_affine_multiply(&a, &b);
    web_give_floats(0, 12, product.m[0]);
}

/* Returns the angle between two vectors in degrees; -1 where one has no direction. */
static double degrees_between(const float a[3], const float b[3])
{
    float lengths = hone_vec3_length(a) * hone_vec3_length(b);
    return lengths > 0 ? acos((double)(hone_vec3_dot(a, b) / lengths)) * 180 / HONE_PI : -1;
}

/* What a matrix does to a normal. web_numbers: the matrix, a normal and a direction in the surface; then the direction,
 * the normal by the matrix, the normal by hone's normal matrix, and the angles of both with the surface. */
WEB_CALL(void, matrix_normal, void)
{
    hone_affine matrix = take(0), affine, cofactor;
    float normal[3], tangent[3], wrong[3], right[3];
    hone_slot slot = {0, HONE_AFFINE_IDENTITY};
    hone_palette palette = {.slot_count = 1, .affine = &affine, .cofactor = &cofactor};
    web_take_floats(12, 3, normal);
    web_take_floats(15, 3, tangent);
    hone_palette_build(&slot, &matrix, 1, &palette);
    hone_affine_direction(&affine, tangent, tangent);
    hone_affine_direction(&affine, normal, wrong);
    hone_affine_direction(&cofactor, normal, right);
    web_give_floats(0, 3, tangent);
    web_give_floats(3, 3, wrong);
    web_give_floats(6, 3, right);
    web_numbers[9] = degrees_between(wrong, tangent);
    web_numbers[10] = degrees_between(right, tangent);
}
