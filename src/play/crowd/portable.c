/* Computes as many members at once as is fast on every processor. */
#include "play/crowd/kernel.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "play/crowd/lanes/batch.h"

const hone_crowd_kernel hone_crowd_portable = {{"portable", NULL}, HONE_LANES, run_batch};
