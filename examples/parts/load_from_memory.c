#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

enum { MAX_FILES = 256 };

/* Loads the first file as a model, and finds its textures among the others, as they are in the folders of a disk. */
static bool show(const hone_memory_file *files, uint32_t count, hone_error *error)
{
    char path[HONE_PATH_SIZE] = "";
    hone_path_folder(files[0].path, path);
    const hone_memory_folder folder = {.files = files, .file_count = count, .path = path};
    const hone_file_resolver beside = hone_file_resolver_in_memory(&folder);
    hone_model *model =
        hone_model_load_memory(files[0].bytes, files[0].size, &(hone_load_desc){.files = &beside}, error);
    const hone_model_data *data = model ? hone_model_get(model) : NULL;
    for (uint32_t i = 0; data && i < data->texture_count; i++) {
        int32_t at = hone_memory_file_find(&folder, data->textures[i]);
        printf("%s: %s\n", data->textures[i], at == HONE_NONE ? "not among them" : files[at].path);
    }
    hone_model_release(model);
    return model != NULL;
}

/* The files of the command line, in memory, as a browser has what was dropped on a page. */
int main(int argc, char **argv)
{
    static hone_bytes bytes[MAX_FILES];
    static hone_memory_file files[MAX_FILES];
    hone_error error = {0};
    uint32_t count = 0;
    bool ok = argc > 1;
    if (!ok)
        return fprintf(stderr, "usage: load_from_memory MODEL [FILE...]\n"), 2;
    for (; ok && count + 1 < (uint32_t)argc && count < MAX_FILES; count++) {
        ok = hone_file_read(argv[count + 1], NULL, &bytes[count], &error);
        const char *path = argv[count + 1] + strspn(argv[count + 1], "/"); /* of a disk; here all are in one folder */
        files[count] = (hone_memory_file){path, bytes[count].data, bytes[count].size};
    }
    if (!ok)
        hone_error_prefix(&error, argv[count]);
    ok = ok && show(files, count, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    for (uint32_t i = 0; i < count; i++) hone_bytes_release(&bytes[i]);
    return !ok;
}
