/* The inside of hone_builder: an arena of blocks and the list of oddities. What a model or motion lives in. */
#ifndef HONE_SRC_BASE_BUILDER_H
#define HONE_SRC_BASE_BUILDER_H

#include <hone/base.h>

/* True once an allocation failed. */
bool hone_builder_failed(const hone_builder *builder);
/* Fails with MEMORY, in words that tell a limit from a want. */
bool hone_builder_fail(const hone_builder *builder, hone_error *error);

/* Writes the oddities out as sentences that live in the builder. Call once, at the end. With `strict` the first is an
 * error (FORMAT). False if that, or out of memory. */
bool hone_builder_finish_warnings(hone_builder *builder, bool strict, hone_warnings *out, hone_error *error);

/* Bytes that arrays and texts have taken so far. */
size_t hone_builder_taken(const hone_builder *builder);
/* Counts bytes that were taken elsewhere against the limit. */
void hone_builder_charge(hone_builder *builder, size_t size);

/* The builder's allocator, for what does not live in it. */
const hone_allocator *hone_builder_allocator(const hone_builder *builder);

#endif
