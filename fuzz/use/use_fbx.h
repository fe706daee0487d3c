/* The code that the fuzz targets of binary and of text FBX share. */
#ifndef HONE_FUZZ_USE_FBX_H
#define HONE_FUZZ_USE_FBX_H

#include "fuzz.h"

/* Reads the bytes as FBX and plays and skins what they give. Aborts on any inconsistency. */
void use_fbx(const uint8_t *bytes, size_t size);

#endif
