/* Draws the game with OpenGL 3.3: terrain, characters with shadows, lantern. */
#ifndef GAME_DRAW_H
#define GAME_DRAW_H

#include "characters.h"
#include "world.h"

typedef struct camera {
    float eye[3], target[3];
} camera;

typedef struct drawing {
    characters characters;            /* the hero, then the dancers that are seen, the near ones first */
    uint32_t near, seen;              /* dancers */
    GLuint character, depth, surface; /* programs */
    GLuint ground, lantern;           /* vertex arrays */
    GLsizei ground_count, lantern_count;
    GLuint shadow, shadow_target;
} drawing;

/* With a current context. files: where the textures of the model are. Destroy it in any case. */
bool drawing_create(drawing *d, const world *w, const hone_file_resolver *files, hone_error *error);
void drawing_destroy(drawing *d);

/* Draws into the current framebuffer. */
bool drawing_draw(drawing *d, const world *w, const camera *from, int width, int height, hone_error *error);

#endif
