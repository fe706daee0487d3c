/* Decodes bytes as a mesh that Draco has compressed, and reads all of its attributes. Its triangles may have vertices
 * that are missing, as those of any glTF. */
#include "files/format/gltf/draco/draco.h"
#include "fuzz.h"
#include "support/make/files/make_draco.h"
#include <stdlib.h>

enum { RATIO = 512, SPARE = 64 * 1024, IDS = 16 };

static void read_attribute(const hone_draco_mesh *mesh, uint32_t id)
{
    uint32_t components = hone_draco_components(mesh, id);
    if (components == 0 || components > 16)
        return;
    void *out = malloc((size_t)mesh->vertex_count * components * sizeof(float) + 1);
    for (int type = HONE_DRACO_INT8; type <= HONE_DRACO_FLOAT; type++)
        hone_draco_read_attribute(mesh, &(hone_draco_attribute){id, (hone_draco_type)type, components}, out);
    free(out);
}

static void use(const uint8_t *bytes, size_t size)
{
    hone_draco_mesh mesh;
    if (!hone_draco_open(NULL) || hone_draco_decode(bytes, size, (uint64_t)size * RATIO + SPARE, &mesh))
        return;
    require(mesh.size <= (uint64_t)size * RATIO + SPARE);
    uint32_t *indices = malloc(sizeof *indices * 3 * mesh.triangle_count + 1);
    hone_draco_read_triangles(&mesh, indices);
    free(indices);
    for (uint32_t id = 0; id < IDS; id++) read_attribute(&mesh, id);
    hone_draco_release(&mesh);
}

static hone_bytes make(unsigned kind)
{
    static const float positions[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    static const uint8_t colours[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    static const uint32_t indices[] = {0, 1, 2, 2, 1, 3};
    uint8_t bytes[512];
    make_draco draco = {.vertex_count = 4,
                        .triangle_count = 2,
                        .indices = indices,
                        .attribute_count = 1 + kind % 2,
                        .attributes = {{DRACO_POSITION, DRACO_FLOAT, 3, false, 0, positions},
                                       {DRACO_COLOUR, DRACO_UINT8, 4, kind / 2 % 2, 1, colours}}};
    return fuzz_bytes(bytes, make_draco_bytes(&draco, bytes));
}

const fuzz_target fuzz_draco = {.use = use, .make = make, .head = 11, .per_byte = 16384, .fixed = 4, .seconds = 10};
