#include "samples/make/character/physics.h"
#include "samples/make/character/skirt.h"
#include <string.h>

enum { GROUP_BODY, GROUP_ARM, GROUP_HAIR, GROUP_SKIRT, GROUP_BOW };
#define HITS(group) (1u << (group))
#define DEGREE (PI / 180)

/* ---- limbs ---- */

/* A capsule from a bone to its tail, or between two given points. */
typedef struct limb {
    const char *bone, *english;
    uint8_t group;
    float radius;
    vec3 from, to; /* both zero: from the bone to its tail */
} limb;

static const limb limbs[] = {
    {"頭", "head", GROUP_BODY, 1.5f, {0, 18.65f, 0.1f}, {0, 18.9f, 0.1f}},
    {"首", "neck", GROUP_BODY, 0.34f, {0, 0, 0}, {0, 0, 0}},
    {"上半身2", "chest", GROUP_BODY, 0.62f, {0, 14.3f, 0}, {0, 15.2f, 0.1f}},
    {"上半身", "belly", GROUP_BODY, 0.55f, {0, 13, 0}, {0, 13.6f, 0}},
    {"下半身", "hips", GROUP_BODY, 0.68f, {0, 12, 0.1f}, {0, 11.5f, 0.1f}},
    {"左腕", "arm_L", GROUP_ARM, 0.28f, {0, 0, 0}, {0, 0, 0}},
    {"右腕", "arm_R", GROUP_ARM, 0.28f, {0, 0, 0}, {0, 0, 0}},
    {"左ひじ", "elbow_L", GROUP_ARM, 0.23f, {0, 0, 0}, {0, 0, 0}},
    {"右ひじ", "elbow_R", GROUP_ARM, 0.23f, {0, 0, 0}, {0, 0, 0}},
    {"左足", "leg_L", GROUP_BODY, 0.72f, {0, 0, 0}, {0, 0, 0}},
    {"右足", "leg_R", GROUP_BODY, 0.72f, {0, 0, 0}, {0, 0, 0}},
    {"左ひざ", "knee_L", GROUP_BODY, 0.4f, {0, 0, 0}, {0, 0, 0}},
    {"右ひざ", "knee_R", GROUP_BODY, 0.4f, {0, 0, 0}, {0, 0, 0}},
};
enum { LIMB_COUNT = sizeof limbs / sizeof *limbs };

/* How a kind of chain is made. In a link's axes y is along the chain, z away from the body, x across. */
typedef struct chain_kind {
    uint8_t group;
    uint16_t mask;
    float radius;
    float mass, damping;
    float swing[2][3]; /* limits of the angles between neighbours, in radians */
    float spring;      /* rotation spring of the first joint; each next joint has half of it */
    /* number of links at the root that collide with nothing, since they are inside the part that they hang from */
    uint32_t bare;
} chain_kind;

#define EVENLY(across, along)                                                                                          \
    {                                                                                                                  \
        {-(across), -(along), -(across)},                                                                              \
        {                                                                                                              \
            across, along, across                                                                                      \
        }                                                                                                              \
    }
static const chain_kind kinds[] = {
    [CHAIN_HAIR] = {GROUP_HAIR, HITS(GROUP_BODY), 0.12f, 0.3f, 0.96f, EVENLY(12 * DEGREE, 4 * DEGREE), 40, 2},
    [CHAIN_TAIL] = {GROUP_HAIR, HITS(GROUP_BODY), 0.22f, 0.5f, 0.94f, EVENLY(15 * DEGREE, 5 * DEGREE), 80, 1},
    [CHAIN_SKIRT] = {GROUP_SKIRT,
                     HITS(GROUP_BODY),
                     0.25f,
                     0.4f,
                     0.92f,
                     {{-40 * DEGREE, -8 * DEGREE, -12 * DEGREE}, {40 * DEGREE, 8 * DEGREE, 12 * DEGREE}},
                     60,
                     1},
    [CHAIN_BOW] = {GROUP_BOW, HITS(GROUP_BODY) | HITS(GROUP_SKIRT), 0.1f, 0.2f, 0.9f, EVENLY(30 * DEGREE, 9 * DEGREE),
                   20, 1},
};

