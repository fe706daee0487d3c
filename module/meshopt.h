/* The functions of the module meshopt.so, see format/gltf/meshopt/meshopt.h: what hone calls of meshoptimizer. */
#ifndef HONE_MODULE_MESHOPT_H
#define HONE_MODULE_MESHOPT_H

#include "files/format/gltf/meshopt/meshopt.h"
#include "module/module.h"

typedef struct hone_meshopt_module {
    hone_module_head head;
    bool (*decode)(const hone_meshopt_layout *layout, const uint8_t *data, size_t size, uint8_t *out);
    size_t (*encoded_most)(const hone_meshopt_layout *layout);
    size_t (*encode)(const hone_meshopt_layout *layout, const void *elements, uint8_t *out);
    void (*filter)(const hone_meshopt_layout *layout, int bits, const float *values, void *out);
    void (*unfilter)(const hone_meshopt_layout *layout, void *elements);
} hone_meshopt_module;

#define HONE_MESHOPT_MODULE_HEAD HONE_MODULE_HEAD(hone_meshopt_module, sizeof(hone_meshopt_layout))

#endif
