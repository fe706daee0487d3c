/* Places as many bones at once as is fast on every processor. */
#include "core/rig/fk_kernel.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/rig/fk_sequence.h"

const hone_fk_kernel hone_fk_portable = {{"portable", NULL},    HONE_LANES,        place_offset_lanes,
                                         place_offset_sequence, place_local_lanes, place_local_sequence};
