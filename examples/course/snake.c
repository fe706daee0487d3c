/* Chapter 13: makes a snake of any number of bones up to 500, and a motion that lays it in curves.
 *
 * usage: snake BONES       writes snake.pmx and snake.vmd into the current folder */
#include "shape.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDES = 8 };

static void add_ring(shape *s, int ring, int bones)
{
    for (int side = 0; side < SIDES; side++) {
        float angle = (float)side * 0.785398163f, body = 0.3f * sqrtf(sinf(0.2f + 2.8f * (float)ring / (float)bones));
        shape_vertex *v = &s->vertices[s->vertex_count++];
        *v = (shape_vertex){.position = {0.1f * (float)ring, body * cosf(angle), body * sinf(angle)},
                            .normal = {0, cosf(angle), sinf(angle)},
                            .bones = {ring < bones ? ring : bones - 1, -1, -1, -1},
                            .weights = {1}};
        if (ring > 0 && ring < bones)
            v->bones[1] = ring - 1, v->weights[0] = v->weights[1] = 0.5f;
    }
}

static void add_triangles(shape *s, int ring)
{
    for (int side = 0; side < SIDES; side++) {
        int a = ring * SIDES + side, b = ring * SIDES + (side + 1) % SIDES;
        int *t = s->triangles[s->triangle_count++];
        t[0] = a, t[1] = a + SIDES, t[2] = b;
        t = s->triangles[s->triangle_count++];
        t[0] = b, t[1] = a + SIDES, t[2] = b + SIDES;
    }
}

int main(int argc, char **argv)
{
    static shape s;
    static char names[500][16];
    static shape_mmd_key keys[500];
    int bones = argc == 2 ? (int)strtol(argv[1], NULL, 10) : 0;
    if (bones < 2 || bones > 500)
        return fprintf(stderr, words("usage: snake BONES\n", "使い方: snake ボーンの数\n")), 2;
    shape_clear(&s);
    for (int i = 0; i < bones; i++) {
        snprintf(names[i], sizeof names[i], "b%d", i);
        shape_bone(&s, names[i], i - 1, 0.1f * (float)i, 0, 0);
        keys[i] = (shape_mmd_key){names[i], 0, {0, 0, 0}, 2, 5 * cosf((float)i / 20), {0}};
    }
    for (int ring = 0; ring <= bones; ring++) add_ring(&s, ring, bones);
    for (int ring = 0; ring < bones; ring++) add_triangles(&s, ring);
    shape_write_pmx(&s, ".", "snake.pmx");
    shape_write_vmd(keys, bones, ".", "snake.vmd");
    printf(words("%d bones, %d vertices, %d triangles\n", "ボーン%d本、頂点%d個、三角形%d個\n"), bones, s.vertex_count,
           s.triangle_count);
    return 0;
}
