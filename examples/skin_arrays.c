#include <hone/skin.h>
#include <stdio.h>

/* Skins plain arrays, without a model: an arm along x, its elbow at 1, bent up by 90 degrees. */
int main(void)
{
    enum { VERTICES = 9, BONES = 2 };
    float rest[VERTICES][3], bent[VERTICES][3];
    for (int v = 0; v < VERTICES; v++) rest[v][0] = 0.25f * (float)v, rest[v][1] = 0.1f, rest[v][2] = 0;

    /* weights: of each vertex two, by its distance to the bones */
    hone_error error = {0};
    hone_influence influences[VERTICES * BONES];
    hone_segment bones[BONES] = {{{0, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {2, 0, 0}}};
    hone_autoweight_desc weights = {.positions = {rest, VERTICES, sizeof *rest},
                                    .segments = bones,
                                    .segment_count = BONES,
                                    .max_influences = BONES};
    bool ok = hone_autoweight(&weights, influences, &error);

    /* once: the mesh made ready */
    uint32_t begin[VERTICES + 1];
    for (uint32_t v = 0; v <= VERTICES; v++) begin[v] = v * BONES;
    hone_skin_desc desc = {
        .vertex_count = VERTICES, .slot_count = BONES, .influence_begin = begin, .influences = influences};
    hone_skin *skin = ok ? hone_skin_compile(&desc, &error) : NULL;

    /* a frame: where the bones are now, what carries a vertex there, the vertices */
    hone_slot slots[BONES] = {{0, HONE_AFFINE_IDENTITY}, {1, {{{1, 0, 0, -1}, {0, 1, 0, 0}, {0, 0, 1, 0}}}}};
    hone_affine now[BONES] = {HONE_AFFINE_IDENTITY, {{{0, -1, 0, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}}}};
    hone_affine affine[BONES];
    hone_palette palette = {.slot_count = BONES, .affine = affine};
    hone_palette_build(slots, now, BONES, &palette);
    hone_skin_job job = {.palette = &palette,
                         .rest_positions = {rest, VERTICES, sizeof *rest},
                         .positions = {bent, VERTICES, sizeof *bent}};
    ok = skin && hone_skin_run(skin, &job, 0, VERTICES, &error);

    for (int v = 0; ok && v < VERTICES; v++) printf("%5.2f %5.2f %5.2f\n", bent[v][0], bent[v][1], bent[v][2]);
    if (!ok)
        fprintf(stderr, "skin_arrays: %s\n", error.message);
    hone_skin_release(skin);
    return !ok;
}
