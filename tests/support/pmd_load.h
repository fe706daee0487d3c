/* Loads PMD files that make_pmd makes. */
#ifndef HONE_TESTS_SUPPORT_PMD_LOAD_H
#define HONE_TESTS_SUPPORT_PMD_LOAD_H

#include "support/make/files/make_pmd.h"
#include <hone/format.h>

hone_model *pmd_load_bytes(const uint8_t *bytes, size_t size, bool strict, hone_error *error);

hone_model *pmd_load(const make_pmd *desc);                          /* without a warning */
hone_model *pmd_load_odd(const make_pmd *desc, const char *warning); /* with this warning alone */
void pmd_check_odd(const make_pmd *desc, const char *warning);       /* the same, and releases the model */

/* Compares the model with a PMX model, by the bytes that the tests' own writer of PMX makes of both. */
void pmd_check_same_as_pmx(const hone_model *pmd, const hone_model *pmx);

void check_same_floats(const float *got, const float *want, size_t count);

#endif
