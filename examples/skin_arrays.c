#include <hone/skin.h>
#include <stdio.h>

/* Skins an engine's own arrays, without a model: an arm along x, bent up by 90 degrees at the elbow, at x = 1. */
enum { VERTICES = 9, BONES = 2 };
typedef struct vertex { /* as the engine has it; separate arrays would do as well */
    float position[3], normal[3], weights[2];
    uint16_t joints[2];
} vertex;

int main(void)
{
    vertex rest[VERTICES], bent[VERTICES];
    hone_influence influences[VERTICES][2];
    uint32_t begin[VERTICES + 1] = {0}; /* any number of influences a vertex */
    for (uint32_t v = 0; v < VERTICES; v++) {
        float upper = v < 4 ? 1.0f : v == 4 ? 0.5f : 0;
        rest[v] = (vertex){{0.25f * (float)v, 0.1f, 0}, {0, 1, 0}, {upper, 1 - upper}, {0, 1}};
        for (int i = 0; i < 2; i++) influences[v][i] = (hone_influence){rest[v].joints[i], rest[v].weights[i]};
        begin[v + 1] = begin[v] + 2;
    }

    /* once per mesh: compile it */
    hone_skin_desc desc = {.vertex_count = VERTICES, .slot_count = BONES, .influence_begin = begin};
    desc.influences = influences[0];
    desc.positions = (hone_stream){rest->position, VERTICES, sizeof *rest};
    desc.normals = (hone_stream){rest->normal, VERTICES, sizeof *rest};
    hone_error error = {0};
    hone_skin *skin = hone_skin_compile(&desc, &error);

    /* once per frame: the bones, the palette, the vertices */
    hone_slot slots[BONES] = {{0, HONE_AFFINE_IDENTITY}, {1, {{{1, 0, 0, -1}, {0, 1, 0, 0}, {0, 0, 1, 0}}}}};
    hone_affine bones[BONES] = {HONE_AFFINE_IDENTITY, {{{0, -1, 0, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}}}};
    hone_affine affine[BONES], cofactor[BONES];
    hone_palette palette = {.slot_count = BONES, .affine = affine, .cofactor = cofactor};
    hone_palette_build(slots, bones, BONES, &palette);
    hone_skin_job job = {.palette = &palette};
    job.positions = (hone_stream){bent->position, VERTICES, sizeof *bent};
    job.normals = (hone_stream){bent->normal, VERTICES, sizeof *bent};
    bool ok = hone_skin_run_on(NULL, skin, &job, &error); /* NULL: this thread alone */

    for (const vertex *v = bent; ok && v < bent + VERTICES; v++)
        printf("%5.2f %5.2f %5.2f\n", v->position[0], v->position[1], v->position[2]);
    if (!ok)
        fprintf(stderr, "skin_arrays: %s\n", error.message);
    hone_skin_release(skin);
    return !ok;
}
