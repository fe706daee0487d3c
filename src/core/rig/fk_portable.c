/* Places as many bones at once as is fast on every processor. */
#include "core/rig/fk_kernel.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/rig/fk_sequence.h"

static bool always(void)
{
    return true;
}

const hone_fk_kernel hone_fk_portable = {
    "portable", HONE_LANES, always, place_offset_lanes, place_offset_sequence, place_local_lanes, place_local_sequence};
