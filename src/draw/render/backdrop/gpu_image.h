/* A picture on the GPU. */
#ifndef HONE_SRC_RENDER_BACKDROP_GPU_IMAGE_H
#define HONE_SRC_RENDER_BACKDROP_GPU_IMAGE_H

#include "draw/render/renderer.h"

struct hone_gpu_image {
    hone_renderer *renderer;
    uint32_t width, height;
    GLuint texture;      /* with all mip levels */
    uint32_t lost_count; /* of the renderer, when it was sent */
};

#endif
