/* The functions of format/gltf/draco/draco.h as calls into the module draco.so. A mesh exists only if the module is
 * loaded. */
#include "module/draco.h"

static hone_module module = {.name = "draco.so", .head = HONE_DRACO_MODULE_HEAD};

static const hone_draco_module *loaded(void)
{
    return (const hone_draco_module *)module.table;
}

bool hone_draco_built_in(void)
{
    char path[HONE_PATH_SIZE];
    return hone_module_find(module.name, path, NULL);
}

bool hone_draco_open(hone_error *error)
{
    return hone_module_load(&module, error) != NULL;
}

const char *hone_draco_decode(const uint8_t *data, size_t size, uint64_t most, hone_draco_mesh *out)
{
    return loaded()->decode(data, size, most, out);
}

uint32_t hone_draco_components(const hone_draco_mesh *mesh, uint32_t id)
{
    return loaded()->components(mesh, id);
}

bool hone_draco_read_attribute(const hone_draco_mesh *mesh, const hone_draco_attribute *attribute, void *out)
{
    return loaded()->read_attribute(mesh, attribute, out);
}

void hone_draco_read_triangles(const hone_draco_mesh *mesh, uint32_t *out)
{
    loaded()->read_triangles(mesh, out);
}

void hone_draco_release(hone_draco_mesh *mesh)
{
    if (mesh->mesh)
        loaded()->release(mesh);
}
