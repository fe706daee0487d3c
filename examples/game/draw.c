#include "draw.h"
#include "shaders.h"
#include <stdlib.h>

enum { SHADOW_SIZE = 2048, GRID = 200, LANTERN_ROUND = 16 };
#define GROUND_HALF 70.0f /* lengths of a leg */
#define SHADOW_HALF 15.0f
#define NEAR_DANCERS 14.0f /* these have outlines */

static const float to_sun[3] = {0.45f, 0.78f, 0.43f};
static const float sky[3] = {0.72f, 0.83f, 0.93f};

/* ---- surfaces ---------------------------------------------------------------------------------------------------- */

typedef struct surface_vertex {
    float position[3], normal[3];
} surface_vertex;

/* A grid of columns x rows quads. */
static GLuint make_surface(const surface_vertex *vertices, uint32_t columns, uint32_t rows, GLsizei *count,
                           hone_error *error)
{
    GLuint array, buffers[2];
    uint32_t *indices = malloc((size_t)6 * columns * rows * sizeof *indices), *next = indices;
    if (!indices)
        return hone_fail_memory(error), 0;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t a = r * (columns + 1) + c, b = a + columns + 1;
            const uint32_t quad[6] = {a, b, a + 1, a + 1, b, b + 1};
            for (int i = 0; i < 6; i++) *next++ = quad[i];
        }
    glGenVertexArrays(1, &array), glGenBuffers(2, buffers);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]), glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)(columns + 1) * (rows + 1) * sizeof *vertices), vertices,
                 GL_STATIC_DRAW);
    *count = (GLsizei)(6 * columns * rows);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)*count * sizeof *indices), indices, GL_STATIC_DRAW);
    for (GLuint i = 0; i < 2; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, sizeof *vertices, buffer_offset(i * sizeof(float[3])));
    }
    free(indices);
    return array;
}

/* Finer near the middle. */
static float ground_at(int i)
{
    float t = 2 * (float)i / GRID - 1;
    return GROUND_HALF * t * (0.35f + 0.65f * t * t);
}

static bool make_ground(drawing *d, const world *w, hone_error *error)
{
    surface_vertex *vertices = malloc((size_t)(GRID + 1) * (GRID + 1) * sizeof *vertices);
    if (!vertices)
        return hone_fail_memory(error);
    for (int i = 0; i < (GRID + 1) * (GRID + 1); i++) {
        surface_vertex *v = &vertices[i];
        hone_vec3_set(ground_at(i % (GRID + 1)) * w->ground.scale, 0, ground_at(i / (GRID + 1)) * w->ground.scale,
                      v->position);
        terrain ground = w->ground;
        terrain_ground(&ground, v->position, &v->position[1], v->normal);
    }
    d->ground = make_surface(vertices, GRID, GRID, &d->ground_count, error);
    free(vertices);
    return d->ground != 0;
}

static bool make_lantern(drawing *d, hone_error *error)
{
    surface_vertex vertices[(LANTERN_ROUND + 1) * (LANTERN_ROUND + 1)];
    for (int i = 0; i < (LANTERN_ROUND + 1) * (LANTERN_ROUND + 1); i++) {
        int row = i / (LANTERN_ROUND + 1), column = i % (LANTERN_ROUND + 1);
        float around = 2 * (float)HONE_PI * (float)column / LANTERN_ROUND;
        float down = (float)HONE_PI * (float)row / LANTERN_ROUND;
        hone_vec3_set(sinf(down) * cosf(around), cosf(down), sinf(down) * sinf(around), vertices[i].position);
        hone_vec3_copy(vertices[i].position, vertices[i].normal);
    }
    d->lantern = make_surface(vertices, LANTERN_ROUND, LANTERN_ROUND, &d->lantern_count, error);
    return d->lantern != 0;
}

static bool make_shadow(drawing *d, hone_error *error)
{
    glGenTextures(1, &d->shadow);
    glBindTexture(GL_TEXTURE_2D, d->shadow);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SHADOW_SIZE, SHADOW_SIZE, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    GLint before;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    glGenFramebuffers(1, &d->shadow_target);
    glBindFramebuffer(GL_FRAMEBUFFER, d->shadow_target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, d->shadow, 0);
    glDrawBuffer(GL_NONE);
    bool ok = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
    return ok || hone_fail(error, HONE_ERROR_DEVICE, 0, "the device draws no shadow map");
}

bool drawing_create(drawing *d, const world *w, const hone_file_resolver *files, hone_error *error)
{
    *d = (drawing){.character = program_make(character_vertex, character_fragment, error)};
    d->depth = d->character ? program_make(depth_vertex, depth_fragment, error) : 0;
    d->surface = d->depth ? program_make(ground_vertex, ground_fragment, error) : 0;
    return d->surface && characters_create(&d->characters, w->model, files, 1 + DANCERS, error) &&
           make_ground(d, w, error) && make_lantern(d, error) && make_shadow(d, error);
}

void drawing_destroy(drawing *d)
{
    characters_destroy(&d->characters);
}

/* ---- a frame ----------------------------------------------------------------------------------------------------- */

/* Whether a character at a place may be in the picture. */
static bool is_seen(const world *w, const matrix *clip, const hone_affine *place)
{
    const float *m = clip->m;
    float at[3], margin = 4 * w->ground.scale; /* wider than arms and shadows */
    hone_affine_origin(place, at);
    float x = m[0] * at[0] + m[4] * at[1] + m[8] * at[2] + m[12];
    float depth = m[3] * at[0] + m[7] * at[1] + m[11] * at[2] + m[15];
    return fabsf(x) < depth + margin;
}

