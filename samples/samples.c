#include "samples/samples.h"
#include "samples/files.h"

#include <hone/format.h>
#include <hone/io.h>
#include <string.h>

enum { FILE_COUNT = sizeof sample_files / sizeof *sample_files };

const char *hone_sample_name(uint32_t index)
{
    return index < FILE_COUNT ? sample_files[index].name : NULL;
}

const void *hone_sample_file(const char *name, size_t *size)
{
    for (uint32_t i = 0; i < FILE_COUNT; i++)
        if (!strcmp(sample_files[i].name, name)) {
            *size = *sample_files[i].size;
            return sample_files[i].data;
        }
    *size = 0;
    return NULL;
}

hone_model *hone_sample_character(hone_error *error)
{
    size_t size;
    const void *bytes = hone_sample_file("character.pmx", &size);
    return hone_model_load_memory(bytes, size, NULL, error);
}

static hone_motion *load_motion(const char *name, hone_error *error)
{
    size_t size;
    const void *bytes = hone_sample_file(name, &size);
    return hone_motion_load_memory(bytes, size, NULL, error);
}

hone_motion *hone_sample_dance(hone_error *error)
{
    return load_motion("dance.vmd", error);
}

hone_motion *hone_sample_camera(hone_error *error)
{
    return load_motion("camera.vmd", error);
}

static bool read_sample(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                        hone_error *error)
{
    (void)user;
    size_t size;
    const void *data = hone_sample_file(path, &size);
    if (!data)
        return hone_fail(error, HONE_ERROR_IO, 0, "%s: no such file is built in", path);
    void *copy = hone_allocate(allocator, size, 1);
    if (!copy)
        return hone_fail_memory(error);
    *out = (hone_bytes){memcpy(copy, data, size), size, size, hone_allocator_or_default(allocator)};
    return true;
}

hone_file_resolver hone_sample_files(void)
{
    return (hone_file_resolver){.read = read_sample};
}
