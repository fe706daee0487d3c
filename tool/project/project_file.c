#include "tool/project/project_file.h"
#include "tool/files/input_file.h"
#include "tool/files/input_find.h"

/* The files that a project of version 0001 needs. user: its folder. */
static bool read_found(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    char found[HONE_PATH_SIZE];
    return input_file_find(user, path, found, error) && input_file_read(found, allocator, out, error);
}

hone_project *project_file_load(const char *path, bool strict, hone_error *error)
{
    char folder[HONE_PATH_SIZE];
    hone_bytes bytes;
    const hone_file_resolver files = {.read = read_found, .user = folder};
    if (!hone_path_folder(path, folder))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "its folder is too long"), NULL;
    if (!input_file_read(path, NULL, &bytes, error))
        return NULL;
    const hone_project_desc desc = {.strict = strict, .files = &files};
    hone_project *project = hone_project_load_memory(bytes.data, bytes.size, &desc, error);
    hone_bytes_release(&bytes);
    return project;
}