static void store(vec3 v, float out[3])
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

/* The angles that turn the y axis to `direction`: R = Ry Rx. */
static void aim(vec3 direction, float rotation[3])
{
    vec3 d = unit(direction);
    rotation[0] = acosf(clamp(d.y, -1, 1));
    rotation[1] = atan2f(d.x, d.z);
    rotation[2] = 0;
}

static hone_body capsule(vec3 from, vec3 to, float radius)
{
    hone_body b = {.shape = HONE_BODY_CAPSULE, .size = {radius, length(sub(to, from)), 0}};
    store(mix3(from, to, 0.5f), b.position);
    aim(sub(to, from), b.rotation);
    return b;
}

static hone_body limb_body(const skeleton *s, const limb *l)
{
    uint32_t bone = skeleton_find(s, l->bone);
    bool own = l->from.y != 0;
    hone_body b = capsule(own ? l->from : skeleton_at(s, bone), own ? l->to : skeleton_tail(s, bone), l->radius);
    b.name = l->bone, b.english_name = l->english;
    b.bone = (int32_t)bone;
    b.group = l->group;
    b.mask = 0xffff;
    b.mass = 1, b.linear_damping = b.angular_damping = 0.5f, b.friction = 0.5f;
    b.mode = HONE_BODY_FOLLOWS;
    return b;
}

/* ---- chains ---- */

/* The angles of R = Ry Rx Rz with these columns. */
static void angles_of(vec3 x, vec3 y, vec3 z, float rotation[3])
{
    rotation[0] = asinf(clamp(-z.y, -1, 1));
    rotation[1] = atan2f(z.x, z.z);
    rotation[2] = atan2f(x.y, y.y);
}

/* A panel between two joints of the skirt; it reaches half of the way to both neighbours. */
static hone_body panel(const chain *c, uint32_t i, float thickness)
{
    vec3 from = c->joints[i], to = c->joints[i + 1], middle = mix3(from, to, 0.5f);
    vec3 y = unit(sub(to, from)), x = unit(cross(v3(0, 1, 0), v3(middle.x, 0, middle.z - 0.05f))),
         z = unit(cross(x, y));
    float round = hypotf(middle.x, middle.z - 0.05f) * tanf(PI / SKIRT_CHAINS);
    hone_body b = {.shape = HONE_BODY_BOX, .size = {round, length(sub(to, from)) / 2, thickness}};
    store(along(middle, z, thickness * 0.6f), b.position); /* moved outwards, so that legs inside do not slip through */
    angles_of(x, y, z, b.rotation);
    return b;
}

static hone_body rope(const chain *c, uint32_t i, float radius)
{
    hone_body b = capsule(c->joints[i], c->joints[i + 1], radius);
    b.size[1] = fmaxf(b.size[1] - 2 * radius, 0.05f); /* neighbours do not overlap */
    return b;
}

static hone_body chain_body(const skeleton *s, const chain *c, uint32_t i)
{
    char name[48];
    const chain_kind *k = &kinds[c->kind];
    uint32_t bone = skeleton_find(s, chain_bone_name(c, i, name));
    hone_body b = c->kind == CHAIN_SKIRT ? panel(c, i, k->radius) : rope(c, i, k->radius);
    b.name = s->bones[bone].name, b.english_name = s->bones[bone].english_name;
    b.bone = (int32_t)bone;
    b.group = k->group;
    b.mask = i < k->bare ? 0 : k->mask;
    b.mass = k->mass / (float)(1 + i), b.linear_damping = b.angular_damping = k->damping, b.friction = 0.3f;
    b.mode = HONE_BODY_DYNAMIC;
    return b;
}

static hone_joint chain_joint(const chain *c, uint32_t i, int32_t parent, const hone_body *body, int32_t index)
{
    const chain_kind *k = &kinds[c->kind];
    float stiff = k->spring / (float)(1u << i), ease = 1 + 0.3f * (float)i;
    hone_joint j = {.name = body->name,
                    .english_name = body->english_name,
                    .kind = HONE_JOINT_SPRING_6DOF,
                    .body_a = parent,
                    .body_b = index};
    store(c->joints[i], j.position);
    memcpy(j.rotation, body->rotation, sizeof j.rotation);
    for (int axis = 0; axis < 3; axis++) {
        j.angular_lower[axis] = k->swing[0][axis] * ease, j.angular_upper[axis] = k->swing[1][axis] * ease;
        j.angular_spring[axis] = stiff;
    }
    return j;
}

