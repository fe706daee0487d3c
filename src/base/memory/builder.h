/* The inside of hone_builder: an arena and a list of warnings. A model or motion owns the builder that made it. */
#ifndef HONE_SRC_BASE_MEMORY_BUILDER_H
#define HONE_SRC_BASE_MEMORY_BUILDER_H

#include "base/memory/arena.h"

/* True once an allocation failed. */
bool hone_builder_failed(const hone_builder *builder);
/* Sets the error MEMORY; the message differs for a limit that was exceeded. Returns false. */
bool hone_builder_fail(const hone_builder *builder, hone_error *error);

/* Adds a warning like hone_builder_warn, about a thing that has a name. Of the first one of the same text the name is
 * kept: copied, repaired if it is not UTF-8, without control characters, and cut if it is long. */
void hone_builder_warn_named(hone_builder *builder, const char *what, const char *name, size_t size);

/* Adds a warning that the file has things of one kind that hone does not evaluate, each with a name: one warning for
 * all of them, with their number. `what` and `name` are as in hone_builder_warn_named. */
void hone_builder_warn_lost(hone_builder *builder, const char *what, const char *name, size_t size);

/* Adds a warning that the file has something that hone does not evaluate, which is no fault of the file. `what` is a
 * whole sentence. Each pair of text and name is one warning, however often it is added.
 * name: [size] what the file calls it, copied as above; NULL: the sentence stands alone. */
void hone_builder_warn_limit(hone_builder *builder, const char *what, const char *name, size_t size);

/* Gives a builder without warnings those of another one, which must live until they are written as sentences. */
void hone_builder_take_warnings(hone_builder *builder, const hone_builder *from);

/* Writes the warnings as sentences into the builder's memory. Call it once, at the end. With `strict` the first
 * warning becomes an error (FORMAT, or UNSUPPORTED for a limit of hone). Returns false in that case or if out of
 * memory. */
bool hone_builder_finish_warnings(hone_builder *builder, bool strict, hone_warnings *out, hone_error *error);

/* Returns the arena that contains the builder's arrays, and later the model or motion. NULL for NULL. */
hone_arena *hone_builder_memory(hone_builder *builder);

#endif
