#include "body.h"
#include "mesher.h"

/* ---- solids ---- */


const vec3 shoulder_at = SHOULDER, elbow_at = ELBOW, wrist_at = WRIST, hip_at = HIP, knee_at = KNEE, ankle_at = ANKLE,
           toe_at = TOE;

/* Relaxed: the fingers bend a little more from index to little finger. */
#define THUMB {{4.98f, 12.48f, -0.14f}, {5.12f, 12.22f, -0.38f}, {5.27f, 12.02f, -0.52f}, {5.42f, 11.86f, -0.6f}}
#define INDEX {{5.4f, 12.25f, -0.2f}, {5.58f, 12.06f, -0.23f}, {5.71f, 11.88f, -0.245f}, {5.82f, 11.7f, -0.25f}}
#define MIDDLE {{5.43f, 12.23f, -0.02f}, {5.62f, 12.02f, -0.03f}, {5.755f, 11.82f, -0.035f}, {5.86f, 11.62f, -0.035f}}
#define RING {{5.4f, 12.22f, 0.16f}, {5.57f, 12.01f, 0.17f}, {5.69f, 11.82f, 0.175f}, {5.78f, 11.63f, 0.175f}}
#define LITTLE {{5.34f, 12.21f, 0.32f}, {5.47f, 12.04f, 0.35f}, {5.56f, 11.89f, 0.365f}, {5.63f, 11.74f, 0.37f}}

const vec3 finger_at[FINGER_COUNT][FINGER_JOINTS] = {THUMB, INDEX, MIDDLE, RING, LITTLE};

static const sdf_shape body_shapes[] = {
    {SDF_ELLIPSOID, 0.1f, {0, 11.7f, 0.06f}, {0.98f, 0.8f, 0.66f}, 0, 0},            /* pelvis */
    {SDF_ELLIPSOID, 0.5f, {0.5f, 11.25f, 0.32f}, {0.56f, 0.58f, 0.52f}, 0, 0},       /* seat */
    {SDF_ELLIPSOID, 0.6f, {0, 13.15f, 0}, {0.66f, 1.0f, 0.5f}, 0, 0},                /* waist */
    {SDF_ELLIPSOID, 0.6f, {0, 14.7f, 0.08f}, {0.86f, 1.1f, 0.6f}, 0, 0},             /* chest */
    {SDF_ELLIPSOID, 0.3f, {0.4f, 14.55f, -0.42f}, {0.42f, 0.42f, 0.4f}, 0.2f, 0.1f}, /* bust */
    {SDF_CONE, 0.5f, {0.1f, 15.62f, 0.16f}, {1.02f, 15.62f, 0.13f}, 0.36f, 0.3f},    /* shoulders */
    {SDF_CONE, 0.45f, {0, 15.7f, 0.2f}, {0, 17.5f, -0.02f}, 0.4f, 0.36f},            /* neck */
    {SDF_CONE, 0.3f, SHOULDER, {2.1f, 14.85f, 0.14f}, 0.35f, 0.29f},                 /* upper arm */
    {SDF_CONE, 0.1f, {2.1f, 14.85f, 0.14f}, ELBOW, 0.29f, 0.235f},
    {SDF_CONE, 0.08f, ELBOW, {3.6f, 13.68f, 0.12f}, 0.235f, 0.24f}, /* forearm */
    {SDF_CONE, 0.1f, {3.6f, 13.68f, 0.12f}, WRIST, 0.24f, 0.155f},
    {SDF_CONE, 0.4f, HIP, {0.72f, 9.4f, 0.0f}, 0.66f, 0.6f}, /* thigh */
    {SDF_CONE, 0.2f, {0.72f, 9.4f, 0.0f}, KNEE, 0.6f, 0.37f},
    {SDF_CONE, 0.1f, KNEE, {0.68f, 4.9f, 0.14f}, 0.365f, 0.4f}, /* calf */
    {SDF_CONE, 0.25f, {0.68f, 4.9f, 0.14f}, ANKLE, 0.4f, 0.23f},
};
const sdf body_sdf = SDF(body_shapes, 0);

