/* A box of points with two bones that the mouse turns: what chapters 4 and 5 compute, to look at. The points follow the
 * bones as the reader's function says, on the CPU (weigh) or in the vertex shader (skin of FILE.glsl).
 *
 * usage: drag [FILE.glsl]                              a window: the left button turns the first bone, the right one
 *                                                      the second
 *        drag --picture OUT.ppm DEGREES DEGREES [FILE.glsl]   the same as a picture, without a window */
#include "../words.h"
#include "exercise.h"

#include <SDL.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BONES = 2, ACROSS = 7, ALONG = 61, POINTS = ACROSS * ACROSS * ALONG, WIDTH = 720, HEIGHT = 480 };

/* The bones lie on the z axis: the first from -1.5 to 0, its child from there to 1.5. */
static const segment rest[BONES] = {{{0, 0, -1.5}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 1.5}}};

typedef struct scene {
    double degrees[BONES]; /* each bone about y, from its parent */
    float at_rest[POINTS][3], now[POINTS][3];
    GLuint points, lines; /* programs */
    GLuint array, buffer;
    bool on_gpu; /* the shader of `points` moves them */
} scene;

/* ---- bones ---- */

static matrix multiply(const matrix *a, const matrix *b)
{
    matrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            out.m[r][c] = c == 3 ? a->m[r][3] : 0;
            for (int k = 0; k < 3; k++) out.m[r][c] += a->m[r][k] * b->m[k][c];
        }
    return out;
}

/* A turn about y at the beginning of a bone. */
static matrix turn(double degrees, const double at[3])
{
    double c = cos(degrees * acos(-1) / 180), s = sin(degrees * acos(-1) / 180);
    matrix m = {{{c, 0, s, at[0]}, {0, 1, 0, at[1]}, {-s, 0, c, at[2]}}};
    matrix back = {{{1, 0, 0, -at[0]}, {0, 1, 0, -at[1]}, {0, 0, 1, -at[2]}}};
    return multiply(&m, &back);
}

/* What each bone does to a point at rest: its parent's, after its own turn. */
static void make_palette(const scene *s, matrix palette[BONES])
{
    palette[0] = turn(s->degrees[0], rest[0].a);
    matrix own = turn(s->degrees[1], rest[1].a);
    palette[1] = multiply(&palette[0], &own);
}

static void apply(const matrix *m, const double p[3], double out[3])
{
    for (int r = 0; r < 3; r++) out[r] = m->m[r][0] * p[0] + m->m[r][1] * p[1] + m->m[r][2] * p[2] + m->m[r][3];
}

/* ---- points ---- */

static void make_points(scene *s)
{
    for (int i = 0; i < POINTS; i++) {
        s->at_rest[i][0] = 0.6f * (float)(i % ACROSS) / (ACROSS - 1) - 0.3f;
        s->at_rest[i][1] = 0.6f * (float)(i / ACROSS % ACROSS) / (ACROSS - 1) - 0.3f;
        s->at_rest[i][2] = 3.0f * (float)(i / ACROSS / ACROSS) / (ALONG - 1) - 1.5f;
    }
}

static void skin_points(scene *s, const matrix palette[BONES])
{
    for (int i = 0; i < POINTS; i++) {
        const double p[3] = {(double)s->at_rest[i][0], (double)s->at_rest[i][1], (double)s->at_rest[i][2]};
        double weights[BONES] = {0}, carried[3], sum[3] = {0};
        weigh(p, BONES, rest, 1, 16, weights);
        for (int b = 0; b < BONES; b++) {
            apply(&palette[b], p, carried);
            for (int k = 0; k < 3; k++) sum[k] += weights[b] * carried[k];
        }
        for (int k = 0; k < 3; k++) s->now[i][k] = (float)sum[k];
    }
}

/* ---- drawing ---- */

/* Seen from the side, a little from above: z goes to the right, x up. */
#define SEE                                                                                                            \
    "vec4 see(vec3 p)\n"                                                                                               \
    "{\n"                                                                                                              \
    "    float depth = 6.0 - p.y;\n"                                                                                   \
    "    return vec4(1.5 * p.z, 2.25 * (p.x + 0.15 * p.y), 0.1 * depth * depth - depth, depth);\n"                     \
    "}\n"

