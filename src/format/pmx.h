/* PMX 2.0 and 2.1. What the fields mean: docs/formats.md. */
#ifndef HONE_SRC_FORMAT_PMX_H
#define HONE_SRC_FORMAT_PMX_H

#include <hone/format.h>

hone_model *hone_pmx_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

#endif
