/* Compiles a reader's function into a vertex shader, runs it on points without drawing anything, and compares where
 * they come out. Draws without a display.
 *
 * usage: glsl EXERCISE FILE.glsl */
#include "check.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdlib.h>

enum { BONES = 8, POINTS = 64, WIDTH = 6 };

typedef struct scene {
    rigid bones[BONES];
    double bottom[BONES][3], top[BONES][3];
    float points[POINTS][3];
} scene;

/* ---- OpenGL ---- */

/* A context, with a small picture to draw into, without which nothing runs. */
static bool open_context(void)
{
    EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    if (!display || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return false;
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return false;
    GLuint picture, frame;
    glGenRenderbuffers(1, &picture);
    glBindRenderbuffer(GL_RENDERBUFFER, picture);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, picture);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? calloc(1, 100001) : NULL;
    if (text)
        text[fread(text, 1, 100000, file)] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* The line numbers of messages are those of the reader's file. */
static GLuint compile(const char *before, const char *text, const char *after)
{
    const char *const texts[] = {"#version 330 core\nin vec3 a_point;\nout vec3 result;\n", before, "#line 1\n", text,
                                 after};
    static const char *const results[] = {"result"};
    char log[2000] = "";
    GLuint shader = glCreateShader(GL_VERTEX_SHADER), program = glCreateProgram();
    GLint ok;
    glShaderSource(shader, 5, texts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glAttachShader(program, shader);
    glTransformFeedbackVaryings(program, 1, results, GL_INTERLEAVED_ATTRIBS);
    if (ok) {
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &ok);
        glGetProgramInfoLog(program, sizeof log, NULL, log);
    }
    if (ok)
        return program;
    printf(words("it cannot be compiled:\n%s\n", "コンパイルできません:\n%s\n"), log);
    return 0;
}

/* Runs the program on all points. */
static void run(GLuint program, const scene *s, float out[POINTS][3])
{
    GLuint array, buffers[2];
    GLint point = glGetAttribLocation(program, "a_point");
    glGenVertexArrays(1, &array);
    glGenBuffers(2, buffers);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof s->points, s->points, GL_STATIC_DRAW);
    if (point >= 0) {
        glEnableVertexAttribArray((GLuint)point);
        glVertexAttribPointer((GLuint)point, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    }
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1]);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof s->points, NULL, GL_STATIC_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, POINTS);
    glEndTransformFeedback();
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof s->points, out);
}

static void set_vectors(GLuint program, const char *name, const double (*v)[3])
{
    float values[BONES][3];
    for (int i = 0; i < BONES; i++)
        for (int k = 0; k < 3; k++) values[i][k] = (float)v[i][k];
    glUniform3fv(glGetUniformLocation(program, name), BONES, &values[0][0]);
}

/* ---- chapter 5: weights by distance in the shader ---- */

static const char blend_before[] = "const int COUNT = 8;\n"
                                   "uniform vec3 bottom[COUNT], top[COUNT]; // ends of the bones at rest, model space\n"
                                   "uniform mat4 blend[COUNT];              // the palette\n";

static void blend_set(GLuint program, const scene *s)
{
    float matrices[BONES][16] = {{0}};
    set_vectors(program, "bottom", s->bottom);
    set_vectors(program, "top", s->top);
    for (int b = 0; b < BONES; b++) {
        matrix m = check_matrix(&s->bones[b]);
        for (int i = 0; i < 12; i++) matrices[b][4 * (i % 4) + i / 4] = (float)m.m[i / 4][i % 4];
        matrices[b][15] = 1;
    }
    glUniformMatrix4fv(glGetUniformLocation(program, "blend"), BONES, GL_FALSE, &matrices[0][0]);
}

static double distance(const double p[3], const double a[3], const double b[3])
{
    double best = INFINITY;
    for (int i = 0; i <= 20000; i++) { /* step by step along the bone */
        double t = i / 20000.0, d = 0;
        for (int k = 0; k < 3; k++) d += pow(p[k] - a[k] - t * (b[k] - a[k]), 2);
        best = d < best ? d : best;
    }
    return sqrt(best);
}

static void blend_want(const scene *s, const double p[3], double out[3])
{
    double sum = 0;
    out[0] = out[1] = out[2] = 0;
    for (int b = 0; b < BONES; b++) {
        double carried[3], w = pow(1 + distance(p, s->bottom[b], s->top[b]), -16);
        check_apply(&s->bones[b], p, carried);
        for (int k = 0; k < 3; k++) out[k] += w * carried[k];
        sum += w;
    }
    for (int k = 0; k < 3; k++) out[k] /= sum;
}

