/* The character's textures. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_TEXTURES_H
#define HONE_SAMPLES_MAKE_CHARACTER_TEXTURES_H

#include "samples/make/character/paint.h"

typedef enum texture {
    TEXTURE_FACE,
    TEXTURE_SKIN,
    TEXTURE_EYE, /* squares: iris, iris without highlights, white of the eye */
    TEXTURE_HAIR,
    TEXTURE_BODICE,
    TEXTURE_GLOVE,
    TEXTURE_STOCKING,
    TEXTURE_BOOT,
    TEXTURE_TRIM,
    TEXTURE_SKIRT,
    TEXTURE_PETTICOAT,
    TEXTURE_GOLD,
    TEXTURE_BLUSH,
    TOON_SKIN,
    TOON_HAIR,
    TOON_CLOTH,
    TEXTURE_COUNT
} texture;

const char *texture_name(texture which); /* "face.tga" */
canvas texture_paint(texture which);

#endif
