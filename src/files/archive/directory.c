/* The list of entries, which is at the end of an archive. Source: PKWARE's APPNOTE.TXT. */
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/files/unread.h"
#include "base/inflate/inflate.h"
#include "base/text/encoding.h"
#include "files/archive/archive.h"
#include "files/archive/names.h"

#include <stdlib.h>

enum {
    END_SIZE = 22,
    END_SEARCHED = END_SIZE + 65535, /* a comment may follow the end record */
    END64_SIZE = 56,
    LOCATOR64_SIZE = 20,
    DIRECTORY_LIMIT = 64 << 20,
    FLAG_ENCRYPTED = 1,
    FLAG_UTF8 = 0x800,
    EXTRA_SIZES = 0x0001, /* sizes and offset of 64 bits */
    EXTRA_NAME = 0x7075,  /* the name in UTF-8 */
    UNIX = 3,
    UNIX_KIND = 0xf000,
    UNIX_LINK = 0xa000
};

static const uint32_t end_signature = 0x06054b50, end64_signature = 0x06064b50, locator_signature = 0x07064b50,
                      entry_signature = 0x02014b50;

/* Where the list is. */
typedef struct directory {
    uint64_t offset, size, count;
    uint64_t shift; /* bytes in front of the archive, such as a program that unpacks it */
} directory;

static uint64_t read_u64(hone_reader *in)
{
    uint64_t low = hone_read_u32(in);
    return low | (uint64_t)hone_read_u32(in) << 32;
}

/* ---- the end record -------------------------------------------------------------------------------------------- */

/* Replaces what does not fit into the end record, if the record of 64 bits is there. end: offset of the end record. */
static bool read_end64(const archive_source *source, uint64_t end, directory *out, hone_error *error)
{
    uint8_t bytes[END64_SIZE];
    if (end < LOCATOR64_SIZE)
        return true;
    if (!hone_archive_source_read(source, end - LOCATOR64_SIZE, bytes, LOCATOR64_SIZE, error))
        return false;
    hone_reader in = hone_reader_make(bytes, LOCATOR64_SIZE);
    if (hone_read_u32(&in) != locator_signature)
        return true;
    hone_read_u32(&in);
    uint64_t at = read_u64(&in);
    if (!hone_archive_source_read(source, at, bytes, END64_SIZE, error))
        return false;
    in = hone_reader_make(bytes, END64_SIZE);
    if (hone_read_u32(&in) != end64_signature)
        return hone_fail(error, HONE_ERROR_FORMAT, at, "the end record of the archive is damaged");
    hone_read_bytes(&in, 8 + 2 + 2 + 4 + 4 + 8);
    out->count = read_u64(&in);
    out->size = read_u64(&in);
    out->offset = read_u64(&in);
    out->shift = 0;
    return true;
}

static bool read_end(const archive_source *source, hone_reader in, uint64_t at, directory *out, hone_error *error)
{
    hone_read_u32(&in);
    uint16_t disk = hone_read_u16(&in), first = hone_read_u16(&in), here = hone_read_u16(&in);
    *out = (directory){.count = hone_read_u16(&in)};
    out->size = hone_read_u32(&in);
    out->offset = hone_read_u32(&in);
    if (disk != first || here != out->count)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, at, "the archive is one of several parts");
    if (out->size <= at && out->offset < at - out->size)
        out->shift = at - out->size - out->offset;
    return read_end64(source, at, out, error);
}

/* Sets the error of a file without a list of entries. Other archives are named. */
static bool fail_kind(const archive_source *source, hone_error *error)
{
    uint8_t head[512];
    const char *text = "is not a .zip archive, or it is cut short", *other = text;
    size_t size = source->size < sizeof head ? (size_t)source->size : sizeof head;
    bool packed = hone_archive_source_read(source, 0, head, size, NULL) && !hone_archive_detect(head, size) &&
                  hone_unread_find(head, size, &other) == HONE_UNREAD_PACKED;
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "%s", packed ? other : text);
}

static bool find_end(const archive_source *source, directory *out, hone_error *error)
{
    size_t size = source->size < END_SEARCHED ? (size_t)source->size : END_SEARCHED;
    uint64_t from = source->size - size;
    uint8_t *bytes = malloc(size + !size);
    bool found = false,
         ok = bytes ? hone_archive_source_read(source, from, bytes, size, error) : hone_fail_memory(error);
    for (size_t at = size < END_SIZE ? 0 : size - END_SIZE + 1; ok && !found && at-- > 0;) {
        hone_reader in = hone_reader_make(bytes + at, size - at);
        found = hone_read_u32(&in) == end_signature;
        if (found)
            ok = read_end(source, hone_reader_make(bytes + at, size - at), from + at, out, error);
    }
    free(bytes);
    return ok && (found || fail_kind(source, error));
}

/* ---- entries --------------------------------------------------------------------------------------------------- */

/* A record of the list. */
typedef struct record {
    uint16_t made_by, flags, method;
    uint32_t checksum;
    uint64_t packed, size, offset;
    uint32_t attributes;
    const uint8_t *name, *utf8; /* [name_size], [utf8_size]; utf8 NULL: none */
    size_t name_size, utf8_size;
} record;

