/* DirectX .x: text, binary, and either compressed. What each object means: docs/formats.md. */
#ifndef HONE_SRC_FORMAT_X_X_H
#define HONE_SRC_FORMAT_X_X_H

#include <hone/format.h>

hone_model *hone_x_read_model(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);
/* The clip that desc asks for. */
hone_motion *hone_x_read_motion(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error);

#endif
