#include "support/make/skin_mesh.h"
#include "base/trigonometry.h" /* the same mesh on every machine */
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

/* ---- slot sets ----------------------------------------------------------------------------------------------- */

typedef struct tuple {
    uint8_t deform;
    uint32_t count;
    int32_t slots[SKIN_SLOTS];
} tuple;

static uint32_t random_below(test_random *random, uint32_t end)
{
    return test_random_u32(random) % end;
}

static tuple random_tuple(const skin_recipe *recipe, test_random *random)
{
    tuple out = {.deform = HONE_DEFORM_LINEAR, .count = recipe->least};
    out.count += random_below(random, recipe->most - recipe->least + 1);
    uint32_t kind = recipe->kinds ? random_below(random, 3) : 0;
    if (kind == 1)
        out.deform = HONE_DEFORM_QDEF;
    else if (kind == 2 && out.count == 2)
        out.deform = HONE_DEFORM_SDEF;
    for (int32_t s = 0; s < SKIN_SLOTS; s++) out.slots[s] = s;
    for (uint32_t i = 0; i < out.count; i++) {
        uint32_t other = i + random_below(random, SKIN_SLOTS - i);
        int32_t slot = out.slots[i];
        out.slots[i] = out.slots[other], out.slots[other] = slot;
    }
    return out;
}

/* Gives each vertex a slot set; vertices of one set are spread over the mesh. of: [recipe->vertices] */
static void deal_tuples(const skin_recipe *recipe, test_random *random, tuple *tuples, uint32_t *of)
{
    uint32_t v = 0;
    for (uint32_t t = 0; v < recipe->vertices; t++) {
        uint32_t run = 1 + random_below(random, recipe->longest_run);
        tuples[t] = random_tuple(recipe, random);
        for (uint32_t i = 0; i < run && v < recipe->vertices; i++) of[v++] = t;
    }
    for (uint32_t i = v; i > 1; i--) {
        uint32_t other = random_below(random, i), kept = of[i - 1];
        of[i - 1] = of[other], of[other] = kept;
    }
}

/* ---- vertices ------------------------------------------------------------------------------------------------ */

static void random_vector(test_random *random, float size, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = test_random_float(random, -size, size);
}

static void whole_weights(test_random *random, hone_influence *in, uint32_t count)
{
    float sum = 0;
    uint32_t odd = random_below(random, 16);
    for (uint32_t i = 0; i < count; i++) {
        in[i].weight = test_random_float(random, 0.02f, 1);
        in[i].weight *= odd == 1 && i > 0 ? 1e-6f : 1;
        in[i].weight *= odd == 2 && i > 0 ? 1e-30f : 1;
        in[i].weight *= odd == 3 && i != count - 1 ? 0 : 1;
        sum += in[i].weight;
    }
    for (uint32_t i = 0; i < count; i++) in[i].weight /= sum;
    if (count > 0 && odd == 4 && in[0].weight > 1e-3f && in[0].weight < 0.99f)
        in[0].weight += test_random_float(random, -7e-7f, 7e-7f);
}

static void odd_weights(test_random *random, hone_influence *in, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        in[i].weight = random_below(random, 8) == 0 ? 0 : test_random_float(random, -0.3f, 1);
}

static void add_vertex(skin_mesh *mesh, const skin_recipe *recipe, test_random *random, const tuple *shared, uint32_t v)
{
    hone_influence *in = &mesh->influences[mesh->begin[v]];
    random_vector(random, SKIN_SIZE, mesh->positions[v]);
    random_vector(random, random_below(random, 50) ? 3 : 0, mesh->normals[v]);
    random_vector(random, random_below(random, 50) ? 2 : 0, mesh->tangents[v]);
    mesh->tangents[v][3] = random_below(random, 2) ? 1 : -1;
    mesh->deforms[v] = shared->deform;
    for (uint32_t i = 0; i < shared->count; i++) in[i].slot = shared->slots[i];
    (recipe->weights == SKIN_WEIGHTS_ODD ? odd_weights : whole_weights)(random, in, shared->count);
    mesh->begin[v + 1] = mesh->begin[v] + shared->count;
    if (shared->deform != HONE_DEFORM_SDEF)
        return;
    hone_sdef *sdef = &mesh->sdefs[mesh->desc.sdef_count++];
    sdef->vertex = v;
    random_vector(random, SKIN_SIZE, sdef->c);
    random_vector(random, SKIN_SIZE, sdef->r0);
    random_vector(random, SKIN_SIZE, sdef->r1);
}

