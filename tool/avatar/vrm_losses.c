#include "tool/avatar/vrm_losses.h"

#include <stdio.h>

const vrm_loss_name vrm_losses[HONE_VRM_LOSS_COUNT] = {
    [HONE_VRM_LOSS_IK] = {"IK chains", "ik_chains"},
    [HONE_VRM_LOSS_APPEND] = {"bones that follow others in MMD's way", "appends"},
    [HONE_VRM_LOSS_BODY] = {"bodies", "bodies"},
    [HONE_VRM_LOSS_JOINT] = {"joints", "joints"},
    [HONE_VRM_LOSS_SOFT_BODY] = {"soft bodies", "soft_bodies"},
    [HONE_VRM_LOSS_BONE_MORPH] = {"morphs of bones", "bone_morphs"},
    [HONE_VRM_LOSS_UV_MORPH] = {"morphs of texture coordinates", "uv_morphs"},
    [HONE_VRM_LOSS_FLIP_MORPH] = {"flip morphs", "flip_morphs"},
    [HONE_VRM_LOSS_IMPULSE_MORPH] = {"morphs of impulses", "impulse_morphs"},
    [HONE_VRM_LOSS_MATERIAL_MORPH] = {"morphs of texels and edge widths", "material_morphs"},
    [HONE_VRM_LOSS_SPHERE] = {"sphere maps that multiply", "sphere_maps"},
    [HONE_VRM_LOSS_HIGHLIGHT] = {"highlights", "highlights"},
    [HONE_VRM_LOSS_EDGE_WIDTHS] = {"edge widths of vertices", "edge_widths"},
    [HONE_VRM_LOSS_INFLUENCE] = {"vertices with more than four bones", "influences"},
    [HONE_VRM_LOSS_DEFORM] = {"vertices of SDEF and QDEF", "deforms"},
    [HONE_VRM_LOSS_FIRST_PERSON] = {"parts that only some see", "first_person"},
    [HONE_VRM_LOSS_TEXTURE] = {"textures that are missing", "textures"},
    [HONE_VRM_LOSS_CLIP] = {"clips", "clips"},
    [HONE_VRM_LOSS_CAMERA] = {"cameras", "cameras"},
};

void vrm_loss_say(hone_vrm_loss kind, const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s: a VRM cannot contain %s", name && *name ? name : "the model", vrm_losses[kind].plural);
}
