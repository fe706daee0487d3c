/* The inside of hone_builder: an arena and the list of oddities. A model or motion owns the builder that made it. */
#ifndef HONE_SRC_BASE_BUILDER_H
#define HONE_SRC_BASE_BUILDER_H

#include "base/arena.h"

/* True once an allocation failed. */
bool hone_builder_failed(const hone_builder *builder);
/* Fails with MEMORY, in words that tell a limit from a want. */
bool hone_builder_fail(const hone_builder *builder, hone_error *error);

/* Writes the oddities out as sentences that live in the builder. Call once, at the end. With `strict` the first is an
 * error (FORMAT). False if that, or out of memory. */
bool hone_builder_finish_warnings(hone_builder *builder, bool strict, hone_warnings *out, hone_error *error);

/* The arena that the builder's arrays are in, and with it the model or motion. NULL for NULL. */
hone_arena *hone_builder_memory(hone_builder *builder);

#endif