#define PHALANX(k, from, to, r0, r1) {SDF_CONE, k, from, to, r0, r1}
static const sdf_shape glove_shapes[] = {
    {SDF_CONE, 0.1f, {2.1f, 14.85f, 0.14f}, ELBOW, 0.325f, 0.265f},
    {SDF_CONE, 0.08f, ELBOW, {3.6f, 13.68f, 0.12f}, 0.265f, 0.27f},
    {SDF_CONE, 0.1f, {3.6f, 13.68f, 0.12f}, WRIST, 0.27f, 0.18f},
    {SDF_ELLIPSOID, 0.22f, {5.16f, 12.42f, 0.06f}, {0.46f, 0.17f, 0.36f}, 0, -0.7f}, /* palm */
    {SDF_CONE, 0.12f, {5.0f, 12.5f, -0.12f}, {5.12f, 12.22f, -0.38f}, 0.14f, 0.1f},   /* thumb */
    {SDF_CONE, 0.03f, {5.12f, 12.22f, -0.38f}, {5.27f, 12.02f, -0.52f}, 0.1f, 0.09f},
    {SDF_CONE, 0.03f, {5.27f, 12.02f, -0.52f}, {5.42f, 11.86f, -0.6f}, 0.09f, 0.07f},
    {SDF_CONE, 0.07f, {5.34f, 12.31f, -0.18f}, {5.58f, 12.06f, -0.23f}, 0.1f, 0.092f}, /* index */
    {SDF_CONE, 0.03f, {5.58f, 12.06f, -0.23f}, {5.71f, 11.88f, -0.245f}, 0.092f, 0.085f},
    {SDF_CONE, 0.03f, {5.71f, 11.88f, -0.245f}, {5.82f, 11.7f, -0.25f}, 0.085f, 0.065f},
    {SDF_CONE, 0.05f, {5.36f, 12.3f, -0.02f}, {5.62f, 12.02f, -0.03f}, 0.105f, 0.096f}, /* middle */
    {SDF_CONE, 0.03f, {5.62f, 12.02f, -0.03f}, {5.755f, 11.82f, -0.035f}, 0.096f, 0.088f},
    {SDF_CONE, 0.03f, {5.755f, 11.82f, -0.035f}, {5.86f, 11.62f, -0.035f}, 0.088f, 0.066f},
    {SDF_CONE, 0.05f, {5.33f, 12.29f, 0.15f}, {5.57f, 12.01f, 0.17f}, 0.1f, 0.09f}, /* ring */
    {SDF_CONE, 0.03f, {5.57f, 12.01f, 0.17f}, {5.69f, 11.82f, 0.175f}, 0.09f, 0.083f},
    {SDF_CONE, 0.03f, {5.69f, 11.82f, 0.175f}, {5.78f, 11.63f, 0.175f}, 0.083f, 0.063f},
    {SDF_CONE, 0.05f, {5.27f, 12.29f, 0.29f}, {5.47f, 12.04f, 0.35f}, 0.095f, 0.082f}, /* little */
    {SDF_CONE, 0.03f, {5.47f, 12.04f, 0.35f}, {5.56f, 11.89f, 0.365f}, 0.082f, 0.075f},
    {SDF_CONE, 0.03f, {5.56f, 11.89f, 0.365f}, {5.63f, 11.74f, 0.37f}, 0.075f, 0.058f},
};
static const sdf glove_sdf = SDF(glove_shapes, 0);

static const sdf_shape boot_shapes[] = {
    {SDF_CONE, 0.1f, {0.68f, 4.0f, 0.16f}, {0.66f, 1.5f, 0.2f}, 0.46f, 0.34f},    /* shaft */
    {SDF_CONE, 0.2f, {0.66f, 1.5f, 0.2f}, {0.66f, 0.55f, 0.3f}, 0.34f, 0.36f},    /* heel */
    {SDF_CONE, 0.3f, {0.66f, 1.3f, 0.1f}, {0.7f, 0.55f, -0.75f}, 0.34f, 0.32f},   /* instep */
    {SDF_CONE, 0.2f, {0.66f, 0.5f, 0.25f}, {0.71f, 0.46f, -0.85f}, 0.36f, 0.4f},  /* foot */
    {SDF_ELLIPSOID, 0.15f, {0.71f, 0.5f, -0.95f}, {0.42f, 0.36f, 0.46f}, 0, 0},   /* toe cap */
};
const sdf boot_sdf = {boot_shapes, sizeof boot_shapes / sizeof *boot_shapes, 0, 0.26f};

