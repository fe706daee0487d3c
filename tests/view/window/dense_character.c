/* Writes the built-in character with more vertices, and its textures, dance and camera.
 * usage: dense_character FOLDER VERTICES */
#include "samples/samples.h"
#include "support/make/make_dense.h"
#include <hone/format.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_file(const char *folder, const char *name, const void *data, size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return hone_file_write(path, data, size, NULL);
}

static bool write_dense(const char *folder, uint32_t vertices)
{
    hone_bytes bytes = {0};
    hone_model *model = hone_sample_character(NULL), *dense = model ? make_dense(model, vertices, NULL) : NULL;
    bool ok = dense && hone_model_write_pmx(dense, NULL, &bytes, NULL) &&
              write_file(folder, "character.pmx", bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_model_release(dense);
    hone_model_release(model);
    return ok;
}

int main(int argc, char **argv)
{
    const char *name;
    size_t size;
    bool ok = argc == 3;
    for (uint32_t i = 0; ok && (name = hone_sample_name(i)); i++) {
        const void *data = hone_sample_file(name, &size);
        ok = strcmp(name, "character.pmx") == 0 ? write_dense(argv[1], (uint32_t)strtoul(argv[2], NULL, 10))
                                                : write_file(argv[1], name, data, size);
    }
    if (!ok)
        fprintf(stderr, "dense_character: cannot write to %s\n", argc > 1 ? argv[1] : "nowhere");
    return ok ? 0 : 1;
}
