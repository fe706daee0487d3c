#include "support/make/files/make_meshopt.h"
#include <stdbool.h>
#include <string.h>

enum { GROUP = 16, BLOCK_MOST = 256 };

size_t make_meshopt_most(const make_meshopt *m)
{
    size_t blocks = m->count / GROUP + 1; /* at least 16 elements each */
    return 64 + (size_t)(m->count + GROUP) * m->stride * 2 + blocks * m->stride * 2 + m->stride * 2;
}

/* ---- differences ---- */

static uint32_t load(const uint8_t *at, unsigned bytes)
{
    uint32_t value = 0;
    for (unsigned k = 0; k < bytes; k++) value |= (uint32_t)at[k] << 8 * k;
    return value;
}

/* Returns 2 d for a difference d of `bits` bits, or -2 d - 1 if it is negative. */
static uint32_t zigzag(uint32_t difference, unsigned bits)
{
    uint32_t sign = difference >> (bits - 1) & 1, mask = (1u << bits) - 1;
    return (difference << 1 ^ (sign ? mask : 0)) & mask;
}

/* Encodes the difference of four bytes. */
static uint32_t difference_of(const uint8_t *before, const uint8_t *at, uint8_t mode)
{
    uint32_t out = 0;
    if ((mode & 15) == 2) {
        unsigned turn = mode >> 4;
        uint32_t changed = load(before, 4) ^ load(at, 4);
        return changed << turn | changed >> ((32 - turn) & 31);
    }
    unsigned bytes = mode == 1 ? 2 : 1;
    for (unsigned k = 0; k < 4; k += bytes)
        out |= zigzag(load(at + k, bytes) - load(before + k, bytes), 8 * bytes) << 8 * k;
    return out;
}

/* ---- planes ---- */

/* Writes a group in numbers of `bits` bits. Returns its size, or a large one if that is impossible. */
static size_t write_group(const uint8_t *values, unsigned bits, uint8_t *out)
{
    static const uint8_t zeros[GROUP];
    size_t size = GROUP * bits / 8;
    unsigned largest = (1u << bits) - 1, each = bits ? 8 / bits : 1;
    memset(out, 0, size);
    if (bits == 0)
        return memcmp(values, zeros, GROUP) == 0 ? 0 : 1000;
    if (bits == 8) {
        memcpy(out, values, GROUP);
        return size;
    }
    for (unsigned i = 0; i < GROUP; i++) {
        unsigned place = i % each, shift = bits == 1 ? place : 8 - bits - place * bits;
        bool behind = values[i] >= largest;
        out[i / each] |= (uint8_t)((behind ? largest : values[i]) << shift);
        if (behind)
            out[size++] = values[i];
    }
    return size;
}

/* Writes groups, each in the shortest of four ways. */
static uint8_t *write_groups(make_meshopt *m, const uint8_t *values, uint32_t groups, const unsigned bits[4],
                             uint8_t *out)
{
    uint8_t *head = out, group[2 * GROUP];
    memset(head, 0, (groups + 3) / 4);
    out += (groups + 3) / 4;
    for (uint32_t g = 0; g < groups; g++) {
        unsigned best = 3;
        for (unsigned k = 0; k < 3; k++)
            if (write_group(values + g * GROUP, bits[k], group) < write_group(values + g * GROUP, bits[best], group))
                best = k;
        head[g / 4] |= (uint8_t)(best << g % 4 * 2);
        out += write_group(values + g * GROUP, bits[best], out);
        m->numbers |= 1u << bits[best];
    }
    return out;
}

static bool is_zero(const uint8_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (values[i])
            return false;
    return true;
}

static uint8_t *write_plane(make_meshopt *m, const uint8_t *values, uint32_t count, unsigned kind, uint8_t *out)
{
    static const unsigned small[] = {0, 1, 2, 4}, large[] = {1, 2, 4, 8};
    m->planes |= 1u << kind;
    if (kind == 2)
        return out;
    if (kind != 3)
        return write_groups(m, values, (count + GROUP - 1) / GROUP, kind ? large : small, out);
    memcpy(out, values, count);
    return out + count;
}

/* ---- elements ---- */

static uint8_t *write_block(make_meshopt *m, const uint8_t *before, const uint8_t *elements, uint32_t count,
                            unsigned block, uint8_t *out)
{
    uint8_t *kinds = out;
    out += m->stride / 4;
    memset(kinds, 0, m->stride / 4);
    for (uint32_t b = 0; b < m->stride; b++) {
        uint8_t values[BLOCK_MOST] = {0};
        uint32_t channel = b / 4 * 4;
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t *at = elements + (size_t)i * m->stride, *last = i ? at - m->stride : before;
            values[i] = (uint8_t)(difference_of(last + channel, at + channel, m->modes[b / 4]) >> b % 4 * 8);
        }
        unsigned kind = (b + b / 4 + block) % 4;
        if (kind == 2 && !is_zero(values, count))
            kind = b / 4 % 2;
        kinds[b / 4] |= (uint8_t)(kind << b % 4 * 2);
        out = write_plane(m, values, count, kind, out);
    }
    return out;
}

size_t make_meshopt_attributes(make_meshopt *m, const uint8_t *elements, uint8_t *out)
{
    uint32_t most = 8192 / m->stride / GROUP * GROUP;
    size_t tail = m->stride + m->stride / 4, padding = tail < 24 ? 24 - tail : 0;
    uint8_t *at = out;
    const uint8_t *before = elements;
    most = most < BLOCK_MOST ? most : BLOCK_MOST;
    m->planes = m->numbers = 0;
    *at++ = 0xA1;
    for (uint32_t i = 0, block = 0; i < m->count; i += most, block++) {
        const uint8_t *first = elements + (size_t)i * m->stride;
        at = write_block(m, before, first, m->count - i < most ? m->count - i : most, block, at);
        before = first + (size_t)(most - 1) * m->stride;
    }
    memset(at, 0, padding);
    at += padding;
    memcpy(at, elements, m->stride);
    memcpy(at + m->stride, m->modes, m->stride / 4);
    return (size_t)(at + tail - out);
}