/* Puts the centre of each vertex half-way to another one. */
static void add_centres(skin_mesh *mesh, uint32_t vertices)
{
    for (uint32_t v = 0; v < vertices; v++)
        for (int i = 0; i < 3; i++)
            mesh->centres[v][i] = (mesh->positions[v][i] + mesh->positions[(v * 7 + 3) % vertices][i]) / 2;
}

static void describe(skin_mesh *mesh, uint32_t vertices)
{
    mesh->desc.vertex_count = vertices;
    mesh->desc.slot_count = SKIN_SLOTS;
    mesh->desc.positions = (hone_stream){mesh->positions, vertices, sizeof *mesh->positions};
    mesh->desc.normals = (hone_stream){mesh->normals, vertices, sizeof *mesh->normals};
    mesh->desc.tangents = (hone_stream){mesh->tangents, vertices, sizeof *mesh->tangents};
    mesh->desc.deforms = mesh->deforms;
    mesh->desc.influence_begin = mesh->begin;
    mesh->desc.influences = mesh->influences;
    mesh->desc.sdefs = mesh->sdefs;
    mesh->desc.centres = (hone_stream){mesh->centres, vertices, sizeof *mesh->centres};
}

void skin_mesh_make(const skin_recipe *recipe, skin_mesh *out)
{
    size_t room = (size_t)recipe->vertices + 1;
    test_random random = {recipe->seed};
    tuple *tuples = test_calloc(room, sizeof *tuples);
    uint32_t *of = test_calloc(room, sizeof *of);
    *out = (skin_mesh){.positions = test_calloc(room, sizeof *out->positions),
                       .normals = test_calloc(room, sizeof *out->normals),
                       .tangents = test_calloc(room, sizeof *out->tangents),
                       .deforms = test_calloc(room, sizeof *out->deforms),
                       .begin = test_calloc(room, sizeof *out->begin),
                       .influences = test_calloc(room * (recipe->most + 1), sizeof *out->influences),
                       .sdefs = test_calloc(room, sizeof *out->sdefs),
                       .centres = test_calloc(room, sizeof *out->centres)};
    deal_tuples(recipe, &random, tuples, of);
    for (uint32_t v = 0; v < recipe->vertices; v++) add_vertex(out, recipe, &random, &tuples[of[v]], v);
    add_centres(out, recipe->vertices);
    describe(out, recipe->vertices);
    test_free(of);
    test_free(tuples);
}

void skin_mesh_release(skin_mesh *mesh)
{
    void *arrays[] = {mesh->positions, mesh->normals,    mesh->tangents, mesh->deforms,
                      mesh->begin,     mesh->influences, mesh->sdefs,    mesh->centres};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) test_free(arrays[i]);
    *mesh = (skin_mesh){0};
}

hone_skin *skin_mesh_compile(const skin_mesh *mesh)
{
    hone_error error = {0};
    hone_skin *skin = hone_skin_compile(&mesh->desc, &error);
    if (!skin)
        fail_msg("%s", error.message);
    return skin;
}

/* ---- palettes ------------------------------------------------------------------------------------------------ */

/* A rotation by at most `angle`. */
static hone_affine random_turn(test_random *random, float angle)
{
    float axis[3], q[4], t[3], half = test_random_float(random, 0, angle / 2);
    do random_vector(random, 1, axis);
    while (!hone_vec3_normalise(axis, axis));
    for (int i = 0; i < 3; i++) q[i] = hone_sinf(half) * axis[i];
    q[3] = hone_cosf(half);
    random_vector(random, SKIN_SIZE, t);
    return hone_affine_from_rotation(q, t);
}

static hone_affine random_rigid(test_random *random)
{
    float q[4], t[3];
    test_random_quat(random, q);
    random_vector(random, SKIN_SIZE, t);
    return hone_affine_from_rotation(q, t);
}