static const sdf_shape sole_shapes[] = {
    {SDF_ELLIPSOID, 0.1f, {0.66f, 0.2f, 0.3f}, {0.42f, 0.42f, 0.46f}, 0, 0},
    {SDF_CONE, 0.2f, {0.66f, 0.2f, 0.2f}, {0.71f, 0.2f, -0.8f}, 0.36f, 0.42f},
    {SDF_ELLIPSOID, 0.1f, {0.71f, 0.2f, -0.9f}, {0.48f, 0.42f, 0.56f}, 0, 0},
};

/* ---- meshes ---- */

static const sdf bodice_sdf = SDF(body_shapes, 0.05f), stocking_sdf = SDF(body_shapes, 0.035f),
                 choker_sdf = SDF(body_shapes, 0.045f);

/* Along the arm: 0 at the shoulder, 1 at the elbow, 2 at the wrist. */
static float arm_parameter(vec3 p)
{
    vec3 upper = sub(elbow_at, shoulder_at), lower = sub(wrist_at, elbow_at);
    float t = dot(sub(p, shoulder_at), upper) / dot(upper, upper);
    if (t <= 1)
        return t;
    return 1 + fmaxf(dot(sub(p, elbow_at), lower) / dot(lower, lower), 0);
}

/* u: how open the place is, v: where along the piece: textures are ramps with painted shade. */
static void shade(part *p, const sdf *body, float (*parameter)(vec3))
{
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        part_vertex *v = &p->vertices[i];
        v->u = 0.02f + 0.96f * sdf_openness(body, v->position, v->normal, 0.8f);
        v->v = parameter(v->position);
    }
}

static float skin_level(const void *user, vec3 p)
{
    (void)user;
    float inside_glove = p.x > 1.6f ? arm_parameter(p) - 0.62f : -1;
    float inside_stocking = 8.0f - p.y;
    float inside_bodice = -fmaxf(fmaxf(10.6f - p.y, p.y - 14.2f), p.x - 1.5f);
    return fmaxf(fmaxf(inside_glove, inside_stocking), fmaxf(inside_bodice, p.y - 16.5f));
}

static float skin_size(const void *user, vec3 p)
{
    (void)user;
    return p.y < 11 ? 0.34f : p.y > 16.2f ? 0.22f : 0.2f;
}

static float skin_parameter(vec3 p)
{
    return clamp((p.y - 7.5f) / 10, 0, 1);
}

part body_skin(void)
{
    part p = mesh_body(&(mesh_desc){.body = &body_sdf,
                                    .low = {0, 7.6f, -1.4f},
                                    .high = {3.2f, 17.5f, 1.4f},
                                    .cell = 0.085f,
                                    .keep = skin_level,
                                    .size = skin_size});
    shade(&p, &body_sdf, skin_parameter);
    return p;
}

/* The neckline: a halter, high at the neck, below the collar bone beside it, lower at the back. */
static float bodice_level(const void *user, vec3 p)
{
    (void)user;
    float beside = step_between(0.3f, 0.95f, p.x);
    float front = mix(16.05f, 14.75f, beside), back = mix(14.9f, 14.35f, step_between(0, 0.9f, p.x));
    float top = mix(front, back, step_between(-0.25f, 0.35f, p.z));
    float armhole = p.y > 13.8f ? p.x - mix(0.98f, 0.78f, step_between(14.8f, 15.6f, p.y)) : -1;
    return fmaxf(fmaxf(p.y - top, armhole), 10.4f - p.y);
}

static float bodice_size(const void *user, vec3 p)
{
    (void)user;
    return p.y < 12.4f ? 0.3f : 0.17f;
}

part body_bodice(void)
{
    part p = mesh_body(&(mesh_desc){.body = &bodice_sdf,
                                    .low = {0, 10.2f, -1.4f},
                                    .high = {2.4f, 16.4f, 1.4f},
                                    .cell = 0.065f,
                                    .keep = bodice_level,
                                    .size = bodice_size});
    mesh_hem(&p, 0.07f);
    for (uint32_t i = 0; i < p.vertex_count; i++) { /* front and back charts side by side, each a planar view */
        part_vertex *v = &p.vertices[i];
        v->u = clamp(v->position.x / 1.5f, 0, 1);
        v->v = 1 - clamp((v->position.y - 11) / 5.4f, 0, 1);
    }
    return p;
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
    return t < 1.8f ? 0.2f - 0.06f * step_between(0.4f, 0, fabsf(t - 1)) : t < 2.05f ? 0.15f : 0.098f;
}

