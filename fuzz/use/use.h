/* Uses the models and motions that fuzz targets could read. Each aborts on any inconsistency. */
#ifndef HONE_FUZZ_USE_H
#define HONE_FUZZ_USE_H

#include "fuzz.h"

#include <hone/hone.h>

/* Writes the model as PMX, reads and writes that again; poses and skins it. */
void use_model(const hone_model *model);

/* Poses and skins the model; writes it as glTF, reads that again, and converts it to MMD's conventions. */
void use_posed(const hone_model *model);

/* Requires that bodies and springs stay finite for some frames. */
void use_simulated(const hone_model *model);

/* Plays the motion on a model with its own names, writes it as VMD and reads that again. */
void use_motion(const hone_motion *motion);

#endif
