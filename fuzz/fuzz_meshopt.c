/* Decodes bytes as compressed attributes of version 1. The first two bytes say how large the elements are and how many
 * there are, and with which filter. */
#include "files/format/gltf/meshopt/meshopt.h"
#include "fuzz.h"
#include "support/make/files/make_meshopt.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = 2 };

static hone_meshopt_layout layout_of(const uint8_t *bytes)
{
    uint64_t stride = 4 * (1u + bytes[0] % 64), count = bytes[1] / 4u * 19 + bytes[0] / 64u;
    bool colours = bytes[1] % 4 == 1 && stride <= 8;
    return (hone_meshopt_layout){HONE_MESHOPT_ATTRIBUTES, colours ? HONE_MESHOPT_COLOUR : HONE_MESHOPT_PLAIN, count,
                                 stride};
}

static void use(const uint8_t *bytes, size_t size)
{
    if (size < HEAD)
        return;
    hone_meshopt_layout layout = layout_of(bytes);
    if (hone_meshopt_check(&layout) || hone_meshopt_needs_library(&layout, bytes + HEAD, size - HEAD))
        return;
    size_t room = (size_t)(layout.count * layout.stride);
    uint8_t *out = malloc(room ? room : 1);
    if (hone_meshopt_decode(&layout, bytes + HEAD, size - HEAD, out))
        require(hone_meshopt_least(&layout, bytes + HEAD, size - HEAD) <= size - HEAD);
    free(out);
}

static hone_bytes make(unsigned kind)
{
    static uint8_t elements[64 * 300 * 4], data[sizeof elements * 4];
    const uint8_t head[HEAD] = {(uint8_t)(kind % 60), (uint8_t)(kind / 60)};
    hone_meshopt_layout layout = layout_of(head);
    make_meshopt m = {.count = (uint32_t)layout.count % 300, .stride = (uint32_t)layout.stride};
    for (uint32_t i = 0; i < m.count * m.stride; i++) elements[i] = (uint8_t)(i / 7 * (i % 5));
    for (uint32_t c = 0; c < m.stride / 4; c++) m.modes[c] = (uint8_t)(c % 3 == 2 ? 0x52 : c % 3);
    memcpy(data, head, HEAD);
    return fuzz_bytes(data, HEAD + make_meshopt_attributes(&m, elements, data + HEAD));
}

const fuzz_target fuzz_meshopt = {.use = use, .make = make, .head = HEAD + 1, .per_byte = 16, .fixed = 2};