/* Writes the dancers that are seen, and nearer than a distance or not. */
static bool write_dancers(drawing *d, const world *w, const camera *from, const matrix *clip, bool near,
                          hone_error *error)
{
    hone_crowd *crowd = w->dancers.crowd;
    bool ok = true;
    for (uint32_t i = 0; ok && i < DANCERS; i++) {
        const hone_affine *place = &hone_crowd_writable_places(crowd)[i];
        float at[3];
        hone_affine_origin(place, at);
        bool is_near = hone_vec3_distance(at, from->eye) < NEAR_DANCERS * w->ground.scale;
        if (is_near == near && is_seen(w, clip, place))
            ok = hone_crowd_write(crowd, i, i + 1, HONE_PALETTE_3X4,
                                  characters_write(&d->characters, 1 + d->seen++, place), error);
    }
    return ok;
}

static bool write_characters(drawing *d, const world *w, const camera *from, const matrix *clip, hone_error *error)
{
    const hone_actor *actor = w->hero.actor;
    hone_rigid_transform at = hone_actor_world(actor);
    hone_affine place = hone_affine_from_rigid_transform(&at);
    d->seen = 0;
    bool ok = hone_palette_write(hone_actor_palette(actor), HONE_PALETTE_3X4,
                                 characters_write(&d->characters, 0, &place), error) &&
              write_dancers(d, w, from, clip, true, error);
    d->near = d->seen;
    ok = ok && write_dancers(d, w, from, clip, false, error);
    characters_write_morphs(&d->characters, hone_actor_morph_result(actor));
    characters_send(&d->characters, 1 + d->seen);
    return ok;
}

static void draw_characters(const drawing *d, GLuint program, uint32_t others, float outline)
{
    characters_draw(&d->characters, program, 0, 1, true, outline);
    if (others)
        characters_draw(&d->characters, program, 1, others, false, outline);
}

static void draw_shadow(const drawing *d, const matrix *light)
{
    GLint before;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    glBindFramebuffer(GL_FRAMEBUFFER, d->shadow_target);
    glViewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
    glClear(GL_DEPTH_BUFFER_BIT);
    glUseProgram(d->depth);
    program_matrix(d->depth, "clip", light);
    draw_characters(d, d->depth, d->seen, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
}

static void set_light(const drawing *d, GLuint program, const world *w, const camera *from, const matrix *light,
                      const matrix *clip)
{
    float sun[3] = {to_sun[0], to_sun[1], to_sun[2] * -w->front};
    glUseProgram(program);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, d->shadow);
    program_index(program, "shadow", 1);
    program_matrix(program, "light", light), program_matrix(program, "clip", clip);
    program_vector(program, "to_sun", sun), program_vector(program, "eye", from->eye);
    program_number(program, "scale", w->ground.scale);
}

static void draw_surface(const drawing *d, GLuint array, GLsizei count, const float place[4], const float glow[3])
{
    glUniform4fv(glGetUniformLocation(d->surface, "place"), 1, place);
    program_vector(d->surface, "glow", glow);
    glBindVertexArray(array);
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, NULL);
}

static void draw_surfaces(const drawing *d, const world *w)
{
    const float here[4] = {0, 0, 0, 1}, dark[3] = {0, 0, 0}, glow[3] = {1, 0.82f, 0.35f};
    float lantern[4] = {w->lantern[0], w->lantern[1], w->lantern[2], 0.09f * w->ground.scale};
    program_vector(d->surface, "square", (float[3]){w->ground.square[0], w->ground.square[1], w->ground.size});
    draw_surface(d, d->ground, d->ground_count, here, dark);
    draw_surface(d, d->lantern, d->lantern_count, lantern, glow);
}

/* The sun's view of what is around the point that the camera looks at. */
static matrix light_of(const world *w, const camera *from)
{
    float scale = w->ground.scale, sun[3], middle[3];
    hone_vec3_subtract(from->target, from->eye, middle);
    hone_vec3_normalise(middle, middle);
    hone_vec3_add_scaled(from->target, middle, 0.6f * SHADOW_HALF * scale, middle);
    hone_vec3_set(to_sun[0], to_sun[1], to_sun[2] * -w->front, sun);
    hone_vec3_add(middle, sun, sun);
    matrix view = matrix_look(sun, middle, w->front < 0);
    matrix box = matrix_box(SHADOW_HALF * scale, 3 * SHADOW_HALF * scale);
    return matrix_multiply(&box, &view);
}

bool drawing_draw(drawing *d, const world *w, const camera *from, int width, int height, hone_error *error)
{
    matrix view = matrix_look(from->eye, from->target, w->front < 0), light = light_of(w, from);
    matrix lens = matrix_perspective(42, (float)width / (float)height, 0.05f * w->ground.scale, 200 * w->ground.scale);
    matrix clip = matrix_multiply(&lens, &view);
    if (!write_characters(d, w, from, &clip, error))
        return false;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    draw_shadow(d, &light);
    glViewport(0, 0, width, height);
    glClearColor(sky[0], sky[1], sky[2], 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    set_light(d, d->surface, w, from, &light, &clip);
    draw_surfaces(d, w);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    set_light(d, d->character, w, from, &light, &clip);
    draw_characters(d, d->character, d->seen, 0);
    glFrontFace(w->front < 0 ? GL_CW : GL_CCW); /* a mirror turns triangles around */
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    draw_characters(d, d->character, d->near, 0.0016f); /* the outlines: back faces, a little larger */
    glDisable(GL_CULL_FACE), glDisable(GL_BLEND);
    return true;
}
