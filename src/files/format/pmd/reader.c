/* Functions that all sections of the PMD reader use: counts, texts, indices. */
#include "files/format/pmd/reader.h"
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/text/text.h"

static uint32_t read_unsigned(hone_reader *in, size_t size)
{
    return size == 1 ? hone_read_u8(in) : size == 2 ? hone_read_u16(in) : hone_read_u32(in);
}

bool hone_pmd_read_count(pmd_reader *reader, const char *noun, size_t count_size, size_t record_size, uint32_t *count)
{
    uint32_t value = read_unsigned(&reader->file.in, count_size);
    size_t left = hone_reader_left(&reader->file.in);
    *count = 0;
    if (reader->file.in.failed)
        return hone_reading_fail(&reader->file, "the file ends before the count of its %s", noun);
    if (value > PMD_COUNT_LIMIT || value > left / record_size) {
        reader->file.in.at -= count_size; /* the error refers to the position of the count */
        return hone_reading_fail(&reader->file, "%u %s do not fit in the %zu bytes left", value, noun, left);
    }
    *count = value;
    return true;
}

hone_reader hone_pmd_take(pmd_reader *reader, size_t size)
{
    HONE_ASSERT(size <= hone_reader_left(&reader->file.in));
    hone_reader records = reader->file.in; /* keeps the file's beginning, so that offsets are offsets in the file */
    reader->file.in.at += size;
    records.end = reader->file.in.at;
    return records;
}

const char *hone_pmd_read_text(pmd_reader *reader, hone_reader *in, size_t size, hone_arena *memory)
{
    char text[3 * PMD_COMMENT_SIZE];
    uint64_t at = hone_reader_offset(in);
    const uint8_t *bytes = hone_read_bytes(in, size);
    if (!bytes)
        return "";
    const uint8_t *end = memchr(bytes, 0, size); /* the bytes after the NUL are remains of longer texts */
    bool lossy = false;
    size_t used = end ? (size_t)(end - bytes) : size;
    hone_encoding_vote(&reader->votes, bytes, used, !end);
    size_t length = hone_utf8_from(reader->encoding, bytes, used, text, &lossy);
    if (lossy)
        hone_builder_warn(reader->file.builder,
                          "text that is not CP932, or is cut inside a character: invalid bytes replaced", at);
    const char *copy = hone_arena_text(memory, text, length);
    return copy ? copy : "";
}

const char *hone_pmd_read_frame_name(pmd_reader *reader, hone_reader *in)
{
    char *name = (char *)hone_pmd_read_text(reader, in, PMD_FRAME_NAME_SIZE, reader->file.memory);
    for (size_t size = strlen(name); size && (name[size - 1] == '\n' || name[size - 1] == '\r'); size--)
        name[size - 1] = 0; /* a name that is not empty is in the builder's memory */
    return name;
}

int32_t hone_pmd_read_index(hone_reader *in)
{
    uint16_t value = hone_read_u16(in);
    return value == UINT16_MAX ? HONE_NONE : value;
}
