#include "samples/make/character/body.h"
#include "samples/make/mesh/mesher.h"

/* ---- solids ---- */

const vec3 shoulder_at = SHOULDER, elbow_at = ELBOW, wrist_at = WRIST, hip_at = HIP, knee_at = KNEE, ankle_at = ANKLE,
           toe_at = TOE;

static const sdf_shape body_shapes[] = {
    {SDF_ELLIPSOID, 0.1f, {0, 11.7f, 0.06f}, {0.92f, 0.85f, 0.62f}, 0, 0},           /* pelvis */
    {SDF_ELLIPSOID, 0.5f, {0.46f, 11.3f, 0.28f}, {0.5f, 0.55f, 0.5f}, 0, 0},         /* seat */
    {SDF_ELLIPSOID, 0.6f, {0, 13.15f, 0}, {0.66f, 1.0f, 0.5f}, 0, 0},                /* waist */
    {SDF_ELLIPSOID, 0.6f, {0, 14.7f, 0.08f}, {0.86f, 1.1f, 0.6f}, 0, 0},             /* chest */
    {SDF_ELLIPSOID, 0.3f, {0.4f, 14.55f, -0.42f}, {0.42f, 0.42f, 0.4f}, 0.2f, 0.1f}, /* bust */
    {SDF_CONE, 0.5f, {0.1f, 15.75f, 0.16f}, {1.02f, 15.62f, 0.13f}, 0.36f, 0.3f},    /* shoulders */
    {SDF_CONE, 0.45f, {0, 15.7f, 0.2f}, {0, 17.5f, -0.02f}, 0.4f, 0.36f},            /* neck */
    {SDF_CONE, 0.3f, SHOULDER, {2.1f, 14.85f, 0.14f}, 0.35f, 0.29f},                 /* upper arm */
    {SDF_CONE, 0.04f, {2.1f, 14.85f, 0.14f}, ELBOW, 0.29f, 0.235f},
    {SDF_CONE, 0.04f, ELBOW, {3.6f, 13.68f, 0.12f}, 0.235f, 0.235f}, /* forearm */
    {SDF_CONE, 0.04f, {3.6f, 13.68f, 0.12f}, WRIST, 0.235f, 0.155f},
    {SDF_CONE, 0.5f, HIP, {0.67f, 9.4f, 0.0f}, 0.58f, 0.585f}, /* thigh */
    {SDF_CONE, 0.05f, {0.67f, 9.4f, 0.0f}, KNEE, 0.585f, 0.35f},
    {SDF_CONE, 0.05f, KNEE, {0.67f, 4.9f, 0.12f}, 0.345f, 0.395f}, /* calf */
    {SDF_CONE, 0.06f, {0.67f, 4.9f, 0.12f}, ANKLE, 0.395f, 0.22f},
};
const sdf body_sdf = SDF(body_shapes, 0);

static const sdf_shape boot_shapes[] = {
    {SDF_CONE, 0.1f, {0.67f, 4.0f, 0.16f}, {0.66f, 1.6f, 0.2f}, 0.53f, 0.325f},  /* shaft */
    {SDF_CONE, 0.2f, {0.66f, 1.6f, 0.2f}, {0.66f, 0.55f, 0.3f}, 0.325f, 0.36f},  /* heel */
    {SDF_CONE, 0.3f, {0.66f, 1.3f, 0.1f}, {0.7f, 0.55f, -0.75f}, 0.34f, 0.32f},  /* instep */
    {SDF_CONE, 0.2f, {0.66f, 0.5f, 0.25f}, {0.71f, 0.46f, -0.85f}, 0.36f, 0.4f}, /* foot */
    {SDF_ELLIPSOID, 0.15f, {0.71f, 0.5f, -0.95f}, {0.42f, 0.36f, 0.46f}, 0, 0},  /* toe cap */
};
const sdf boot_sdf = {boot_shapes, sizeof boot_shapes / sizeof *boot_shapes, 0, 0.26f};

/* ---- meshes ---- */

static const sdf bodice_sdf = SDF(body_shapes, 0.05f), stocking_sdf = SDF(body_shapes, 0.05f),
                 choker_sdf = SDF(body_shapes, 0.045f);

float arm_parameter(vec3 p)
{
    vec3 upper = sub(elbow_at, shoulder_at), lower = sub(wrist_at, elbow_at);
    float t = dot(sub(p, shoulder_at), upper) / dot(upper, upper);
    if (t <= 1)
        return t;
    return 1 + fmaxf(dot(sub(p, elbow_at), lower) / dot(lower, lower), 0);
}

void shade(part *p, const sdf *body, float (*parameter)(vec3))
{
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        part_vertex *v = &p->vertices[i];
        v->u = 0.02f + 0.96f * sdf_openness(body, v->position, v->normal, 0.8f);
        v->v = parameter(v->position);
    }
}

