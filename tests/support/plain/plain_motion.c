#undef HONE_VECTORS
#define HONE_VECTORS 0
#define HONE_LANES HONE_FEWEST_LANES
#include "support/plain/plain_motion.h"
#include "core/motion/bone_parts.h"
#include "core/motion/lanes/sample.h"
#include "files/format/vmd/fourth_bytes.h"

static bool always(void)
{
    return true;
}

const hone_motion_kernel test_motion_plain = HONE_MOTION_KERNEL("plain", always);

bool test_plain_repair_length(hone_bone_key *key)
{
    hone_bone_parts parts = hone_bone_parts_load(key);
    bool good = hone_repair_length(&parts);
    hone_bone_parts_store(&parts, key);
    return good;
}

void test_plain_fourth_bytes(const uint8_t *rows, int step, uint8_t out[16])
{
    hone_vmd_fourth_bytes(rows, step, out);
}
