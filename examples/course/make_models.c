/* Makes the models and motions of the course (docs/course) in a folder. The files in examples/course/models are what
 * this program writes; a test compares them.
 *
 * usage: make_models FOLDER */
#include "shape.h"

#include <math.h>
#include <stdio.h>

/* ---- robot.x: one bone a vertex ---- */

/* Three boxes in a row along x. Each belongs to one bone, which begins at its left end. */
static void make_robot(const char *folder)
{
    static shape s;
    shape_clear(&s);
    for (int i = 0; i < 3; i++) {
        shape_bone(&s, (const char *[]){"A", "B", "C"}[i], i - 1, (float)i, 0, 0);
        shape_box(&s, (float[]){(float)i + 0.5f, 0, 0}, (float[]){0.45f, 0.16f, 0.16f}, i);
        shape_turn(&s, i, 0, 0), shape_turn(&s, i, 1, 30);
    }
    shape_write_x(&s, folder, "robot.x");
}

/* ---- arm-*.x: a joint with different weights ---- */

/* How much of the second bone a place follows. The joint is at x = 0; rings are at 0.125, 0.375, ... on both sides. */

static float hard(const float p[3])
{
    return p[0] < 0 ? 0 : 1;
}

static float half(const float p[3])
{
    return fabsf(p[0]) < 0.2f ? 0.5f : hard(p);
}

static float tuned(const float p[3])
{
    return fabsf(p[0]) > 0.2f ? hard(p) : p[0] < 0 ? 0.1f : 0.6f;
}

/* Six rings are shared. */
static float smooth(const float p[3])
{
    float t = 0.5f + p[0] / 1.5f;
    return t < 0 ? 0 : t > 1 ? 1 : t * t * (3 - 2 * t);
}

/* An arm along x whose elbow is at x = place; four of them are beside each other. */
static float arm_place;

static float hard_here(const float p[3])
{
    return hard((float[]){p[0] - arm_place, p[1], p[2]});
}

static float half_here(const float p[3])
{
    return half((float[]){p[0] - arm_place, p[1], p[2]});
}

static float tuned_here(const float p[3])
{
    return tuned((float[]){p[0] - arm_place, p[1], p[2]});
}

static float smooth_here(const float p[3])
{
    return smooth((float[]){p[0] - arm_place, p[1], p[2]});
}

static void make_arm(const char *folder, const char *name, float place, shape_weight *weight)
{
    static shape s;
    arm_place = place;
    shape_clear(&s);
    shape_bone(&s, "upper", -1, place - 2, 0, 0);
    shape_bone(&s, "lower", 0, place, 0, 0);
    shape_tube(&s, place - 1.875f, place + 1.875f, 16, (float[]){0, 0}, 0.45f, weight);
    shape_turn(&s, 1, 0, 0), shape_turn(&s, 1, 1, 90), shape_turn(&s, 1, 2, 150);
    shape_write_x(&s, folder, name);
}

/* ---- stick.x, bones.x, stick.vmd: a mesh without bones, bones without a mesh, and a motion of these ---- */

static void make_stick(const char *folder)
{
    static shape s;
    static const shape_mmd_key bend[] = {
        {"right", 0, {0, 0, 0}, 2, 0, {0}},
        {"right", 30, {0, 0, 0}, 2, 60, {0}},
    };
    shape_clear(&s);
    shape_tube(&s, -2, 2, 33, (float[]){0, 0}, 0.4f, NULL);
    shape_write_x(&s, folder, "stick.x");
    shape_clear(&s);
    shape_bone(&s, "left", -1, -2, 0, 0);
    shape_bone(&s, "right", 0, 0, 0, 0);
    shape_bone(&s, "end", 1, 2, 0, 0);
    shape_write_x(&s, folder, "bones.x");
    shape_write_vmd(bend, 2, folder, "stick.vmd");
}

/* ---- eggs.x: a sphere that its bone stretches, and one whose normals were stretched like its points ---- */

static void make_eggs(const char *folder)
{
    static shape s;
    shape_clear(&s);
    shape_bone(&s, "stretched", -1, -1.5f, 0, 0);
    shape_bone(&s, "still", -1, 1.5f, 0, 0);
    shape_sphere(&s, (float[]){-1.5f, 0, 0}, 0.6f, 0);
    int first = s.vertex_count;
    shape_sphere(&s, (float[]){1.5f, 0, 0}, 0.6f, 1);
    for (int v = first; v < s.vertex_count; v++) {
        shape_vertex *vertex = &s.vertices[v];
        vertex->position[1] *= 3, vertex->normal[1] *= 3; /* the mistake */
        float length = sqrtf(vertex->normal[0] * vertex->normal[0] + vertex->normal[1] * vertex->normal[1] +
                             vertex->normal[2] * vertex->normal[2]);
        for (int i = 0; i < 3; i++) vertex->normal[i] /= length;
    }
    shape_scale(&s, 0, 0, 1, 1, 1), shape_scale(&s, 0, 1, 1, 3, 1);
    shape_write_x(&s, folder, "eggs.x");
}

/* ---- lift.pmx, lift.vmd, late.vmd: keys ---- */

