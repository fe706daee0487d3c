#include "tool/files/input_file.h"
#include "base/system/files.h"
#include "tool/system/system.h"

#include <hone/image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The length of the part of a path that is a regular file, where another part follows; 0: there is none. */
static size_t archive_part(const char *path)
{
    char part[HONE_PATH_SIZE];
    size_t size = strlen(path);
    if (size == 0 || size >= sizeof part || system_exists(path))
        return 0;
    for (size_t i = 1; i < size; i++) {
        if (!hone_is_separator(path[i]))
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (!system_exists(part))
            return 0;
        if (system_is_file(part))
            return i;
    }
    return 0;
}

/* Sets an error whose message may begin with "PATH: ", without that. */
static void fail_again(const char *path, const hone_error *why, hone_error *error)
{
    size_t size = strlen(path);
    bool named = strncmp(why->message, path, size) == 0 && strncmp(why->message + size, ": ", 2) == 0;
    hone_fail(error, why->code, why->at, "%s", why->message + (named ? size + 2 : 0));
}

/* Opens the archive that is the first `size` bytes of a path. */
static hone_archive *open_part(const char *path, size_t size, hone_error *error)
{
    char part[HONE_PATH_SIZE];
    memcpy(part, path, size);
    part[size] = '\0';
    return hone_archive_open(part, NULL, error);
}

bool input_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    size_t part = archive_part(path);
    if (part == 0)
        return standard_input_or_file_read(path, allocator, out, error);
    *out = (hone_bytes){0};
    hone_archive *archive = open_part(path, part, error);
    int32_t at = hone_archive_find(archive, path + part + 1);
    bool ok = archive && (at != HONE_NONE ? hone_archive_read(archive, (uint32_t)at, allocator, out, error)
                                          : hone_fail(error, HONE_ERROR_IO, 0, "not found in the archive"));
    hone_archive_close(archive);
    return ok;
}

bool input_file_exists(const char *path)
{
    size_t part = archive_part(path);
    if (part == 0)
        return system_is_file(path);
    hone_archive *archive = open_part(path, part, NULL);
    int32_t at = hone_archive_find(archive, path + part + 1);
    bool exact = at != HONE_NONE && strcmp(hone_archive_entry_at(archive, (uint32_t)at)->path, path + part + 1) == 0;
    hone_archive_close(archive);
    return exact;
}

bool input_file_on_disk(const char *path, char out[HONE_PATH_SIZE])
{
    size_t part = archive_part(path), size = part ? part : strlen(path);
    if (size >= HONE_PATH_SIZE || (part == 0 && !system_is_file(path)))
        return false;
    memcpy(out, path, size);
    out[size] = '\0';
    return true;
}

bool input_local_open(const char *from, input_local *out, hone_error *error)
{
    hone_bytes bytes;
    *out = (input_local){.path = from, .file = -1};
    if (!standard_input_is(from) && archive_part(from) == 0)
        return true;
    if (!input_file_read(from, NULL, &bytes, error))
        return false;
    out->file = standard_input_copy(&bytes, out->name, error);
    out->path = out->name;
    hone_bytes_release(&bytes);
    return out->file >= 0;
}

void input_local_close(input_local *local)
{
    if (local->file >= 0)
        hone_file_close(local->file);
    local->file = -1;
}

/* ---- folders --------------------------------------------------------------------------------------------------- */

static bool read_beside(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                        hone_error *error)
{
    const input_folder *folder = user;
    hone_archive *archive = open_part(folder->path, folder->archive, error);
    const hone_archive_folder inside = {archive, folder->path + folder->archive +
                                                     hone_is_separator(folder->path[folder->archive])};
    const hone_file_resolver files = hone_archive_files(&inside);
    bool ok = archive && files.read(files.user, path, allocator, out, error);
    hone_archive_close(archive);
    return ok;
}

