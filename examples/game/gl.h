/* What the parts of the drawing share: programs and 4x4 matrices of OpenGL 3.3. */
#ifndef GAME_GL_H
#define GAME_GL_H

#define GL_GLEXT_PROTOTYPES
#include <SDL_opengl.h>
#include <hone/base.h>
#include <hone/math.h>

/* Column-major, as GL takes it. */
typedef struct matrix {
    float m[16];
} matrix;

matrix matrix_multiply(const matrix *a, const matrix *b);

/* View space from world; z points out of the picture. mirrored: the world is left-handed. */
matrix matrix_look(const float eye[3], const float target[3], bool mirrored);

matrix matrix_perspective(float degrees, float aspect, float near, float far);
matrix matrix_box(float half_width, float half_depth);

/* An offset in a buffer, as GL takes it. */
static inline const void *buffer_offset(size_t bytes)
{
    return (const void *)(uintptr_t)bytes;
}

/* Compiles a program; 0 on failure. */
GLuint program_make(const char *vertex, const char *fragment, hone_error *error);

void program_matrix(GLuint program, const char *name, const matrix *value);
void program_vector(GLuint program, const char *name, const float value[3]);
void program_number(GLuint program, const char *name, float value);
void program_index(GLuint program, const char *name, int value);

#endif
