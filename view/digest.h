/* Digests that tell whether something is as it was: FNV-1a, 64 bits.
 * Source: Fowler, Noll, Vo; draft-eastlake-fnv, section 2. */
#ifndef HONE_VIEW_DIGEST_H
#define HONE_VIEW_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DIGEST_BEGIN UINT64_C(0xcbf29ce484222325)

static inline void digest_add(uint64_t *digest, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) *digest = (*digest ^ at[i]) * UINT64_C(0x100000001b3);
}

/* text NULL: as an empty one. */
static inline void digest_add_text(uint64_t *digest, const char *text)
{
    digest_add(digest, text ? text : "", text ? strlen(text) + 1 : 1);
}

#endif
