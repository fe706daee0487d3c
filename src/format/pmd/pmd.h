/* PMD: a MikuMikuDance model of the older kind. What the fields mean: docs/formats.md. */
#ifndef HONE_SRC_FORMAT_PMD_PMD_H
#define HONE_SRC_FORMAT_PMD_PMD_H

#include <hone/format.h>

/* The model is one as PMX could say it: see docs/formats.md for what becomes what. desc NULL: defaults.
 * Errors: FORMAT, MEMORY. */
hone_model *hone_pmd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

#endif
