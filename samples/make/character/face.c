#include "samples/make/character/face.h"
#include "samples/make/mesh/mesher.h"

static const sdf_shape head_shapes[] = {
    {SDF_ELLIPSOID, 0.1f, {0, 18.7f, 0.2f}, {1.24f, 1.25f, 1.36f}, 0, 0},            /* skull */
    {SDF_ELLIPSOID, 0.4f, {0, 18.0f, -0.28f}, {1.0f, 1.0f, 0.96f}, 0, 0},            /* face */
    {SDF_ELLIPSOID, 0.35f, {0.42f, 17.72f, -0.62f}, {0.48f, 0.46f, 0.44f}, 0, 0},    /* cheek */
    {SDF_CONE, 0.5f, {0, 17.28f, -0.72f}, {0, 17.1f, -0.86f}, 0.36f, 0.17f},         /* chin */
    {SDF_CONE, 0.16f, {0, 18.05f, -1.22f}, {0, 17.74f, -1.3f}, 0.03f, 0.045f},       /* nose */
    {SDF_ELLIPSOID, 0.12f, {1.16f, 18.0f, 0.12f}, {0.1f, 0.3f, 0.2f}, 0.2f, -0.15f}, /* ear */
    {SDF_CONE, 0.3f, {0, 15.7f, 0.2f}, {0, 17.5f, 0.0f}, 0.4f, 0.36f},               /* neck, as the body's */
};
const sdf head_sdf = SDF(head_shapes, 0);

#define HEAD_SIZE 1.1f

vec3 head_swell(vec3 p)
{
    const vec3 pivot = {0, 16.9f, 0.05f};
    float beside = step_between(0.5f, 1.2f, hypotf(p.x, p.z - pivot.z)); /* tails hang beside the neck */
    float share = step_between(mix(16.6f, 14, beside), 17.15f, p.y);
    return along(pivot, sub(p, pivot), mix(1, HEAD_SIZE, share));
}

/* ---- the front view as a chart ---- */

vec3 on_face(float x, float y, float lift)
{
    vec3 p = sdf_hit(&head_sdf, v3(x, y, -2.6f), v3(0, 0, 1), 3.5f);
    return along(p, sdf_normal(&head_sdf, p), lift);
}

vec3 eye_centre(void)
{
    vec3 front = on_face(EYE_X, EYE_Y, -0.07f), out = sdf_normal(&head_sdf, front);
    return along(front, out, -EYE_RADIUS);
}

static float lid(float x, float height)
{
    float t = fminf(fabsf((x - EYE_X) / EYE_WIDTH), 1);
    return EYE_Y + EYE_TILT * (x - EYE_X) + height * powf(1 - powf(t, EYE_POWER), 1 / EYE_POWER);
}

float upper_lid(float x)
{
    return lid(x, EYE_ABOVE);
}

float lower_lid(float x)
{
    return lid(x, -EYE_BELOW);
}

/* The point of the eye's outline at `angle`: 0 outwards, a quarter turn up. */
static void rim_point(float angle, float *x, float *y)
{
    float c = cosf(angle), s = sinf(angle), power = 2 / EYE_POWER;
    float dx = EYE_WIDTH * copysignf(powf(fabsf(c), power), c);
    *x = EYE_X + dx;
    *y = EYE_Y + EYE_TILT * dx + (s > 0 ? EYE_ABOVE : EYE_BELOW) * copysignf(powf(fabsf(s), power), s);
}

void face_chart(float x, float y, float *u, float *v)
{
    *u = clamp(fabsf(x) / 1.4f, 0, 1);
    *v = clamp((19.4f - y) / 3.4f, 0, 1) * 0.9f;
}

void face_swatch(int swatch, float *u, float *v)
{
    *u = ((float)swatch + 0.5f) / SWATCH_COUNT;
    *v = 0.96f;
}

/* ---- skin ---- */

static float eye_hole(vec3 p)
{
    float dx = (p.x - EYE_X) / EYE_WIDTH, dy = p.y - EYE_Y - EYE_TILT * (p.x - EYE_X);
    dy /= dy > 0 ? EYE_ABOVE : EYE_BELOW;
    return 0.16f * (1 - powf(powf(fabsf(dx), EYE_POWER) + powf(fabsf(dy), EYE_POWER), 1 / EYE_POWER));
}

