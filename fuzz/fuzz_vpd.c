/* Reads bytes as VPD, plays the pose on a model with its own names, writes it as VMD and reads that. */
#include "files/format/readers.h"
#include "use/use.h"
#include <string.h>

static void use(const uint8_t *bytes, size_t size)
{
    hone_motion *motion = hone_vpd_read(bytes, size, NULL, NULL);
    fuzz_require_loader(size);
    if (!motion)
        return;
    hone_motion *strict = hone_vpd_read(bytes, size, &(hone_load_desc){.strict = true}, NULL);
    require((strict != NULL) == (hone_motion_warnings(motion).count == 0));
    use_motion(motion);
    hone_motion_release(strict);
    hone_motion_release(motion);
}

static hone_bytes make(unsigned kind)
{
    static const char pose[] = "Vocaloid Pose Data file\r\n\r\nm.osm;\r\n2; // bones\r\nBone0{\x83\x7B\x81\x5B\r\n"
                               "  1.5,2.25,-3e1;\r\n  0.6,0,0,0.8;\r\n}\r\nBone1{b\r\n  1,2,3;\r\n}\r\n"
                               "Morph0{m\r\n  0.5;\r\n}\r\nOdd{\r\n}\r\n";
    (void)kind;
    return fuzz_bytes(pose, sizeof pose - 1);
}

const fuzz_target fuzz_vpd = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
