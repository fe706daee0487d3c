/* Every kind of morph, compared with an independent implementation in double precision that uses each formula as
 * written. */
#include "core/rig/morph/stage.h"
#include "support/make/files/make_pmx.h"
#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/math.h>
#include <string.h>

enum { BONES = 7, VERTICES = 11, MATERIALS = 5, MOST_MORPHS = 40, MOST_PARTS = 5, SETS = 4 };

/* ---- models -------------------------------------------------------------------------------------------------- */

typedef struct maker {
    hone_builder *builder;
    test_random random;
    uint32_t rank[MOST_MORPHS]; /* a group holds only morphs of lower rank */
} maker;

static void random_floats(test_random *random, float *out, int count, float low, float high)
{
    for (int i = 0; i < count; i++) out[i] = test_random_float(random, low, high);
}

static void make_mesh(maker *m, hone_mesh *mesh)
{
    float(*positions)[3] = hone_builder_array(m->builder, VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(m->builder, VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(m->builder, VERTICES, sizeof *uvs);
    float *scales = hone_builder_array(m->builder, VERTICES, sizeof *scales);
    uint8_t *deforms = hone_builder_array(m->builder, VERTICES, 1);
    uint32_t *begin = hone_builder_array(m->builder, VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(m->builder, VERTICES, sizeof *influences);
    random_floats(&m->random, *positions, VERTICES * 3, -5, 5);
    random_floats(&m->random, *uvs, VERTICES * 2, 0, 1);
    for (uint32_t v = 0; v < VERTICES; v++) {
        normals[v][1] = 1;
        begin[v + 1] = v + 1;
        influences[v] = (hone_influence){(int32_t)(v % BONES), 1};
    }
    *mesh = (hone_mesh){.vertex_count = VERTICES,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .extra_uv_count = SETS,
                        .edge_scales = scales,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = VERTICES,
                        .influences = influences};
    for (int set = 0; set < SETS; set++) {
        float(*extra)[4] = hone_builder_array(m->builder, VERTICES, sizeof *extra);
        random_floats(&m->random, *extra, VERTICES * 4, 0, 1);
        mesh->extra_uvs[set] = (const float(*)[4])extra;
    }
}

static hone_bone *make_bones(maker *m)
{
    hone_bone *bones = hone_builder_array(m->builder, BONES, sizeof *bones);
    for (int b = 0; b < BONES; b++) {
        bones[b] = (hone_bone){.name = "",
                               .parent = b ? (int32_t)(test_random_u32(&m->random) % (uint32_t)b) : HONE_NONE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .flags = b == BONES - 1 ? HONE_BONE_AFTER_PHYSICS : 0,
                               .ik = HONE_NONE};
        random_floats(&m->random, bones[b].position, 3, -3, 3);
    }
    return bones;
}

static hone_material *make_materials(maker *m)
{
    hone_material *materials = hone_builder_array(m->builder, MATERIALS, sizeof *materials);
    for (int i = 0; i < MATERIALS; i++) {
        materials[i] = (hone_material){.texture = HONE_NONE, .sphere_texture = HONE_NONE, .toon = HONE_NONE};
        random_floats(&m->random, materials[i].diffuse, 4, 0, 1);
        random_floats(&m->random, materials[i].specular, 3, 0, 1);
        random_floats(&m->random, materials[i].ambient, 3, 0, 1);
        random_floats(&m->random, materials[i].edge_colour, 4, 0, 1);
        materials[i].specular_power = test_random_float(&m->random, 0, 50);
        materials[i].edge_size = test_random_float(&m->random, 0, 2);
    }
    return materials;
}

static void make_material_part(test_random *random, hone_morph_material *part)
{
    *part = (hone_morph_material){.material = (int32_t)(test_random_u32(random) % (MATERIALS + 1)) - 1,
                                  .add = test_random_u32(random) % 2};
    random_floats(random, part->diffuse, 4, 0, 2);
    random_floats(random, part->specular, 3, 0, 2);
    random_floats(random, part->ambient, 3, 0, 2);
    random_floats(random, part->edge_colour, 4, 0, 2);
    random_floats(random, part->texture, 4, 0, 2);
    random_floats(random, part->sphere, 4, 0, 2);
    random_floats(random, part->toon, 4, 0, 2);
    part->specular_power = test_random_float(random, 0, 2);
    part->edge_size = test_random_float(random, 0, 2);
}

/* Children of lower rank, some of them twice; none if there are none. */
static uint32_t make_children(maker *m, uint32_t morph, uint32_t morph_count, hone_morph_child *children)
{
    uint32_t count = 0;
    for (int tries = 0; tries < MOST_PARTS; tries++) {
        uint32_t child = test_random_u32(&m->random) % morph_count;
        if (m->rank[child] < m->rank[morph])
            children[count++] = (hone_morph_child){(int32_t)child, test_random_float(&m->random, -1, 1.5f)};
    }
    return count;
}

static void make_parts(maker *m, hone_morph *morph, uint32_t index, uint32_t morph_count)
{
    test_random *random = &m->random;
    morph->count = 1 + test_random_u32(random) % MOST_PARTS;
    void *parts = hone_builder_array(m->builder, MOST_PARTS, sizeof(hone_morph_material)); /* the largest */
    for (uint32_t i = 0; i < morph->count; i++) {
        if (morph->kind == HONE_MORPH_VERTEX) {
            hone_morph_vertex *part = (hone_morph_vertex *)parts + i;
            part->vertex = test_random_u32(random) % VERTICES;
            random_floats(random, part->offset, 3, -1, 1);
        } else if (morph->kind == HONE_MORPH_BONE) {
            hone_morph_bone *part = (hone_morph_bone *)parts + i;
            part->bone = (int32_t)(test_random_u32(random) % BONES);
            random_floats(random, part->translation, 3, -1, 1);
            test_random_quat(random, part->rotation);
        } else if (morph->kind >= HONE_MORPH_UV && morph->kind <= HONE_MORPH_UV4) {
            hone_morph_uv *part = (hone_morph_uv *)parts + i;
            part->vertex = test_random_u32(random) % VERTICES;
            random_floats(random, part->offset, 4, -1, 1);
        } else if (morph->kind == HONE_MORPH_MATERIAL) {
            make_material_part(random, (hone_morph_material *)parts + i);
        }
    }
    if (morph->kind == HONE_MORPH_GROUP || morph->kind == HONE_MORPH_FLIP)
        morph->count = make_children(m, index, morph_count, parts);
    if (morph->kind == HONE_MORPH_IMPULSE)
        morph->count = 0; /* there are no bodies */
    morph->u.vertices = parts;
}

static hone_model *finish(maker *m, hone_morph *morphs, uint32_t morph_count)
{
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .skeleton = {.bone_count = BONES, .bones = make_bones(m)},
                            .material_count = MATERIALS,
                            .materials = make_materials(m),
                            .morph_count = morph_count,
                            .morphs = morphs};
    make_mesh(m, &data.mesh);
    hone_error error = {0};
    hone_model *model = hone_model_create(m->builder, &data, &(hone_model_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* Morphs of all kinds in random order, with nested groups and flips. */
static hone_model *make_random(uint64_t seed, uint32_t morph_count)
{
    maker m = {.builder = hone_builder_create(NULL, 0, NULL), .random = {seed}};
    for (uint32_t i = 0; i < morph_count; i++) m.rank[i] = test_random_u32(&m.random) % 1000;
    hone_morph *morphs = hone_builder_array(m.builder, morph_count, sizeof *morphs);
    for (uint32_t i = 0; i < morph_count; i++) {
        bool holds = test_random_u32(&m.random) % 3 == 0;
        uint32_t kind = test_random_u32(&m.random) % HONE_MORPH_VALUE;
        morphs[i].kind = holds ? (kind % 2 ? HONE_MORPH_GROUP : HONE_MORPH_FLIP) : (uint8_t)kind;
        make_parts(&m, &morphs[i], i, morph_count);
    }
    return finish(&m, morphs, morph_count);
}

/* One morph, or a holder and `count` children of kind VERTEX, from arrays of the test. */
static hone_model *make_one(uint8_t kind, const void *parts, uint32_t count, size_t size, uint32_t more)
{
    maker m = {.builder = hone_builder_create(NULL, 0, NULL), .random = {5}};
    hone_morph *morphs = hone_builder_array(m.builder, 1 + more, sizeof *morphs);
    void *copy = hone_builder_array(m.builder, count, size);
    memcpy(copy, parts, count * size);
    morphs[0] = (hone_morph){.kind = kind, .count = count, .u.vertices = copy};
    for (uint32_t i = 1; i <= more; i++) morphs[i].kind = HONE_MORPH_VERTEX;
    return finish(&m, morphs, 1 + more);
}

/* ---- a rig and its pose ---------------------------------------------------------------------------------------- */

typedef struct posed {
    hone_model *model;
    const hone_model_data *data;
    hone_rig *rig;
    hone_pose pose;
    hone_transform bones[BONES];
    uint8_t moved[BONES], physics_off[BONES];
    float morphs[MOST_MORPHS];
} posed;

static void open_rig(posed *p, hone_model *model)
{
    *p = (posed){
        .model = model, .data = hone_model_get(model), .rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL)};
    CHECK(p->rig != NULL);
    p->pose = (hone_pose){.bone_count = BONES,
                          .morph_count = p->data->morph_count,
                          .bones = p->bones,
                          .animated = p->moved,
                          .physics_off = p->physics_off,
                          .morphs = p->morphs};
    hone_pose_reset(&p->pose, model);
}

static void close_rig(posed *p)
{
    hone_rig_destroy(p->rig);
    hone_model_release(p->model);
}

static void random_weights(test_random *random, posed *p)
{
    for (uint32_t m = 0; m < p->data->morph_count; m++)
        p->morphs[m] = test_random_u32(random) % 2 ? test_random_float(random, -1, 1.5f) : 0;
}

static void random_bones(test_random *random, posed *p)
{
    for (int b = 0; b < BONES; b++) {
        random_floats(random, p->bones[b].translation, 3, -1, 1);
        test_random_quat(random, p->bones[b].rotation);
    }
}

/* ---- the independent implementation ---------------------------------------------------------------------------- */

typedef struct opinion {
    const hone_model_data *data;
    const float *tracks;
    bool near_step; /* a flip is near the choice of another child, so rounding decides */
} opinion;

static double weight_of(opinion *o, uint32_t morph);

/* The weight that holder h gives to a morph. */
static double given_by(opinion *o, const hone_morph *holder, uint32_t h, uint32_t morph)
{
    double given = 0, weight = weight_of(o, h);
    double steps = (holder->count + 1.0) * weight;
    double j = floor(steps) - 1;
    j = j < 0 ? 0 : j > holder->count - 1.0 ? holder->count - 1.0 : j;
    for (uint32_t i = 0; i < holder->count; i++) {
        if ((uint32_t)holder->u.children[i].morph != morph)
            continue;
        if (holder->kind == HONE_MORPH_GROUP)
            given += weight * holder->u.children[i].ratio;
        else if (weight > 0 && i == j)
            given += holder->u.children[i].ratio;
    }
    if (holder->kind == HONE_MORPH_FLIP && weight != 0)
        o->near_step |= fabs(steps - round(steps)) < 1e-3 || fabs(weight) < 1e-3;
    return given;
}

/* The morph's own weight plus what all its holders give, at any depth. */
static double weight_of(opinion *o, uint32_t morph)
{
    double weight = o->tracks[morph];
    for (uint32_t h = 0; h < o->data->morph_count; h++) {
        const hone_morph *holder = &o->data->morphs[h];
        bool holds = false;
        if (holder->kind == HONE_MORPH_GROUP || holder->kind == HONE_MORPH_FLIP)
            for (uint32_t i = 0; i < holder->count; i++) holds |= (uint32_t)holder->u.children[i].morph == morph;
        if (holds)
            weight += given_by(o, holder, h, morph);
    }
    return weight;
}

static bool opinion_of_weights(const posed *p, double *weights)
{
    opinion o = {.data = p->data, .tracks = p->morphs};
    for (uint32_t m = 0; m < p->data->morph_count; m++) weights[m] = weight_of(&o, m);
    return !o.near_step;
}

static void multiply(const double a[4], const double b[4], double out[4])
{
    double q[4] = {
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(out, q, sizeof q);
}

/* rot(axis, weight * angle), with the angle within half a turn */
static void power(const float rotation[4], double weight, double out[4])
{
    double q[4], length = 0;
    for (int i = 0; i < 4; i++) length += (double)rotation[i] * rotation[i];
    for (int i = 0; i < 4; i++) q[i] = rotation[i] / sqrt(length) * (rotation[3] < 0 ? -1 : 1);
    double angle = 2 * acos(fmin(q[3], 1)), sine = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    for (int i = 0; i < 3; i++) out[i] = q[i] / sine * sin(weight * angle / 2);
    out[3] = cos(weight * angle / 2);
}

/* The pose with bone morphs applied: a rig without morphs must give the same result for it. */
static void opinion_of_bones(const posed *p, const double *weights, hone_transform *bones)
{
    for (int b = 0; b < BONES; b++) {
        double turn[4] = {0, 0, 0, 1}, move[3] = {0}, anim[4];
        for (uint32_t m = 0; m < p->data->morph_count; m++) {
            const hone_morph *morph = &p->data->morphs[m];
            for (uint32_t i = 0; morph->kind == HONE_MORPH_BONE && i < morph->count; i++) {
                const hone_morph_bone *part = &morph->u.bones[i];
                double q[4];
                if (part->bone != b)
                    continue;
                power(part->rotation, weights[m], q);
                multiply(q, turn, turn);
                for (int c = 0; c < 3; c++) move[c] += weights[m] * part->translation[c];
            }
        }
        for (int i = 0; i < 4; i++) anim[i] = p->bones[b].rotation[i];
        multiply(turn, anim, turn);
        bones[b] = p->bones[b];
        for (int i = 0; i < 4; i++) bones[b].rotation[i] = (float)turn[i];
        for (int i = 0; i < 3; i++) bones[b].translation[i] += (float)move[i];
    }
}

/* One element of a material: multiply and add in file order, each morph in turn. `at` is its offset in
 * hone_morph_material. */
static void opinion_of_factor(const posed *p, const double *weights, uint32_t material, size_t at, double *multiply_by,
                              double *add)
{
    *multiply_by = 1, *add = 0;
    for (uint32_t m = 0; m < p->data->morph_count; m++) {
        const hone_morph *morph = &p->data->morphs[m];
        for (uint32_t i = 0; morph->kind == HONE_MORPH_MATERIAL && i < morph->count; i++) {
            const hone_morph_material *part = &morph->u.materials[i];
            float value;
            memcpy(&value, (const char *)part + at, sizeof value);
            if (part->material != HONE_NONE && part->material != (int32_t)material)
                continue;
            if (part->add)
                *add += value * weights[m];
            else
                *multiply_by *= 1 + (value - 1) * weights[m];
        }
    }
}

/* ---- weights --------------------------------------------------------------------------------------------------- */

static void check_close(double got, double want, const char *what)
{
    if (!(fabs(got - want) <= 2e-5 * fmax(1, fabs(want))))
        fail_msg("%s is %.9g, not %.9g", what, got, want);
}

static void groups_and_flips_hand_on_however_they_nest(void **state)
{
    (void)state;
    test_random random = {11};
    uint32_t checked = 0, deep = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        posed p;
        double want[MOST_MORPHS];
        open_rig(&p, make_random(seed, 4 + (uint32_t)seed % (MOST_MORPHS / 2)));
        for (int n = 0; n < 5; n++) {
            random_weights(&random, &p);
            if (!opinion_of_weights(&p, want))
                continue;
            hone_rig_evaluate(p.rig, &p.pose);
            checked++;
            for (uint32_t m = 0; m < p.data->morph_count; m++) {
                check_close(hone_rig_morphs(p.rig)[m], want[m], "weight");
                deep += want[m] != p.morphs[m];
            }
        }
        close_rig(&p);
    }
    CHECK(checked > 1500 && deep > 5000);
}

static void a_flip_chooses_one_child_and_gives_what_is_written(void **state)
{
    (void)state;
    const hone_morph_child children[3] = {{1, 0.5f}, {2, -2}, {3, 7}};
    const struct {
        float weight;
        int chosen; /* 0: none */
    } cases[] = {{0, 0},     {-0.5f, 0}, {0.01f, 1}, {0.25f, 1}, {0.49f, 1},    {0.5f, 2},     {0.74f, 2},
                 {0.75f, 3}, {1, 3},     {40, 3},    {NAN, 0},   {INFINITY, 3}, {-INFINITY, 0}};
    posed p;
    open_rig(&p, make_one(HONE_MORPH_FLIP, children, 3, sizeof *children, 3));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        p.morphs[0] = cases[i].weight;
        p.morphs[2] = 10; /* its own weight, which stays */
        hone_rig_evaluate(p.rig, &p.pose);
        const float *w = hone_rig_morphs(p.rig);
        for (int c = 1; c <= 3; c++)
            CHECK(w[c] == (c == 2 ? 10 : 0) + (cases[i].chosen == c ? children[c - 1].ratio : 0));
    }
    close_rig(&p);
}

static void groups_may_nest_as_deep_as_there_are_morphs(void **state)
{
    (void)state;
    enum { DEEP = 20000 };
    maker m = {.builder = hone_builder_create(NULL, 0, NULL), .random = {5}};
    hone_morph *morphs = hone_builder_array(m.builder, DEEP, sizeof *morphs);
    for (uint32_t i = 0; i < DEEP; i++) {
        hone_morph_child *child = hone_builder_array(m.builder, 1, sizeof *child);
        *child = (hone_morph_child){(int32_t)i - 1, -1};
        morphs[i] = (hone_morph){.kind = i ? HONE_MORPH_GROUP : HONE_MORPH_VERTEX, .count = i > 0, .u.children = child};
    }
    hone_model *model = finish(&m, morphs, DEEP);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    float *weights = test_calloc(DEEP, sizeof *weights);
    hone_transform bones[BONES];
    for (int b = 0; b < BONES; b++) bones[b] = (hone_transform)HONE_TRANSFORM_IDENTITY;
    weights[DEEP - 1] = 0.5f;
    hone_rig_evaluate(rig, &(hone_pose){.bone_count = BONES, .bones = bones, .morph_count = DEEP, .morphs = weights});
    CHECK(hone_rig_morphs(rig)[0] == -0.5f && hone_rig_morphs(rig)[1] == 0.5f);
    hone_rig_destroy(rig);
    hone_model_release(model);
    test_free(weights);
}

/* ---- data that morphs move ------------------------------------------------------------------------------------- */

static void check_uvs(const posed *p, const double *weights, uint8_t kind, const float *rest, const float *got,
                      uint32_t components)
{
    for (uint32_t v = 0; v < VERTICES; v++)
        for (uint32_t c = 0; c < components; c++) {
            double want = rest[v * components + c];
            for (uint32_t m = 0; m < p->data->morph_count; m++)
                for (uint32_t i = 0; p->data->morphs[m].kind == kind && i < p->data->morphs[m].count; i++)
                    if (p->data->morphs[m].u.uvs[i].vertex == v)
                        want += weights[m] * p->data->morphs[m].u.uvs[i].offset[c];
            check_close(got[v * components + c], want, "texture coordinate");
        }
}

static void check_positions(posed *p, const double *weights)
{
    const float(*got)[3] = hone_rig_morph_result(p->rig)->positions;
    for (uint32_t v = 0; v < VERTICES; v++)
        for (int c = 0; c < 3; c++) {
            double want = p->data->mesh.positions[v][c];
            for (uint32_t m = 0; m < p->data->morph_count; m++)
                for (uint32_t i = 0; p->data->morphs[m].kind == HONE_MORPH_VERTEX && i < p->data->morphs[m].count; i++)
                    if (p->data->morphs[m].u.vertices[i].vertex == v)
                        want += weights[m] * p->data->morphs[m].u.vertices[i].offset[c];
            check_close(got[v][c], want, "position");
        }
}

static void check_bones(posed *p, const double *weights)
{
    hone_transform bones[BONES];
    reference_matrix worlds[BONES];
    hone_pose morphed = p->pose;
    opinion_of_bones(p, weights, bones);
    morphed.bones = bones;
    reference_model_from_bone(&p->data->skeleton, &morphed, worlds);
    for (int b = 0; b < BONES; b++)
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK_NEAR(hone_rig_bones(p->rig)[b].m[r][c], worlds[b].m[r][c], 1e-4);
}

static void check_values(const posed *p, const double *weights, uint32_t material, size_t at, const float *rest,
                         const float *got, int count)
{
    for (int i = 0; i < count; i++) {
        double multiply_by, add;
        opinion_of_factor(p, weights, material, at + (size_t)i * sizeof(float), &multiply_by, &add);
        check_close(got[i], rest[i] * multiply_by + add, "value of a material");
    }
}

static void check_factor(const posed *p, const double *weights, uint32_t material, size_t at,
                         const hone_texture_factor *got)
{
    for (int i = 0; i < 4; i++) {
        double multiply_by, add;
        opinion_of_factor(p, weights, material, at + (size_t)i * sizeof(float), &multiply_by, &add);
        check_close(got->multiply[i], multiply_by, "multiplied factor of a texture");
        check_close(got->add[i], add, "added factor of a texture");
    }
}

#define AT(field) offsetof(hone_morph_material, field)
static void check_materials(posed *p, const double *weights)
{
    const hone_material_state *states = hone_rig_morph_result(p->rig)->materials;
    for (uint32_t m = 0; m < MATERIALS; m++) {
        const hone_material *rest = &p->data->materials[m];
        const hone_material_state *got = &states[m];
        check_values(p, weights, m, AT(diffuse), rest->diffuse, got->diffuse, 4);
        check_values(p, weights, m, AT(specular), rest->specular, got->specular, 3);
        check_values(p, weights, m, AT(specular_power), &rest->specular_power, &got->specular_power, 1);
        check_values(p, weights, m, AT(ambient), rest->ambient, got->ambient, 3);
        check_values(p, weights, m, AT(edge_colour), rest->edge_colour, got->edge_colour, 4);
        check_values(p, weights, m, AT(edge_size), &rest->edge_size, &got->edge_size, 1);
        check_factor(p, weights, m, AT(texture), &got->texture);
        check_factor(p, weights, m, AT(sphere), &got->sphere);
        check_factor(p, weights, m, AT(toon), &got->toon);
    }
}

static void every_kind_moves_what_it_should(void **state)
{
    (void)state;
    test_random random = {12};
    uint32_t checked = 0;
    for (uint64_t seed = 1000; seed < 1200; seed++) {
        posed p;
        double weights[MOST_MORPHS];
        open_rig(&p, make_random(seed, MOST_MORPHS));
        for (int n = 0; n < 4; n++) { /* several poses with one rig: earlier movements must not remain */
            random_weights(&random, &p);
            random_bones(&random, &p);
            if (!opinion_of_weights(&p, weights))
                continue;
            checked++;
            hone_rig_evaluate(p.rig, &p.pose);
            const hone_morph_result *morphs = hone_rig_apply_morphs(p.rig);
            check_bones(&p, weights);
            check_positions(&p, weights);
            check_uvs(&p, weights, HONE_MORPH_UV, *p.data->mesh.uvs, *morphs->uvs, 2);
            for (uint32_t set = 0; set < SETS; set++)
                check_uvs(&p, weights, (uint8_t)(HONE_MORPH_UV1 + set), *p.data->mesh.extra_uvs[set],
                          *morphs->extra_uvs[set], 4);
            check_materials(&p, weights);
        }
        close_rig(&p);
    }
    CHECK(checked > 500);
}

/* All results together, to compare bits. */
typedef struct results {
    float positions[VERTICES][3], uvs[VERTICES][2], extra[SETS][VERTICES][4];
    hone_affine bones[BONES];
    hone_material_state materials[MATERIALS];
} results;

static void evaluate(posed *p, results *out)
{
    hone_rig_evaluate(p->rig, &p->pose);
    const hone_morph_result *morphs = hone_rig_apply_morphs(p->rig);
    memcpy(out->positions, morphs->positions, sizeof out->positions);
    memcpy(out->uvs, morphs->uvs, sizeof out->uvs);
    for (uint32_t set = 0; set < SETS; set++) memcpy(out->extra[set], morphs->extra_uvs[set], sizeof out->extra[set]);
    memcpy(out->bones, hone_rig_bones(p->rig), sizeof out->bones);
    memcpy(out->materials, morphs->materials, sizeof out->materials);
}

static void results_depend_on_the_weights_alone(void **state)
{
    (void)state;
    test_random random = {13};
    for (uint64_t seed = 1; seed <= 30; seed++) {
        posed used, fresh;
        results got, want, rest;
        open_rig(&used, make_random(seed, MOST_MORPHS));
        evaluate(&used, &rest);
        for (int n = 0; n < 10; n++) {
            random_weights(&random, &used);
            evaluate(&used, &got);
            open_rig(&fresh, hone_model_retain(used.model));
            memcpy(fresh.morphs, used.morphs, sizeof used.morphs);
            evaluate(&fresh, &want);
            CHECK(memcmp(&got, &want, sizeof got) == 0);
            close_rig(&fresh);
        }
        used.morphs[0] = NAN;
        evaluate(&used, &got);
        memset(used.morphs, 0, sizeof used.morphs);
        evaluate(&used, &got);
        CHECK(memcmp(&got, &rest, sizeof got) == 0);
        CHECK(hone_rig_morph_result(used.rig)->uvs == used.data->mesh.uvs); /* borrowed, not copied */
        CHECK(hone_rig_morph_result(used.rig)->extra_uvs[2] == used.data->mesh.extra_uvs[2]);
        close_rig(&used);
    }
}

static void revisions_grow_with_each_change(void **state)
{
    (void)state;
    const hone_morph_vertex moved = {.vertex = 2, .offset = {1, 0, 0}};
    const hone_morph_material dyed = {.material = 1, .add = true, .diffuse = {1, 0, 0, 0}};
    for (int kind = 0; kind < 2; kind++) {
        posed p;
        open_rig(&p, kind ? make_one(HONE_MORPH_MATERIAL, &dyed, 1, sizeof dyed, 0)
                          : make_one(HONE_MORPH_VERTEX, &moved, 1, sizeof moved, 0));
        results now;
        evaluate(&p, &now);
        for (int i = 1; i <= 3; i++) {
            uint64_t before = hone_rig_morph_result(p.rig)->revision;
            p.morphs[0] = 0.25f * (float)i;
            evaluate(&p, &now);
            CHECK(hone_rig_morph_result(p.rig)->revision == before + 1);
            evaluate(&p, &now);
            CHECK(hone_rig_morph_result(p.rig)->revision == before + 1);
        }
        close_rig(&p);
    }
}

static void a_mesh_has_no_sets_beyond_its_own(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model *model = hone_model_create(builder, &(hone_model_data){.space = HONE_SPACE_MMD}, NULL, NULL);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    const hone_morph_result *morphs = hone_rig_apply_morphs(rig);
    CHECK(!morphs->extra_uvs[0] && !morphs->extra_uvs[3]);
    CHECK(morphs->revision == 0 && !morphs->normals);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* ---- bones: special cases -------------------------------------------------------------------------------------- */

static void bone_morphs_turn_by_a_power_of_their_rotation(void **state)
{
    (void)state;
    const float s = sqrtf(0.5f);
    const hone_morph_bone quarters[2] = {{0, {0, 0, 2}, {0, 0, s, s}},
                                         {0, {0, 0, 2}, {0, 0, -s, -s}}}; /* the same rotation twice */
    for (int sign = 0; sign < 2; sign++) {
        posed p;
        open_rig(&p, make_one(HONE_MORPH_BONE, &quarters[sign], 1, sizeof *quarters, 0));
        const float weights[] = {-1, 0.5f, 1, 2, 3.5f};
        for (int i = 0; i < 5; i++) {
            p.morphs[0] = weights[i];
            hone_rig_evaluate(p.rig, &p.pose);
            const hone_affine *bone = &hone_rig_bones(p.rig)[0];
            CHECK_NEAR(bone->m[0][0], cos(weights[i] * HONE_PI / 2), 1e-6);
            CHECK_NEAR(bone->m[1][0], sin(weights[i] * HONE_PI / 2), 1e-6);
            CHECK_NEAR(bone->m[2][3], p.data->skeleton.bones[0].position[2] + 2 * weights[i], 1e-5);
        }
        close_rig(&p);
    }
}

static void a_bone_morph_without_rotation_turns_nothing(void **state)
{
    (void)state;
    const hone_morph_bone parts[2] = {{0, {1, 0, 0}, {0, 0, 0, 0}}, {1, {0, 0, 0}, {0, 0, 0, -1}}};
    posed p;
    open_rig(&p, make_one(HONE_MORPH_BONE, parts, 2, sizeof *parts, 0));
    p.morphs[0] = 0.7f;
    hone_rig_evaluate(p.rig, &p.pose);
    for (int b = 0; b < 2; b++)
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) CHECK(hone_rig_bones(p.rig)[b].m[r][c] == (r == c));
    close_rig(&p);
}

/* Rigs with appends and chains, once with bone morphs and once with equivalent keys: the same bits. */
static void the_whole_rig_takes_bone_morphs_as_if_they_were_keyed(void **state)
{
    (void)state;
    uint32_t moved = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        make_pmx_desc desc = make_pmx_rich(seed);
        desc.bone_count = 40, desc.morph_count = 44;
        hone_model *model = make_pmx_model(&desc, NULL, NULL);
        hone_actor *morphed = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        hone_actor *keyed = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        hone_pose *pose = hone_actor_writable_pose(morphed), *same = hone_actor_writable_pose(keyed);
        test_random random = {seed};
        for (uint32_t b = 0; b < pose->bone_count; b++) test_random_quat(&random, pose->bones[b].rotation);
        for (uint32_t m = 0; m < pose->morph_count; m++) pose->morphs[m] = test_random_float(&random, -1, 1.5f);
        hone_arena *memory = hone_arena_create(NULL, 0, NULL);
        hone_morph_stage stage;
        hone_morph_stage_init(&stage, hone_model_get(model), memory);
        hone_morph_stage_weigh(&stage, pose->morphs);
        for (uint32_t b = 0; b < pose->bone_count; b++) {
            const hone_bone_offset *offset = hone_morph_stage_bone(&stage, b);
            same->bones[b] = pose->bones[b];
            moved += offset != NULL;
            for (int i = 0; offset && i < 3; i++) same->bones[b].translation[i] += offset->translation[i];
            if (offset)
                hone_quat_multiply(offset->rotation, pose->bones[b].rotation, same->bones[b].rotation);
        }
        CHECK(hone_actor_evaluate(morphed, NULL));
        CHECK(hone_actor_evaluate(keyed, NULL));
        CHECK(memcmp(hone_actor_bones(morphed), hone_actor_bones(keyed), pose->bone_count * sizeof(hone_affine)) == 0);
        hone_arena_destroy(memory);
        hone_actor_destroy(morphed);
        hone_actor_destroy(keyed);
        hone_model_release(model);
    }
    CHECK(moved > 300);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void every_allocation_of_a_rig_may_fail(void **state)
{
    (void)state;
    hone_model *model = make_random(3, MOST_MORPHS);
    bool done = false;
    uint64_t failed = 0;
    for (; !done; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        hone_error error = {0};
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model, .allocator = &allocator.allocator}, &error);
        done = rig != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_rig_destroy(rig);
        CHECK(allocator.live == 0);
    }
    CHECK(failed > 3);
    hone_model_release(model);
}

static void morphs_allocate_nothing_once_the_rig_is_there(void **state)
{
    (void)state;
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    test_random random = {14};
    posed p;
    results r;
    open_rig(&p, make_random(8, MOST_MORPHS));
    hone_rig_destroy(p.rig);
    p.rig = hone_rig_create(&(hone_rig_desc){.model = p.model, .allocator = &allocator.allocator}, NULL);
    uint64_t calls = allocator.calls;
    for (int n = 0; n < 20; n++) {
        random_weights(&random, &p);
        evaluate(&p, &r);
    }
    CHECK(allocator.calls == calls);
    close_rig(&p);
    CHECK(allocator.live == 0);
}

TEST_GROUP(test_morphs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_and_flips_hand_on_however_they_nest),
        cmocka_unit_test(a_flip_chooses_one_child_and_gives_what_is_written),
        cmocka_unit_test(groups_may_nest_as_deep_as_there_are_morphs),
        cmocka_unit_test(every_kind_moves_what_it_should),
        cmocka_unit_test(results_depend_on_the_weights_alone),
        cmocka_unit_test(revisions_grow_with_each_change),
        cmocka_unit_test(a_mesh_has_no_sets_beyond_its_own),
        cmocka_unit_test(bone_morphs_turn_by_a_power_of_their_rotation),
        cmocka_unit_test(a_bone_morph_without_rotation_turns_nothing),
        cmocka_unit_test(the_whole_rig_takes_bone_morphs_as_if_they_were_keyed),
        cmocka_unit_test(every_allocation_of_a_rig_may_fail),
        cmocka_unit_test(morphs_allocate_nothing_once_the_rig_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
