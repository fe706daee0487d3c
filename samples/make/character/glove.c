/* The shape of a glove: where the joints of the fingers are, and its surface. */
#include "samples/make/character/body.h"
#include "samples/make/mesh/mesher.h"

/* A relaxed hand: the fingers bend a little more from index to little finger. */
const vec3 finger_at[FINGER_COUNT][FINGER_JOINTS] = {
    {{4.98f, 12.48f, -0.14f}, {5.12f, 12.22f, -0.38f}, {5.27f, 12.02f, -0.52f}, {5.42f, 11.86f, -0.6f}},
    {{5.4f, 12.25f, -0.2f}, {5.58f, 12.06f, -0.23f}, {5.71f, 11.88f, -0.245f}, {5.82f, 11.7f, -0.25f}},
    {{5.43f, 12.23f, -0.02f}, {5.62f, 12.02f, -0.03f}, {5.755f, 11.82f, -0.035f}, {5.86f, 11.62f, -0.035f}},
    {{5.4f, 12.22f, 0.16f}, {5.57f, 12.01f, 0.17f}, {5.69f, 11.82f, 0.175f}, {5.78f, 11.63f, 0.175f}},
    {{5.34f, 12.21f, 0.32f}, {5.47f, 12.04f, 0.35f}, {5.56f, 11.89f, 0.365f}, {5.63f, 11.74f, 0.37f}},
};

/* A finger's solids: its root at the palm, the softness of the joint, and the thickness from there to the tip. */
typedef struct finger {
    vec3 root;
    float blend, radius[FINGER_JOINTS];
} finger;

static const finger finger_table[FINGER_COUNT] = {
    {{5.0f, 12.5f, -0.12f}, 0.12f, {0.14f, 0.1f, 0.09f, 0.07f}},
    {{5.34f, 12.31f, -0.18f}, 0.07f, {0.1f, 0.092f, 0.085f, 0.065f}},
    {{5.36f, 12.3f, -0.02f}, 0.05f, {0.105f, 0.096f, 0.088f, 0.066f}},
    {{5.33f, 12.29f, 0.15f}, 0.05f, {0.1f, 0.09f, 0.083f, 0.063f}},
    {{5.27f, 12.29f, 0.29f}, 0.05f, {0.095f, 0.082f, 0.075f, 0.058f}},
};

static const sdf_shape arm_and_palm[] = {
    {SDF_CONE, 0.1f, {2.1f, 14.85f, 0.14f}, ELBOW, 0.325f, 0.265f},
    {SDF_CONE, 0.04f, ELBOW, {3.6f, 13.68f, 0.12f}, 0.265f, 0.265f},
    {SDF_CONE, 0.04f, {3.6f, 13.68f, 0.12f}, WRIST, 0.265f, 0.18f},
    {SDF_ELLIPSOID, 0.22f, {5.16f, 12.42f, 0.06f}, {0.46f, 0.17f, 0.36f}, 0, -0.7f},
};
enum {
    ARM_SHAPES = sizeof arm_and_palm / sizeof *arm_and_palm,
    PHALANXES = 3,
    GLOVE_SHAPES = ARM_SHAPES + FINGER_COUNT * PHALANXES
};

static void glove_shapes(sdf_shape out[GLOVE_SHAPES])
{
    for (int i = 0; i < ARM_SHAPES; i++) *out++ = arm_and_palm[i];
    for (int f = 0; f < FINGER_COUNT; f++)
        for (int k = 0; k < PHALANXES; k++) {
            const finger *from = &finger_table[f];
            vec3 base = k ? finger_at[f][k] : from->root;
            *out++ = (sdf_shape){SDF_CONE,        k ? 0.03f : from->blend, base, finger_at[f][k + 1],
                                 from->radius[k], from->radius[k + 1]};
        }
}

static float glove_level(const void *user, vec3 p)
{
    (void)user;
    return 0.55f - arm_parameter(p);
}

static float glove_size(const void *user, vec3 p)
{
    (void)user;
    float t = arm_parameter(p);
    float elbow = step_between(0.4f, 0, fabsf(t - 1)), cuff = step_between(0.7f, 0.58f, t);
    return t < 1.8f ? 0.18f - 0.06f * fmaxf(elbow, cuff) : t < 2.05f ? 0.14f : 0.088f;
}

static float glove_parameter(vec3 p)
{
    return clamp((arm_parameter(p) - 0.5f) / 2.3f, 0, 1);
}

part body_glove(void)
{
    sdf_shape shapes[GLOVE_SHAPES];
    const sdf glove = SDF(shapes, 0);
    glove_shapes(shapes);
    part p = mesh_body(&(mesh_desc){.body = &glove,
                                    .low = {1.6f, 11.4f, -0.8f},
                                    .high = {6.1f, 15.4f, 0.8f},
                                    .cell = 0.04f,
                                    .keep = glove_level,
                                    .size = glove_size});
    mesh_hem(&p, 0.06f);
    shade(&p, &glove, glove_parameter);
    return p;
}
