/* Reads bytes as PMD, poses and skins the model, writes it as PMX, and reads and writes that again. */
#include "files/format/readers.h"
#include "support/make/files/make_pmd.h"
#include "use/use.h"
#include <string.h>

static void use(const uint8_t *bytes, size_t size)
{
    hone_model *model = hone_pmd_read(bytes, size, NULL, NULL);
    fuzz_require_loader(size);
    if (!model)
        return;
    hone_model *strict = hone_pmd_read(bytes, size, &(hone_load_desc){.strict = true}, NULL);
    require((strict != NULL) == (hone_model_warnings(model).count == 0));
    use_model(model);
    hone_model_release(strict);
    hone_model_release(model);
}

static hone_bytes make(unsigned kind)
{
    make_pmd desc = make_pmd_rich();
    desc.tail_count = (int)(kind % 5);
    desc.english_flag = kind / 8 % 2;
    return make_pmd_write(&desc, NULL);
}

const fuzz_target fuzz_pmd = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
