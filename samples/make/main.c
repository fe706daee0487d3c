/* hone_make_samples FOLDER: makes the built-in character, its textures, its dance and its camera, and writes them to
 * FOLDER. */
#include "samples/make/base/generator.h"
#include "samples/make/character/character.h"
#include "samples/make/character/textures.h"
#include "samples/make/dance/dance.h"
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>

static void write_file(const char *folder, const char *name, const void *data, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        give_up("%s: cannot be opened", path);
    size_t written = fwrite(data, 1, size, file);
    if (fclose(file) != 0 || written != size)
        give_up("%s: cannot be written", path);
}

static void write_model(const char *folder, const hone_model *model)
{
    hone_bytes bytes = {0};
    hone_error error = {0};
    if (!hone_model_write_pmx(model, NULL, &bytes, &error))
        give_up("%s: %s", "character.pmx", error.message);
    write_file(folder, "character.pmx", bytes.data, bytes.size);
    hone_bytes_release(&bytes);
}

static void write_motion(const char *folder, const char *name, hone_motion *motion)
{
    hone_bytes bytes = {0};
    hone_error error = {0};
    if (!hone_motion_write_vmd(motion, NULL, &bytes, &error))
        give_up("%s: %s", name, error.message);
    write_file(folder, name, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_motion_release(motion);
}

static void write_textures(const char *folder)
{
    for (int i = 0; i < TEXTURE_COUNT; i++) {
        canvas picture = texture_paint((texture)i);
        size_t size;
        uint8_t *bytes = canvas_tga(&picture, &size);
        write_file(folder, texture_name((texture)i), bytes, size);
        free(bytes);
        canvas_release(&picture);
    }
}

int main(int argc, char **argv)
{
    character c;
    if (argc != 2)
        return fprintf(stderr, "usage: hone_make_samples FOLDER\n"), 2;
    character_build(&c);
    hone_model *model = character_model(&c);
    write_model(argv[1], model);
    write_textures(argv[1]);
    write_motion(argv[1], "dance.vmd", dance_make(model));
    write_motion(argv[1], "camera.vmd", camera_make());
    hone_model_release(model);
    character_release(&c);
    return 0;
}
