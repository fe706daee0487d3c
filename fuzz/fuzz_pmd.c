/* Reads bytes as PMD, poses and skins the model, writes it as PMX, and reads and writes that again. */
#include "format/readers.h"
#include "support/make/make_pmd.h"
#include "use.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hone_model *model = hone_pmd_read(bytes, size, NULL, NULL);
    if (!model)
        return 0;
    hone_model *strict = hone_pmd_read(bytes, size, &(hone_load_desc){.strict = true}, NULL);
    require((strict != NULL) == (hone_model_warnings(model).count == 0));
    use_model(model);
    hone_model_release(strict);
    hone_model_release(model);
    return 0;
}

/* Random bytes are almost never a valid PMD: sometimes replaces them by a whole model, which is then mutated. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    if (size > 8 && seed % 256)
        return LLVMFuzzerMutate(bytes, size, max_size);
    make_pmd desc = make_pmd_rich();
    desc.tail_count = (int)(seed / 256 % 5);
    desc.english_flag = seed / 2048 % 2;
    hone_bytes file = make_pmd_write(&desc, NULL);
    size_t made = file.size <= max_size ? file.size : max_size;
    memcpy(bytes, file.data, made);
    hone_bytes_release(&file);
    return made;
}
