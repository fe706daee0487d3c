#include "bench/measures/physics.h"
#include "bench/clock.h"

#include <hone/io.h>
#include <hone/physics.h>
#include <math.h>

enum { MOST_BODIES = 350, MOST_JOINTS = 550, STEPS = 60 };
enum { GROUP_BODY, GROUP_HAIR, GROUP_TABLE };

typedef struct rig_context {
    hone_builder *builder;
    hone_body *bodies;
    hone_joint *joints;
    hone_bone *bones;
    uint32_t body_count, joint_count;
} rig_context;

/* ---- bodies and joints ----------------------------------------------------------------------------------------- */

static int32_t add_body(rig_context *m, uint8_t mode, uint8_t group, float x, float y, float z)
{
    m->bones[m->body_count] = (hone_bone){.name = "b",
                                          .parent = HONE_NONE,
                                          .position = {x, y, z},
                                          .tail_bone = HONE_NONE,
                                          .append_source = HONE_NONE,
                                          .ik = HONE_NONE};
    m->bodies[m->body_count] = (hone_body){.name = "b",
                                           .bone = (int32_t)m->body_count,
                                           .group = group,
                                           .mask = 0xffff,
                                           .shape = HONE_BODY_CAPSULE,
                                           .size = {0.2f, 0.6f, 0},
                                           .position = {x, y, z},
                                           .mass = 0.5f,
                                           .linear_damping = 0.5f,
                                           .angular_damping = 0.5f,
                                           .friction = 0.5f,
                                           .mode = mode};
    return (int32_t)m->body_count++;
}

static void join(rig_context *m, int32_t a, int32_t b, float slack)
{
    hone_joint *joint = &m->joints[m->joint_count++];
    *joint = (hone_joint){.name = "j", .kind = HONE_JOINT_SPRING_6DOF, .body_a = a, .body_b = b};
    for (int i = 0; i < 3; i++) {
        joint->position[i] = (m->bodies[a].position[i] + m->bodies[b].position[i]) / 2;
        joint->linear_lower[i] = -slack, joint->linear_upper[i] = slack;
        joint->angular_lower[i] = -0.4f, joint->angular_upper[i] = 0.4f;
        joint->angular_spring[i] = 10;
    }
}

/* Adds a table and balls that lie at rest on it. */
static void add_table(rig_context *m, float x, uint32_t balls)
{
    hone_body *table = &m->bodies[add_body(m, HONE_BODY_FOLLOWS, GROUP_TABLE, x, -0.5f, 0)];
    table->shape = HONE_BODY_BOX;
    table->size[0] = table->size[2] = 10, table->size[1] = 0.5f;
    for (uint32_t i = 0; i < balls; i++) {
        uint32_t column = i % 8, row = i / 8;
        hone_body *ball =
            &m->bodies[add_body(m, HONE_BODY_DYNAMIC, GROUP_TABLE, x + (float)column - 4, 0.5f, (float)row - 4)];
        ball->shape = HONE_BODY_SPHERE, ball->size[0] = 0.5f;
    }
}

static void make_small(rig_context *m)
{
    for (int head = 0; head < 3; head++) {
        float x = 4 * (float)head - 4;
        int32_t skull = add_body(m, HONE_BODY_FOLLOWS, GROUP_BODY, x, 18, 0);
        add_body(m, HONE_BODY_FOLLOWS, GROUP_BODY, x, 16, 0);
        m->bodies[skull].size[0] = 1;
        for (int tail = 0; tail < 3; tail++) {
            int32_t above = skull;
            for (int link = 0; link < 3; link++) {
                int32_t body =
                    add_body(m, HONE_BODY_DYNAMIC, GROUP_HAIR, x + (float)tail - 1, 17.4f - (float)link, 1.2f);
                join(m, above, body, 0);
                above = body;
            }
        }
    }
    add_table(m, 0, 11);
}

enum { COLUMNS = 24, ROWS = 12, LEGS = 2, LEG_BODIES = 5 };

static void make_skirt(rig_context *m, int32_t hips)
{
    int32_t first = (int32_t)m->body_count;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            float angle = 6.2831853f * (float)column / COLUMNS, radius = 2 + 0.12f * (float)row;
            int32_t body = add_body(m, HONE_BODY_DYNAMIC, GROUP_HAIR, radius * sinf(angle), 12 - 0.9f * (float)row,
                                    radius * cosf(angle));
            join(m, row ? body - COLUMNS : hips, body, 0);
        }
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS && m->joint_count < MOST_JOINTS; column++)
            join(m, first + row * COLUMNS + column, first + row * COLUMNS + (column + 1) % COLUMNS, 0.1f);
}

