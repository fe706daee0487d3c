/* The diagrams of the course. Places are computed by the formulas of their chapters.
 *
 * usage: diagram NAME FILE.svg */
#include "drawing.h"
#include "words.h"

#include <math.h>
#include <string.h>

static double radians(double degrees)
{
    return degrees * acos(-1) / 180;
}

/* The axes of a space: x red, y green. */
static void axes(drawing *d, double x, double y, double degrees, double length, const char *name)
{
    double c = length * cos(radians(degrees)), s = length * sin(radians(degrees));
    drawing_arrow(d, x, y, x + c, y + s, RED);
    drawing_arrow(d, x, y, x - s, y + c, GREEN);
    drawing_text(d, x, y, -2, -20, INK, name);
}

/* Chapter 1: three bones, each turned by 30 degrees in its parent. */
static void frames(drawing *d)
{
    static const char *const names[] = {"A", "B", "C"};
    double x = 0, y = 0, degrees = 0;
    axes(d, -1.1, -0.35, 0, 0.5, words("model", "モデル"));
    drawing_dashed(d, -1.1, -0.35, 0, 0, GREY);
    for (int i = 0; i < 3; i++) {
        degrees += 30;
        axes(d, x, y, degrees, 0.5, names[i]);
        double to[2] = {x + cos(radians(degrees)), y + sin(radians(degrees))};
        if (i < 2)
            drawing_dashed(d, x, y, to[0], to[1], GREY);
        x = to[0], y = to[1];
    }
    drawing_text(d, -0.55, -0.175, 0, 14, INK, "M_A");
    drawing_text(d, 0.43, 0.25, -4, 16, INK, "M_B");
    drawing_text(d, 1.12, 0.93, -20, 0, INK, "M_C");
}

/* A bone with its vertex at (0.8, 0.5) in the bone's space. */
static void bone_and_vertex(drawing *d, double x, double y, double degrees, const char *bone, const char *vertex)
{
    double c = cos(radians(degrees)), s = sin(radians(degrees));
    axes(d, x, y, degrees, 0.7, bone);
    drawing_dot(d, x + 0.8 * c - 0.5 * s, y + 0.8 * s + 0.5 * c, BLUE);
    drawing_text(d, x + 0.8 * c - 0.5 * s, y + 0.8 * s + 0.5 * c, 10, 12, BLUE, vertex);
}

/* Chapter 2: out of the model by O, back by G. */
static void offset(drawing *d)
{
    drawing_arrow(d, -2, 1.4, 0.6, -0.5, INK);
    drawing_text(d, -0.7, 0.45, -16, -14, INK, "O");
    drawing_arrow(d, 1.05, -0.55, 2.35, 1.65, INK);
    drawing_text(d, 1.7, 0.5, 16, -8, INK, "G");
    drawing_arrow(d, -1.95, 1.75, 2.3, 1.9, INK);
    bone_and_vertex(d, -3, 1.2, 0, words("rest", "初期姿勢"), "p");
    bone_and_vertex(d, 0, -1.2, 0, words("bone space", "ボーン空間"), "O p");
    bone_and_vertex(d, 2.6, 0.9, 60, words("now", "今"), "G O p");
    drawing_text(d, 0.2, 1.82, 0, 8, INK, "P = G O");
}

/* Chapter 4: the foot of the perpendicular, kept between the ends. */
static void foot(drawing *d)
{
    static const double points[3][2] = {{1.1, 1.2}, {3.9, 1.1}, {-0.9, -0.8}};
    static const char *const names[3] = {"0 &lt; t &lt; 1", "t &gt; 1: t = 1", "t &lt; 0: t = 0"};
    drawing_arrow(d, 0, 0, 3, 0, INK);
    drawing_text(d, 0, 0, -4, -20, INK, "a");
    drawing_text(d, 3, 0, 4, -20, INK, "b");
    for (int i = 0; i < 3; i++) {
        double t = points[i][0] / 3;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        drawing_dashed(d, points[i][0], points[i][1], 3 * t, 0, BLUE);
        drawing_dot(d, 3 * t, 0, BLUE);
        drawing_dot(d, points[i][0], points[i][1], INK);
        drawing_text(d, points[i][0], points[i][1], 0, points[i][1] < 0 ? -22 : 12, INK, names[i]);
    }
    drawing_line(d, 0, 0.7, 3, 0.7, PALE);
    drawing_line(d, 0, -0.7, 3, -0.7, PALE);
    drawing_arc(d, 3, 0, 0.7, -90, 90, PALE);
    drawing_arc(d, 0, 0, 0.7, 90, 270, PALE);
}

