/* Writes the textures of a model in another format as files beside the PMX that is made from it: some may be inside the
 * model file, others in another folder. All are read before one is written, since a new file may have the name of an
 * old one. */
#ifndef HONE_CMD_TEXTURES_H
#define HONE_CMD_TEXTURES_H

#include "cmd/convert.h"

typedef struct textures_beside {
    uint32_t count;
    char (*names)[HONE_PATH_SIZE];
    const char **pointers; /* point to the names */
    hone_bytes *bytes;     /* the files to write; empty for textures that cannot be loaded */
    uint8_t *inside;       /* whether they are inside the model file */
} textures_beside;

/* Release in any case. A texture that cannot be loaded causes a warning. */
bool textures_read(const input *model, const char *stem, textures_beside *out, report *r, hone_error *error);
bool textures_put(const textures_beside *textures, convert_beside *to, hone_error *error);
void textures_release(textures_beside *textures);

#endif