static void make_large(rig_context *m)
{
    int32_t hips = add_body(m, HONE_BODY_FOLLOWS, GROUP_BODY, 0, 13, 0);
    for (int leg = 0; leg < LEGS; leg++)
        for (int part = 0; part < LEG_BODIES; part++) {
            int32_t body = add_body(m, HONE_BODY_FOLLOWS, GROUP_BODY, leg ? 1.1f : -1.1f, 11 - 2 * (float)part, 0);
            m->bodies[body].size[0] = 0.9f, m->bodies[body].size[1] = 1;
        }
    make_skirt(m, hips);
    add_table(m, 30, MOST_BODIES - m->body_count - 1);
}

static hone_model *make_model(void (*make)(rig_context *), hone_error *error)
{
    rig_context m = {.builder = hone_builder_create(NULL, 0, error)};
    if (!m.builder)
        return NULL;
    m.bodies = hone_builder_array(m.builder, MOST_BODIES, sizeof *m.bodies);
    m.bones = hone_builder_array(m.builder, MOST_BODIES, sizeof *m.bones);
    m.joints = hone_builder_array(m.builder, MOST_JOINTS, sizeof *m.joints);
    if (m.bodies && m.bones && m.joints)
        make(&m);
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .skeleton = {.bone_count = m.body_count, .bones = m.bones},
                                  .body_count = m.body_count,
                                  .bodies = m.bodies,
                                  .joint_count = m.joint_count,
                                  .joints = m.joints};
    return hone_model_create(m.builder, &data, NULL, error);
}

/* ---- timing ----------------------------------------------------------------------------------------------------- */

typedef struct physics_run {
    hone_physics *physics;
    const hone_model_data *model;
    hone_affine bones[MOST_BODIES];
    int step;
    bool ok; /* every step was taken */
    hone_error error;
} physics_run;

/* The bodies that follow bones sway, so that nothing ever comes to rest. */
static void take_step(void *user)
{
    physics_run *w = user;
    w->step++;
    for (uint32_t b = 0; b < w->model->skeleton.bone_count; b++) {
        const float *rest = w->model->skeleton.bones[b].position;
        bool sways = w->model->bodies[b].group == GROUP_BODY;
        float at = 0.15f * (float)w->step + rest[0];
        w->bones[b] = (hone_affine){{{1, 0, 0, rest[0] + (sways ? 0.4f * sinf(at) : 0)},
                                     {0, 1, 0, rest[1]},
                                     {0, 0, 1, rest[2] + (sways ? 0.6f * cosf(at) : 0)}}};
    }
    hone_physics_set_input(w->physics, &(hone_physics_input){.bones = w->bones});
    w->ok = hone_physics_world_step(hone_physics_get_world(w->physics), &w->error) && w->ok;
}

static bool time_model(const hone_model *model, double *microseconds, hone_error *error)
{
    physics_run w = {.physics = hone_physics_create(&(hone_physics_desc){.model = model}, error),
                     .model = hone_model_get(model),
                     .ok = true};
    if (!w.physics)
        return false;
    for (int i = 0; i < STEPS; i++) take_step(&w);
    bench_comparison comparison = {.count = 1, .works = {{.run = take_step, .user = &w, .repeats = 4}}};
    uint32_t windows = bench_measure(&comparison);
    *microseconds = bench_median(comparison.works[0].seconds, windows) * 1e6;
    hone_physics_destroy(w.physics);
    if (!w.ok && error)
        *error = w.error;
    return w.ok;
}

bool bench_physics_run(bench_body_rig rigs[BENCH_BODY_RIGS], hone_error *error)
{
    static void (*const makers[BENCH_BODY_RIGS])(rig_context *) = {make_small, make_large};
    static const char *const names[BENCH_BODY_RIGS] = {"A", "B"};
    for (int i = 0; i < BENCH_BODY_RIGS; i++) {
        hone_model *model = make_model(makers[i], error);
        const hone_model_data *data = hone_model_get(model);
        rigs[i] = (bench_body_rig){.name = names[i], .bodies = data->body_count, .joints = data->joint_count};
        bool ok = model && (!hone_physics_available() || time_model(model, &rigs[i].step, error));
        hone_model_release(model);
        if (!ok)
            return false;
    }
    return true;
}
