/* Types and functions that the reader and the writer of PMX share. */
#ifndef HONE_SRC_FORMAT_PMX_PMX_H
#define HONE_SRC_FORMAT_PMX_PMX_H

#include <hone/format.h>

/* The most that hone reads and writes; far beyond any model. */
enum {
    HONE_PMX_COUNT_LIMIT = 1 << 28,        /* so that the count of four influences a vertex fits in 32 bits */
    HONE_PMX_TEXT_LIMIT = 16 * 1024 * 1024 /* bytes */
};

/* The kinds of index, in the order of hone_pmx_header.index_sizes. */
typedef enum pmx_index { PMX_VERTEX, PMX_TEXTURE, PMX_MATERIAL, PMX_BONE, PMX_MORPH, PMX_BODY } pmx_index;

#endif
