/* Writes the textures of a model in another format as files beside the PMX that is made from it: some may be inside the
 * model file, others in another folder. All are read before one is written, since a new file may have the name of an
 * old one. */
#ifndef HONE_CMD_CONVERT_TEXTURES_H
#define HONE_CMD_CONVERT_TEXTURES_H

#include "cmd/convert/convert.h"

typedef struct texture_copies {
    uint32_t count;
    char (*names)[HONE_PATH_SIZE];
    const char **pointers; /* point to the names */
    hone_bytes *bytes;     /* the files to write; empty for textures that cannot be loaded */
    uint8_t *inside;       /* whether they are inside the model file */
} texture_copies;

/* Release in any case. A texture that cannot be loaded causes a warning. */
bool texture_copies_read(const input *model, const char *stem, texture_copies *out, report *r, hone_error *error);
void texture_copies_rename(texture_copies *textures, const char *stem);
bool texture_copies_write(const texture_copies *textures, output_others *to, hone_error *error);
void texture_copies_release(texture_copies *textures);

#endif
