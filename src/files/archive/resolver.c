/* Finds the files that a file in an archive names. */
#include "base/error.h"
#include "files/archive/archive.h"

static bool read_entry(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    const hone_archive_folder *folder = user;
    const hone_file_list list = hone_archive_list(folder->archive);
    int32_t at = hone_file_list_find_in(&list, folder->path, path);
    if (at == HONE_NONE)
        return hone_fail(error, HONE_ERROR_IO, 0, "not found in the archive");
    return hone_archive_read(folder->archive, (uint32_t)at, allocator, out, error);
}

hone_file_resolver hone_archive_files(const hone_archive_folder *folder)
{
    return (hone_file_resolver){.read = read_entry, .user = (void *)folder};
}