static float glove_parameter(vec3 p)
{
    return clamp((arm_parameter(p) - 0.5f) / 2.3f, 0, 1);
}

part body_glove(void)
{
    part p = mesh_body(&(mesh_desc){.body = &glove_sdf,
                                    .low = {1.6f, 11.4f, -0.8f},
                                    .high = {6.1f, 15.4f, 0.8f},
                                    .cell = 0.042f,
                                    .keep = glove_level,
                                    .size = glove_size});
    mesh_hem(&p, 0.06f);
    shade(&p, &glove_sdf, glove_parameter);
    return p;
}

static float stocking_level(const void *user, vec3 p)
{
    (void)user;
    return fmaxf(p.y - 8.35f, 3.5f - p.y);
}

static float stocking_size(const void *user, vec3 p)
{
    (void)user;
    return 0.34f - 0.12f * step_between(1.2f, 0.2f, fabsf(p.y - knee_at.y));
}

static float stocking_parameter(vec3 p)
{
    return clamp((8.4f - p.y) / 5, 0, 1);
}

part body_stocking(void)
{
    part p = mesh_body(&(mesh_desc){.body = &stocking_sdf,
                                    .low = {0, 3.2f, -1},
                                    .high = {1.6f, 8.7f, 1},
                                    .cell = 0.08f,
                                    .keep = stocking_level,
                                    .size = stocking_size});
    mesh_hem(&p, 0.05f);
    shade(&p, &stocking_sdf, stocking_parameter);
    return p;
}

/* The shaft's top dips at the back. */
static float boot_level(const void *user, vec3 p)
{
    (void)user;
    return fmaxf(p.y - (3.85f - 0.25f * clamp(p.z, -0.5f, 0.6f)), 0.27f - p.y);
}

static float boot_size(const void *user, vec3 p)
{
    (void)user;
    return p.y > 1.6f ? 0.26f : 0.2f;
}

static float boot_parameter(vec3 p)
{
    return clamp((4 - p.y) / 4, 0, 1);
}

part body_boot(void)
{
    part p = mesh_body(&(mesh_desc){.body = &boot_sdf,
                                    .low = {0, 0, -1.8f},
                                    .high = {1.5f, 4.6f, 1},
                                    .cell = 0.07f,
                                    .keep = boot_level,
                                    .size = boot_size});
    mesh_hem(&p, 0.08f);
    shade(&p, &boot_sdf, boot_parameter);
    return p;
}

static float sole_level(const void *user, vec3 p)
{
    (void)user;
    return p.y - 0.36f;
}

static float sole_size(const void *user, vec3 p)
{
    (void)user, (void)p;
    return 0.22f;
}

static float sole_parameter(vec3 p)
{
    return clamp(p.y / 0.4f, 0, 1);
}

part body_sole(void)
{
    const sdf sole = {sole_shapes, sizeof sole_shapes / sizeof *sole_shapes, 0, 0};
    part p = mesh_body(&(mesh_desc){.body = &sole,
                                    .low = {0, -0.2f, -1.8f},
                                    .high = {1.5f, 0.6f, 1},
                                    .cell = 0.06f,
                                    .keep = sole_level,
                                    .size = sole_size});
    mesh_hem(&p, 0.12f);
    shade(&p, &sole, sole_parameter);
    return p;
}

static float choker_level(const void *user, vec3 p)
{
    (void)user;
    float tilt = p.y - 0.25f * (p.z - 0.1f);
    return fmaxf(tilt - 16.62f, 16.3f - tilt);
}

static float choker_size(const void *user, vec3 p)
{
    (void)user, (void)p;
    return 0.14f;
}

static float choker_parameter(vec3 p)
{
    return clamp((p.y - 0.25f * (p.z - 0.1f) - 16.3f) / 0.32f, 0, 1);
}

part body_choker(void)
{
    part p = mesh_body(&(mesh_desc){.body = &choker_sdf,
                                    .low = {0, 15.9f, -1},
                                    .high = {1, 17, 1},
                                    .cell = 0.05f,
                                    .keep = choker_level,
                                    .size = choker_size});
    mesh_hem(&p, 0.06f);
    shade(&p, &choker_sdf, choker_parameter);
    return p;
}