/* A halter neckline: high at the neck, below the collar bone beside it, lower at the back. */
float bodice_level(const void *user, vec3 p)
{
    (void)user;
    float beside = step_between(0.3f, 0.95f, p.x);
    float front = mix(16.05f, 14.75f, beside), back = mix(14.9f, 14.35f, step_between(0, 0.9f, p.x));
    float top = mix(front, back, step_between(-0.25f, 0.35f, p.z));
    float armhole = p.y > 13.8f ? p.x - mix(0.98f, 0.78f, step_between(14.8f, 15.6f, p.y)) : -1;
    return fmaxf(fmaxf(p.y - top, armhole), 10.4f - p.y);
}

static float skin_level(const void *user, vec3 p)
{
    (void)user;
    float inside_glove = p.x > 1.6f ? arm_parameter(p) - 0.62f : -1;
    float inside_stocking = 8.2f - p.y;
    float inside_bodice = -fmaxf(10.6f - p.y, bodice_level(NULL, p) + 0.14f);
    return fmaxf(fmaxf(inside_glove, inside_stocking), fmaxf(inside_bodice, p.y - 16.5f));
}

static float skin_size(const void *user, vec3 p)
{
    (void)user;
    return p.y < 11 ? 0.26f : p.y > 16.2f ? 0.2f : 0.18f;
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

static float bodice_size(const void *user, vec3 p)
{
    (void)user;
    return p.y < 12.4f ? 0.26f : 0.15f;
}

void bodice_chart(float x, float y, bool back, float *u, float *v)
{
    float half = 0.003f + 0.494f * clamp(x / 1.2f, 0, 1); /* keeps off the edge, since the texture repeats */
    *u = back ? 1 - half : half;
    *v = 1 - clamp((y - 11) / 5.4f, 0, 1);
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
    for (uint32_t i = 0; i < p.vertex_count; i++) {
        part_vertex *v = &p.vertices[i];
        bodice_chart(v->position.x, v->position.y, v->position.z > 0, &v->u, &v->v);
    }
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
    float knee = step_between(1.2f, 0.2f, fabsf(p.y - knee_at.y)), top = step_between(7.8f, 8.2f, p.y);
    return 0.28f - 0.1f * fmaxf(knee, top);
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

/* The top of the shaft is lower at the back. */
static float boot_level(const void *user, vec3 p)
{
    (void)user;
    return fmaxf(p.y - (3.85f - 0.25f * clamp(p.z, -0.5f, 0.6f)), 0.27f - p.y);
}

static float boot_size(const void *user, vec3 p)
{
    (void)user;
    return p.y > 1.6f ? 0.22f : 0.17f;
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

/* The distance from the middle of the sole to the boot's outline. */
static float boot_reach(vec3 middle, vec3 direction)
{
    float in = 0, out = 2;
    for (int i = 0; i < 20; i++) {
        float t = (in + out) / 2;
        if (sdf_distance(&boot_sdf, along(middle, direction, t)) < 0)
            in = t;
        else
            out = t;
    }
    return in;
}

/* Rings around the boot's outline, from its seam down to the floor. */
part body_sole(void)
{
    enum { SIDES = 30, RINGS = 5 };
    static const struct {
        float y, out, v;
    } rings[RINGS] = {{0.42f, -0.1f, 0}, {0.38f, 0.06f, 0.12f}, {0.1f, 0.08f, 0.85f}, {0, 0.02f, 0.95f}, {0, -0.2f, 1}};
    const vec3 middle = {0.69f, 0.5f, -0.32f};
    part p = {0};
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i < SIDES; i++) {
            float angle = 2 * PI * (float)i / SIDES;
            vec3 direction = unit(v3(0.45f * sinf(angle), 0, cosf(angle)));
            vec3 at = along(middle, direction, boot_reach(middle, direction) + rings[ring].out);
            at.y = rings[ring].y;
            part_add_vertex(&p, (part_vertex){at, direction, 0.9f, rings[ring].v, ring < 4});
        }
    uint32_t heart = part_add_vertex(&p, (part_vertex){v3(middle.x, 0, middle.z), v3(0, -1, 0), 0.9f, 1, 0});
    for (uint32_t i = 0; i < SIDES; i++) {
        uint32_t next = (i + 1) % SIDES, last = (RINGS - 1) * SIDES;
        for (uint32_t a = 0; a < last; a += SIDES) part_add_quad(&p, a + i, a + SIDES + i, a + SIDES + next, a + next);
        part_add_triangle(&p, last + i, heart, last + next);
    }
    part_average_normals(&p);
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

/* The choker is cut from the plain lower part of the bodice's cloth. */
static float choker_parameter(vec3 p)
{
    (void)p;
    return 0.93f;
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
