/* The pictures of a model of another format become files beside the PMX that is made of it: some lie inside the model,
 * and all others perhaps in another folder. All are read before one is written: they may have each other's names. */
#ifndef HONE_CMD_TEXTURES_H
#define HONE_CMD_TEXTURES_H

#include "cmd/convert.h"

typedef struct textures_beside {
    uint32_t count;
    char (*names)[HONE_PATH_SIZE];
    const char **pointers; /* to the names */
    hone_bytes *bytes;     /* to be written; none of what cannot be had */
    uint8_t *inside;       /* whether they are the model's own */
} textures_beside;

/* Release in any case. What cannot be had is a warning. */
bool textures_read(const input *model, const char *stem, textures_beside *out, report *r, hone_error *error);
bool textures_put(const textures_beside *textures, convert_beside *to, hone_error *error);
void textures_release(textures_beside *textures);

#endif
