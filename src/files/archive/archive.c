/* Opens .zip archives and unpacks their entries. */
#include "files/archive/archive.h"
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/inflate/inflate.h"

/* Deflate makes at most 1032 bytes of one, so an entry that claims more is damaged or an attack. */
enum { LARGEST_RATIO = 1032, SMALL = 1024 };
static const uint64_t default_largest = UINT64_C(1) << 30;

bool hone_compressed_zip_available(void)
{
    return hone_inflate_available();
}

/* ---- opening and closing --------------------------------------------------------------------------------------- */

/* Takes the source over. */
static hone_archive *open_source(archive_source *source, const hone_archive_desc *desc, hone_error *error)
{
    const hone_archive_desc none = {0};
    desc = desc ? desc : &none;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    hone_archive *archive = memory ? hone_arena_array(memory, 1, sizeof *archive) : NULL;
    if (!archive) {
        if (memory)
            hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        hone_archive_source_close(source);
        return NULL;
    }
    archive->source = *source;
    archive->memory = memory;
    archive->largest = desc->max_entry_size ? desc->max_entry_size : default_largest;
    if (hone_archive_read_directory(archive, error))
        return archive;
    hone_archive_close(archive);
    return NULL;
}

hone_archive *hone_archive_open(const char *path, const hone_archive_desc *desc, hone_error *error)
{
    archive_source source;
    if (!path)
        return hone_fail_null(error, "path"), NULL;
    hone_archive *archive = hone_archive_source_open(&source, path, error) ? open_source(&source, desc, error) : NULL;
    if (!archive)
        hone_error_prefix(error, path);
    return archive;
}

hone_archive *hone_archive_open_memory(const void *bytes, size_t size, const hone_archive_desc *desc, hone_error *error)
{
    archive_source source = {.file = -1, .bytes = bytes ? bytes : "", .size = size};
    if (!bytes && size)
        return hone_fail_null(error, "bytes"), NULL;
    return open_source(&source, desc, error);
}

void hone_archive_close(hone_archive *archive)
{
    if (!archive)
        return;
    hone_archive_source_close(&archive->source);
    hone_arena_destroy(archive->memory);
}

/* ---- entries --------------------------------------------------------------------------------------------------- */

uint32_t hone_archive_count(const hone_archive *archive)
{
    return archive ? archive->count : 0;
}

const hone_archive_entry *hone_archive_entry_at(const hone_archive *archive, uint32_t index)
{
    return &archive->entries[index];
}

static const char *path_at(const void *user, uint32_t index)
{
    const hone_archive *archive = user;
    return archive->entries[index].path;
}

hone_file_list hone_archive_list(const hone_archive *archive)
{
    return (hone_file_list){.count = archive ? archive->count : 0, .path = path_at, .user = archive};
}

int32_t hone_archive_find(const hone_archive *archive, const char *path)
{
    if (!path)
        return HONE_NONE;
    const hone_file_list list = hone_archive_list(archive);
    return hone_file_list_find(&list, path);
}

/* Finds the packed bytes of an entry, behind a header that repeats its name. */
static bool find_bytes(const hone_archive *archive, const archive_place *place, uint64_t *at, hone_error *error)
{
    uint8_t bytes[ZIP_LOCAL_SIZE];
    if (!hone_archive_source_read(&archive->source, place->offset, bytes, sizeof bytes, error))
        return false;
    hone_reader in = hone_reader_make(bytes, sizeof bytes);
    if (hone_read_u32(&in) != 0x04034b50)
        return hone_fail(error, HONE_ERROR_FORMAT, place->offset, "the entry of the archive is damaged");
    hone_read_bytes(&in, 22);
    uint32_t name = hone_read_u16(&in), extra = hone_read_u16(&in);
    *at = place->offset + ZIP_LOCAL_SIZE + name + extra;
    return true;
}

/* Source: PKWARE, "APPNOTE.TXT", 4.4.5. */
static bool fail_method(uint32_t method, hone_error *error)
{
    static const struct {
        uint32_t method;
        const char *name;
    } names[] = {{1, "Shrink"},     {6, "Implode"},    {9, "Deflate64"}, {12, "bzip2"},   {14, "LZMA"},
                 {20, "Zstandard"}, {93, "Zstandard"}, {95, "xz"},       {97, "WavPack"}, {98, "PPMd"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].method == method)
            return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0,
                             "is compressed by %s, which is not read; unpack the archive first", names[i].name);
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0,
                     "is compressed by method %u, which is not read; unpack the archive first", (unsigned)method);
}

static bool check_entry(const hone_archive *archive, uint32_t index, hone_error *error)
{
    const hone_archive_entry *entry = &archive->entries[index];
    const archive_place *place = &archive->places[index];
    if (entry->encrypted)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is encrypted; unpack the archive with its password first");
    if (place->method != ZIP_STORED && place->method != ZIP_DEFLATED)
        return fail_method(place->method, error);
    if (entry->size > archive->largest)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "would unpack to %llu bytes; the limit is %llu",
                         (unsigned long long)entry->size, (unsigned long long)archive->largest);
    bool fits = place->method == ZIP_STORED ? place->packed == entry->size
                                            : entry->size / LARGEST_RATIO <= place->packed + SMALL;
    if (!fits || place->packed > archive->source.size)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "the sizes of the archive's entry contradict each other");
    return true;
}

/* Unpacks into out->data, which has room for the entry. */
static bool unpack(hone_archive *archive, uint32_t index, uint64_t at, const hone_bytes *out, hone_error *error)
{
    const archive_place *place = &archive->places[index];
    const hone_allocator *allocator = hone_arena_allocator(archive->memory);
    size_t packed = (size_t)place->packed;
    hone_code code = HONE_ERROR_FORMAT;
    if (place->method == ZIP_STORED)
        return hone_archive_source_read(&archive->source, at, out->data, packed, error);
    uint8_t *bytes = hone_allocate(allocator, packed + 1, 1);
    if (!bytes)
        return hone_fail_memory(error);
    bool read = hone_archive_source_read(&archive->source, at, bytes, packed, error);
    bool ok = read && hone_inflate(NULL, HONE_INFLATE_RAW, bytes, packed, out->data, out->size, allocator, &code);
    hone_deallocate(allocator, bytes, packed + 1, 1);
    if (!read || ok)
        return ok;
    if (code == HONE_ERROR_MEMORY)
        return hone_fail_memory(error);
    return hone_fail(error, code, 0, "%s",
                     code == HONE_ERROR_FORMAT ? "the entry of the archive is damaged"
                                               : "hone was built without a library for .zip");
}

bool hone_archive_read(hone_archive *archive, uint32_t index, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    uint64_t at = 0;
    if (out)
        *out = (hone_bytes){.allocator = hone_allocator_or_default(allocator)};
    if (!archive || !out)
        return hone_fail_null(error, archive ? "out" : "archive");
    if (index >= archive->count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, index, "there is no entry %u", index);
    if (!check_entry(archive, index, error) || !find_bytes(archive, &archive->places[index], &at, error))
        return false;
    out->size = (size_t)archive->entries[index].size;
    out->capacity = out->size + 1;
    out->data = hone_allocate(&out->allocator, out->capacity, 1);
    bool ok = out->data ? unpack(archive, index, at, out, error) : hone_fail_memory(error);
    if (ok && hone_crc32(out->data, out->size) != archive->places[index].checksum)
        ok = hone_fail(error, HONE_ERROR_FORMAT, 0, "the entry of the archive is damaged");
    if (!ok)
        hone_bytes_release(out);
    return ok;
}
