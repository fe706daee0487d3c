#include "gl.h"
#include <hone/io.h>
#include <string.h>

matrix matrix_multiply(const matrix *a, const matrix *b)
{
    matrix out = {{0}};
    for (size_t c = 0; c < 4; c++)
        for (size_t r = 0; r < 4; r++)
            for (size_t k = 0; k < 4; k++) out.m[4 * c + r] += a->m[4 * k + r] * b->m[4 * c + k];
    return out;
}

matrix matrix_look(const float eye[3], const float target[3], bool mirrored)
{
    float forward[3] = {0}, right[3] = {0}, up[3];
    hone_vec3_subtract(target, eye, forward);
    hone_vec3_normalise(forward, forward);
    hone_vec3_cross(forward, (float[3]){0, 1, 0}, right);
    hone_vec3_normalise(right, right);
    hone_vec3_cross(right, forward, up);
    hone_vec3_scale(right, mirrored ? -1.0f : 1.0f, right);
    matrix out = {{0}};
    for (size_t k = 0; k < 3; k++) out.m[4 * k] = right[k], out.m[4 * k + 1] = up[k], out.m[4 * k + 2] = -forward[k];
    out.m[12] = -hone_vec3_dot(right, eye), out.m[13] = -hone_vec3_dot(up, eye);
    out.m[14] = hone_vec3_dot(forward, eye);
    out.m[15] = 1;
    return out;
}

matrix matrix_perspective(float degrees, float aspect, float near, float far)
{
    float slope = 1 / tanf(degrees * (float)HONE_PI / 360), depth = near - far;
    return (matrix){
        {slope / aspect, 0, 0, 0, 0, slope, 0, 0, 0, 0, (near + far) / depth, -1, 0, 0, 2 * near * far / depth, 0}};
}

matrix matrix_box(float half_width, float half_depth)
{
    return (matrix){{1 / half_width, 0, 0, 0, 0, 1 / half_width, 0, 0, 0, 0, -1 / half_depth, 0, 0, 0, 0, 1}};
}

static GLuint compile(GLenum kind, const char *source, hone_error *error)
{
    GLuint shader = glCreateShader(kind);
    GLint ok = 0;
    char log[400] = "";
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok)
        return shader;
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    hone_fail(error, HONE_ERROR_DEVICE, 0, "a shader of the game does not compile: %s", log);
    return 0;
}

GLuint program_make(const char *vertex, const char *fragment, hone_error *error)
{
    GLuint parts[2] = {compile(GL_VERTEX_SHADER, vertex, error), 0}, program = glCreateProgram();
    parts[1] = parts[0] ? compile(GL_FRAGMENT_SHADER, fragment, error) : 0;
    GLint ok = 0;
    if (parts[1]) {
        for (int i = 0; i < 2; i++) glAttachShader(program, parts[i]);
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &ok);
        if (!ok)
            hone_fail(error, HONE_ERROR_DEVICE, 0, "a program of the game does not link");
    }
    for (int i = 0; i < 2; i++) glDeleteShader(parts[i]);
    if (ok)
        return program;
    glDeleteProgram(program);
    return 0;
}

void program_matrix(GLuint program, const char *name, const matrix *value)
{
    glUniformMatrix4fv(glGetUniformLocation(program, name), 1, GL_FALSE, value->m);
}

void program_vector(GLuint program, const char *name, const float value[3])
{
    glUniform3fv(glGetUniformLocation(program, name), 1, value);
}

void program_number(GLuint program, const char *name, float value)
{
    glUniform1f(glGetUniformLocation(program, name), value);
}

void program_index(GLuint program, const char *name, int value)
{
    glUniform1i(glGetUniformLocation(program, name), value);
}
