/* Reads what `hone texture` writes: a KTX 2.0 file with a table of clips. */
#ifndef CROWD_KTX2_H
#define CROWD_KTX2_H

#include <hone/io.h>

enum { CLIPS_MAX = 64 };

typedef struct clip {
    float first_row, frames, rate, loop; /* loop: 1 or 0 */
} clip;

typedef struct animation {
    hone_bytes file;       /* which `texels` points into */
    uint32_t vk_format;    /* as in Vulkan: 109, 97, 91 or 37 */
    int width, height;     /* texels */
    const uint8_t *texels; /* [height][width] */
    float offset[3][4], scale[3][4];
    uint32_t clip_count;
    clip clips[CLIPS_MAX];
} animation;

/* Opens a file of `--content matrix`. Release it in any case. */
bool animation_open(const char *path, animation *out, hone_error *error);
void animation_release(animation *a);

#endif
