#include "check.h"

enum { BONES = 5, VERTICES = 60 };

static vertex make_vertex(int influences)
{
    vertex v = {.position = {check_random(), check_random(), check_random()}, .normal = {0.6, 0, -0.8}};
    double sum = 0;
    for (int i = 0; i < influences; i++) {
        v.bones[i] = i;
        v.weights[i] = 1.1 + check_random(), sum += v.weights[i];
    }
    for (int i = 0; i < influences; i++) v.weights[i] /= sum;
    return v;
}

static void want(const vertex *v, const rigid *bones, double position[3], double normal[3])
{
    memset(position, 0, 3 * sizeof *position), memset(normal, 0, 3 * sizeof *normal);
    for (int i = 0; i < 4; i++) {
        double p[3], n[3];
        check_apply(&bones[v->bones[i]], v->position, p);
        check_rotate(bones[v->bones[i]].q, v->normal, n);
        for (int k = 0; k < 3; k++) position[k] += v->weights[i] * p[k], normal[k] += v->weights[i] * n[k];
    }
    double length = sqrt(check_dot(normal, normal, 3));
    for (int k = 0; k < 3; k++) normal[k] /= length;
}

int main(void)
{
    rigid bones[BONES];
    matrix palette[BONES];
    vertex vertices[VERTICES];
    double positions[VERTICES][3] = {{0}}, normals[VERTICES][3] = {{0}};
    for (int i = 0; i < BONES; i++) bones[i] = check_random_rigid(), palette[i] = check_matrix(&bones[i]);
    for (int i = 0; i < VERTICES; i++) vertices[i] = make_vertex(1 + i / 15);
    skin(VERTICES, vertices, palette, positions, normals);
    for (int i = 0; i < VERTICES; i++) {
        double position[3], normal[3];
        char text[80];
        want(&vertices[i], bones, position, normal);
        snprintf(text, sizeof text, words("vertex %d, of %d bones: position", "頂点%d (ボーン%d本) の位置"), i,
                 1 + i / 15);
        check_near_3(text, positions[i], position, 1e-9);
        snprintf(text, sizeof text, words("vertex %d, of %d bones: normal", "頂点%d (ボーン%d本) の法線"), i,
                 1 + i / 15);
        check_near_3(text, normals[i], normal, 1e-9);
    }
    return check_end();
}
