#include "draw.h"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stddef.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

static const char *const vertex_shader =
    "#version 330 core\n"
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec3 normal;\n"
    "layout(location = 2) in vec3 colour;\n"
    "layout(location = 3) in uvec4 slots;\n"
    "layout(location = 4) in vec4 weights;\n"
    "layout(location = 5) in vec4 place;\n"
    "layout(location = 6) in vec4 clip;\n" /* first row, frames, rate, loop */
    "layout(location = 7) in float start;\n"
    "layout(location = 8) in vec3 tint;\n"
    "uniform sampler2D animation;\n"
    "uniform vec4 offset[3], scale[3];\n"
    "uniform vec4 fit;\n" /* from model space to a size of 1 on the ground: x, y, z, factor */
    "uniform float seconds, mirror, slope, aspect, distance;\n"
    "out vec3 shade_normal, shade_colour;\n"
    "mat3x4 slot_at(uint slot, int row)\n"
    "{\n"
    "    mat3x4 m;\n"
    "    for (int k = 0; k < 3; k++) {\n"
    "        m[k] = offset[k] + scale[k] * texelFetch(animation, ivec2(3 * int(slot) + k, row), 0);\n"
    "    }\n"
    "    return m;\n"
    "}\n"
    "void main()\n"
    "{\n"
    "    float at = (seconds + start) * clip.z, last = clip.y - 1.0;\n"
    "    at = clip.w > 0.0 ? mod(at, clip.y) : clamp(at, 0.0, last);\n"
    "    float frame = min(floor(at), last), next = frame < last ? frame + 1.0 : clip.w > 0.0 ? 0.0 : frame;\n"
    "    int row = int(clip.x + frame), next_row = int(clip.x + next);\n"
    "    mat3x4 m = mat3x4(0.0);\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        m += weights[i] * (slot_at(slots[i], row) * (1.0 - at + frame) +\n"
    "                           slot_at(slots[i], next_row) * (at - frame));\n"
    "    }\n"
    "    vec3 p = (vec4(position, 1.0) * m - fit.xyz) * fit.w, n = normal * mat3(m);\n"
    "    p.z *= mirror, n.z *= mirror;\n"
    "    mat3 turn = mat3(cos(place.w), 0.0, -sin(place.w), 0.0, 1.0, 0.0, sin(place.w), 0.0, cos(place.w));\n"
    "    p = turn * p + place.xyz - vec3(0.0, 0.4, 0.0);\n"
    "    shade_normal = turn * n, shade_colour = colour * tint;\n"
    /* a camera that looks down by about 30 degrees */
    "    vec3 view = vec3(p.x, 0.87 * p.y - 0.5 * p.z, 0.5 * p.y + 0.87 * p.z - distance);\n"
    "    gl_Position = vec4(view.x * slope / aspect, view.y * slope, -view.z - 0.2, -view.z);\n"
    "}\n";

static const char *const fragment_shader =
    "#version 330 core\n"
    "in vec3 shade_normal, shade_colour;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    float light = 0.5 + 0.5 * max(dot(normalize(shade_normal), normalize(vec3(0.4, 0.8, 0.5))), 0.0);\n"
    "    pixel = vec4(shade_colour * light, 1.0);\n"
    "}\n";

/* ---- OpenGL without a window ------------------------------------------------------------------------------------- */