/* The joints of a chain of three links, and its effector. */
static void chain(drawing *d, double joints[4][2], const char *colour)
{
    for (int i = 0; i < 3; i++) drawing_line(d, joints[i][0], joints[i][1], joints[i + 1][0], joints[i + 1][1], colour);
    for (int i = 0; i < 4; i++) drawing_dot(d, joints[i][0], joints[i][1], colour);
}

/* Chapter 9: one step of CCD turns all that is behind a joint, so that e comes to the line from the joint to g. */
static void ccd(drawing *d)
{
    double before[4][2] = {{0, 0}, {1.5, 0.9}, {2.9, 0.7}, {3.6, -0.4}}, after[4][2];
    double goal[2] = {3.3, 1.9}, *j = before[1], *e = before[3];
    double from = atan2(e[1] - j[1], e[0] - j[0]), to = atan2(goal[1] - j[1], goal[0] - j[0]), a = to - from;
    memcpy(after, before, sizeof after);
    for (int i = 2; i < 4; i++) {
        double x = before[i][0] - j[0], y = before[i][1] - j[1];
        after[i][0] = j[0] + cos(a) * x - sin(a) * y, after[i][1] = j[1] + sin(a) * x + cos(a) * y;
    }
    drawing_dashed(d, j[0], j[1], e[0], e[1], BLUE);
    drawing_dashed(d, j[0], j[1], goal[0], goal[1], BLUE);
    drawing_arc(d, j[0], j[1], 0.8, from * 180 / acos(-1), to * 180 / acos(-1), BLUE);
    drawing_text(d, j[0] + 0.8, j[1], 16, -6, BLUE, "\xce\xb1");
    chain(d, before, GREY);
    chain(d, after, INK);
    drawing_circle(d, goal[0], goal[1], 0.12, RED);
    drawing_text(d, goal[0], goal[1], 18, 6, RED, "g");
    drawing_text(d, e[0], e[1], 14, -6, GREY, "e");
    drawing_text(d, j[0], j[1], -6, 14, INK, "j");
}

/* Chapter 10: q and -q are one rotation, and their means are not. */
static void hemisphere(drawing *d)
{
    double q0 = radians(20), q1 = radians(80), c[2] = {cos(q0) + cos(q1), sin(q0) + sin(q1)};
    double w[2] = {cos(q0) - cos(q1), sin(q0) - sin(q1)};
    drawing_circle(d, 0, 0, 1, GREY);
    drawing_dashed(d, cos(q0 + radians(90)), sin(q0 + radians(90)), cos(q0 - radians(90)), sin(q0 - radians(90)), GREY);
    drawing_arrow(d, 0, 0, cos(q0), sin(q0), INK);
    drawing_text(d, cos(q0), sin(q0), 16, 0, INK, "q0");
    drawing_arrow(d, 0, 0, cos(q1), sin(q1), INK);
    drawing_text(d, cos(q1), sin(q1), 0, 10, INK, "q1");
    drawing_arrow(d, 0, 0, -cos(q1), -sin(q1), GREY);
    drawing_text(d, -cos(q1), -sin(q1), 0, -18, GREY, "\xe2\x88\x92q1");
    drawing_arrow(d, 0, 0, c[0] / 2, c[1] / 2, BLUE);
    drawing_text(d, c[0] / 2, c[1] / 2, 44, 0, BLUE, "(q0 + q1) / 2");
    drawing_arrow(d, 0, 0, w[0] / 2, w[1] / 2, RED);
    drawing_text(d, w[0] / 2, w[1] / 2, 52, -10, RED, "(q0 \xe2\x88\x92 q1) / 2");
}

