/* Reads bytes as glTF, a model and its motion; plays the motion, poses and skins the model. */
#include "files/format/readers.h"
#include "support/make/bodies/make_vrma.h"
#include "support/make/files/make_draco.h"
#include "support/make/files/make_gltf_compressed.h"
#include "support/make/bodies/make_pointers.h"
#include "support/make/files/make_vrm.h"
#include "use/use.h"
#include <string.h>

enum { MESHOPT_MOST = 64, MESHOPT_SPARE = 64 * 1024, DRACO_MOST = 512, DRACO_SPARE = 64 * 1024, INSTANCES = 3 << 20 };

static void play(const hone_model *model, const hone_motion *motion)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    require(actor && hone_actor_play(actor, motion, &(hone_play_desc){.allow_unbound = true}, NULL).id);
    const double times[] = {0, 0.25, 1, 1e9, -1};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) hone_actor_update(actor, times[i], NULL);
    hone_actor_destroy(actor);
}

static bool has_word(const uint8_t *bytes, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(bytes + i, word, length) == 0)
            return true;
    return false;
}

/* Buffers in the text are base64; what meshoptimizer and Draco have compressed may become larger. */
static size_t decompressed_most(const uint8_t *bytes, size_t size)
{
    size_t most = size;
    if (has_word(bytes, size, "meshopt"))
        most += size * MESHOPT_MOST + MESHOPT_SPARE;
    if (has_word(bytes, size, "draco"))
        most += size * DRACO_MOST + DRACO_SPARE;
    if (has_word(bytes, size, "instancing"))
        most += INSTANCES;
    return most;
}

static void use(const uint8_t *bytes, size_t size)
{
    hone_gltf_file *file = hone_gltf_open(bytes, size, NULL, NULL);
    hone_model *model = file ? hone_gltf_read_model(file, false, NULL) : NULL;
    hone_motion *motion = file ? hone_gltf_read_motion(file, NULL, NULL, false, NULL) : NULL;
    hone_motion *camera = file ? hone_gltf_read_motion(file, NULL, "0", false, NULL) : NULL;
    hone_motion_release(camera);
    fuzz_require_loader(size + decompressed_most(bytes, size));
    if (model) {
        hone_model *strict = hone_gltf_read_model(file, true, NULL);
        require((strict != NULL) == (hone_model_warnings(model).count == 0));
        hone_model_release(strict);
        use_posed(model);
        use_simulated(model);
    }
    if (model && motion)
        play(model, motion);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_gltf_close(file);
}

static void make_sheet(make_gltf *file, bool newer)
{
    if (hone_compressed_gltf_available())
        make_gltf_sheet(file, newer ? MAKE_MESHOPT_KHR : MAKE_MESHOPT_EXT);
    else
        make_gltf_rich(file);
}

/* The test fuzz_corpus tries the kinds 0, 5, 10, ..., 35: of the cases here all but 3 and 6. */
static hone_bytes make(unsigned kind)
{
    static make_gltf file;
    switch (kind / 2 % 8) {
    case 1:
        make_sheet(&file, false);
        break;
    case 2:
        make_gltf_coloured(&file);
        break;
    case 3:
        make_sheet(&file, true);
        break;
    case 4:
        make_gltf_draco(&file, hone_draco_gltf_available());
        break;
    case 5:
        make_vrm1(&file);
        break;
    case 6:
        make_vrma(&file);
        break;
    case 7:
        if (kind < 16)
            make_vrm0(&file);
        else
            make_gltf_pointers(&file, (int)(kind % MAKE_POINTERS), 1, false, "");
        break;
    default:
        make_gltf_rich(&file);
    }
    return kind % 2 ? make_gltf_glb(&file) : make_gltf_text(&file, false);
}

const fuzz_target fuzz_gltf = {.use = use, .make = make, .per_byte = 256, .fixed = 4, .seconds = 10 /* Draco */};
