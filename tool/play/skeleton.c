#include "tool/play/skeleton.h"

bool skeleton_has_extent(const hone_model *model)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_bone *bone = &skeleton->bones[b];
        for (int i = 0; i < 3 && bone->parent != HONE_NONE; i++)
            if (bone->position[i] != skeleton->bones[bone->parent].position[i])
                return true;
    }
    return false;
}
