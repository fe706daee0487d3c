/* Reads bytes as VMD, plays the motion on a model with its own names, writes it and reads it again. */
#include "files/format/readers.h"
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "use/use.h"

static void use(const uint8_t *bytes, size_t size)
{
    hone_motion *motion = hone_vmd_read(bytes, size, NULL, NULL);
    fuzz_require_loader(size);
    if (motion)
        use_motion(motion);
    hone_motion_release(motion);
}

static hone_bytes make(unsigned kind)
{
    make_pmx_desc rich = make_pmx_rich(kind);
    rich.bone_count = rich.morph_count = 3;
    hone_model *model = make_pmx_model(&rich, NULL, NULL);
    const make_motion_desc desc = {.seed = kind, .keys_per_track = 1 + kind % 4, .scene = kind & 1};
    hone_motion *motion = make_motion(model, &desc, NULL);
    hone_bytes out = {0};
    require(motion && hone_motion_write_vmd(motion, NULL, &out, NULL));
    hone_motion_release(motion);
    hone_model_release(model);
    return out;
}

const fuzz_target fuzz_vmd = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