static const char header[] = "#version 330 core\nin vec3 a_point;\nout float v_depth;\n" SEE;
static const char uniforms[] = "const int COUNT = 2;\nuniform vec3 bottom[COUNT], top[COUNT];\n"
                               "uniform mat4 blend[COUNT];\n";
static const char as_given[] = "vec4 skin(vec3 p) { return vec4(p, 1.0); }\n";
static const char ending[] = "\nvoid main()\n{\n    vec4 p = skin(a_point);\n    gl_Position = see(p.xyz / p.w);\n"
                             "    v_depth = a_point.y;\n    gl_PointSize = 3.0;\n}\n";
static const char fragment[] = "#version 330 core\nin float v_depth;\nuniform vec3 colour;\nout vec4 result;\n"
                               "void main() { result = vec4(colour * (0.8 + v_depth), 1.0); }\n";

static bool compile(GLuint program, GLenum kind, int count, const char *const *texts)
{
    char log[2000] = "";
    GLint ok;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, count, texts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glAttachShader(program, shader);
    if (!ok)
        fprintf(stderr, words("it cannot be compiled:\n%s\n", "コンパイルできません:\n%s\n"), log);
    return ok;
}

/* skin: the reader's shader; NULL: points are drawn where they are. */
static GLuint make_program(const char *skin)
{
    GLuint program = glCreateProgram();
    const char *const vertex[] = {header, uniforms, "#line 1\n", skin ? skin : as_given, ending};
    bool ok = compile(program, GL_VERTEX_SHADER, 5, vertex) &&
              compile(program, GL_FRAGMENT_SHADER, 1, &(const char *){fragment});
    glBindAttribLocation(program, 0, "a_point");
    glLinkProgram(program);
    return ok ? program : 0;
}

static bool prepare(scene *s, const char *skin)
{
    make_points(s);
    s->on_gpu = skin != NULL;
    s->points = make_program(skin);
    s->lines = make_program(NULL);
    glGenVertexArrays(1, &s->array);
    glBindVertexArray(s->array);
    glGenBuffers(1, &s->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, s->buffer);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_DEPTH_TEST);
    return s->points && s->lines;
}

static void set_bones(GLuint program, const matrix palette[BONES])
{
    float bottom[BONES][3], top[BONES][3], blend[BONES][16] = {{0}};
    for (int b = 0; b < BONES; b++) {
        for (int k = 0; k < 3; k++) bottom[b][k] = (float)rest[b].a[k], top[b][k] = (float)rest[b].b[k];
        for (int i = 0; i < 12; i++) blend[b][4 * (i % 4) + i / 4] = (float)palette[b].m[i / 4][i % 4];
        blend[b][15] = 1;
    }
    glUniform3fv(glGetUniformLocation(program, "bottom"), BONES, &bottom[0][0]);
    glUniform3fv(glGetUniformLocation(program, "top"), BONES, &top[0][0]);
    glUniformMatrix4fv(glGetUniformLocation(program, "blend"), BONES, GL_FALSE, &blend[0][0]);
}

/* A bone is the outline of a thin body: its ends, and four corners near its beginning. */
static void draw_bone(const scene *s, const matrix *m, const segment *bone, const float colour[3])
{
    static const int order[13] = {0, 1, 2, 0, 3, 4, 0, 2, 3, 5, 1, 4, 5};
    static const double corners[4][2] = {{0.08, 0.08}, {-0.08, 0.08}, {-0.08, -0.08}, {0.08, -0.08}};
    double shape[6][3], p[3];
    float line[13][3];
    memcpy(shape[0], bone->a, sizeof shape[0]);
    memcpy(shape[5], bone->b, sizeof shape[5]);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) shape[1 + i][k] = k < 2 ? corners[i][k] : 0.85 * bone->a[2] + 0.15 * bone->b[2];
    for (int i = 0; i < 13; i++) {
        apply(m, shape[order[i]], p);
        for (int k = 0; k < 3; k++) line[i][k] = (float)p[k];
    }
    glUniform3fv(glGetUniformLocation(s->lines, "colour"), 1, colour);
    glBufferData(GL_ARRAY_BUFFER, sizeof line, line, GL_STREAM_DRAW);
    glDrawArrays(GL_LINE_STRIP, 0, 13);
}

