/* The order of bytes in files: least significant first. */
#ifndef HONE_SRC_BASE_FILES_BYTE_ORDER_H
#define HONE_SRC_BASE_FILES_BYTE_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* Turns numbers of `unit` bytes in the order of this machine into that of files. */
static inline void hone_bytes_to_little_endian(uint8_t *bytes, size_t size, size_t unit)
{
#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    (void)bytes, (void)size, (void)unit;
#else
    for (size_t at = 0; at + unit <= size; at += unit)
        for (size_t i = 0; i < unit / 2; i++) {
            uint8_t kept = bytes[at + i];
            bytes[at + i] = bytes[at + unit - 1 - i], bytes[at + unit - 1 - i] = kept;
        }
#endif
}

#endif
