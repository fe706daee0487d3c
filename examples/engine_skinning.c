#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* An engine's own linear skinning: for each vertex the weighted sum of what its slots make of it. hone poses the
 * character; mesh and palette are plain arrays. */
static void skin_linear(const hone_mesh *mesh, const float (*rest)[3], const hone_palette *palette, float (*out)[3])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float sum[3] = {0, 0, 0};
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            hone_influence influence = mesh->influences[i];
            if (influence.slot == HONE_NONE)
                continue; /* padding, of weight 0 */
            float moved[3];
            hone_affine_point(&palette->affine[influence.slot], rest[v], moved);
            hone_vec3_add_scaled(sum, moved, influence.weight, sum);
        }
        hone_vec3_copy(sum, out[v]);
    }
}

/* The largest distance between the engine's vertices and those of hone's kernel. */
static double compare(float (*own)[3], float (*hone)[3], uint32_t count)
{
    float most = 0;
    for (uint32_t v = 0; v < count; v++) most = fmaxf(most, hone_vec3_distance(own[v], hone[v]));
    return (double)most;
}

/* Poses a model at a time, skins it by its own loop and by hone, and prints how far the two are apart. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: engine_skinning MODEL MOTION SECONDS\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    const hone_mesh *mesh = hone_model_mesh(model);
    float(*own)[3] = calloc(mesh->vertex_count + 1, sizeof *own),
    (*by_hone)[3] = calloc(mesh->vertex_count + 1, sizeof *by_hone);
    bool ok = own && by_hone && hone_actor_play(actor, motion, NULL, &error).id;
    ok = ok && hone_actor_update(actor, strtod(argv[3], NULL), &error);
    if (ok) {
        skin_linear(mesh, hone_actor_morph_result(actor)->positions, hone_actor_palette(actor), own);
        hone_skin_out out = {.positions = {by_hone, mesh->vertex_count, sizeof *by_hone}, .method = HONE_SKIN_LINEAR};
        ok = hone_actor_skin(actor, &out, &error);
    }
    if (ok)
        printf("%u vertices, at most %.1e apart\n", (unsigned)mesh->vertex_count,
               compare(own, by_hone, mesh->vertex_count));
    else
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    free(own), free(by_hone);
    return !ok;
}