/* ---- chapter 10: a palette of quaternions and translations ---- */

static const char palette_before[] = "uniform vec4 palette[16]; // of each bone: rotation x,y,z,w; translation x,y,z\n";

static void palette_numbers(const scene *s, float out[2 * BONES][4])
{
    memset(out, 0, 2 * BONES * sizeof *out);
    for (int b = 0; b < BONES; b++)
        for (int i = 0; i < 4; i++) {
            out[2 * b][i] = (float)s->bones[b].q[i];
            if (i < 3)
                out[2 * b + 1][i] = (float)s->bones[b].t[i];
        }
}

static void palette_set(GLuint program, const scene *s)
{
    float numbers[2 * BONES][4];
    palette_numbers(s, numbers);
    glUniform4fv(glGetUniformLocation(program, "palette"), 2 * BONES, &numbers[0][0]);
}

/* Bones 1, 2, 5 and 7 with the weights 0.4, 0.3, 0.2 and 0.1. */
static void palette_want(const scene *s, const double p[3], double out[3])
{
    static const int bones[4] = {1, 2, 5, 7};
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < 4; i++) {
        double carried[3];
        check_apply(&s->bones[bones[i]], p, carried);
        for (int k = 0; k < 3; k++) out[k] += 0.1 * (4 - i) * carried[k];
    }
}

/* ---- chapter 13: the same from a texture ---- */

static const char texture_before[] = "uniform sampler2D bones; // two texels a bone, in rows of six texels\n";

static void texture_set(GLuint program, const scene *s)
{
    float numbers[3 * WIDTH][4] = {{0}};
    GLuint texture;
    palette_numbers(s, numbers);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, WIDTH, 3, 0, GL_RGBA, GL_FLOAT, numbers);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glUniform1i(glGetUniformLocation(program, "bones"), 0);
}

/* ---- all ---- */

static const struct {
    const char *name, *before, *after;
    void (*set)(GLuint program, const scene *s);
    void (*want)(const scene *s, const double p[3], double out[3]);
} exercises[] = {
    {"05_blend", blend_before, "void main() { vec4 p = skin(a_point); result = p.xyz / p.w; }\n", blend_set,
     blend_want},
    {"10_palette", palette_before,
     "void main() { result = skin(a_point, ivec4(1, 2, 5, 7), vec4(0.4, 0.3, 0.2, 0.1)); }\n", palette_set,
     palette_want},
    {"13_texture", texture_before,
     "void main() { result = skin(a_point, ivec4(1, 2, 5, 7), vec4(0.4, 0.3, 0.2, 0.1)); }\n", texture_set,
     palette_want},
};

static scene make_scene(void)
{
    scene s;
    for (int b = 0; b < BONES; b++) {
        s.bones[b] = check_random_rigid();
        for (int i = 0; i < 3; i++) s.bottom[b][i] = 2 * check_random(), s.top[b][i] = s.bottom[b][i] + check_random();
    }
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < 3; k++) s.points[i][k] = (float)(2 * check_random());
    return s;
}

int main(int argc, char **argv)
{
    for (size_t e = 0; argc == 3 && e < sizeof exercises / sizeof *exercises; e++) {
        if (strcmp(exercises[e].name, argv[1]) != 0)
            continue;
        char *text = read_text(argv[2]);
        if (!text)
            return printf(words("%s cannot be read\n", "%sを読めません\n"), argv[2]), 1;
        if (!open_context())
            return printf("SKIPPED: no OpenGL 3.3 without a display\n"), 77;
        scene s = make_scene();
        float got[POINTS][3];
        GLuint program = compile(exercises[e].before, text, exercises[e].after);
        free(text);
        if (!program)
            return 1;
        glUseProgram(program);
        exercises[e].set(program, &s);
        run(program, &s, got);
        for (int i = 0; i < POINTS; i++) {
            double p[3] = {s.points[i][0], s.points[i][1], s.points[i][2]}, want[3];
            exercises[e].want(&s, p, want);
            check_near_3(words("where a point goes", "点の行き先"), (const double[]){got[i][0], got[i][1], got[i][2]},
                         want, 2e-4);
        }
        return check_end();
    }
    return fprintf(stderr, "usage: glsl EXERCISE FILE.glsl\n"), 2;
}