static void make_lift(const char *folder)
{
    static shape s;
    static const shape_mmd_key lift[] = {
        {"cabin", 0, {0, 0, 0}, 2, 0, {0}},
        {"cabin", 30, {0, 10, 0}, 2, 90, {100, 10, 30, 120}},
    };
    static const shape_mmd_key late[] = {
        {"cabin", 10, {0, 10, 0}, 2, 0, {0}},
        {"cabin", 20, {0, 20, 0}, 2, 0, {0}},
    };
    shape_clear(&s);
    shape_bone(&s, "root", -1, 0, 0, 0);
    shape_bone(&s, "cabin", 0, 0, 1, 0);
    shape_box(&s, (float[]){0, 1, 0}, (float[]){1, 1, 1}, 1);
    shape_write_pmx(&s, folder, "lift.pmx");
    shape_write_vmd(lift, 2, folder, "lift.vmd");
    shape_write_vmd(late, 2, folder, "late.vmd");
}

/* ---- leg.pmx, step.vmd: order, append and IK ---- */

/* Two legs that hang from a hip, seen from the side: both bend in the plane of y and z. The left one has an IK chain;
 * the helper takes half of the rotation of its thigh. */
static void make_leg(const char *folder)
{
    enum { HIP, THIGH, SHIN, FOOT, GOAL, HELPER };
    static shape s;
    static const shape_mmd_key step[] = {
        {"hip", 0, {0, 0, 0}, 0, 0, {0}},
        {"hip", 30, {0, -1.5f, 0}, 0, 0, {0}},
        {"goal", 0, {0, 0, 0}, 0, 0, {0}},
        {"goal", 30, {0, 1, -1}, 0, 0, {0}},
    };
    shape_clear(&s);
    shape_bone(&s, "hip", -1, 0, 8, 0);
    shape_bone(&s, "thigh", HIP, 0, 8, 0);
    shape_bone(&s, "shin", THIGH, 0, 4.5f, -0.1f);
    shape_bone(&s, "foot", SHIN, 0, 1, 0);
    shape_bone(&s, "goal", -1, 0, 1, 0);
    shape_bone(&s, "helper", HIP, 2, 8, 0);
    s.bones[HELPER].append_source = THIGH, s.bones[HELPER].append_ratio = 0.5f;
    s.has_chain = true, s.chain = (shape_chain){GOAL, FOOT, {SHIN, THIGH}};
    shape_box(&s, (float[]){1, 8.3f, 0}, (float[]){1.8f, 0.3f, 0.6f}, HIP);
    shape_box(&s, (float[]){0, 6.25f, 0}, (float[]){0.4f, 1.75f, 0.4f}, THIGH);
    shape_box(&s, (float[]){0, 2.75f, 0}, (float[]){0.35f, 1.75f, 0.35f}, SHIN);
    shape_box(&s, (float[]){0, 0.6f, -0.5f}, (float[]){0.4f, 0.4f, 1}, FOOT);
    shape_box(&s, (float[]){2, 6.25f, 0}, (float[]){0.4f, 1.75f, 0.4f}, HELPER);
    shape_write_pmx(&s, folder, "leg.pmx");
    shape_write_vmd(step, 4, folder, "step.vmd");
}

/* ---- twist-linear.pmx, twist-sdef.pmx, twist.vmd: half a turn about the arm's own axis ---- */

static float slope(const float p[3])
{
    return p[0] < -1 ? 0 : p[0] > 1 ? 1 : 0.5f + 0.5f * p[0];
}

static void make_twist(const char *folder)
{
    static shape s;
    static const shape_mmd_key twist[] = {
        {"lower", 0, {0, 0, 0}, 0, 0, {0}},
        {"lower", 30, {0, 0, 0}, 0, 90, {0}},
        {"lower", 60, {0, 0, 0}, 0, 180, {0}},
    };
    static const shape_mmd_key bend[] = {
        {"lower", 0, {0, 0, 0}, 2, 0, {0}},
        {"lower", 30, {0, 0, 0}, 2, 110, {0}},
    };
    shape_clear(&s);
    shape_bone(&s, "upper", -1, -2, 0, 0);
    shape_bone(&s, "lower", 0, 0, 0, 0);
    shape_tube(&s, -2, 2, 33, (float[]){0, 0}, 0.5f, slope);
    shape_write_pmx(&s, folder, "twist-linear.pmx");
    for (int v = 0; v < s.vertex_count; v++) s.vertices[v].spherical = true;
    shape_write_pmx(&s, folder, "twist-sdef.pmx");
    shape_write_vmd(twist, 3, folder, "twist.vmd");
    shape_write_vmd(bend, 2, folder, "bend.vmd");
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: make_models FOLDER\n"), 2;
    const char *folder = argv[1];
    make_robot(folder);
    make_arm(folder, "arm-100.x", -4, hard_here);
    make_arm(folder, "arm-50.x", 0, half_here);
    make_arm(folder, "arm-tuned.x", 4, tuned_here);
    make_arm(folder, "arm-smooth.x", 8, smooth_here);
    make_stick(folder);
    make_eggs(folder);
    make_lift(folder);
    make_leg(folder);
    make_twist(folder);
    return 0;
}
