/* Reads bytes as centres of rotation of a small mesh, and writes them again: what is read is written byte for byte. */
#include "fuzz.h"
#include <hone/deform.h>
#include <string.h>

enum { VERTICES = 5 };
static const float positions[VERTICES][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
static const uint32_t begin[VERTICES + 1] = {0, 1, 2, 4, 6, 6}, indices[] = {0, 1, 2, 1, 3, 2};
static const hone_influence influences[] = {{0, 1}, {1, 1}, {0, 0.5f}, {1, 0.5f}, {0, 0.25f}, {1, 0.75f}};
static const hone_mesh mesh = {.vertex_count = VERTICES,
                               .positions = positions,
                               .influence_begin = begin,
                               .influence_count = 6,
                               .influences = influences,
                               .slot_count = 2,
                               .index_count = 6,
                               .indices = indices};

static void use(const uint8_t *bytes, size_t size)
{
    float centres[VERTICES][3];
    hone_bytes again = {0};
    if (!hone_centres_decode(bytes, size, &mesh, centres, NULL))
        return;
    require(hone_centres_encode(&mesh, (const float(*)[3])centres, NULL, &again, NULL));
    require(again.size == size && memcmp(again.data, bytes, size) == 0);
    hone_bytes_release(&again);
}

static hone_bytes make(unsigned kind)
{
    float centres[VERTICES][3];
    hone_bytes out = {0}, copy;
    (void)kind;
    require(hone_centres_compute(&(hone_centres_desc){.mesh = &mesh}, centres, NULL));
    require(hone_centres_encode(&mesh, (const float(*)[3])centres, NULL, &out, NULL));
    copy = fuzz_bytes(out.data, out.size);
    hone_bytes_release(&out);
    return copy;
}

const fuzz_target fuzz_centres = {.use = use, .make = make, .head = 20, .per_byte = 64, .fixed = 4};
