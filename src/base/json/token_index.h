/* An index at the end of an array or a large object: for each element or member the distance from the array's own
 * token to it. Two distances share one token. */
#ifndef HONE_SRC_BASE_JSON_TOKEN_INDEX_H
#define HONE_SRC_BASE_JSON_TOKEN_INDEX_H

#include "base/json/tokens.h"
#include <string.h>

static inline uint32_t hone_json_index_tokens(uint32_t count)
{
    return count / 2 + count % 2;
}

static inline const hone_json_token *hone_json_index_of(const hone_json_token *owner)
{
    return owner + 1 + owner->size - hone_json_index_tokens(owner->at);
}

static inline uint32_t hone_json_index_get(const hone_json_token *index, uint32_t i)
{
    return i % 2 ? index[i / 2].size : index[i / 2].at;
}

static inline void hone_json_index_set(hone_json_token *index, uint32_t i, uint32_t distance)
{
    if (i % 2)
        index[i / 2].size = distance & JSON_TEXT_MAX;
    else
        index[i / 2].at = distance;
}

/* Orders keys by their lengths, then by their bytes. */
static inline int hone_json_compare_keys(const char *a, size_t a_size, const char *b, size_t b_size)
{
    return a_size != b_size ? (a_size < b_size ? -1 : 1) : memcmp(a, b, a_size);
}

#endif
