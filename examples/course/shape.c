#include "shape.h"

#include <hone/math.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 24 };

static void end(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(1);
}

void shape_clear(shape *s)
{
    memset(s, 0, sizeof *s);
    s->colour[0] = 0.9f, s->colour[1] = 0.62f, s->colour[2] = 0.35f;
}

int shape_bone(shape *s, const char *name, int parent, float x, float y, float z)
{
    if (s->bone_count == SHAPE_BONES)
        end("too many bones");
    s->bones[s->bone_count] = (shape_bone_record){name, parent, {x, y, z}, -1, 0};
    return s->bone_count++;
}

static int add_vertex(shape *s, const float position[3], const float normal[3], int bone)
{
    if (s->vertex_count == SHAPE_VERTICES)
        end("too many vertices");
    shape_vertex *v = &s->vertices[s->vertex_count];
    *v = (shape_vertex){.bones = {bone, -1, -1, -1}, .weights = {1}};
    hone_vec3_copy(position, v->position);
    hone_vec3_copy(normal, v->normal);
    return s->vertex_count++;
}

/* Corners are clockwise as seen from outside. */
static void add_triangle(shape *s, int a, int b, int c)
{
    if (s->triangle_count == SHAPE_TRIANGLES)
        end("too many triangles");
    int *t = s->triangles[s->triangle_count++];
    t[0] = a, t[1] = b, t[2] = c;
}

void shape_box(shape *s, const float centre[3], const float half[3], int bone)
{
    for (int side = 0; side < 6; side++) {
        int x = side / 2, y = (x + 1) % 3, z = (x + 2) % 3, first = s->vertex_count;
        float sign = side % 2 ? 1.0f : -1.0f, normal[3] = {0, 0, 0}, p[3];
        normal[x] = sign;
        for (int corner = 0; corner < 4; corner++) {
            p[x] = centre[x] + sign * half[x];
            p[y] = centre[y] + (corner == 1 || corner == 2 ? 1.0f : -1.0f) * half[y];
            p[z] = centre[z] + (corner >= 2 ? 1.0f : -1.0f) * half[z];
            add_vertex(s, p, normal, bone);
        }
        int odd = side % 2;
        add_triangle(s, first, first + (odd ? 1 : 2), first + (odd ? 2 : 1));
        add_triangle(s, first, first + (odd ? 2 : 3), first + (odd ? 3 : 2));
    }
}

static void around(const float axis[2], float x, float radius, int side, float position[3], float normal[3])
{
    float angle = 2 * (float)HONE_PI * (float)side / SIDES;
    hone_vec3_set(0, cosf(angle), sinf(angle), normal);
    hone_vec3_set(x, axis[0] + radius * normal[1], axis[1] + radius * normal[2], position);
}

static void share(shape_vertex *v, shape_weight *second)
{
    float w = second ? second(v->position) : 0;
    if (w > 0)
        v->bones[1] = 1, v->weights[1] = w, v->weights[0] = 1 - w;
}

static void add_cap(shape *s, float x, const float axis[2], float radius, bool end_cap, shape_weight *second)
{
    float p[3] = {x, axis[0], axis[1]}, normal[3] = {end_cap ? 1.0f : -1.0f, 0, 0}, unused[3];
    int centre = add_vertex(s, p, normal, 0);
    for (int side = 0; side < SIDES; side++) {
        around(axis, x, radius, side, p, unused);
        add_vertex(s, p, normal, 0);
    }
    for (int v = centre; v < s->vertex_count; v++) share(&s->vertices[v], second);
    for (int side = 0; side < SIDES; side++) {
        int a = centre + 1 + side, b = centre + 1 + (side + 1) % SIDES;
        add_triangle(s, centre, end_cap ? b : a, end_cap ? a : b);
    }
}

