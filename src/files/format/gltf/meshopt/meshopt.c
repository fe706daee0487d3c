/* Calls libmeshoptimizer. */
#include "files/format/gltf/meshopt/meshopt.h"
#include <meshoptimizer.h>
#include <string.h>

bool hone_meshopt_built_in(void)
{
    return true;
}

bool hone_meshopt_open(hone_error *error)
{
    (void)error;
    return true;
}

void hone_meshopt_unfilter(const hone_meshopt_layout *layout, void *elements)
{
    size_t count = (size_t)layout->count, stride = (size_t)layout->stride;
    switch (layout->filter) {
    case HONE_MESHOPT_PLAIN:
    case HONE_MESHOPT_COLOUR:
        return;
    case HONE_MESHOPT_OCTAHEDRAL:
        meshopt_decodeFilterOct(elements, count, stride);
        return;
    case HONE_MESHOPT_QUATERNION:
        meshopt_decodeFilterQuat(elements, count, stride);
        return;
    case HONE_MESHOPT_EXPONENTIAL:
        meshopt_decodeFilterExp(elements, count, stride);
    }
}

size_t hone_meshopt_encoded_most(const hone_meshopt_layout *layout)
{
    size_t count = (size_t)layout->count, stride = (size_t)layout->stride;
    switch (layout->mode) {
    case HONE_MESHOPT_TRIANGLES:
        return meshopt_encodeIndexBufferBound(count, UINT32_MAX);
    case HONE_MESHOPT_INDICES:
        return meshopt_encodeIndexSequenceBound(count, UINT32_MAX);
    default:
        return meshopt_encodeVertexBufferBound(count, stride);
    }
}

size_t hone_meshopt_encode(const hone_meshopt_layout *layout, const void *elements, uint8_t *out)
{
    size_t count = (size_t)layout->count, room = hone_meshopt_encoded_most(layout);
    meshopt_encodeVertexVersion(0); /* the versions of EXT_meshopt_compression */
    meshopt_encodeIndexVersion(1);
    switch (layout->mode) {
    case HONE_MESHOPT_TRIANGLES:
        return meshopt_encodeIndexBuffer(out, room, elements, count);
    case HONE_MESHOPT_INDICES:
        return meshopt_encodeIndexSequence(out, room, elements, count);
    default:
        return meshopt_encodeVertexBuffer(out, room, elements, count, (size_t)layout->stride);
    }
}

void hone_meshopt_filter_elements(const hone_meshopt_layout *layout, int bits, const float *values, void *out)
{
    size_t count = (size_t)layout->count, stride = (size_t)layout->stride;
    switch (layout->filter) {
    case HONE_MESHOPT_PLAIN:
    case HONE_MESHOPT_COLOUR:
        memcpy(out, values, count * stride);
        return;
    case HONE_MESHOPT_OCTAHEDRAL:
        meshopt_encodeFilterOct(out, count, stride, bits, values);
        return;
    case HONE_MESHOPT_QUATERNION:
        meshopt_encodeFilterQuat(out, count, stride, bits, values);
        return;
    case HONE_MESHOPT_EXPONENTIAL:
        meshopt_encodeFilterExp(out, count, stride, bits, values);
    }
}

bool hone_meshopt_decode_by_library(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out)
{
    size_t count = (size_t)layout->count, stride = (size_t)layout->stride;
    switch (layout->mode) {
    case HONE_MESHOPT_TRIANGLES:
        return meshopt_decodeIndexBuffer(out, count, stride, data, size) == 0;
    case HONE_MESHOPT_INDICES:
        return meshopt_decodeIndexSequence(out, count, stride, data, size) == 0;
    default:
        return meshopt_decodeVertexBuffer(out, count, stride, data, size) == 0;
    }
}
