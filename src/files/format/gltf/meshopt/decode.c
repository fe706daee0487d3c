/* Chooses the decoder of a view: hone decodes what is new in KHR_meshopt_compression, the library the rest. */
#include "files/format/gltf/meshopt/meshopt.h"

static bool is_version_1(const hone_meshopt_layout *layout, const uint8_t *data, size_t size)
{
    return layout->mode == HONE_MESHOPT_ATTRIBUTES && size && data[0] == 0xA1;
}

uint64_t hone_meshopt_least(const hone_meshopt_layout *layout, const uint8_t *data, size_t size)
{
    const uint64_t ratio = is_version_1(layout, data, size) ? 1024 : 64;
    return (layout->count * layout->stride + ratio - 1) / ratio;
}

bool hone_meshopt_needs_library(const hone_meshopt_layout *layout, const uint8_t *data, size_t size)
{
    bool is_ours = layout->filter == HONE_MESHOPT_PLAIN || layout->filter == HONE_MESHOPT_COLOUR;
    return !is_ours || !is_version_1(layout, data, size);
}

bool hone_meshopt_decode(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, void *out)
{
    if (!(is_version_1(layout, data, size) ? hone_meshopt_decode_attributes
                                           : hone_meshopt_decode_by_library)(layout, data, size, out))
        return false;
    if (layout->filter == HONE_MESHOPT_COLOUR)
        hone_meshopt_unfilter_colours(layout, out);
    else if (layout->filter != HONE_MESHOPT_PLAIN)
        hone_meshopt_unfilter(layout, out);
    return true;
}
