/* What fuzz targets do with what they could read. Whatever goes wrong aborts. */
#ifndef HONE_FUZZ_USE_H
#define HONE_FUZZ_USE_H

#include <hone/hone.h>

void require(bool condition);

/* Writes it as PMX, reads and writes that again; poses and skins it. */
void use_model(const hone_model *model);

/* Poses and skins it; writes it as glTF, which is read again, and as MMD's. */
void use_posed(const hone_model *model);

/* Plays it on a model with its own names, writes it as VMD and reads that again. */
void use_motion(const hone_motion *motion);

#endif
