/* The character that `hone bench` makes, so that measuring needs no file: 47 arms, each a tube of 26 rings of 24
 * vertices on a chain of 10 bones. 29,328 vertices, 56,400 triangles, 470 bones, 40 vertex morphs; 2.2 MB as PMX. Its
 * motion turns every bone with keys 5 frames apart and eased curves, for 10 seconds. */
#ifndef HONE_BENCH_MEASURES_MODEL_H
#define HONE_BENCH_MEASURES_MODEL_H

#include <hone/model.h>
#include <hone/motion.h>

hone_model *bench_model_make(hone_error *error);
hone_motion *bench_motion_make(hone_error *error);

#endif
