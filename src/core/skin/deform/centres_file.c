/* Files of centres of rotation: "honecor1", a number that depends on the mesh, how many vertices there are, and three
 * floats for each; all little-endian. */
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/files/byte_writer.h"
#include <hone/deform.h>
#include <hone/io.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char MAGIC[] = "honecor1";
enum { MAGIC_SIZE = sizeof MAGIC - 1 };

/* Mixes the bits of numbers into a hash, in the same way on every machine. */
static uint64_t mix(uint64_t hash, uint32_t bits)
{
    return (hash ^ bits) * 0x100000001b3u;
}

static uint64_t mix_floats(uint64_t hash, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash = mix(hash, bits);
    }
    return hash;
}

/* A number of all that centres depend on: positions, influences and triangles. */
static uint64_t number_of(const hone_mesh *mesh)
{
    uint64_t hash = mix(0xcbf29ce484222325u, mesh->vertex_count);
    if (mesh->vertex_count == 0)
        return hash;
    hash = mix_floats(hash, mesh->positions[0], 3 * (size_t)mesh->vertex_count);
    for (uint32_t v = 0; v <= mesh->vertex_count; v++) hash = mix(hash, mesh->influence_begin[v]);
    for (uint32_t i = 0; i < mesh->influence_begin[mesh->vertex_count]; i++)
        hash = mix_floats(mix(hash, (uint32_t)mesh->influences[i].slot), &mesh->influences[i].weight, 1);
    for (uint32_t i = 0; i < mesh->index_count; i++) hash = mix(hash, mesh->indices[i]);
    return hash;
}

bool hone_centres_encode(const hone_mesh *mesh, const float (*centres)[3], const hone_allocator *allocator,
                         hone_bytes *out, hone_error *error)
{
    if (!mesh || !out || (!centres && mesh->vertex_count))
        return hone_fail_null(error, "the mesh, its centres and the place for their bytes");
    hone_writer writer = hone_writer_make(allocator);
    const uint64_t number = number_of(mesh);
    hone_write_bytes(&writer, MAGIC, MAGIC_SIZE);
    hone_write_u32(&writer, (uint32_t)number);
    hone_write_u32(&writer, (uint32_t)(number >> 32));
    hone_write_u32(&writer, mesh->vertex_count);
    if (mesh->vertex_count)
        hone_write_floats(&writer, centres[0], 3 * (size_t)mesh->vertex_count);
    return hone_writer_finish(&writer, out, error);
}

bool hone_centres_decode(const void *bytes, size_t size, const hone_mesh *mesh, float (*out)[3], hone_error *error)
{
    if (!mesh || (!bytes && size) || (!out && mesh->vertex_count))
        return hone_fail_null(error, "the mesh, the bytes and the place for centres");
    hone_reader reader = hone_reader_make(bytes, size);
    const uint8_t *magic = hone_read_bytes(&reader, MAGIC_SIZE);
    if (!magic || memcmp(magic, MAGIC, MAGIC_SIZE) != 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "no file of centres of rotation");
    uint64_t number = hone_read_u32(&reader);
    number |= (uint64_t)hone_read_u32(&reader) << 32;
    const uint32_t count = hone_read_u32(&reader);
    if (reader.failed || count != mesh->vertex_count || number != number_of(mesh))
        return hone_fail(error, HONE_ERROR_FORMAT, MAGIC_SIZE, "centres of rotation of another model");
    if (hone_reader_left(&reader) != (size_t)count * sizeof *out)
        return hone_fail(error, HONE_ERROR_FORMAT, size, "%zu bytes of centres for %" PRIu32 " vertices",
                         hone_reader_left(&reader), count);
    for (uint32_t v = 0; v < count; v++)
        for (int i = 0; i < 3; i++) {
            out[v][i] = hone_read_f32(&reader);
            if (!isfinite(out[v][i]))
                return hone_fail(error, HONE_ERROR_FORMAT, v, "the centre of vertex %u is not finite", v);
        }
    return true;
}