/* Chapter 12: the mean of two points of a circle is on the chord, inside the circle. */
static void chord(drawing *d)
{
    double a = radians(100), c = cos(a / 2);
    drawing_circle(d, 0, 0, 1, GREY);
    drawing_line(d, 1, 0, cos(a), sin(a), RED);
    drawing_line(d, 0, 0, 1, 0, INK);
    drawing_line(d, 0, 0, cos(a), sin(a), INK);
    drawing_dashed(d, 0, 0, cos(a / 2), sin(a / 2), BLUE);
    drawing_arc(d, 0, 0, 0.25, 0, 100, INK);
    drawing_text(d, 0.2, 0.2, 14, 2, INK, "\xce\xb1");
    drawing_dot(d, 1, 0, INK);
    drawing_text(d, 1, 0, 14, -4, INK, "p");
    drawing_dot(d, cos(a), sin(a), INK);
    drawing_text(d, cos(a), sin(a), -8, 10, INK, "R p");
    drawing_dot(d, c * cos(a / 2), c * sin(a / 2), RED);
    drawing_text(d, c * cos(a / 2), c * sin(a / 2), 44, -5, RED, "r cos \xce\xb1/2");
    drawing_dot(d, cos(a / 2), sin(a / 2), BLUE);
    drawing_text(d, cos(a / 2), sin(a / 2), 12, 8, BLUE, "r");
}

/* Chapter 13: bones of three texels each in rows of a texture, and the middle of a texel. */
static void texels(drawing *d)
{
    static const char *const colours[3] = {"#cfe0f7", "#f7ddc6", "#d3ecd9"};
    char text[32];
    for (int i = 0; i < 15; i++) {
        int column = i % 9, row = i / 9;
        snprintf(text, sizeof text, "%d.%d", i / 3, i % 3);
        drawing_box(d, column, -row, 1, 1, colours[i / 3 % 3], text);
    }
    for (int i = 0; i <= 9; i += 3) {
        snprintf(text, sizeof text, "%d/9", i);
        drawing_line(d, i, 1, i, 1.35, GREY);
        drawing_text(d, i, 1.35, 0, 6, GREY, text);
    }
    drawing_dot(d, 4.5, 0.82, RED);
    drawing_text(d, 4.5, 1.35, 0, 6, RED, "(4 + 0.5)/9");
    drawing_line(d, 4.5, 0.82, 4.5, 1.35, RED);
}

/* Chapter 15: eight vertices as structures, and as a block. */
static void lanes(drawing *d)
{
    static const char *const names[3] = {"x", "y", "z"}, *const colours[3] = {"#cfe0f7", "#f7ddc6", "#d3ecd9"};
    char text[24];
    for (int i = 0; i < 24; i++) {
        snprintf(text, sizeof text, "%s%d", names[i % 3], i / 3);
        drawing_box(d, i % 12, 2.3 - i / 12, 1, 1, colours[i % 3], text);
        snprintf(text, sizeof text, "%s%d", names[i / 8], i % 8);
        drawing_box(d, i % 8, -i / 8, 1, 1, colours[i / 8], text);
    }
    drawing_line(d, 0, -0.05, 8, -0.05, RED);
    drawing_text(d, 8, 0.4, 40, -5, RED, words("1 load", "1回で読む"));
}

/* Chapter 10: a strip of triangles, split so that no piece has more than four bones. */
static void pieces(drawing *d)
{
    static const char *const colours[2] = {"#cfe0f7", "#f7ddc6"};
    char text[24];
    for (int i = 0; i < 10; i++) {
        double x = i * 0.5;
        const double up[3][2] = {{x, 0}, {x + 1, 0}, {x + 0.5, 0.9}},
                     hangs[3][2] = {{x, 0.9}, {x + 1, 0.9}, {x + 0.5, 0}};
        drawing_triangle(d, i % 2 ? hangs : up, colours[i >= 5]);
    }
    for (int i = 0; i < 6; i++) {
        snprintf(text, sizeof text, "%d", i);
        drawing_dot(d, i, 0, INK);
        drawing_text(d, i, 0, 0, -20, INK, text);
    }
    drawing_text(d, 1.2, 1, 0, 10, BLUE, "0 1 2 3");
    drawing_text(d, 4.2, 1, 0, 10, ORANGE, "2 3 4 5");
}

