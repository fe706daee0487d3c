/* The data that each GPU skinning method sends for a palette slot, and where it goes. */
#ifndef HONE_SRC_RENDER_GL_SKIN_ENCODING_H
#define HONE_SRC_RENDER_GL_SKIN_ENCODING_H

#include <hone/render.h>

/* Another method, of crowds on the GPU: it is chosen by items, not by hone_draw_desc.gpu_skin. */
enum { HONE_SKIN_PATH_CROWD = HONE_GPU_SKIN_COUNT, HONE_SKIN_PATH_COUNT };

typedef enum hone_skin_store {
    HONE_SKIN_STORE_UNIFORMS,
    HONE_SKIN_STORE_TEXTURE,            /* read by texelFetch */
    HONE_SKIN_STORE_TEXTURE_NORMALISED, /* sampled at coordinates from 0 to 1 */
    HONE_SKIN_STORE_BUFFER              /* a buffer texture: read by the number of the texel */
} hone_skin_store;

typedef struct hone_skin_encoding {
    hone_palette_form form;
    hone_skin_store store;
    bool half; /* registers hold four half floats */
} hone_skin_encoding;

/* Returns the encoding of a skinning method; that of HONE_GPU_SKIN_OFF has no meaning. */
const hone_skin_encoding *hone_skin_encoding_of(hone_gpu_skin gpu_skin);

/* Returns whether bones are in a texture, which may be a buffer texture. */
bool hone_gpu_skin_has_texture(hone_gpu_skin gpu_skin);

#endif
