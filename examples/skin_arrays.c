#include <hone/skin.h>
#include <stdio.h>

/* An engine's own arrays, skinned: an arm along x whose elbow, at 1, bends by 90 degrees. */
enum { VERTICES = 9, BONES = 2, INFLUENCES = 2 };
typedef struct vertex {
    float position[3], normal[3];
} vertex;

int main(void)
{
    vertex rest[VERTICES], bent[VERTICES];
    uint16_t joints[VERTICES][INFLUENCES];
    float weights[VERTICES][INFLUENCES];
    for (int v = 0; v < VERTICES; v++) {
        rest[v] = (vertex){{0.25f * (float)v, 0.1f, 0}, {0, 1, 0}};
        joints[v][0] = 0, weights[v][0] = v < 4 ? 1.0f : v == 4 ? 0.5f : 0.0f;
        joints[v][1] = 1, weights[v][1] = 1 - weights[v][0];
    }
    const hone_affine bone_from_mesh[BONES] = {HONE_AFFINE_IDENTITY, {{{1, 0, 0, -1}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};

    /* once: the mesh made ready */
    hone_influence influences[VERTICES * INFLUENCES];
    uint32_t begin[VERTICES + 1];
    for (uint32_t i = 0; i < VERTICES * INFLUENCES; i++)
        influences[i] =
            (hone_influence){joints[i / INFLUENCES][i % INFLUENCES], weights[i / INFLUENCES][i % INFLUENCES]};
    for (uint32_t v = 0; v <= VERTICES; v++) begin[v] = v * INFLUENCES;
    hone_skin_desc desc = {.vertex_count = VERTICES,
                           .slot_count = BONES,
                           .positions = {rest->position, VERTICES, sizeof *rest},
                           .normals = {rest->normal, VERTICES, sizeof *rest},
                           .influence_begin = begin,
                           .influences = influences};
    hone_error error = {0};
    hone_skin *skin = hone_skin_compile(&desc, &error);

    /* a frame: where the bones are now, what carries a vertex there, the vertices */
    hone_affine model_from_bone[BONES] = {HONE_AFFINE_IDENTITY, {{{0, -1, 0, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}}}};
    hone_slot slots[BONES] = {{0, bone_from_mesh[0]}, {1, bone_from_mesh[1]}};
    hone_affine affine[BONES], cofactor[BONES];
    hone_palette palette = {.slot_count = BONES, .affine = affine, .cofactor = cofactor};
    hone_palette_build(slots, model_from_bone, BONES, &palette);
    hone_skin_job job = {.palette = &palette,
                         .positions = {bent->position, VERTICES, sizeof *bent},
                         .normals = {bent->normal, VERTICES, sizeof *bent}};
    bool ok = hone_skin_run_on(NULL, skin, &job, &error); /* or on hone_workers, yours or hone's */

    for (int v = 0; ok && v < VERTICES; v++)
        printf("%5.2f %5.2f %5.2f\n", bent[v].position[0], bent[v].position[1], bent[v].position[2]);
    if (!ok)
        fprintf(stderr, "skin_arrays: %s\n", error.message);
    hone_skin_release(skin);
    return !ok;
}
