/* Reads bytes as binary FBX: a model and its motions; plays these on it, and skins the model. */
#include "use_fbx.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    use_fbx(bytes, size);
    return 0;
}

/* Sometimes replaces the bytes by a whole file, which is then mutated. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    static const uint32_t versions[] = {7400, 7700, 6100, 7100};
    if (size > 22 && seed % 256) /* the first bytes stay, so that the format does */
        return 22 + LLVMFuzzerMutate(bytes + 22, size - 22, max_size - 22);
    return use_fbx_file(bytes, max_size,
                        &(make_fbx_kind){.version = versions[seed / 256 % 4],
                                         .big_endian = seed / 1024 % 4 == 0,
                                         .deflate = seed / 4096 % 4 == 0});
}