static EGLContext make_context(EGLDisplay *display)
{
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    *display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (*display == EGL_NO_DISPLAY || !eglInitialize(*display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return EGL_NO_CONTEXT;
    EGLContext context = eglCreateContext(*display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context != EGL_NO_CONTEXT && !eglMakeCurrent(*display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        eglDestroyContext(*display, context);
        return EGL_NO_CONTEXT;
    }
    return context;
}

static GLuint make_program(hone_error *error)
{
    const char *const sources[2] = {vertex_shader, fragment_shader};
    GLuint program = glCreateProgram();
    GLint linked = 0;
    char log[400] = "";
    for (int i = 0; i < 2; i++) {
        GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
        glShaderSource(shader, 1, &sources[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked)
        return program;
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    hone_fail(error, HONE_ERROR_DEVICE, 0, "the shader does not link: %s", log);
    return 0;
}

/* A framebuffer that is drawn into; the first has four samples a pixel, the second is read. */
static GLuint make_target(const hone_image *image, int samples)
{
    GLuint framebuffer, buffers[2];
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(2, buffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, i ? GL_DEPTH_COMPONENT24 : GL_RGBA8,
                                         (GLsizei)image->width, (GLsizei)image->height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  buffers[i]);
    }
    return framebuffer;
}

/* ---- what is sent ------------------------------------------------------------------------------------------------ */

static void send_texture(const animation *a)
{
    bool floats = a->vk_format == 109, halves = a->vk_format == 97, wide = a->vk_format == 91;
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0,
                 floats   ? GL_RGBA32F
                 : halves ? GL_RGBA16F
                 : wide   ? GL_RGBA16
                          : GL_RGBA8,
                 a->width, a->height, 0, GL_RGBA,
                 floats   ? GL_FLOAT
                 : halves ? GL_HALF_FLOAT
                 : wide   ? GL_UNSIGNED_SHORT
                          : GL_UNSIGNED_BYTE,
                 a->texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void set_attribute(GLuint index, GLint size, size_t stride, size_t offset, GLuint divisor)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, (GLsizei)stride, (const void *)offset);
    glVertexAttribDivisor(index, divisor);
}

static void send_mesh(const mesh *m, const instance *instances, uint32_t count)
{
    GLuint array, buffers[3];
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(3, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(m->vertex_count * sizeof *m->vertices), m->vertices, GL_STATIC_DRAW);
    set_attribute(0, 3, sizeof(vertex), offsetof(vertex, position), 0);
    set_attribute(1, 3, sizeof(vertex), offsetof(vertex, normal), 0);
    set_attribute(2, 3, sizeof(vertex), offsetof(vertex, colour), 0);
    glEnableVertexAttribArray(3);
    glVertexAttribIPointer(3, 4, GL_UNSIGNED_SHORT, sizeof(vertex), (const void *)offsetof(vertex, slots));
    set_attribute(4, 4, sizeof(vertex), offsetof(vertex, weights), 0);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *instances), instances, GL_STATIC_DRAW);
    set_attribute(5, 4, sizeof(instance), offsetof(instance, place), 1);
    set_attribute(6, 4, sizeof(instance), offsetof(instance, clip), 1);
    set_attribute(7, 1, sizeof(instance), offsetof(instance, start), 1);
    set_attribute(8, 3, sizeof(instance), offsetof(instance, tint), 1);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[2]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(m->index_count * sizeof *m->indices), m->indices,
                 GL_STATIC_DRAW);
}

/* The middle of the ground below the mesh, and one over its largest edge. */
static void find_fit(const mesh *m, float out[4])
{
    float edge[3];
    hone_vec3_subtract(m->box.max, m->box.min, edge);
    for (int i = 0; i < 3; i++) out[i] = i == 1 ? m->box.min[i] : (m->box.min[i] + m->box.max[i]) / 2;
    out[3] = 1 / fmaxf(fmaxf(edge[0], edge[1]), fmaxf(edge[2], 1e-6f));
}

static void set_uniforms(GLuint program, const animation *a, const mesh *m, uint32_t count, float seconds, float aspect)
{
    float fit[4];
    find_fit(m, fit);
    glUseProgram(program);
    glUniform4fv(glGetUniformLocation(program, "offset"), 3, a->offset[0]);
    glUniform4fv(glGetUniformLocation(program, "scale"), 3, a->scale[0]);
    glUniform4fv(glGetUniformLocation(program, "fit"), 1, fit);
    glUniform1f(glGetUniformLocation(program, "seconds"), seconds);
    glUniform1f(glGetUniformLocation(program, "mirror"), m->left_handed ? -1.0f : 1.0f);
    glUniform1f(glGetUniformLocation(program, "slope"), 2);
    glUniform1f(glGetUniformLocation(program, "aspect"), aspect);
    glUniform1f(glGetUniformLocation(program, "distance"), 1.2f + 1.05f * sqrtf((float)count));
}

/* ---- the picture ------------------------------------------------------------------------------------------------- */

/* OpenGL's first row is the lowest. */
static void read_picture(hone_image *image)
{
    for (uint32_t y = 0; y < image->height; y++)
        glReadPixels(0, (GLint)(image->height - 1 - y), (GLsizei)image->width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     image->pixels + (size_t)4 * y * image->width);
}

bool draw(const animation *a, const mesh *m, const instance *instances, uint32_t count, float seconds,
          hone_image *image, hone_error *error)
{
    EGLDisplay display;
    EGLContext context = make_context(&display);
    if (context == EGL_NO_CONTEXT)
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "EGL gives no OpenGL 3.3 without a window");
    GLint width = (GLint)image->width, height = (GLint)image->height;
    GLuint program = make_program(error);
    if (program) {
        GLuint read = make_target(image, 0), target = make_target(image, 4);
        send_texture(a);
        send_mesh(m, instances, count);
        set_uniforms(program, a, m, count, seconds, (float)width / (float)height);
        glViewport(0, 0, width, height);
        glEnable(GL_DEPTH_TEST);
        glClearColor(0.85f, 0.88f, 0.92f, 1);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glDrawElementsInstanced(GL_TRIANGLES, (GLsizei)m->index_count, GL_UNSIGNED_INT, NULL, (GLsizei)count);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, target);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, read);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
        read_picture(image);
    }
    bool ok = program && (glGetError() == GL_NO_ERROR || hone_fail(error, HONE_ERROR_DEVICE, 0, "OpenGL failed"));
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    return ok;
}
