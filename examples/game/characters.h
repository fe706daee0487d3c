/* Characters on the GPU: one mesh, its textures, and a bone texture with a row for each character. */
#ifndef GAME_CHARACTERS_H
#define GAME_CHARACTERS_H

#include "gl.h"
#include <hone/hone.h>

typedef struct characters {
    const hone_model *model;
    uint32_t most;         /* characters */
    GLuint mesh, own_mesh; /* vertex arrays: of all, and of the character with a face of its own */
    GLuint buffers[4], own_positions;
    GLuint bones;    /* the bone texture */
    float *rows;     /* [most][texels][4] what is sent to it */
    uint32_t texels; /* of a row */
    uint32_t texture_count;
    GLuint *textures; /* [texture_count + 1] the last is white */
} characters;

/* most: how many there are at most. The model must outlive them. Destroy them in any case. */
bool characters_create(characters *c, const hone_model *model, const hone_file_resolver *files, uint32_t most,
                       hone_error *error);
void characters_destroy(characters *c);

/* Writes the place of a character in the world. Returns where its palette goes, in the form HONE_PALETTE_3X4. */
hone_stream characters_write(characters *c, uint32_t index, const hone_affine *place);

/* Gives the character with a face of its own the vertices that its morphs move. */
void characters_write_morphs(characters *c, const hone_morph_result *morphs);

/* Sends what was written. */
void characters_send(characters *c, uint32_t count);

/* Draws characters with a program. own: the mesh of the one with a face of its own. outlines: only these; the program
 * must have materials. */
void characters_draw(const characters *c, GLuint program, uint32_t first, uint32_t count, bool own, float outline);

#endif