void shape_tube(shape *s, float from, float to, int rings, const float axis[2], float radius, shape_weight *second)
{
    int first = s->vertex_count;
    for (int ring = 0; ring < rings; ring++)
        for (int side = 0; side < SIDES; side++) {
            float p[3], normal[3];
            around(axis, from + (to - from) * (float)ring / (float)(rings - 1), radius, side, p, normal);
            share(&s->vertices[add_vertex(s, p, normal, 0)], second);
        }
    for (int ring = 0; ring + 1 < rings; ring++)
        for (int side = 0; side < SIDES; side++) {
            int a = first + ring * SIDES + side, b = first + ring * SIDES + (side + 1) % SIDES;
            add_triangle(s, a, a + SIDES, b);
            add_triangle(s, b, a + SIDES, b + SIDES);
        }
    add_cap(s, from, axis, radius, false, second);
    add_cap(s, to, axis, radius, true, second);
}

void shape_sphere(shape *s, const float centre[3], float radius, int bone)
{
    int first = s->vertex_count, rings = SIDES / 2 + 1;
    for (int ring = 0; ring < rings; ring++)
        for (int side = 0; side < SIDES; side++) {
            float down = (float)HONE_PI * (float)ring / (float)(rings - 1);
            float turn = 2 * (float)HONE_PI * (float)side / SIDES, p[3];
            float normal[3] = {cosf(down), sinf(down) * cosf(turn), sinf(down) * sinf(turn)};
            hone_vec3_add_scaled(centre, normal, radius, p);
            add_vertex(s, p, normal, bone);
        }
    for (int ring = 0; ring + 1 < rings; ring++)
        for (int side = 0; side < SIDES; side++) {
            int a = first + ring * SIDES + side, b = first + ring * SIDES + (side + 1) % SIDES;
            if (ring > 0)
                add_triangle(s, a, b, a + SIDES);
            if (ring + 2 < rings)
                add_triangle(s, b, b + SIDES, a + SIDES);
        }
}

static void add_key(shape *s, shape_key key)
{
    if (s->key_count == SHAPE_TURNS)
        end("too many keys");
    s->keys[s->key_count++] = key;
}

void shape_turn(shape *s, int bone, float seconds, float degrees)
{
    add_key(s, (shape_key){bone, seconds, degrees, {0, 0, 0}});
}

void shape_scale(shape *s, int bone, float seconds, float x, float y, float z)
{
    add_key(s, (shape_key){bone, seconds, 0, {x, y, z}});
}

/* ---- files ---- */

static FILE *open_in(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        end(path);
    return file;
}

/* A number without "-0" and without digits that differ from compiler to compiler. */
static void put(FILE *out, float number, const char *after)
{
    float tiny = fabsf(number) < 5e-6f ? 0 : number;
    fprintf(out, "%.5g%s", (double)tiny, after);
}

static void put_translation(FILE *out, const float p[3])
{
    fprintf(out, "1,0,0,0, 0,1,0,0, 0,0,1,0, ");
    put(out, p[0], ","), put(out, p[1], ","), put(out, p[2], ",1;;");
}

static void write_frames(FILE *out, const shape *s, int parent)
{
    for (int i = 0; i < s->bone_count; i++) {
        if (s->bones[i].parent != parent)
            continue;
        float offset[3];
        hone_vec3_copy(s->bones[i].position, offset);
        if (parent >= 0)
            hone_vec3_subtract(offset, s->bones[parent].position, offset);
        fprintf(out, "Frame %s {\nFrameTransformMatrix { ", s->bones[i].name);
        put_translation(out, offset);
        fprintf(out, " }\n");
        write_frames(out, s, i);
        fprintf(out, "}\n");
    }
}

static float weight_of(const shape_vertex *v, int bone)
{
    float sum = 0;
    for (int i = 0; i < SHAPE_INFLUENCES; i++) sum += v->bones[i] == bone ? v->weights[i] : 0;
    return sum;
}

static void write_weights(FILE *out, const shape *s, int bone)
{
    int count = 0, seen = 0;
    float offset[3];
    for (int v = 0; v < s->vertex_count; v++) count += weight_of(&s->vertices[v], bone) > 0;
    fprintf(out, "SkinWeights {\n\"%s\"; %d;\n", s->bones[bone].name, count);
    for (int v = 0; v < s->vertex_count; v++)
        if (weight_of(&s->vertices[v], bone) > 0)
            fprintf(out, "%d%s", v, ++seen < count ? "," : ";\n");
    seen = 0;
    for (int v = 0; v < s->vertex_count; v++)
        if (weight_of(&s->vertices[v], bone) > 0)
            put(out, weight_of(&s->vertices[v], bone), ++seen < count ? "," : ";\n");
    hone_vec3_scale(s->bones[bone].position, -1, offset);
    put_translation(out, offset);
    fprintf(out, "\n}\n");
}