hone_file_resolver input_folder_files(input_folder *out, const char *folder, bool anywhere)
{
    size_t size = strlen(folder);
    size = size < sizeof out->path ? size : 0; /* cannot be too long: it was the folder of a file that was opened */
    memcpy(out->path, folder, size);
    out->path[size] = '\0';
    out->archive =
        size && system_is_file(out->path) ? size : archive_part(out->path); /* a file that has files is an archive */
    out->anywhere = anywhere;
    if (out->archive)
        return (hone_file_resolver){.read = read_beside, .user = out};
    return (anywhere ? hone_file_resolver_anywhere : hone_file_resolver_in_folder)(out->path);
}

hone_archive *input_folder_archive(const input_folder *folder, hone_error *error)
{
    if (!folder->archive)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is not in an archive"), NULL;
    return open_part(folder->path, folder->archive, error);
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

hone_asset *input_file_open(const char *path, const hone_load_desc *desc, hone_bytes *bytes, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    input_folder beside;
    hone_load_desc own = desc ? *desc : (hone_load_desc){0};
    hone_asset *asset = NULL;
    hone_path_folder(path, folder); /* if it is too long, reading fails */
    const hone_file_resolver files = input_folder_files(&beside, folder, false);
    own.files = own.files ? own.files : &files;
    if (input_file_read(path, own.allocator, bytes, error))
        asset = hone_asset_open_memory(bytes->data, bytes->size, &own, error);
    if (!asset)
        hone_error_prefix(error, path);
    return asset;
}

hone_model *input_file_model(const char *path, const hone_load_desc *desc, hone_error *error)
{
    hone_bytes bytes = {0};
    hone_asset *asset = input_file_open(path, desc, &bytes, error);
    hone_model *model = asset ? hone_asset_model(asset, error) : NULL;
    if (asset && !model)
        hone_error_prefix(error, path);
    hone_asset_close(asset);
    hone_bytes_release(&bytes);
    return model;
}

/* ---- choosing a file of an archive ----------------------------------------------------------------------------- */

enum { KIND_CHARACTER, KIND_PROJECT, KIND_OTHER_MODEL, KIND_MOTION, KIND_COUNT };

/* Compares with small letters, ignoring case. */
static bool is_alike(const char *text, const char *small)
{
    for (; *text && *small; text++, small++)
        if ((*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text) != *small)
            return false;
    return *text == *small;
}

static int kind_of(const char *path)
{
    static const struct {
        const char *ending;
        int kind;
    } endings[] = {{".pmx", KIND_CHARACTER}, {".pmd", KIND_CHARACTER},   {".vrm", KIND_CHARACTER},
                   {".glb", KIND_CHARACTER}, {".gltf", KIND_CHARACTER},  {".fbx", KIND_CHARACTER},
                   {".x", KIND_OTHER_MODEL}, {".bvh", KIND_OTHER_MODEL}, {".vmd", KIND_MOTION},
                   {".vpd", KIND_MOTION},    {".hclip", KIND_MOTION},    {".pmm", KIND_PROJECT}};
    size_t size = strlen(path);
    const char *name = strrchr(path, '/');
    if (strncmp(name ? name + 1 : path, "._", 2) == 0) /* what a Mac adds */
        return KIND_COUNT;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t length = strlen(endings[i].ending);
        if (size > length && is_alike(path + size - length, endings[i].ending))
            return endings[i].kind;
    }
    return KIND_COUNT;
}

/* The content of an archive. */
typedef struct content {
    uint32_t count[KIND_COUNT], first[KIND_COUNT];
} content;

static content look(const hone_archive *archive)
{
    content out = {0};
    for (uint32_t i = 0; i < hone_archive_count(archive); i++) {
        int kind = kind_of(hone_archive_entry_at(archive, i)->path);
        if (kind < KIND_COUNT && out.count[kind]++ == 0)
            out.first[kind] = i;
    }
    return out;
}

/* Sets the error that lists the files of a kind. */
static char *fail_choice(const hone_archive *archive, int kind, uint32_t count, hone_error *error)
{
    char list[400] = "";
    for (uint32_t i = 0; i < hone_archive_count(archive); i++) {
        const char *path = hone_archive_entry_at(archive, i)->path;
        size_t size = strlen(list);
        if (kind_of(path) == kind)
            snprintf(list + size, sizeof list - size, "%s%s", size ? ", " : "", path);
    }
    if (kind == KIND_PROJECT)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "contains %u projects; name one, as ARCHIVE/FILE: %s", count, list);
    else if (kind == KIND_MOTION)
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "contains %u motions; name one, as ARCHIVE/FILE: %s", count, list);
    else
        hone_fail(error, HONE_ERROR_ARGUMENT, 0, "contains %u models; name one, as ARCHIVE/FILE: %s", count, list);
    return NULL;
}

