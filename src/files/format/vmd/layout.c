#include "files/format/vmd/layout.h"
#include "files/format/vmd/vmd.h"

static const uint8_t record_sizes[VMD_PROPERTIES] = {HONE_VMD_BONE_SIZE, HONE_VMD_MORPH_SIZE, HONE_VMD_CAMERA_SIZE,
                                                     HONE_VMD_LIGHT_SIZE, HONE_VMD_SHADOW_SIZE};

static uint32_t read_u32(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* A file in which sections are looked for. */
typedef struct vmd_layout {
    const uint8_t *end;
    size_t work; /* property keys that all attempts together may look at, so that no file takes long */
} vmd_layout;

/* Returns the end of the property keys, or NULL. */
static const uint8_t *skip_properties(vmd_layout *in, const uint8_t *at)
{
    uint32_t count = read_u32(at);
    at += 4;
    for (; count > 0; count--) {
        if (in->end - at < HONE_VMD_PROPERTY_SIZE || in->work == 0)
            return NULL;
        in->work--;
        uint32_t states = read_u32(at + HONE_VMD_PROPERTY_SIZE - 4);
        at += HONE_VMD_PROPERTY_SIZE;
        if (states > (size_t)(in->end - at) / HONE_VMD_STATE_SIZE)
            return NULL;
        at += states * (size_t)HONE_VMD_STATE_SIZE;
    }
    return at;
}

/* Whether sections from `kind` on begin at `at`; those at the end may be missing. exact: none but the last is missing,
 * as in files of MMD, and nothing follows them. So the end of a file that is cut off is not taken for sections. */
static bool are_sections(vmd_layout *in, const uint8_t *at, int kind, bool exact)
{
    for (; kind <= VMD_PROPERTIES && at < in->end; kind++) {
        if (in->end - at < 4)
            return !exact;
        if (kind == VMD_PROPERTIES) {
            at = skip_properties(in, at);
            break;
        }
        uint32_t count = read_u32(at);
        at += 4;
        if (count > (size_t)(in->end - at) / record_sizes[kind])
            return false;
        at += count * (size_t)record_sizes[kind];
    }
    return at && (!exact || (at == in->end && kind >= VMD_PROPERTIES));
}

uint32_t hone_vmd_count(const uint8_t *at, const uint8_t *end, vmd_kind kind)
{
    const uint32_t told = read_u32(at);
    const size_t size = record_sizes[kind];
    vmd_layout in = {end, (size_t)(end - at)};
    if (kind > VMD_MORPHS || are_sections(&in, at, (int)kind, false)) /* behind others too little follows to be sure */
        return told;
    at += 4;
    const size_t whole = (size_t)(end - at) / size, from = told < whole ? told : whole;
    for (size_t step = 1; step <= whole; step++) {
        if (step <= from && are_sections(&in, at + (from - step) * size, (int)kind + 1, true))
            return (uint32_t)(from - step);
        if (step < whole - from && are_sections(&in, at + (from + step) * size, (int)kind + 1, true))
            return (uint32_t)(from + step);
    }
    return told;
}
