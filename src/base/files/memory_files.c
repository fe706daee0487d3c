/* Files that the caller has in memory. */
#include "base/error.h"
#include "base/files/file_list.h"
#include <hone/memory_files.h>

#include <string.h>

static const char *path_at(const void *user, uint32_t index)
{
    const hone_memory_folder *folder = user;
    return folder->files[index].path;
}

int32_t hone_memory_file_find(const hone_memory_folder *folder, const char *path)
{
    if (!folder || !path)
        return HONE_NONE;
    const hone_file_list list = {.count = folder->file_count, .path = path_at, .user = folder};
    return hone_file_list_find_in(&list, folder->path ? folder->path : "", path);
}

static bool read(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    const hone_memory_folder *folder = user;
    int32_t at = hone_memory_file_find(folder, path);
    *out = (hone_bytes){.allocator = hone_allocator_or_default(allocator)};
    if (at == HONE_NONE)
        return hone_fail(error, HONE_ERROR_IO, 0, "not found");
    const hone_memory_file *file = &folder->files[at];
    if (!file->bytes && file->size)
        return hone_fail(error, HONE_ERROR_IO, 0, "its bytes are not there");
    out->size = file->size;
    out->capacity = file->size + 1;
    out->data = hone_allocate(&out->allocator, out->capacity, 1);
    if (!out->data)
        return hone_fail_memory(error);
    if (file->size)
        memcpy(out->data, file->bytes, file->size);
    return true;
}

hone_file_resolver hone_file_resolver_in_memory(const hone_memory_folder *folder)
{
    return (hone_file_resolver){.read = read, .user = (void *)folder};
}
