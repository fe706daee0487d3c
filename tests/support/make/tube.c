#include "support/make/tube.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/math.h>
#include <math.h>

/* 0 at the left half, 1 at the right one, smooth within 1.5 of the joint. */
static float share_of(float x)
{
    const float t = fminf(fmaxf((x + 1.5f) / 3, 0), 1);
    return t * t * (3 - 2 * t);
}

static uint32_t add_influences(const tube_desc *desc, float x, float slant, hone_influence *out)
{
    const float right = share_of(x + (desc->slanted ? slant : 0)), bump = desc->twist_bones ? 2 * right * (1 - right) : 0;
    const float weights[TUBE_BONES] = {(1 - right) * (1 - bump), right * (1 - bump), (1 - right) * bump, right * bump};
    uint32_t count = 0;
    for (int32_t b = 0; b < TUBE_BONES; b++)
        if (weights[b] > 0)
            out[count++] = (hone_influence){b, weights[b]};
    return count;
}

static void add_triangles(const tube_desc *desc, uint32_t *out)
{
    for (uint32_t ring = 0; ring + 1 < desc->along; ring++)
        for (uint32_t i = 0; i < desc->around; i++) {
            const uint32_t a = ring * desc->around + i, b = ring * desc->around + (i + 1) % desc->around;
            const uint32_t corners[6] = {a, b, a + desc->around, b, b + desc->around, a + desc->around};
            for (int k = 0; k < 6; k++) *out++ = corners[k];
        }
}

static void add_centres(hone_mesh *mesh)
{
    float(*centres)[3] = test_calloc(mesh->vertex_count, sizeof *centres);
    CHECK(hone_centres_compute(&(hone_centres_desc){.mesh = mesh}, centres, NULL));
    mesh->centres = (const float(*)[3])centres;
}

void tube_make(const tube_desc *desc, tube *out)
{
    const uint32_t count = desc->around * desc->along, indices = 6 * desc->around * (desc->along - 1);
    float(*positions)[3] = test_calloc(count, sizeof *positions), (*normals)[3] = test_calloc(count, sizeof *normals);
    hone_influence *influences = test_calloc((size_t)count * TUBE_BONES, sizeof *influences);
    uint32_t *begin = test_calloc(count + 1, sizeof *begin), *corners = test_calloc(indices, sizeof *corners);
    hone_slot *slots = test_calloc(TUBE_BONES, sizeof *slots);
    for (uint32_t v = 0; v < count; v++) {
        const float turn = 6.2831853f * (float)(v % desc->around) / (float)desc->around;
        const float x = TUBE_LENGTH * ((float)(v / desc->around) / (float)(desc->along - 1) - 0.5f);
        hone_vec3_set(0, cosf(turn), sinf(turn), normals[v]);
        hone_vec3_set(x, TUBE_RADIUS * normals[v][1], TUBE_RADIUS * normals[v][2], positions[v]);
        begin[v + 1] = begin[v] + add_influences(desc, x, 0.4f * normals[v][1] + 0.1f * normals[v][2], influences + begin[v]);
    }
    for (int b = 0; b < TUBE_BONES; b++) slots[b] = (hone_slot){b, HONE_AFFINE_IDENTITY};
    add_triangles(desc, corners);
    *out = (tube){.desc = *desc,
                  .mesh = {.vertex_count = count,
                           .positions = (const float(*)[3])positions,
                           .normals = (const float(*)[3])normals,
                           .influence_begin = begin,
                           .influence_count = begin[count],
                           .influences = influences,
                           .slot_count = TUBE_BONES,
                           .slots = slots,
                           .index_count = indices,
                           .indices = corners}};
    add_centres(&out->mesh);
}

void tube_release(tube *t)
{
    test_free((void *)t->mesh.positions), test_free((void *)t->mesh.normals), test_free((void *)t->mesh.influences);
    test_free((void *)t->mesh.influence_begin), test_free((void *)t->mesh.indices), test_free((void *)t->mesh.slots);
    test_free((void *)t->mesh.centres);
    *t = (tube){0};
}

hone_skin *tube_compile(const tube *t)
{
    hone_error error = {0};
    hone_skin *skin = hone_skin_compile_mesh(&t->mesh, NULL, &error);
    if (!skin)
        fail_msg("%s", error.message);
    return skin;
}

void tube_pose(const tube *t, const float axis[3], float angle, hone_palette *out)
{
    const float half = angle / 2, q[4] = {axis[0] * sinf(half), axis[1] * sinf(half), axis[2] * sinf(half), cosf(half)};
    const float origin[3] = {0};
    hone_affine bones[TUBE_BONES] = {HONE_AFFINE_IDENTITY, hone_affine_from_rotation(q, origin), HONE_AFFINE_IDENTITY,
                                     hone_affine_from_rotation(q, origin)};
    hone_palette_build(t->mesh.slots, bones, TUBE_BONES, out);
}