/* The mouth is cut half open, so that the mesher finds it, and closed afterwards. */
#define MOUTH_CUT 0.1f
static float mouth_hole(vec3 p)
{
    float dx = p.x / MOUTH_WIDTH, dy = (p.y - MOUTH_Y) / MOUTH_CUT;
    return 0.08f * (1 - sqrtf(dx * dx + dy * dy));
}

static float skin_level(const void *user, vec3 p)
{
    (void)user;
    float holes = p.z < -0.3f ? fmaxf(eye_hole(p), mouth_hole(p)) : -1;
    return fmaxf(holes, 16.42f - p.y);
}

static float skin_size(const void *user, vec3 p)
{
    (void)user;
    if (p.z > 0.1f || p.y > 19.1f)
        return 0.34f;
    float eye = hypotf(p.x - EYE_X, p.y - EYE_Y) - 0.42f, mouth = hypotf(p.x, p.y - MOUTH_Y) - 0.2f;
    float nose = hypotf(p.x, (p.y - 17.8f) * 0.7f) - 0.1f;
    return mix(0.066f, 0.17f, clamp(fminf(eye, fminf(mouth, nose)) / 0.5f, 0, 1));
}

/* Moves the mouth's edges together to a fine line; the skin around follows. */
static void close_mouth(part *p)
{
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        vec3 *at = &p->vertices[i].position;
        if (at->z > -0.3f || at->x > MOUTH_WIDTH || fabsf(at->y - MOUTH_Y) > 0.4f)
            continue;
        float t = at->x / MOUTH_WIDTH, half = MOUTH_CUT * sqrtf(fmaxf(1 - t * t, 0)), dy = at->y - MOUTH_Y;
        float shift = 0.9f * half * step_between(0.3f, 0, fabsf(dy) - half);
        vec3 before = on_face(at->x, at->y, 0);
        float y = fabsf(dy) <= half ? MOUTH_Y + dy * 0.1f : at->y - copysignf(shift, dy);
        at->z += on_face(at->x, y, 0).z - before.z;
        at->y = y;
    }
}

/* The front is shaded as if it were smoother than it is: on a drawn face the nose has no shade. */
static vec3 soft_normal(vec3 p, vec3 normal)
{
    vec3 round = unit(v3(p.x / 1.1f, (p.y - 18.1f) / 2.2f, (p.z - 0.1f) / 1.2f));
    return unit(mix3(normal, round, 0.75f * step_between(-0.1f, -0.6f, p.z) * step_between(16.9f, 17.3f, p.y)));
}

/* No outlines around eyes and mouth: these have drawn lines. */
static float outline_at(vec3 p)
{
    float eye = hypotf(p.x - EYE_X, p.y - EYE_Y), lips = hypotf(p.x, p.y - MOUTH_Y);
    return p.z > -0.3f ? 1 : step_between(0.45f, 0.6f, eye) * step_between(0.25f, 0.4f, lips);
}

part face_skin(void)
{
    part p = mesh_body(&(mesh_desc){.body = &head_sdf,
                                    .low = {0, 16.2f, -1.7f},
                                    .high = {1.6f, 20.2f, 1.8f},
                                    .cell = 0.03f,
                                    .keep = skin_level,
                                    .size = skin_size});
    mesh_hem(&p, 0.15f);
    close_mouth(&p);
    for (uint32_t i = 0; i < p.vertex_count; i++) {
        part_vertex *v = &p.vertices[i];
        face_chart(v->position.x, v->position.y, &v->u, &v->v);
        v->normal = soft_normal(v->position, v->normal);
        if (v->position.z > -0.2f)
            v->u = fmaxf(v->u, 0.86f); /* sides and back: plain skin, without the blush */
        if (v->edge == 0)              /* the hem: the inner walls of eyes and mouth */
            face_swatch(v->position.y < 17.55f ? SWATCH_MOUTH : SWATCH_LIP, &v->u, &v->v);
        v->edge *= outline_at(v->position);
    }
    return p;
}

/* ---- eyes ---- */

