/* Bone texture: matrix palettes in a float texture, one register per texel, slot after slot, pose after pose. */
#ifndef HONE_SRC_RENDER_MESH_BONE_TEXTURE_H
#define HONE_SRC_RENDER_MESH_BONE_TEXTURE_H

#include "draw/render/gl/functions.h"
#include <hone/base.h>

typedef struct hone_bone_layout {
    uint32_t width, height; /* texel i is at (i % width, i / width); 0: it does not fit */
} hone_bone_layout;

/* Lays out `rows` rows of `row` texels. Entries of `entry` texels must not cross the edge. A row of data is a row of
 * the texture if the device's limits allow that; else rows are folded. */
hone_bone_layout hone_bone_layout_of(uint32_t entry, uint32_t row, uint32_t rows, uint32_t side_max);

typedef struct hone_bone_texture {
    GLuint name;
    GLuint buffer; /* of a buffer texture; 0: the texture is a picture */
    hone_bone_layout layout;
} hone_bone_texture;

/* Sends the texels: [layout.width * layout.height], four floats each, or four half floats. A context must be
 * current. */
void hone_bone_texture_send(hone_bone_texture *texture, hone_bone_layout layout, bool half, const void *texels);

/* Sends `count` texels of four floats each as a buffer texture. */
void hone_bone_texture_send_buffer(hone_bone_texture *texture, uint32_t count, const void *texels);

/* Binds the texture, of either kind, to HONE_UNIT_BONES. */
void hone_bone_texture_use(const hone_bone_texture *texture);
void hone_bone_texture_destroy(hone_bone_texture *texture);

#endif