/* Chapter 8: the 111 bytes of a key of a VMD. */
static void key(drawing *d)
{
    const struct {
        int size;
        const char *name, *colour;
    } fields[] = {{15, words("name 15", "名前15"), "#cfe0f7"},
                  {4, "4", "#f7ddc6"},
                  {12, "xyz 12", "#d3ecd9"},
                  {16, "q 16", "#efd3ea"},
                  {64, words("curves 64", "曲線64"), "#f3efc9"}};
    int at = 0;
    char text[24];
    for (size_t i = 0; i < sizeof fields / sizeof *fields; at += fields[i++].size) {
        drawing_box(d, at, 0, fields[i].size, 8, fields[i].colour, fields[i].name);
        snprintf(text, sizeof text, "%d", at);
        drawing_text(d, at, 0, 0, -16, GREY, text);
    }
    drawing_text(d, at, 0, 0, -16, GREY, "111");
    drawing_text(d, 17, 8, 0, 6, INK, words("frame", "フレーム"));
}

/* Chapter 17: what follows the kind of a vertex, with bone indices of two bytes. */
static void deforms(drawing *d)
{
    static const char *const names[5] = {"BDEF1", "BDEF2", "BDEF4", "SDEF", "QDEF"};
    static const char *const rows[5] = {"b", "bbw", "bbbbwwww", "bbwvvv", "bbbbwwww"};
    static const char *const vectors[3] = {"C", "R0", "R1"};
    for (int row = 0; row < 5; row++) {
        double at = 0;
        int vector = 0;
        drawing_text(d, 0, -row * 4.0 + 1.5, -34, -5, INK, names[row]);
        for (const char *c = rows[row]; *c; c++) {
            double size = *c == 'b' ? 2 : *c == 'w' ? 4 : 12;
            const char *text = *c == 'v' ? vectors[vector++] : (const char[]){*c, '\0'};
            drawing_box(d, at, -row * 4.0, size, 3, *c == 'b' ? "#cfe0f7" : *c == 'w' ? "#f7ddc6" : "#d3ecd9", text);
            at += size;
        }
    }
}

typedef struct diagram {
    const char *name;
    void (*draw)(drawing *d);
    int width, height;
    double scale, left, top;
} diagram;

static const diagram all[] = {
    {"frames", frames, 460, 300, 120, 170, 230},
    {"offset", offset, 560, 300, 75, 270, 170},
    {"foot", foot, 460, 240, 75, 120, 130},
    {"ccd", ccd, 420, 260, 90, 40, 200},
    {"hemisphere", hemisphere, 380, 300, 120, 180, 155},
    {"chord", chord, 360, 300, 120, 180, 170},
    {"texels", texels, 480, 160, 48, 24, 96},
    {"lanes", lanes, 540, 260, 40, 20, 150},
    {"pieces", pieces, 480, 140, 80, 40, 100},
    {"deforms", deforms, 520, 220, 9.5, 80, 50},
    {"key", key, 520, 90, 4.5, 10, 65},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof all / sizeof *all; i++) {
        const diagram *a = &all[i];
        drawing d;
        if (strcmp(a->name, argv[1]) != 0)
            continue;
        if (!drawing_begin(&d, argv[2], a->width, a->height, a->scale, a->left, a->top))
            return fprintf(stderr, words("diagram: %s cannot be written\n", "diagram: %s に書けません\n"), argv[2]), 1;
        a->draw(&d);
        return !drawing_end(&d);
    }
    return fprintf(stderr, words("usage: diagram NAME FILE.svg\n", "使い方: diagram 名前 ファイル.svg\n")), 2;
}