static vec3 on_eyeball(float x, float y, float lift)
{
    vec3 c = eye_centre();
    float r = EYE_RADIUS + lift, dx = x - c.x, dy = y - c.y;
    return v3(x, y, c.z - sqrtf(fmaxf(r * r - dx * dx - dy * dy, 0)));
}

/* Makes a vertex in the centre and rings around it. */
static void add_disc_triangles(part *p, uint32_t rings, uint32_t sides)
{
    for (uint32_t i = 0; i < sides; i++) {
        uint32_t next = (i + 1) % sides;
        part_add_triangle(p, 0, 1 + next, 1 + i);
        for (uint32_t ring = 1; ring < rings; ring++) {
            uint32_t in = 1 + (ring - 1) * sides, out = in + sides;
            part_add_quad(p, in + i, in + next, out + next, out + i);
        }
    }
}

/* A disc of rings on the eyeball, mapped to one square of the eye's texture. */
static part eye_disc(float x, float y, float width, float height, float lift, uint32_t rings, uint32_t sides, float v0)
{
    part p = {0};
    vec3 centre = eye_centre();
    for (uint32_t ring = 0; ring <= rings; ring++)
        for (uint32_t i = 0; i < (ring ? sides : 1); i++) {
            float r = (float)ring / (float)rings, angle = 2 * PI * (float)i / (float)sides;
            float dx = r * cosf(angle), dy = r * sinf(angle);
            vec3 at = on_eyeball(x + dx * width, y + dy * height, lift);
            float u = 0.25f + 0.245f * dx, v = v0 + 0.25f - 0.245f * dy;
            part_add_vertex(&p, (part_vertex){at, unit(sub(at, centre)), u, v, 0});
        }
    add_disc_triangles(&p, rings, sides);
    return p;
}

part face_eyeball(void)
{
    return eye_disc(EYE_X, EYE_Y + 0.03f, 0.46f, 0.46f, 0, 3, 20, 0.5f);
}

#define IRIS_X (EYE_X - 0.015f)
#define IRIS_Y (EYE_Y + 0.03f)
#define IRIS_LIFT 0.012f

part face_iris(void)
{
    return eye_disc(IRIS_X, IRIS_Y, 0.275f, 0.335f, IRIS_LIFT, 3, 24, 0);
}

vec3 scale_iris(vec3 p, float size)
{
    return on_eyeball(IRIS_X + (p.x - IRIS_X) * size, IRIS_Y + (p.y - IRIS_Y) * size, IRIS_LIFT);
}

part face_blush(void)
{
    enum { RINGS = 3, SIDES = 16 };
    part p = {0};
    for (int ring = 0; ring <= RINGS; ring++)
        for (int i = 0; i < (ring ? SIDES : 1); i++) {
            float r = (float)ring / RINGS, angle = 2 * PI * (float)i / SIDES;
            float dx = r * cosf(angle), dy = r * sinf(angle);
            vec3 at = on_face(0.62f + 0.27f * dx, 17.6f + 0.15f * dy, 0.014f);
            part_add_vertex(&p, (part_vertex){at, sdf_normal(&head_sdf, at), 0.5f + 0.5f * dx, 0.5f - 0.5f * dy, 0});
        }
    add_disc_triangles(&p, RINGS, SIDES);
    return p;
}

/* ---- lines: ribbons pressed onto the face ---- */

typedef struct ribbon {
    int swatch;
    uint32_t points;
    float from, to;               /* the parameter at its ends */
    float lift_inner, lift_outer; /* above the skin */
    /* gives the inner edge, and the distance of the outer edge from it */
    void (*at)(float t, float *x, float *y, float *width);
} ribbon;

static void upper_lash(float t, float *x, float *y, float *width)
{
    rim_point(t * PI, x, y);
    float bow = fmaxf(sinf(clamp(t, 0, 1) * PI), 0), wing = step_between(0.34f, 0.02f, t);
    *width = (0.022f + 0.066f * powf(bow, 0.6f) + 0.1f * wing) * step_between(-0.07f, 0.09f, t) *
             step_between(1.03f, 0.88f, t);
}

static void lower_lash(float t, float *x, float *y, float *width)
{
    rim_point(t * PI, x, y);
    *width = 0.034f * sinf(PI * clamp((t + 0.52f) / 0.5f, 0, 1));
}

