/* Replaces draco.cpp if Draco was not found. */
#include "files/format/gltf/draco/draco.h"

bool hone_draco_built_in(void)
{
    return false;
}

bool hone_draco_open(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "compressed glTF (Draco) is not built in");
}

const char *hone_draco_decode(const uint8_t *data, size_t size, uint64_t most, hone_draco_mesh *out)
{
    (void)data, (void)size, (void)most, (void)out;
    return "is not decoded";
}

uint32_t hone_draco_components(const hone_draco_mesh *mesh, uint32_t id)
{
    (void)mesh, (void)id;
    return 0;
}

bool hone_draco_read_attribute(const hone_draco_mesh *mesh, const hone_draco_attribute *attribute, void *out)
{
    (void)mesh, (void)attribute, (void)out;
    return false;
}

void hone_draco_read_triangles(const hone_draco_mesh *mesh, uint32_t *out)
{
    (void)mesh, (void)out;
}

void hone_draco_release(hone_draco_mesh *mesh)
{
    (void)mesh;
}
