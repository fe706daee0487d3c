/* Writes the files that tests/interop converts: the built-in character with its dance and camera, and generated
 * models. usage: interop_files FOLDER */
#include "samples/samples.h"
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>

/* A model with many kinds of bones, weights and morphs. The weights have sum 1, as glTF requires. */
static bool write_made(const char *folder)
{
    make_pmx_desc made = make_pmx_rich(7);
    hone_bytes bytes = {0};
    hone_model *model = make_pmx_model(&made, NULL, NULL);
    hone_motion *motion = model ? make_motion(model, &(make_motion_desc){.seed = 7, .keys_per_track = 6}, NULL) : NULL;
    bool ok = motion && hone_model_write_pmx(model, NULL, &bytes, NULL) &&
              test_write_file(folder, "made.pmx", bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    ok = ok && hone_motion_write_vmd(motion, NULL, &bytes, NULL) &&
         test_write_file(folder, "made.vmd", bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_model_release(model);
    hone_motion_release(motion);
    return ok;
}

int main(int argc, char **argv)
{
    bool ok = argc == 2;
    const char *name;
    for (uint32_t i = 0; ok && (name = hone_sample_name(i)); i++) {
        size_t size;
        const void *data = hone_sample_file(name, &size);
        ok = test_write_file(argv[1], name, data, size);
    }
    ok = ok && write_made(argv[1]);
    if (!ok)
        fprintf(stderr, "interop_files: cannot write to %s\n", argc == 2 ? argv[1] : "nowhere");
    return ok ? 0 : 1;
}
