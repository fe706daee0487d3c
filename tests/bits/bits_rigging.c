#include "bits/bits.h"
#include "support/make/bodies/mannequin.h"
#include "support/support.h"
#include <hone/autorig.h>
#include <hone/skin.h>

/* The C library's trigonometry makes the mannequins. Its last bits, which depend on the machine, are rounded away. */
static void round_positions(statue *mesh)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) mesh->positions[v][i] = floorf(mesh->positions[v][i] * 256 + 0.5f) / 256;
}

static void add_influences(bits_hash *hash, const hone_influence *influences, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bits_add_word(hash, (uint32_t)influences[i].slot);
        bits_add(hash, &influences[i].weight, 1);
    }
}

static hone_model *rig(const statue *figure, const hone_autorig_desc *desc, hone_autorig_report *report)
{
    hone_error error = {0};
    hone_model *bare = statue_model(figure), *made = hone_model_autorig(bare, desc, report, &error);
    if (!made)
        fail_msg("%s", error.message);
    hone_model_release(bare);
    return made;
}

/* Where the bones are, and which vertices they carry. */
static void add_rig(bits_hash *hash, const hone_model *made, const hone_autorig_report *report)
{
    const hone_skeleton *skeleton = hone_model_skeleton(made);
    const hone_mesh *mesh = hone_model_mesh(made);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        bits_add(hash, skeleton->bones[b].position, 3);
        bits_add(hash, skeleton->bones[b].tail_offset, 3);
    }
    bits_add(hash, mesh->positions[0], 3 * mesh->vertex_count);
    add_influences(hash, mesh->influences, mesh->influence_count);
    bits_add_word(hash, report->landmark_warnings), bits_add_word(hash, report->bones_bound);
    bits_add_word(hash, report->far_count), bits_add_word(hash, report->ambiguous_count);
}

static void rig_and_add(bits_hash *hash, const statue *figure, const hone_autorig_desc *desc)
{
    hone_autorig_report report;
    hone_model *made = rig(figure, desc, &report);
    add_rig(hash, made, &report);
    hone_model_release(made);
}

/* Figures of many builds: each finds its joints in other ways. */
static void add_figures(bits_hash *figures)
{
    static const mannequin_desc descs[] = {
        {0},
        {.arms = 65, .hair = true},
        {.arms = 25, .skirt = true, .legs = 0.6f},
        {.boxes = true, .arms = -1, .head = 0.25f},
        {.cubes = true, .arms = 15},
        {.open = true, .arms = 350, .breadth = 1.3f, .no_feet = true},
        {.apart = true, .arms = 30, .legs = 0.72f},
    };
    for (size_t i = 0; i < sizeof descs / sizeof *descs; i++) {
        mannequin m = mannequin_make(&descs[i]);
        round_positions(&m.mesh);
        statue_move(&m.mesh, (int)i % 4, 1 + (float)(i % 3) / 2, (const float[3]){(float)i / 4, 0, -(float)i / 8});
        rig_and_add(figures, &m.mesh, &(hone_autorig_desc){.bend_to_a_pose = i % 2 == 1});
        statue_release(&m.mesh);
    }
}

/* ---- figures at random ------------------------------------------------------------------------------------------ */

static bool chance(test_random *random)
{
    return test_random_u32(random) % 4 == 0;
}

static mannequin_desc random_build(test_random *random)
{
    return (mannequin_desc){.arms = test_random_float(random, 1, 68),
                            .legs = test_random_float(random, 0.55f, 0.78f),
                            .head = test_random_float(random, 0.1f, 0.3f),
                            .breadth = test_random_float(random, 0.75f, 1.4f),
                            .boxes = chance(random),
                            .open = chance(random),
                            .apart = chance(random),
                            .skirt = chance(random),
                            .hair = chance(random),
                            .no_feet = chance(random)};
}

/* Makes a figure thicker at some heights and thinner at others, moves its joints up or down, and leans it aside. */
static void reshape(statue *mesh, float height, test_random *random)
{
    enum { KNOTS = 16 };
    float thick[KNOTS + 1], up = test_random_float(random, -0.5f, 0.5f);
    float lean = chance(random) ? test_random_float(random, -0.06f, 0.06f) : 0;
    for (int i = 0; i <= KNOTS; i++) thick[i] = test_random_float(random, 0.6f, 1.5f);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float *p = mesh->positions[v], at = fminf(fmaxf(p[1] / height, 0), 0.999f) * KNOTS;
        int knot = (int)at;
        p[2] *= thick[knot] + (at - (float)knot) * (thick[knot + 1] - thick[knot]);
        p[0] += lean * p[1];
        p[1] += up * p[1] * (1 - p[1] / height);
    }
}

