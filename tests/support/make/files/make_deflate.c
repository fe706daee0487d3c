#include "support/make/files/make_deflate.h"

#include <stdlib.h>
#include <string.h>

/* Fuzz targets have no cmocka. */
static void require(bool condition)
{
    if (!condition)
        abort();
}

typedef struct bits {
    hone_writer *out;
    uint32_t held, count;
} bits;

/* The lowest bit first. */
static void put(bits *b, uint32_t value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        b->held |= (value >> i & 1) << b->count;
        if (++b->count == 8) {
            hone_write_u8(b->out, (uint8_t)b->held);
            b->held = b->count = 0;
        }
    }
}

/* Huffman codes have their highest bit first. */
static void put_code(bits *b, uint32_t code, uint32_t count)
{
    while (count--) put(b, code >> count, 1);
}

static void put_symbol(bits *b, uint32_t symbol)
{
    if (symbol < 144)
        put_code(b, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(b, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(b, symbol - 256, 7);
    else
        put_code(b, 0xC0 + symbol - 280, 8);
}

/* Lengths of matches: 3 to 10 have symbols of their own, and 258 has one. */
static uint32_t put_match(bits *b, uint32_t length, uint32_t distance)
{
    length = length >= 258 ? 258 : length > 10 ? 10 : length;
    put_symbol(b, length == 258 ? 285 : 254 + length);
    if (distance <= 4) {
        put_code(b, distance - 1, 5);
    } else { /* two distances for each symbol: 5 and 6, 7 and 8 */
        put_code(b, 4 + (distance - 5) / 2, 5);
        put(b, (distance - 5) % 2, 1);
    }
    return length;
}

static uint32_t adler(const uint8_t *bytes, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void compress(bits *b, const uint8_t *bytes, size_t size, uint32_t distance)
{
    put(b, 1, 1), put(b, 1, 2); /* the last block, with the fixed code */
    for (size_t at = 0; at < size;) {
        uint32_t length = 0;
        while (at >= distance && length < 258 && at + length < size &&
               bytes[at + length] == bytes[at + length - distance])
            length++;
        if (length >= 3)
            at += put_match(b, length, distance);
        else
            put_symbol(b, bytes[at++]);
    }
    put_symbol(b, 256);
    put(b, 0, (8 - b->count) % 8);
}

void make_deflate(hone_writer *out, size_t size, uint32_t distance)
{
    uint8_t *bytes = malloc(size + 1);
    require(out->bytes.size >= size && distance >= 1 && distance <= 8);
    if (size)
        memcpy(bytes, out->bytes.data + out->bytes.size - size, size);
    out->bytes.size -= size;
    hone_write_u8(out, 0x78), hone_write_u8(out, 0x9c);
    compress(&(bits){.out = out}, bytes, size, distance);
    uint32_t sum = adler(bytes, size);
    for (int i = 0; i < 4; i++) hone_write_u8(out, (uint8_t)(sum >> (24 - 8 * i)));
    free(bytes);
}
