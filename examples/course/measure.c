/* Chapters 3 and 12: what skinning does to a mesh. Prints its volume and the lengths of its edges, now over rest.
 *
 * usage: measure MODEL MOTION SECONDS [linear|dual-quaternion]      MOTION may be the model's own file */
#include "strain.h"
#include "words.h"

#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void measure(const hone_mesh *mesh, const float (*now)[3])
{
    strain s = strain_of(mesh, now);
    printf(words("volume %.3f, edges %.2f to %.2f of their length\n", "体積 %.3f倍、辺の長さ %.2f倍から%.2f倍\n"),
           s.volume, s.shortest, s.longest);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return fprintf(stderr, words("usage: measure MODEL MOTION SECONDS [linear|dual-quaternion|cor]\n",
                                     "使い方: measure モデル モーション 秒 [linear|dual-quaternion|cor]\n")),
               2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    uint32_t count = model ? hone_model_mesh(model)->vertex_count : 0;
    float(*now)[3] = calloc(count + 1, sizeof *now);
    hone_skin_out out = {.positions = {now, count, sizeof *now}};
    if (argc > 4)
        out.method = strcmp(argv[4], "linear") == 0 ? HONE_SKIN_LINEAR
                     : strcmp(argv[4], "cor") == 0  ? HONE_SKIN_CENTRES
                                                    : HONE_SKIN_DUAL_QUATERNION;
    bool ok = now && hone_actor_play(actor, motion, NULL, &error).id &&
              hone_actor_update(actor, strtod(argv[3], NULL), &error) && hone_actor_skin(actor, &out, &error);
    if (ok)
        measure(hone_model_mesh(model), (const float(*)[3])now);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model), free(now);
    return !ok;
}
