/* The textures of the model, and the maps of materials that show them. */
#ifndef HONE_SRC_FORMAT_FBX_MATERIAL_TEXTURES_H
#define HONE_SRC_FORMAT_FBX_MATERIAL_TEXTURES_H

#include "files/format/fbx/reader.h"

/* Lists of textures, made while materials ask for them. */
typedef struct fbx_textures {
    fbx_reader *reader;
    uint32_t *videos;  /* [object_count] of a texture: the object with its picture, or UINT32_MAX */
    uint32_t *same_as; /* [object_count] of a texture: the first one with the same picture */
    int32_t *place;    /* [object_count] 1 + index among the textures of the model; 0: not listed yet */
    const char **paths;
    hone_blob *pictures;
} fbx_textures;

/* Finds out which textures have the same picture. */
bool hone_fbx_textures_begin(fbx_reader *reader, fbx_textures *out);
/* Sets the lists of the model. */
void hone_fbx_textures_end(const fbx_textures *textures);

/* Makes the map of a texture that a material has. texture: object; UINT32_MAX: none. Returns false if out of memory. */
bool hone_fbx_make_map(fbx_textures *textures, uint32_t material, uint32_t texture, hone_map *out);

#endif
