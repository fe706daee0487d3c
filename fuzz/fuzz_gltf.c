/* Reads bytes as glTF, a model and its motion; plays the motion, poses and skins the model. */
#include "format/readers.h"
#include "support/make/make_gltf_compressed.h"
#include "use.h"
#include <string.h>

static void play(const hone_model *model, const hone_motion *motion)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    require(actor && hone_actor_play(actor, motion, NULL, NULL));
    const double times[] = {0, 0.25, 1, 1e9, -1};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) hone_actor_update(actor, times[i], NULL);
    hone_actor_destroy(actor);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hone_gltf_file *file = hone_gltf_open(bytes, size, NULL, NULL);
    hone_model *model = file ? hone_gltf_read_model(file, false, NULL) : NULL;
    hone_motion *motion = file ? hone_gltf_read_motion(file, NULL, false, NULL) : NULL;
    if (model) {
        hone_model *strict = hone_gltf_read_model(file, true, NULL);
        require((strict != NULL) == (hone_model_warnings(model).count == 0));
        hone_model_release(strict);
        use_posed(model);
    }
    if (model && motion)
        play(model, motion);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_gltf_close(file);
    return 0;
}

/* Random bytes are almost never a valid glTF: sometimes replaces them by a whole file, which is then mutated. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t max_size, unsigned seed)
{
    static make_gltf file;
    if (size > 8 && seed % 256)
        return LLVMFuzzerMutate(bytes, size, max_size);
    if (seed / 512 % 2 && hone_compressed_gltf_available())
        make_gltf_sheet(&file, true);
    else
        make_gltf_rich(&file);
    hone_bytes made = seed / 256 % 2 ? make_gltf_glb(&file) : make_gltf_text(&file, false);
    size_t fits = made.size <= max_size ? made.size : max_size;
    memcpy(bytes, made.data, fits);
    hone_bytes_release(&made);
    return fits;
}
