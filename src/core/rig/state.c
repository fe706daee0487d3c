/* The state of a rig as bytes. With HONE_ORDER_LAG an evaluation reads bones of the one before; otherwise it depends on
 * its pose alone, and there is no state. */
#include "core/rig/rig_internal.h"

#include <string.h>

enum { ARRAYS = 3 };

typedef struct rig_array {
    void *data;
    size_t size;
} rig_array;

static uint32_t list_arrays(const hone_rig *rig, rig_array out[ARRAYS])
{
    uint32_t bones = rig->data->skeleton.bone_count;
    out[0] = (rig_array){rig->offsets, bones * sizeof *rig->offsets};
    out[1] = (rig_array){rig->model_from_bone, bones * sizeof *rig->model_from_bone};
    out[2] = (rig_array){rig->ik_rotations, rig->ik_rotation_count * sizeof *rig->ik_rotations};
    return rig->rules.order == HONE_ORDER_LAG ? ARRAYS : 0;
}

size_t hone_rig_state_size(const hone_rig *rig)
{
    rig_array arrays[ARRAYS];
    size_t size = 0;
    for (uint32_t i = 0, count = list_arrays(rig, arrays); i < count; i++) size += arrays[i].size;
    return size;
}

char *hone_rig_save(const hone_rig *rig, char *to)
{
    rig_array arrays[ARRAYS];
    for (uint32_t i = 0, count = list_arrays(rig, arrays); i < count; to += arrays[i++].size)
        if (arrays[i].size)
            memcpy(to, arrays[i].data, arrays[i].size);
    return to;
}

void hone_rig_restore(hone_rig *rig, const char *from)
{
    rig_array arrays[ARRAYS];
    for (uint32_t i = 0, count = list_arrays(rig, arrays); i < count; from += arrays[i++].size)
        if (arrays[i].size)
            memcpy(arrays[i].data, from, arrays[i].size);
}
