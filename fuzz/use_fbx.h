/* What the fuzz targets of binary and of text FBX share. */
#ifndef HONE_FUZZ_USE_FBX_H
#define HONE_FUZZ_USE_FBX_H

#include "support/make/fbx/make_fbx.h"

/* Reads the bytes as FBX and plays and skins what they give. Aborts on any inconsistency. */
void use_fbx(const uint8_t *bytes, size_t size);

/* Writes a whole file to bytes[max_size]. Returns its size, or as much as there is room for. */
size_t use_fbx_file(uint8_t *bytes, size_t max_size, const make_fbx_kind *kind);

#endif