static void lid_crease(float t, float *x, float *y, float *width)
{
    rim_point(t * PI, x, y);
    *y += 0.115f + 0.03f * (1 - t);
    *width = 0.02f * sinf(PI * clamp((t - 0.14f) / 0.68f, 0, 1));
}

static void brow(float t, float *x, float *y, float *width)
{
    *x = 0.24f + 0.62f * t;
    *y = 18.66f + 0.13f * sinf(PI * (0.12f + 0.72f * t)) - 0.02f * t;
    *width = 0.062f * powf(sinf(PI * (0.1f + 0.87f * t)), 0.7f);
}

static const ribbon ribbons[] = {
    {SWATCH_LASH, 24, -0.06f, 1.0f, 0.004f, 0.045f, upper_lash},
    {SWATCH_LASH, 9, -0.5f, -0.04f, 0.006f, 0.012f, lower_lash},
    {SWATCH_CREASE, 11, 0.14f, 0.82f, 0.008f, 0.008f, lid_crease},
    {SWATCH_BROW, 9, 0, 1, 0.012f, 0.012f, brow},
};

static void add_ribbon(part *p, const ribbon *r)
{
    float u, v;
    face_swatch(r->swatch, &u, &v);
    for (uint32_t i = 0; i < r->points; i++) {
        float t = mix(r->from, r->to, (float)i / (float)(r->points - 1)), x, y, width;
        r->at(t, &x, &y, &width);
        vec3 out = unit(v3(x - EYE_X, y - EYE_Y, 0));
        if (r->swatch == SWATCH_BROW)
            out = v3(0, 1, 0);
        float ends[3] = {r->swatch == SWATCH_LASH ? -0.012f : 0, width * 0.5f, width};
        float lifts[3] = {r->lift_inner, mix(r->lift_inner, r->lift_outer, 0.8f), r->lift_outer};
        for (int k = 0; k < 3; k++) {
            vec3 at = on_face(x + out.x * ends[k], y + out.y * ends[k], lifts[k]);
            vec3 normal = sdf_normal(&head_sdf, at);
            part_add_vertex(p, (part_vertex){at, normal, u, v, 0});
        }
        if (i == 0)
            continue;
        uint32_t now = p->vertex_count - 3, before = now - 3;
        for (uint32_t k = 0; k < 2; k++) part_add_quad(p, before + k, now + k, now + k + 1, before + k + 1);
    }
}

part face_lines(void)
{
    part p = {0};
    for (size_t i = 0; i < sizeof ribbons / sizeof *ribbons; i++) add_ribbon(&p, &ribbons[i]);
    return p;
}

/* ---- the inside of the mouth: half plates behind the opening ---- */

static void add_plate(part *p, int swatch, float width, float low, float high, float depth)
{
    enum { COLUMNS = 4, ROWS = 4 };
    float u, v;
    face_swatch(swatch, &u, &v);
    uint32_t base = p->vertex_count;
    for (uint32_t row = 0; row <= ROWS; row++)
        for (uint32_t column = 0; column <= COLUMNS; column++) {
            float t = (float)column / COLUMNS, s = (float)row / ROWS, y = mix(low, high, s);
            float x = t * width * sqrtf(fmaxf(1 - powf(2 * s - 1, 4) * 0.5f, 0));
            vec3 at = on_face(x, y, 0);
            at.z += depth + 0.3f * x * x;
            part_add_vertex(p, (part_vertex){at, unit(v3(0, 0.3f, -1)), u, v, 0});
        }
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t column = 0; column < COLUMNS; column++) {
            uint32_t a = base + row * (COLUMNS + 1) + column;
            part_add_quad(p, a, a + COLUMNS + 1, a + COLUMNS + 2, a + 1);
        }
}

part face_mouth(void)
{
    part p = {0};
    add_plate(&p, SWATCH_MOUTH, 0.34f, MOUTH_Y - 0.42f, MOUTH_Y + 0.2f, 0.16f);
    add_plate(&p, SWATCH_TONGUE, 0.15f, MOUTH_Y - 0.36f, MOUTH_Y - 0.1f, 0.12f);
    add_plate(&p, SWATCH_TEETH, 0.2f, MOUTH_Y + 0.01f, MOUTH_Y + 0.12f, 0.09f);
    return p;
}
