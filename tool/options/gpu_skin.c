#include "tool/options/gpu_skin.h"

const char *const option_gpu_skin_names[HONE_GPU_SKIN_COUNT + 1] = {
    [HONE_GPU_SKIN_OFF] = "off",
    [HONE_GPU_SKIN_MATRIX] = "matrix",
    [HONE_GPU_SKIN_QUATERNION] = "quaternion",
    [HONE_GPU_SKIN_TEXTURE] = "texture",
    [HONE_GPU_SKIN_TEXTURE_NORMALISED] = "texture-normalised",
    [HONE_GPU_SKIN_DUAL_QUATERNION] = "dual-quaternion",
    [HONE_GPU_SKIN_TEXTURE_HALF] = "texture-half",
    [HONE_GPU_SKIN_TEXTURE_QUATERNION] = "texture-quaternion",
    [HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED] = "texture-quaternion-normalised",
    [HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF] = "texture-quaternion-half",
    [HONE_GPU_SKIN_BUFFER] = "buffer",
    [HONE_GPU_SKIN_BUFFER_QUATERNION] = "buffer-quaternion",
    [HONE_GPU_SKIN_DISTANCE] = "distance",
};

bool option_read_gpu_skin(const option *o, const char *text, void *field)
{
    int *skin = field;
    if (!option_read_choice(o, text, skin))
        return false;
    *skin += 1;
    return true;
}