/* Reads the parts of an extra field that matter. */
static void read_extra(record *r, hone_reader in)
{
    while (hone_reader_left(&in) >= 4) {
        uint16_t kind = hone_read_u16(&in), size = hone_read_u16(&in);
        const uint8_t *bytes = hone_read_bytes(&in, size);
        if (!bytes)
            return;
        hone_reader part = hone_reader_make(bytes, size);
        if (kind == EXTRA_SIZES) {
            r->size = r->size == UINT32_MAX ? read_u64(&part) : r->size;
            r->packed = r->packed == UINT32_MAX ? read_u64(&part) : r->packed;
            r->offset = r->offset == UINT32_MAX ? read_u64(&part) : r->offset;
        } else if (kind == EXTRA_NAME && size > 5 && hone_read_u8(&part) == 1 &&
                   hone_read_u32(&part) == hone_crc32(r->name, r->name_size)) {
            r->utf8 = part.at;
            r->utf8_size = hone_reader_left(&part);
        }
    }
}

static bool read_record(hone_reader *in, record *r)
{
    *r = (record){0};
    if (hone_read_u32(in) != entry_signature)
        return false;
    r->made_by = hone_read_u16(in);
    hone_read_u16(in);
    r->flags = hone_read_u16(in);
    r->method = hone_read_u16(in);
    hone_read_u32(in); /* date */
    r->checksum = hone_read_u32(in);
    r->packed = hone_read_u32(in);
    r->size = hone_read_u32(in);
    r->name_size = hone_read_u16(in);
    size_t extra = hone_read_u16(in), comment = hone_read_u16(in);
    hone_read_u32(in); /* part, internal attributes */
    r->attributes = hone_read_u32(in);
    r->offset = hone_read_u32(in);
    r->name = hone_read_bytes(in, r->name_size);
    const uint8_t *bytes = hone_read_bytes(in, extra);
    if (bytes)
        read_extra(r, hone_reader_make(bytes, extra));
    return hone_read_bytes(in, comment) != NULL;
}

static bool is_link(const record *r)
{
    return r->made_by >> 8 == UNIX && (r->attributes >> 16 & UNIX_KIND) == UNIX_LINK;
}

static char *make_path(hone_archive *archive, const record *r, hone_encoding encoding)
{
    const uint8_t *name = r->utf8 ? r->utf8 : r->name;
    size_t size = r->utf8 ? r->utf8_size : r->name_size;
    char *path = hone_arena_raw(archive->memory, 3 * size + 1, 1);
    if (path)
        path[hone_utf8_from(r->utf8 || r->flags & FLAG_UTF8 ? HONE_ENCODING_UTF8 : encoding, name, size, path, NULL)] =
            '\0';
    return path;
}

/* Leaves out folders, links, and names that lead out of the archive. Returns false if out of memory. */
static bool add_entry(hone_archive *archive, const record *r, uint64_t shift, hone_encoding encoding)
{
    if (is_link(r) || memchr(r->name, 0, r->name_size) || (r->utf8 && memchr(r->utf8, 0, r->utf8_size)))
        return true;
    char *path = make_path(archive, r, encoding);
    if (!path)
        return false;
    if (!hone_archive_clean_path(path))
        return true;
    archive->entries[archive->count] = (hone_archive_entry){path, r->size, r->flags & FLAG_ENCRYPTED};
    archive->places[archive->count++] = (archive_place){r->offset + shift, r->packed, r->checksum, r->method};
    return true;
}

static bool read_entries(hone_archive *archive, const directory *where, const uint8_t *bytes, hone_error *error)
{
    hone_reader in = hone_reader_make(bytes, (size_t)where->size), again = in;
    hone_encoding_votes votes = {0};
    record r;
    uint32_t count = 0;
    while (count < where->count && read_record(&in, &r)) {
        if (!(r.flags & FLAG_UTF8) && !r.utf8)
            hone_encoding_vote(&votes, r.name, r.name_size, false);
        count++;
    }
    if (count < where->count)
        return hone_fail(error, HONE_ERROR_FORMAT, count, "the list of the archive is damaged at entry %u", count);
    archive->entries = hone_arena_array(archive->memory, (size_t)count + 1, sizeof *archive->entries);
    archive->places = hone_arena_array(archive->memory, (size_t)count + 1, sizeof *archive->places);
    bool ok = archive->entries && archive->places;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = read_record(&again, &r) && add_entry(archive, &r, where->shift, hone_encoding_of(&votes));
    return ok || hone_arena_fail(archive->memory, error);
}

bool hone_archive_read_directory(hone_archive *archive, hone_error *error)
{
    directory where = {0};
    if (!find_end(&archive->source, &where, error))
        return false;
    /* A count that is too large is noticed while entries are read. */
    if (where.size > DIRECTORY_LIMIT || where.size > archive->source.size)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "the list of the archive is damaged");
    uint8_t *bytes = malloc((size_t)where.size + 1);
    bool ok = bytes ? hone_archive_source_read(&archive->source, where.offset + where.shift, bytes, (size_t)where.size,
                                               error) &&
                          read_entries(archive, &where, bytes, error)
                    : hone_fail_memory(error);
    free(bytes);
    return ok;
}

bool hone_archive_detect(const void *bytes, size_t size)
{
    static const char file[] = "PK\3\4", empty[] = "PK\5\6";
    return bytes && size >= 4 && (memcmp(bytes, file, 4) == 0 || memcmp(bytes, empty, 4) == 0);
}
