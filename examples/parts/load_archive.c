#include <hone/hone.h>
#include <stdio.h>

/* Loads the first model of an archive, with its textures, and prints how large it is. */
static bool show(hone_archive *archive, hone_error *error)
{
    for (uint32_t i = 0; i < hone_archive_count(archive); i++) {
        const hone_archive_entry *entry = hone_archive_entry_at(archive, i);
        char path[HONE_PATH_SIZE] = "";
        hone_path_folder(entry->path, path);
        const hone_archive_folder folder = {archive, path};
        const hone_file_resolver files = hone_archive_files(&folder);
        hone_bytes bytes = {0};
        if (!hone_archive_read(archive, i, NULL, &bytes, error))
            return false;
        hone_model *model =
            hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.files = &files}, NULL); /* or no model */
        hone_bytes_release(&bytes);
        if (model)
            printf("%s: %u vertices, %u bones\n", entry->path, (unsigned)hone_model_mesh(model)->vertex_count,
                   (unsigned)hone_model_skeleton(model)->bone_count);
        hone_model_release(model);
        if (model)
            return true;
    }
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "the archive has no model");
}

/* An archive that the program has in memory already, as a browser gets it over the network. */
int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: load_archive ARCHIVE.zip\n"), 2;
    hone_error error = {0};
    hone_bytes zip = {0};
    hone_archive *archive =
        hone_file_read(argv[1], NULL, &zip, &error) ? hone_archive_open_memory(zip.data, zip.size, NULL, &error) : NULL;
    bool ok = archive && show(archive, &error);
    if (!ok)
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
    hone_archive_close(archive), hone_bytes_release(&zip);
    return !ok;
}
