/* Chapter 13: displacement mapping. A vertex shader reads heights from a texture and moves a flat grid into a
 * landscape; the grid has no heights of its own. Draws without a display.
 *
 * usage: landscape OUT.png */
#include "words.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <hone/image.h>
#include <hone/io.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { WIDTH = 560, HEIGHT = 262, SIZE = 64, GRID = 160 }; /* SIZE: texels across; GRID: squares across */

/* listing: displace */
static const char vertex[] =
    "#version 330 core\n"
    "uniform sampler2D heights;\n"
    "uniform int across;\n"
    "out vec3 normal;\n"
    "float height(vec2 uv) { return textureLod(heights, uv, 0.0).r; }\n"
    "void main()\n"
    "{\n"
    "    int square = gl_VertexID / 6, corner = gl_VertexID % 6; // of two triangles\n"
    "    ivec2 at = ivec2(square % across, square / across) + (ivec2(26, 52) >> corner) % 2;\n"
    "    vec2 uv = vec2(at) / float(across), step = vec2(1.0 / 64.0, 0.0);\n"
    "    vec3 p = vec3(uv.x - 0.5, height(uv), uv.y - 0.5); // the flat grid, lifted\n"
    "    normal = vec3(height(uv - step) - height(uv + step), 2.0 * step.x,\n"
    "                  height(uv - step.yx) - height(uv + step.yx));\n"
    "    float depth = 1.1 + p.z * 0.8 - p.y * 0.5;\n"
    "    gl_Position = vec4(1.5 * p.x, 1.6 * p.y + 1.2 * p.z + 0.1, depth * depth * 0.2 - 0.2, depth);\n"
    "}\n";
/* end of listing */
static const char fragment[] = "#version 330 core\n"
                               "in vec3 normal;\n"
                               "out vec4 result;\n"
                               "void main()\n"
                               "{\n"
                               "    float light = max(dot(normalize(normal), normalize(vec3(-0.6, 0.7, -0.3))), 0.0);\n"
                               "    result = vec4(mix(vec3(0.1, 0.14, 0.22), vec3(0.85, 0.88, 0.8), light), 1.0);\n"
                               "}\n";

static bool open_context(void)
{
    EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    if (!display || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return false;
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    return context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

static void make_target(void)
{
    GLuint pictures[2], frame;
    glGenRenderbuffers(2, pictures);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    for (int i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, pictures[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, i ? GL_DEPTH_COMPONENT24 : GL_RGBA8, WIDTH, HEIGHT);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  pictures[i]);
    }
    glViewport(0, 0, WIDTH, HEIGHT);
}

static GLuint make_program(void)
{
    GLuint program = glCreateProgram();
    const char *const texts[] = {vertex, fragment};
    const GLenum kinds[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    for (int i = 0; i < 2; i++) {
        GLuint shader = glCreateShader(kinds[i]);
        glShaderSource(shader, 1, &texts[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    return program;
}

/* Heights of hills: a sum of waves. */
static void make_heights(void)
{
    static float heights[SIZE][SIZE];
    GLuint texture;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            for (int k = 1; k <= 9; k++) /* each wave goes another way, and is shorter and lower than the last */
                heights[y][x] += (float)(0.11 / k * sin(0.13 * k * (x * cos(2.4 * k) + y * sin(2.4 * k)) + k));
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, SIZE, SIZE, 0, GL_RED, GL_FLOAT, heights);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR); /* heights between texels are wanted here */
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static void draw(void)
{
    GLuint program = make_program(), array;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array); /* without any array: the shader makes the grid from the vertex' number */
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "across"), GRID);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.93f, 0.94f, 0.96f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 6 * GRID * GRID);
}

static bool write_picture(const char *path, hone_error *error)
{
    static uint8_t pixels[HEIGHT][WIDTH][4], row[WIDTH][4];
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int y = 0; y < HEIGHT / 2; y++) {
        memcpy(row, pixels[y], sizeof row);
        memcpy(pixels[y], pixels[HEIGHT - 1 - y], sizeof row);
        memcpy(pixels[HEIGHT - 1 - y], row, sizeof row);
    }
    const hone_image image = {.width = WIDTH, .height = HEIGHT, .pixels = &pixels[0][0][0]};
    hone_bytes bytes = {0};
    bool ok = hone_image_write_png(&image, NULL, &bytes, error) && hone_file_write(path, bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, words("usage: landscape OUT.png\n", "使い方: landscape 出力.png\n")), 2;
    if (!open_context())
        return fprintf(stderr, words("no OpenGL 3.3\n", "OpenGL 3.3がありません\n")), 1;
    hone_error error = {0};
    make_target();
    make_heights();
    draw();
    if (!write_picture(argv[1], &error))
        return fprintf(stderr, "%s\n", error.message), 1;
    return 0;
}