static void write_mesh(FILE *out, const shape *s)
{
    fprintf(out, "Mesh {\n%d;\n", s->vertex_count);
    for (int v = 0; v < s->vertex_count; v++)
        for (int i = 0; i < 3; i++)
            put(out, s->vertices[v].position[i], i < 2 ? ";" : v + 1 < s->vertex_count ? ";,\n" : ";;\n");
    fprintf(out, "%d;\n", s->triangle_count);
    for (int t = 0; t < s->triangle_count; t++)
        fprintf(out, "3;%d,%d,%d;%s\n", s->triangles[t][0], s->triangles[t][1], s->triangles[t][2],
                t + 1 < s->triangle_count ? "," : ";");
    fprintf(out, "MeshNormals {\n%d;\n", s->vertex_count);
    for (int v = 0; v < s->vertex_count; v++)
        for (int i = 0; i < 3; i++)
            put(out, s->vertices[v].normal[i], i < 2 ? ";" : v + 1 < s->vertex_count ? ";,\n" : ";;\n");
    fprintf(out, "%d;\n", s->triangle_count);
    for (int t = 0; t < s->triangle_count; t++)
        fprintf(out, "3;%d,%d,%d;%s\n", s->triangles[t][0], s->triangles[t][1], s->triangles[t][2],
                t + 1 < s->triangle_count ? "," : ";");
    fprintf(out, "}\nMeshMaterialList {\n1;\n1;\n0;\nMaterial {\n");
    for (int i = 0; i < 3; i++) put(out, s->colour[i], ";");
    fprintf(out, "1;;\n20;\n0.3;0.3;0.3;;\n");
    for (int i = 0; i < 3; i++) put(out, 0.3f * s->colour[i], i < 2 ? ";" : ";;\n}\n}\n");
    for (int bone = 0; bone < s->bone_count; bone++) write_weights(out, s, bone);
    fprintf(out, "}\n");
}

/* Type 0 is rotation, as w, x, y, z for row vectors; type 1 is scale. A tick is 1/30 s. */
static void write_animation(FILE *out, const shape *s, int bone, bool scales)
{
    int count = 0, seen = 0;
    for (int k = 0; k < s->key_count; k++) count += s->keys[k].bone == bone && (s->keys[k].scale[0] > 0) == scales;
    if (count == 0)
        return;
    fprintf(out, "Animation {\n{ %s }\nAnimationKey {\n%d;\n%d;\n", s->bones[bone].name, scales, count);
    for (int k = 0; k < s->key_count; k++) {
        const shape_key *key = &s->keys[k];
        if (key->bone != bone || (key->scale[0] > 0) != scales)
            continue;
        float half = key->degrees * (float)HONE_PI / 360;
        fprintf(out, "%d;%d;", (int)lroundf(key->seconds * 30), scales ? 3 : 4);
        if (scales)
            put(out, key->scale[0], ","), put(out, key->scale[1], ","), put(out, key->scale[2], ";;");
        else
            put(out, cosf(half), ",0,0,"), put(out, -sinf(half), ";;");
        fprintf(out, "%s\n", ++seen < count ? "," : ";");
    }
    fprintf(out, "}\n}\n");
}

void shape_write_x(const shape *s, const char *folder, const char *name)
{
    FILE *out = open_in(folder, name);
    fprintf(out, "xof 0303txt 0032\nAnimTicksPerSecond { 30; }\n");
    write_frames(out, s, -1);
    if (s->vertex_count > 0)
        write_mesh(out, s);
    if (s->key_count > 0) {
        fprintf(out, "AnimationSet bend {\n");
        for (int bone = 0; bone < s->bone_count; bone++)
            write_animation(out, s, bone, false), write_animation(out, s, bone, true);
        fprintf(out, "}\n");
    }
    if (fclose(out) != 0)
        end(name);
}