/* A half turn, about an axis for some slots, about any direction for others; or none. */
static hone_affine random_opposite(test_random *random, uint32_t s)
{
    float q[4] = {0}, t[3];
    random_vector(random, SKIN_SIZE, t);
    if (s % 8 < 4) {
        q[s % 4] = 1;
        return hone_affine_from_rotation(q, t);
    }
    do random_vector(random, 1, q);
    while (!hone_vec3_normalise(q, q));
    q[3] = 0;
    return hone_affine_from_rotation(q, t);
}

static void scale_column(hone_affine *m, int column, float scale)
{
    for (int r = 0; r < 3; r++) m->m[r][column] *= scale;
}

static void scale(test_random *random, hone_affine *m)
{
    for (int c = 0; c < 3; c++) scale_column(m, c, test_random_float(random, 0.25f, 1.5f));
}

static void shear(test_random *random, hone_affine *m)
{
    float along = test_random_float(random, -0.7f, 0.7f);
    for (int r = 0; r < 3; r++) m->m[r][0] += along * m->m[r][1];
}

static hone_affine random_matrix(skin_pose pose, test_random *random, uint32_t s)
{
    hone_affine m = random_rigid(random);
    switch (pose) {
    case SKIN_POSE_NEAR:
        return random_turn(random, s % 2 ? 0.06f : 1.5f);
    case SKIN_POSE_OPPOSITE:
        return random_opposite(random, s);
    case SKIN_POSE_SCALED:
        scale(random, &m);
        return m;
    case SKIN_POSE_MIRRORED:
        if (s % 2)
            scale(random, &m);
        if (s % 3 == 0)
            scale_column(&m, (int)(s % 4) % 3, -1);
        return m;
    case SKIN_POSE_SHEARED:
        shear(random, &m);
        return m;
    case SKIN_POSE_SOME:
    case SKIN_POSE_SOME_UNMARKED:
        if (s % 6 == 5)
            scale(random, &m);
        return m;
    default:
        return m;
    }
}

void skin_palette_make_of(const hone_affine matrices[SKIN_SLOTS], skin_palette *out)
{
    hone_slot slots[SKIN_SLOTS];
    for (int s = 0; s < SKIN_SLOTS; s++) slots[s] = (hone_slot){HONE_NONE, matrices[s]};
    out->palette = (hone_palette){.slot_count = SKIN_SLOTS,
                                  .affine = malloc(SKIN_SLOTS * sizeof(hone_affine)),
                                  .cofactor = malloc(SKIN_SLOTS * sizeof(hone_affine)),
                                  .duals = malloc(SKIN_SLOTS * sizeof(hone_dual_quaternion)),
                                  .scaled = malloc(SKIN_SLOTS)};
    CHECK(out->palette.affine && out->palette.cofactor && out->palette.duals && out->palette.scaled);
    hone_palette_build(slots, NULL, 0, &out->palette);
    for (int s = 0; s < SKIN_SLOTS; s++) out->matrices[s] = reference_from_affine(&matrices[s]);
}

void skin_palette_make(skin_pose pose, uint64_t seed, skin_palette *out)
{
    hone_affine matrices[SKIN_SLOTS];
    test_random random = {seed};
    for (uint32_t s = 0; s < SKIN_SLOTS; s++) matrices[s] = random_matrix(pose, &random, s);
    skin_palette_make_of(matrices, out);
    for (int s = 0; s < SKIN_SLOTS; s++) {
        hone_dual_quaternion *dual = &out->palette.duals[s];
        bool turned = random_below(&random, 2) != 0;
        for (int i = 0; turned && i < 4; i++) dual->real[i] *= -1, dual->dual[i] *= -1;
    }
    if (pose != SKIN_POSE_SOME_UNMARKED)
        return;
    free(out->palette.scaled);
    out->palette.scaled = NULL;
}

void skin_palette_release(skin_palette *palette)
{
    free(palette->palette.affine);
    free(palette->palette.cofactor);
    free(palette->palette.duals);
    free(palette->palette.scaled);
}
