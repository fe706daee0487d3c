/* Reads bytes as PMX, poses and skins the model, writes it, and reads and writes it again. */
#include "files/format/readers.h"
#include "support/make/files/make_pmx.h"
#include "use/use.h"
#include <string.h>

/* A model without warnings must also load in strict mode, and then be written unchanged. */
static void read_strictly(const hone_model *model, const uint8_t *bytes, size_t size)
{
    hone_model *strict = hone_pmx_read(bytes, size, &(hone_load_desc){.strict = true}, NULL);
    require((strict != NULL) == (hone_model_warnings(model).count == 0));
    if (!strict)
        return;
    hone_bytes out = {0};
    require(hone_model_write_pmx(strict, NULL, &out, NULL));
    require(out.size == size && memcmp(out.data, bytes, size) == 0);
    hone_bytes_release(&out);
    hone_model_release(strict);
}

static void use(const uint8_t *bytes, size_t size)
{
    hone_model *model = hone_pmx_read(bytes, size, NULL, NULL);
    fuzz_require_loader(size);
    if (!model)
        return;
    read_strictly(model, bytes, size);
    use_model(model);
    hone_model_release(model);
}

/* Small enough for libFuzzer's 4096 bytes. */
static hone_bytes make(unsigned kind)
{
    make_pmx_desc desc = make_pmx_rich(kind);
    desc.vertex_count = 1 + kind % 8;
    desc.bone_count = 1 + kind / 8 % 8;
    desc.extra_uv_count = kind / 64 % 3;
    desc.pmx.encoding = kind / 256 % 2;
    desc.triangle_count = desc.morph_size = 2;
    desc.texture_count = desc.material_count = desc.body_count = desc.joint_count = desc.soft_body_count = 2;
    desc.morph_count = HONE_MORPH_VALUE;
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    hone_bytes out = {0};
    require(model && hone_model_write_pmx(model, NULL, &out, NULL));
    hone_model_release(model);
    return out;
}

const fuzz_target fuzz_pmx = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
