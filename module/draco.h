/* The functions of the module draco.so, see format/gltf/draco/draco.h: what hone calls of Draco. */
#ifndef HONE_MODULE_DRACO_H
#define HONE_MODULE_DRACO_H

#include "files/format/gltf/draco/draco.h"
#include "module/module.h"

typedef struct hone_draco_module {
    hone_module_head head;
    const char *(*decode)(const uint8_t *data, size_t size, uint64_t most, hone_draco_mesh *out);
    uint32_t (*components)(const hone_draco_mesh *mesh, uint32_t id);
    bool (*read_attribute)(const hone_draco_mesh *mesh, const hone_draco_attribute *attribute, void *out);
    void (*read_triangles)(const hone_draco_mesh *mesh, uint32_t *out);
    void (*release)(hone_draco_mesh *mesh);
} hone_draco_module;

#define HONE_DRACO_MODULE_HEAD                                                                                         \
    HONE_MODULE_HEAD(hone_draco_module, sizeof(hone_draco_mesh) << 8 | sizeof(hone_draco_attribute))

#endif