/* A scarf hides the neck. */
static void add_scarf(statue *mesh, const mannequin *m)
{
    const float *neck = m->joints[HONE_HUMANOID_NECK], *head = m->joints[HONE_HUMANOID_HEAD], half = 0.09f * m->height;
    statue_box(mesh, (const float[3]){neck[0] - half, neck[1] - 0.02f * m->height, neck[2] - half},
               (const float[3]){neck[0] + half, head[1] + 0.06f * m->height, neck[2] + half});
}

/* A lock of hair: a strip from inside of the head, thinner than the cells in which joints are searched for. */
static void add_lock(statue *mesh, const mannequin *m)
{
    enum { STEPS = 12, INSIDE = 9 };
    const float *head = m->joints[HONE_HUMANOID_HEAD];
    uint32_t first = mesh->vertex_count;
    for (int i = 0; i <= STEPS; i++) {
        float y = head[1] + 0.05f * m->height,
              z = head[2] + 0.004f * m->height * (float)(i < INSIDE ? i : 10 * (i - 5));
        statue_vertex(mesh, (const float[3]){head[0], y, z});
        statue_vertex(mesh, (const float[3]){head[0] + 0.002f * m->height, y, z});
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        statue_triangle(mesh, first + 2 * i, first + 2 * i + 1, first + 2 * i + 2);
        statue_triangle(mesh, first + 2 * i + 2, first + 2 * i + 1, first + 2 * i + 3);
    }
}

static statue random_figure(test_random *random)
{
    mannequin_desc desc = random_build(random);
    mannequin m = mannequin_make(&desc);
    if (chance(random))
        add_scarf(&m.mesh, &m);
    if (chance(random))
        add_lock(&m.mesh, &m);
    reshape(&m.mesh, m.height, random);
    round_positions(&m.mesh);
    return m.mesh;
}

/* The rig of a figure, or why it has none. */
static void add_attempt(bits_hash *hash, const hone_model *figure, const hone_autorig_desc *desc)
{
    hone_error error = {0};
    hone_autorig_report report;
    hone_model *made = hone_model_autorig(figure, desc, &report, &error);
    for (const char *c = error.message; !made && *c; c++) bits_add_word(hash, (uint8_t)*c);
    if (made) {
        const hone_model_data *data = hone_model_get(made);
        add_rig(hash, made, &report);
        bits_add(hash, data->mesh.normals[0], 3 * data->mesh.vertex_count);
        for (uint32_t b = 0; b < data->skeleton.bone_count; b++) bits_add(hash, data->skeleton.bones[b].fixed_axis, 3);
    }
    hone_model_release(made);
}

/* Every other one also gets the bones of the one before. */
static void add_random_figures(bits_hash *hash)
{
    enum { FIGURES = 16 };
    test_random random = {21};
    hone_model *before = NULL;
    for (uint32_t i = 0; i < FIGURES; i++) {
        statue mesh = random_figure(&random);
        hone_model *figure = statue_model(&mesh);
        const hone_autorig_desc desc = {
            .bend_to_a_pose = i % 3 == 1, .max_influences = i % 4, .exponent = i % 2 ? 0 : 2};
        add_attempt(hash, figure, &desc);
        if (i % 2 == 0)
            before = hone_model_autorig(figure, &(hone_autorig_desc){0}, NULL, NULL);
        else if (before)
            add_attempt(hash, figure, &(hone_autorig_desc){.skeleton = before, .max_influences = 2});
        if (i % 2)
            hone_model_release(before);
        hone_model_release(figure);
        statue_release(&mesh);
    }
}

/* A figure gets the bones of another one. */
static void add_given_skeleton(bits_hash *hash)
{
    mannequin from = mannequin_make(&(mannequin_desc){.arms = 35, .hair = true});
    mannequin to = mannequin_make(&(mannequin_desc){.cubes = true, .arms = 35});
    round_positions(&from.mesh);
    round_positions(&to.mesh);
    hone_model *skeleton = rig(&from.mesh, &(hone_autorig_desc){0}, NULL);
    rig_and_add(hash, &to.mesh, &(hone_autorig_desc){.skeleton = skeleton});
    rig_and_add(hash, &to.mesh,
                &(hone_autorig_desc){.skeleton = skeleton, .euclidean_weights = true, .max_influences = 3});
    hone_model_release(skeleton);
    statue_release(&to.mesh);
    statue_release(&from.mesh);
}

void bits_of_rigging(bits_line *line, void *user)
{
    bits_hash figures = {0}, skeleton = {0}, at_random = {0};
    add_figures(&figures);
    add_random_figures(&at_random);
    add_given_skeleton(&skeleton);
    line(user, "autorig-figures", figures.value);
    line(user, "autorig-skeleton", skeleton.value);
    line(user, "autorig-random", at_random.value);
}
