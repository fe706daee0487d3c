/* Reads bytes as binary FBX: a model and its motions; plays these on it, and skins the model. */
#include "support/make/fbx/make_fbx_character.h"
#include "use/use_fbx.h"

static void use(const uint8_t *bytes, size_t size)
{
    use_fbx(bytes, size);
}

static hone_bytes make(unsigned kind)
{
    static const uint32_t versions[] = {7400, 7700, 6100, 7100};
    return make_fbx_character(&(make_fbx_kind){
        .version = versions[kind % 4], .big_endian = kind / 4 % 4 == 0, .deflate = kind / 16 % 4 == 0});
}

const fuzz_target fuzz_fbx = {.use = use, .make = make, .head = 22, .per_byte = 256, .fixed = 4};