static char *join(const char *archive, const char *path, hone_error *error)
{
    size_t begin = strlen(archive), size = strlen(path);
    char *out = malloc(begin + size + 2);
    if (!out)
        return hone_fail_memory(error), NULL;
    memcpy(out, archive, begin);
    out[begin] = '/';
    memcpy(out + begin + 1, path, size + 1);
    return out;
}

/* Sets the error of an archive without a model or motion, which names a file that could be meant. */
static char *fail_without_model(hone_archive *archive, hone_error *error)
{
    enum { LOOKED_AT = 64, LARGEST = 1 << 26 };
    uint32_t count = hone_archive_count(archive);
    for (uint32_t i = 0; i < count && i < LOOKED_AT; i++) {
        const hone_archive_entry *entry = hone_archive_entry_at(archive, i);
        hone_bytes bytes = {0};
        if (entry->size > LARGEST || !hone_archive_read(archive, i, NULL, &bytes, NULL))
            continue;
        const char *text = hone_format_unread(bytes.data, bytes.size);
        bool picture = hone_image_detect(bytes.data, bytes.size);
        hone_bytes_release(&bytes);
        if (text && !picture)
            return hone_fail(error, HONE_ERROR_FORMAT, 0, "contains no model and no motion, but %s, which %s",
                             entry->path, text),
                   NULL;
    }
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "contains no model and no motion"), NULL;
}

static char *choose(hone_archive *archive, const char *path, input_file_note *note, void *user, hone_error *error)
{
    const content found = look(archive);
    int kind = 0;
    while (kind < KIND_COUNT && found.count[kind] == 0) kind++;
    if (found.count[KIND_CHARACTER] > 1 && found.count[KIND_PROJECT] == 1)
        kind = KIND_PROJECT;
    if (kind == KIND_COUNT)
        return fail_without_model(archive, error);
    if (found.count[kind] > 1)
        return fail_choice(archive, kind, found.count[kind], error);
    if (kind == KIND_CHARACTER && found.count[KIND_PROJECT] && note)
        note(user, "also contains a project; name it, as ARCHIVE/FILE, to open it");
    else if (kind != KIND_MOTION && kind != KIND_PROJECT && found.count[KIND_MOTION] && note)
        note(user, "also contains motions; name one, as ARCHIVE/FILE, to play it");
    return join(path, hone_archive_entry_at(archive, found.first[kind])->path, error);
}

size_t input_file_read_head(const char *path, char *head, size_t size)
{
    hone_bytes bytes;
    if (archive_part(path)) {
        int kind = kind_of(path);
        if ((kind != KIND_COUNT && kind != KIND_PROJECT) || !input_file_read(path, NULL, &bytes, NULL))
            return 0;
        size = bytes.size < size ? bytes.size : size;
        memcpy(head, bytes.data, size);
        hone_bytes_release(&bytes);
        return size;
    }
    FILE *file = system_is_file(path) ? system_open(path) : NULL;
    if (file)
        setvbuf(file, NULL, _IONBF, 0); /* no more than the head */
    size = file ? fread(head, 1, size, file) : 0;
    if (file)
        fclose(file);
    return size;
}

bool input_file_is_archive(const char *path)
{
    char start[4];
    return system_is_file(path) && hone_archive_detect(start, input_file_read_head(path, start, sizeof start));
}

char *input_file_choose(const char *path, input_file_note *note, void *user, hone_error *error)
{
    hone_error why = {0};
    hone_archive *archive = hone_archive_open(path, NULL, &why);
    char *chosen = archive ? choose(archive, path, note, user, error) : NULL;
    if (!archive)
        fail_again(path, &why, error);
    hone_archive_close(archive);
    return chosen;
}
