/* Elements in version 1 of the compression of attributes (KHR_meshopt_compression), which meshoptimizer writes from 1.0
 * on. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_MESHOPT_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_MESHOPT_H

#include <stddef.h>
#include <stdint.h>

typedef struct make_meshopt {
    uint32_t count, stride; /* of the elements; bytes from one to the next: a multiple of 4 up to 256 */
    uint8_t modes[64]; /* [stride / 4] of the channels: 0 bytes, 1 halves, 2 bits, with their turn above: 16 * turn */
    unsigned planes;   /* out: bit k is set if a plane is stored in the k-th of the four ways; they take turns */
    unsigned numbers;  /* out: bit b is set if a group has numbers of b bits: 0, 1, 2, 4, 8 */
} make_meshopt;

/* Returns how many bytes make_meshopt_attributes needs at most. */
size_t make_meshopt_most(const make_meshopt *m);
/* Encodes [count * stride] bytes of elements. out: [make_meshopt_most]. Returns the size of the encoded bytes. */
size_t make_meshopt_attributes(make_meshopt *m, const uint8_t *elements, uint8_t *out);

#endif
