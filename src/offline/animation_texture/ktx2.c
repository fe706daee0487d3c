/* Writes KTX 2.0 (Khronos, KTX File Format Specification): header, index, data format descriptor, key/value data and
 * one level without compression. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "offline/animation_texture/texture_internal.h"
#include <string.h>

/* The description of a texel for KTX and Vulkan. */
typedef struct texel_type {
    uint32_t vk_format;
    uint32_t type_size;    /* bytes of a number */
    uint8_t channel_flags; /* of the data format: float, signed */
    uint32_t low, high;    /* the numbers of 0 (floats: -1) and 1 */
} texel_type;

static const texel_type types[HONE_TEXEL_FORMAT_COUNT] = {
    [HONE_TEXEL_RGBA32F] = {109, 4, 0xc0, 0xbf800000u, 0x3f800000u}, /* VK_FORMAT_R32G32B32A32_SFLOAT */
    [HONE_TEXEL_RGBA16F] = {97, 2, 0xc0, 0xbf800000u, 0x3f800000u},  /* VK_FORMAT_R16G16B16A16_SFLOAT */
    [HONE_TEXEL_RGBA16] = {91, 2, 0, 0, 65535},                      /* VK_FORMAT_R16G16B16A16_UNORM */
    [HONE_TEXEL_RGBA8] = {37, 1, 0, 0, 255},                         /* VK_FORMAT_R8G8B8A8_UNORM */
};

enum { HEADER = 80, LEVEL_INDEX = 24, DESCRIPTOR = 4 + 24 + 4 * 16 };

/* The data format descriptor: one basic block with four samples. */
static void write_descriptor(hone_writer *w, const texel_type *type)
{
    static const uint8_t channels[4] = {0, 1, 2, 15}; /* red, green, blue, alpha */
    hone_write_u32(w, DESCRIPTOR);
    hone_write_u32(w, 0);                             /* Khronos, basic format */
    hone_write_u16(w, 2), hone_write_u16(w, 24 + 64); /* version 1.3; size of the block */
    hone_write_u8(w, 1);                              /* model RGBSDA */
    hone_write_u8(w, 0);                              /* primaries unspecified */
    hone_write_u8(w, 1), hone_write_u8(w, 0);         /* linear; alpha is straight */
    hone_write_zeros(w, 4);                           /* a texel is 1 x 1 x 1 x 1 */
    hone_write_u8(w, (uint8_t)(4 * type->type_size)), hone_write_zeros(w, 7);
    for (uint32_t c = 0; c < 4; c++) {
        uint32_t bits = 8 * type->type_size;
        hone_write_u16(w, (uint16_t)(c * bits));
        hone_write_u8(w, (uint8_t)(bits - 1));
        hone_write_u8(w, channels[c] | type->channel_flags);
        hone_write_zeros(w, 4); /* position */
        hone_write_u32(w, type->low), hone_write_u32(w, type->high);
    }
}

static void write_pair(hone_writer *w, const char *key, const void *value, size_t size)
{
    size_t length = strlen(key) + 1 + size;
    hone_write_u32(w, (uint32_t)length);
    hone_write_bytes(w, key, strlen(key) + 1);
    hone_write_bytes(w, value, size);
    hone_write_zeros(w, (4 - length % 4) % 4);
}

/* Keys are sorted. Texts end with a NUL. */
static bool make_pairs(const hone_animation_texture *t, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    hone_writer pairs = hone_writer_make(allocator);
    hone_bytes table;
    if (!hone_animation_texture_write_table(t, allocator, &table, error))
        return false;
    write_pair(&pairs, "KTXorientation", "rd", sizeof "rd");
    write_pair(&pairs, "KTXwriter", "hone " HONE_VERSION, sizeof "hone " HONE_VERSION);
    write_pair(&pairs, "hone.animation", table.data, table.size + 1);
    hone_bytes_release(&table);
    return hone_writer_finish(&pairs, out, error);
}

static void write_u64(hone_writer *w, uint64_t value)
{
    hone_write_u32(w, (uint32_t)value), hone_write_u32(w, (uint32_t)(value >> 32));
}

/* Where the texels begin: at a multiple of a texel's size, which is a power of two of at least 4. */
static size_t place_of_texels(const hone_animation_texture *t, size_t pairs)
{
    size_t size = hone_texel_size(t->format), end = HEADER + LEVEL_INDEX + DESCRIPTOR + pairs;
    return (end + size - 1) / size * size;
}

static void write_header(hone_writer *w, const hone_animation_texture *t, size_t pairs)
{
    static const uint8_t identifier[12] = {0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb, '\r', '\n', 0x1a, '\n'};
    const texel_type *type = &types[t->format];
    hone_write_bytes(w, identifier, sizeof identifier);
    hone_write_u32(w, type->vk_format), hone_write_u32(w, type->type_size);
    hone_write_u32(w, t->width), hone_write_u32(w, t->height), hone_write_u32(w, 0); /* no depth */
    hone_write_u32(w, 0), hone_write_u32(w, 1), hone_write_u32(w, 1); /* no layers; one face, one level */
    hone_write_u32(w, 0);                                             /* no supercompression */
    hone_write_u32(w, HEADER + LEVEL_INDEX), hone_write_u32(w, DESCRIPTOR);
    hone_write_u32(w, HEADER + LEVEL_INDEX + DESCRIPTOR), hone_write_u32(w, (uint32_t)pairs);
    write_u64(w, 0), write_u64(w, 0); /* no global data */
    write_u64(w, place_of_texels(t, pairs)), write_u64(w, t->size), write_u64(w, t->size);
}

bool hone_animation_texture_write_ktx2(const hone_animation_texture *texture, const hone_allocator *allocator,
                                       hone_bytes *out, hone_error *error)
{
    if (!texture || !out)
        return hone_fail_null(error, texture ? "out" : "the texture");
    *out = (hone_bytes){0};
    hone_bytes pairs = {0};
    if (!make_pairs(texture, allocator, &pairs, error))
        return false;
    hone_writer w = hone_writer_make(allocator);
    write_header(&w, texture, pairs.size);
    write_descriptor(&w, &types[texture->format]);
    hone_write_bytes(&w, pairs.data, pairs.size);
    hone_write_zeros(&w, place_of_texels(texture, pairs.size) - (HEADER + LEVEL_INDEX + DESCRIPTOR + pairs.size));
    hone_write_bytes(&w, texture->texels, texture->size);
    hone_bytes_release(&pairs);
    return hone_writer_finish(&w, out, error);
}
