/* Which layouts the extensions allow. The library takes others for an error of the program. */
#include "files/format/gltf/meshopt/meshopt.h"

static bool filter_takes(hone_meshopt_filter filter, uint64_t stride)
{
    switch (filter) {
    case HONE_MESHOPT_OCTAHEDRAL:
    case HONE_MESHOPT_COLOUR:
        return stride == 4 || stride == 8;
    case HONE_MESHOPT_QUATERNION:
        return stride == 8;
    default:
        return stride % 4 == 0;
    }
}

const char *hone_meshopt_check(const hone_meshopt_layout *layout)
{
    if (layout->mode == HONE_MESHOPT_ATTRIBUTES) {
        if (layout->stride == 0 || layout->stride % 4 || layout->stride > 256)
            return "its compressed elements have a size that is not a multiple of 4 up to 256";
        return filter_takes(layout->filter, layout->stride) ? NULL : "its filter does not allow elements of this size";
    }
    if (layout->stride != 2 && layout->stride != 4)
        return "its compressed indices have neither 2 nor 4 bytes";
    if (layout->filter != HONE_MESHOPT_PLAIN)
        return "its compressed indices have a filter";
    if (layout->mode == HONE_MESHOPT_TRIANGLES && layout->count % 3)
        return "the number of its compressed indices is not a multiple of 3";
    return NULL;
}
