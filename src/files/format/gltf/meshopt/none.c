/* Replaces meshopt.c if meshoptimizer was not found. */
#include "files/format/gltf/meshopt/meshopt.h"

bool hone_meshopt_built_in(void)
{
    return false;
}

bool hone_meshopt_open(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "compressed glTF (meshoptimizer) is not built in");
}

bool hone_meshopt_decode_by_library(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out)
{
    (void)layout, (void)data, (void)size, (void)out;
    return false;
}

size_t hone_meshopt_encoded_most(const hone_meshopt_layout *layout)
{
    (void)layout;
    return 0;
}

size_t hone_meshopt_encode(const hone_meshopt_layout *layout, const void *elements, uint8_t *out)
{
    (void)layout, (void)elements, (void)out;
    return 0;
}

void hone_meshopt_filter_elements(const hone_meshopt_layout *layout, int bits, const float *values, void *out)
{
    (void)layout, (void)bits, (void)values, (void)out;
}

void hone_meshopt_unfilter(const hone_meshopt_layout *layout, void *elements)
{
    (void)layout, (void)elements;
}
