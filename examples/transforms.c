#include <hone/math.h>
#include <math.h>
#include <stdio.h>

/* A quarter turn about z, at a place. */
static hone_rigid_transform quarter_turn(float x, float y)
{
    hone_rigid_transform out = {.rotation = {0, 0, sinf(0.25f * (float)HONE_PI), cosf(0.25f * (float)HONE_PI)}};
    hone_vec3_set(x, y, 0, out.translation);
    return out;
}

static void print(const char *what, const float p[3])
{
    printf("%-28s %6.3f %6.3f %6.3f\n", what, (double)p[0], (double)p[1], (double)p[2]);
}

/* An arm of two bones, each turned by 90 degrees: transforms are named by their spaces, target first, and those of the
 * same space meet in a product. */
int main(void)
{
    hone_rigid_transform model_from_upper = quarter_turn(1, 0), upper_from_lower = quarter_turn(2, 0);
    hone_rigid_transform model_from_lower = hone_rigid_transform_compose(&model_from_upper, &upper_from_lower);
    const float hand[3] = {1, 0, 0}; /* in the space of the lower arm */
    float in_model[3], again[3];
    hone_rigid_transform_point(&model_from_lower, hand, in_model);
    print("hand, in model space", in_model);

    hone_rigid_transform lower_from_model = hone_rigid_transform_invert(&model_from_lower);
    hone_rigid_transform_point(&lower_from_model, in_model, again);
    print("and back in the lower arm's", again);

    hone_affine matrix = hone_affine_from_rigid_transform(&model_from_lower); /* as palettes and shaders have it */
    hone_affine_point(&matrix, hand, again);
    print("by the matrix", again);

    hone_error error = {0};
    hone_rigid_transform out;
    matrix.m[0][0] *= 2, matrix.m[1][0] *= 2, matrix.m[2][0] *= 2; /* scale, which a rigid transform has not */
    if (!hone_rigid_transform_from_affine(&matrix, &out, &error))
        printf("with scale: %s\n", error.message);

    /* a lower arm of half the size: one scale for all axes fits beside the rotation */
    hone_similarity_transform half = {.scale = 0.5f}, grown = {.rotation = {0, 0, 0, 1}, .scale = 2};
    hone_quat_copy(model_from_lower.rotation, half.rotation);
    hone_vec3_copy(model_from_lower.translation, half.translation);
    hone_similarity_transform_point(&half, hand, again);
    print("with the lower arm halved", again);
    hone_similarity_transform whole = hone_similarity_transform_compose(&half, &grown);
    hone_similarity_transform back = hone_similarity_transform_invert(&whole);
    hone_similarity_transform_point(&whole, hand, in_model);
    hone_similarity_transform_point(&back, in_model, again);
    print("doubled again, and back", again);
    matrix = hone_affine_from_similarity_transform(&half);
    if (hone_similarity_transform_from_affine(&matrix, &half, &error))
        printf("its matrix has the scale %.3f\n", (double)half.scale);
    const float along[3] = {1, 0, 0}; /* a direction in model space: the origin of the lower arm does not matter */
    if (hone_affine_solve(&matrix, along, again))
        print("a direction, in its space", again);
    return 0;
}
