#include "core/model/parents_first.h"

/* Walks up from each bone to one that is already in the order, then down again. */
void hone_parents_first(const hone_skeleton *skeleton, int32_t *path, uint8_t *done, uint32_t *order)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        uint32_t depth = 0;
        for (int32_t at = (int32_t)b; at != HONE_NONE && !done[at]; at = skeleton->bones[at].parent) {
            done[at] = 1;
            path[depth++] = at;
        }
        while (depth > 0) order[count++] = (uint32_t)path[--depth];
    }
}