static void draw(scene *s)
{
    static const float colours[BONES][3] = {{0.9f, 0.3f, 0.2f}, {1.0f, 0.7f, 0.1f}}, blue[3] = {0.3f, 0.55f, 0.9f};
    matrix palette[BONES];
    make_palette(s, palette);
    glClearColor(0.08f, 0.09f, 0.12f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (!s->on_gpu)
        skin_points(s, palette);
    glUseProgram(s->points);
    set_bones(s->points, palette);
    glUniform3fv(glGetUniformLocation(s->points, "colour"), 1, blue);
    glBufferData(GL_ARRAY_BUFFER, sizeof s->now, s->on_gpu ? s->at_rest : s->now, GL_STREAM_DRAW);
    glDrawArrays(GL_POINTS, 0, POINTS);
    glUseProgram(s->lines);
    glDisable(GL_DEPTH_TEST); /* bones are seen through the points */
    for (int b = 0; b < BONES; b++) draw_bone(s, &palette[b], &rest[b], colours[b]);
    glEnable(GL_DEPTH_TEST);
}

/* ---- a picture ---- */

static bool open_without_window(void)
{
    EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    GLuint pictures[2], frame;
    if (!display || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return false;
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return false;
    glGenRenderbuffers(2, pictures);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    for (int i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, pictures[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, i ? GL_DEPTH_COMPONENT24 : GL_RGB8, WIDTH, HEIGHT);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  pictures[i]);
    }
    glViewport(0, 0, WIDTH, HEIGHT);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static int write_picture(scene *s, const char *path, const char *skin)
{
    static unsigned char pixels[HEIGHT][WIDTH][3];
    if (!open_without_window())
        return printf("SKIPPED: no OpenGL 3.3 without a display\n"), 77;
    if (!prepare(s, skin))
        return 1;
    draw(s);
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    FILE *file = fopen(path, "wb");
    bool ok = file && fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT) > 0;
    for (int y = HEIGHT - 1; y >= 0 && ok; y--) ok = fwrite(pixels[y], sizeof pixels[y], 1, file) == 1;
    if (!file || fclose(file) != 0 || !ok)
        return fprintf(stderr, "%s cannot be written\n", path), 1;
    return 0;
}

/* ---- the window ---- */

/* Returns whether the program goes on. A drag of the whole width turns a bone by 180 degrees. */
static bool handle(scene *s, const SDL_Event *event)
{
    if (event->type == SDL_QUIT || (event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE))
        return false;
    if (event->type == SDL_MOUSEMOTION) {
        if (event->motion.state & SDL_BUTTON_LMASK)
            s->degrees[0] -= 180.0 * event->motion.yrel / WIDTH;
        if (event->motion.state & SDL_BUTTON_RMASK)
            s->degrees[1] -= 180.0 * event->motion.yrel / WIDTH;
    }
    return true;
}

static int show_window(scene *s, const char *skin)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return fprintf(stderr, words("no window: %s\n", "ウィンドウを開けません: %s\n"), SDL_GetError()), 1;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_Window *window =
        SDL_CreateWindow(words("drag up and down: left button, right button", "上下にドラッグ: 左ボタン、右ボタン"),
                         SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, WIDTH, HEIGHT, SDL_WINDOW_OPENGL);
    SDL_GLContext context = window ? SDL_GL_CreateContext(window) : NULL;
    if (!context)
        return fprintf(stderr, "no OpenGL 3.3: %s\n", SDL_GetError()), 1;
    if (!prepare(s, skin))
        return 1;
    SDL_Event event;
    do {
        draw(s);
        SDL_GL_SwapWindow(window);
    } while (SDL_WaitEvent(&event) && handle(s, &event));
    SDL_Quit();
    return 0;
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

int main(int argc, char **argv)
{
    static scene s;
    bool picture = argc >= 5 && strcmp(argv[1], "--picture") == 0;
    const char *path = picture ? (argc > 5 ? argv[5] : NULL) : argc > 1 ? argv[1] : NULL;
    char *skin = path ? read_text(path) : NULL;
    if (path && !skin)
        return fprintf(stderr, words("%s cannot be read\n", "%sを読めません\n"), path), 1;
    for (int b = 0; b < BONES && picture; b++) s.degrees[b] = strtod(argv[3 + b], NULL);
    int status = picture ? write_picture(&s, argv[2], skin) : show_window(&s, skin);
    free(skin);
    return status;
}
