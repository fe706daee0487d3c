/* The functions of format/gltf/meshopt/meshopt.h as calls into the module meshopt.so. */
#include "module/meshopt.h"

static hone_module module = {.name = "meshopt.so", .head = HONE_MESHOPT_MODULE_HEAD};

static const hone_meshopt_module *loaded(void)
{
    return (const hone_meshopt_module *)module.table;
}

bool hone_meshopt_built_in(void)
{
    char path[HONE_PATH_SIZE];
    return hone_module_find(module.name, path, NULL);
}

bool hone_meshopt_open(hone_error *error)
{
    return hone_module_load(&module, error) != NULL;
}

bool hone_meshopt_decode_by_library(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out)
{
    return loaded()->decode(layout, data, size, out);
}

size_t hone_meshopt_encoded_most(const hone_meshopt_layout *layout)
{
    return loaded()->encoded_most(layout);
}

size_t hone_meshopt_encode(const hone_meshopt_layout *layout, const void *elements, uint8_t *out)
{
    return loaded()->encode(layout, elements, out);
}

void hone_meshopt_filter_elements(const hone_meshopt_layout *layout, int bits, const float *values, void *out)
{
    loaded()->filter(layout, bits, values, out);
}

void hone_meshopt_unfilter(const hone_meshopt_layout *layout, void *elements)
{
    loaded()->unfilter(layout, elements);
}