/* A loose joint between neighbouring columns of the skirt. */
static hone_joint side_joint(const hone_body *bodies, int32_t a, int32_t b)
{
    hone_joint j = {.name = bodies[a].name,
                    .english_name = bodies[a].english_name,
                    .kind = HONE_JOINT_SPRING_6DOF,
                    .body_a = a,
                    .body_b = b};
    for (int axis = 0; axis < 3; axis++) {
        j.position[axis] = (bodies[a].position[axis] + bodies[b].position[axis]) / 2;
        j.linear_lower[axis] = -0.4f, j.linear_upper[axis] = 0.4f;
        j.angular_lower[axis] = -40 * DEGREE, j.angular_upper[axis] = 40 * DEGREE;
        j.linear_spring[axis] = 20;
    }
    return j;
}

typedef struct assembly {
    hone_body *bodies;
    uint32_t body_count;
    hone_joint *joints;
    uint32_t joint_count;
} assembly;

static int32_t body_of_bone(const assembly *a, int32_t bone)
{
    for (uint32_t i = 0; i < a->body_count; i++)
        if (a->bodies[i].bone == bone)
            return (int32_t)i;
    return HONE_NONE;
}

static void add_chain(const skeleton *s, const chain *c, assembly *a)
{
    int32_t parent = body_of_bone(a, (int32_t)skeleton_find(s, c->parent));
    for (uint32_t i = 0; i < c->count; i++) {
        int32_t index = (int32_t)a->body_count++;
        a->bodies[index] = chain_body(s, c, i);
        a->joints[a->joint_count++] = chain_joint(c, i, parent, &a->bodies[index], index);
        parent = index;
    }
}

static void add_skirt_sides(const chain *chains, uint32_t count, const int32_t *first_body, assembly *a)
{
    uint32_t columns[MAX_CHAINS], n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (chains[i].kind == CHAIN_SKIRT)
            columns[n++] = i;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t here = columns[i], next = columns[(i + 1) % n];
        for (uint32_t k = 1; k < chains[here].count; k++)
            a->joints[a->joint_count++] =
                side_joint(a->bodies, first_body[here] + (int32_t)k, first_body[next] + (int32_t)k);
    }
}

void physics_build(const skeleton *s, hone_builder *builder, hone_model_data *data)
{
    chain chains[MAX_CHAINS];
    int32_t first_body[MAX_CHAINS];
    uint32_t count = skeleton_chains(chains), links = 0;
    for (uint32_t i = 0; i < count; i++) links += chains[i].count;
    assembly a = {hone_builder_array(builder, LIMB_COUNT + links, sizeof *a.bodies), 0,
                  hone_builder_array(builder, 2 * (size_t)links, sizeof *a.joints), 0};
    if (!a.bodies || !a.joints)
        return;
    for (size_t i = 0; i < LIMB_COUNT; i++) a.bodies[a.body_count++] = limb_body(s, &limbs[i]);
    for (uint32_t i = 0; i < count; i++) {
        first_body[i] = (int32_t)a.body_count;
        add_chain(s, &chains[i], &a);
    }
    add_skirt_sides(chains, count, first_body, &a);
    /* copies the names: the skeleton's texts are released before the model */
    for (uint32_t i = 0; i < a.body_count; i++) {
        const hone_bone *bone = &s->bones[a.bodies[i].bone];
        a.bodies[i].name = hone_builder_text(builder, bone->name, strlen(bone->name));
        a.bodies[i].english_name = hone_builder_text(builder, bone->english_name, strlen(bone->english_name));
    }
    for (uint32_t i = 0; i < a.joint_count; i++) {
        a.joints[i].name = a.bodies[a.joints[i].body_b].name;
        a.joints[i].english_name = a.bodies[a.joints[i].body_b].english_name;
    }
    data->bodies = a.bodies, data->body_count = a.body_count;
    data->joints = a.joints, data->joint_count = a.joint_count;
}
