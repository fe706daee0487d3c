/* Reads bytes as a .zip, unpacks every entry that is not large, and looks files up. */
#include "support/make/files/make_zip.h"
#include "use/use.h"
#include <string.h>

enum { LARGEST = 1 << 22 };

static void check_path(const char *path)
{
    require(path[0] && path[0] != '/' && !strstr(path, "//") && !strchr(path, '\\') && !strchr(path, '\n'));
    require(hone_utf8_is_valid(path, strlen(path)));
    for (const char *at = path; at; at = strchr(at, '/')) {
        at += *at == '/';
        require(strncmp(at, "../", 3) != 0 && strcmp(at, "..") != 0 && *at != '\0');
    }
}

static void use_entry(hone_archive *archive, uint32_t index)
{
    const hone_archive_entry *entry = hone_archive_entry_at(archive, index);
    hone_error error = {0};
    hone_bytes out;
    check_path(entry->path);
    require(hone_archive_find(archive, entry->path) >= 0);
    if (hone_archive_read(archive, index, NULL, &out, &error))
        require(out.size == entry->size && out.size <= LARGEST && !entry->encrypted);
    else
        require(error.message[0] && !out.data);
    hone_bytes_release(&out);
}

static void use(const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    hone_archive *archive =
        hone_archive_open_memory(bytes, size, &(hone_archive_desc){.max_entry_size = LARGEST}, &error);
    require(archive || size == 0 || error.code == HONE_ERROR_FORMAT || error.code == HONE_ERROR_UNSUPPORTED);
    for (uint32_t i = 0; i < hone_archive_count(archive); i++) use_entry(archive, i);
    const hone_archive_folder folder = {archive, "model/deep"};
    const hone_file_resolver files = hone_archive_files(&folder);
    hone_bytes out;
    if (files.read(files.user, "..\\tex/a.png", NULL, &out, NULL))
        hone_bytes_release(&out);
    hone_archive_close(archive);
}

static hone_bytes make(unsigned kind)
{
    const make_zip_entry entries[] = {{.name = "model/a.pmx", .text = "rose rose rose rose", .deflated = true},
                                      {.name = "tex\\a.png", .text = "text", .wide = kind & 1},
                                      {.name = "\x83\x7e\x83\x4e", .text = "", .utf8 = kind & 2 ? "miku" : NULL},
                                      {.name = "\xb3\xf5\xd2\xf4", .text = "z", .link = kind & 4}};
    return make_zip(
        &(make_zip_desc){.entries = entries, .count = 4, .wide_end = kind & 8, .comment = kind & 16 ? "PK" : NULL});
}

const fuzz_target fuzz_archive = {.use = use, .make = make, .per_byte = 1100, .fixed = 4};
