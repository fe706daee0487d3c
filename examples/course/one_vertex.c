/* Chapter 2: one bone of a model carries one vertex, step by step.
 *
 * usage: one_vertex MODEL CLIP SECONDS VERTEX */
#include "words.h"

#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

static void print_matrix(const char *name, const hone_affine *matrix)
{
    for (int row = 0; row < 3; row++) {
        printf("%s", row == 1 ? name : "     ");
        for (int column = 0; column < 4; column++) printf(" %7.3f", (double)matrix->m[row][column] + 0.0);
        printf("\n");
    }
}

static void print_point(const char *what, const float p[3])
{
    printf("%-*s %7.3f %7.3f %7.3f\n", columns(24, what), what, (double)p[0] + 0.0, (double)p[1] + 0.0,
           (double)p[2] + 0.0);
}

static void show(const hone_mesh *mesh, const hone_affine *bones, uint32_t vertex)
{
    const hone_slot *slot = &mesh->slots[mesh->influences[mesh->influence_begin[vertex]].slot];
    const hone_affine *bone = &bones[slot->bone], *offset = &slot->bone_from_mesh;
    hone_affine palette = hone_affine_multiply(bone, offset);
    print_matrix("O =  ", offset);
    print_matrix("G =  ", bone);
    print_matrix("G O =", &palette);
    float p[3];
    print_point(words("rest, model space", "初期姿勢、モデル空間"), mesh->positions[vertex]);
    hone_affine_point(offset, mesh->positions[vertex], p);
    print_point(words("rest, bone space", "初期姿勢、ボーン空間"), p);
    hone_affine_point(bone, p, p);
    print_point(words("now, model space", "今、モデル空間"), p);
    hone_affine_point(&palette, mesh->positions[vertex], p);
    print_point(words("by G O at once", "G Oで一度に"), p);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return fprintf(stderr, words("usage: one_vertex MODEL CLIP SECONDS VERTEX\n",
                                     "使い方: one_vertex モデル クリップ 秒 頂点\n")),
               2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_load_desc desc = {.clip = argv[2]};
    hone_motion *motion = model ? hone_motion_load(argv[1], &desc, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    bool ok =
        hone_actor_play(actor, motion, NULL, &error).id && hone_actor_update(actor, strtod(argv[3], NULL), &error);
    if (ok)
        show(hone_model_mesh(model), hone_actor_bones(actor), (uint32_t)strtoul(argv[4], NULL, 10));
    else
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
