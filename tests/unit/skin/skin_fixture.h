/* A mesh with all kinds of vertices and random influences, and a pose, as the tests of skinning use them. */
#ifndef HONE_TESTS_UNIT_SKIN_SKIN_FIXTURE_H
#define HONE_TESTS_UNIT_SKIN_SKIN_FIXTURE_H

#include "support/reference/reference_skin.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/skin.h>
#include <string.h>

enum { SLOTS = 24, VERTICES = 211, MOST_INFLUENCES = 12 }; /* 211 is not a multiple of any vector width */
static const float SIZE = 10;                              /* vertices are inside it */

/* A mesh with all kinds and random influences, and a pose. */
typedef struct fixture {
    float positions[VERTICES][3], normals[VERTICES][3];
    uint8_t deforms[VERTICES];
    uint32_t begin[VERTICES + 1];
    hone_influence influences[VERTICES * MOST_INFLUENCES];
    hone_sdef sdefs[VERTICES];
    hone_skin_desc desc;
    hone_affine affine[SLOTS], cofactor[SLOTS];
    hone_dual_quaternion duals[SLOTS];
    hone_palette palette;
    hone_skin *skin;
    test_random random;
} fixture;

typedef struct skinned {
    float positions[VERTICES][3], normals[VERTICES][3];
} skinned;

static inline void random_vector(test_random *random, float size, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = test_random_float(random, -size, size);
}

/* count influences with different slots and sum 1 */
static inline void add_influences(fixture *f, uint32_t vertex, uint32_t count)
{
    hone_influence *in = &f->influences[f->begin[vertex]];
    uint32_t first = test_random_u32(&f->random) % SLOTS;
    float sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        in[i] = (hone_influence){(int32_t)((first + i * 5) % SLOTS), test_random_float(&f->random, 0.05f, 1)};
        sum += in[i].weight;
    }
    for (uint32_t i = 0; i < count; i++) in[i].weight /= sum;
    f->begin[vertex + 1] = f->begin[vertex] + count;
}

static inline uint32_t random_count(fixture *f, uint8_t deform)
{
    switch (deform) {
    case HONE_DEFORM_BDEF1:
        return 1;
    case HONE_DEFORM_BDEF2:
    case HONE_DEFORM_SDEF:
        return 2;
    case HONE_DEFORM_LINEAR:
        return test_random_u32(&f->random) % (MOST_INFLUENCES + 1);
    default:
        return 4;
    }
}

static inline void make_mesh(fixture *f)
{
    for (uint32_t v = 0; v < VERTICES; v++) {
        random_vector(&f->random, SIZE, f->positions[v]);
        random_vector(&f->random, 1, f->normals[v]);
        f->deforms[v] = (uint8_t)(test_random_u32(&f->random) % HONE_DEFORM_COUNT);
        add_influences(f, v, random_count(f, f->deforms[v]));
        if (f->deforms[v] != HONE_DEFORM_SDEF)
            continue;
        hone_sdef *sdef = &f->sdefs[f->desc.sdef_count++];
        sdef->vertex = v;
        random_vector(&f->random, SIZE, sdef->c);
        random_vector(&f->random, SIZE, sdef->r0);
        random_vector(&f->random, SIZE, sdef->r1);
    }
    f->desc.vertex_count = VERTICES;
    f->desc.slot_count = SLOTS;
    f->desc.positions = (hone_stream){f->positions, VERTICES, sizeof *f->positions};
    f->desc.normals = (hone_stream){f->normals, VERTICES, sizeof *f->normals};
    f->desc.deforms = f->deforms;
    f->desc.influence_begin = f->begin;
    f->desc.influences = f->influences;
    f->desc.sdefs = f->sdefs;
}

static inline hone_affine random_rigid(test_random *random)
{
    float q[4], t[3];
    test_random_quat(random, q);
    random_vector(random, SIZE, t);
    return hone_affine_from_rotation(q, t);
}

/* Slots without bones, so the palette is exactly the given matrices. */
static inline void set_palette(fixture *f, const hone_affine matrices[SLOTS])
{
    hone_slot slots[SLOTS];
    for (int s = 0; s < SLOTS; s++) slots[s] = (hone_slot){HONE_NONE, matrices[s]};
    f->palette = (hone_palette){.slot_count = SLOTS, .affine = f->affine, .cofactor = f->cofactor, .duals = f->duals};
    hone_palette_build(slots, NULL, 0, &f->palette);
}

static inline void set_random_pose(fixture *f)
{
    hone_affine matrices[SLOTS];
    for (int s = 0; s < SLOTS; s++) matrices[s] = random_rigid(&f->random);
    set_palette(f, matrices);
}

static inline int setup(void **state)
{
    fixture *f = test_calloc(1, sizeof *f);
    f->random.state = 7;
    make_mesh(f);
    set_random_pose(f);
    f->skin = hone_skin_compile(&f->desc, NULL);
    *state = f;
    return f->skin ? 0 : -1;
}

static inline int teardown(void **state)
{
    fixture *f = *state;
    hone_skin_release(f->skin);
    test_free(f);
    return 0;
}

static inline hone_skin_job job_of(fixture *f, hone_skin_method method, skinned *out)
{
    return (hone_skin_job){.palette = &f->palette,
                           .positions = {out->positions, VERTICES, sizeof *out->positions},
                           .normals = {out->normals, VERTICES, sizeof *out->normals},
                           .method = method};
}

static inline void run(fixture *f, hone_skin_method method, skinned *out)
{
    hone_skin_job job = job_of(f, method, out);
    hone_error error = {0};
    if (!hone_skin_run_on(NULL, f->skin, &job, &error))
        fail_msg("%s", error.message);
}

static inline void check_near3(const float got[3], const float want[3], double tolerance)
{
    for (int i = 0; i < 3; i++) CHECK_NEAR(got[i], want[i], tolerance);
}

/* ---- properties ---------------------------------------------------------------------------------------------- */

static const hone_skin_method METHODS[] = {HONE_SKIN_AUTO, HONE_SKIN_LINEAR, HONE_SKIN_DUAL_QUATERNION};

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

#endif
