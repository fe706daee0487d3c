/* Reads a part of a film or sequence, and checks it against its hash. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "base/error.h"
#include "tool/part/part_layout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

part_range part_range_of(uint32_t part, uint32_t parts, uint32_t total)
{
    return (part_range){(uint32_t)((uint64_t)total * (part - 1) / parts), (uint32_t)((uint64_t)total * part / parts)};
}

static bool fail_damaged(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "is damaged, or was cut off");
}

static bool read_bytes(part_reader *reader, void *out, size_t size, hone_error *error)
{
    if (size > reader->left)
        return fail_damaged(error);
    if (size && fread(out, 1, size, reader->file) != size)
        return ferror(reader->file) ? hone_fail_system(error, "cannot read", errno) : fail_damaged(error);
    reader->left -= size;
    reader->hash = part_hash(reader->hash, out, size);
    return true;
}

static bool check_hash(part_reader *reader, hone_error *error)
{
    uint64_t expected = reader->hash;
    uint8_t bytes[PART_HASH_SIZE];
    if (!read_bytes(reader, bytes, sizeof bytes, error))
        return false;
    for (int i = 0; i < PART_HASH_SIZE; i++)
        if (bytes[i] != (uint8_t)(expected >> 8 * i))
            return fail_damaged(error);
    return true;
}

bool part_reader_begin(part_reader *reader, FILE *file, hone_error *error)
{
    uint8_t head[PART_HEAD_SIZE];
    *reader = (part_reader){.file = file};
    off_t size = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) : -1;
    if (size < 0 || fseeko(file, 0, SEEK_SET) != 0)
        return hone_fail_system(error, "cannot read", errno);
    reader->left = (uint64_t)size;
    if (size < PART_MARK_SIZE)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is not a part of a film");
    memset(head, 0, sizeof head);
    size_t got = size < PART_HEAD_SIZE ? PART_MARK_SIZE : PART_HEAD_SIZE; /* of a shorter file only the mark counts */
    if (!read_bytes(reader, head, got, error))
        return false;
    if (got < PART_HEAD_SIZE && memcmp(head, PART_MARK, PART_MARK_SIZE) == 0)
        return fail_damaged(error);
    return part_head_read(head, &reader->head, error);
}

bool part_reader_open(part_reader *reader, const char *path, hone_error *error)
{
    *reader = (part_reader){0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return hone_fail_system(error, "cannot open", errno);
    return part_reader_begin(reader, file, error);
}

void part_reader_close(part_reader *reader)
{
    if (reader->file)
        fclose(reader->file);
    free(reader->room);
    *reader = (part_reader){0};
}

/* Makes room for the data of a record, of which the file has at least this number of bytes. */
static bool make_room(part_reader *reader, size_t size, hone_error *error)
{
    if (size <= reader->room_size)
        return true;
    uint8_t *room = realloc(reader->room, size);
    if (!room)
        return hone_fail_memory(error);
    reader->room = room;
    reader->room_size = size;
    return true;
}

static bool read_data(part_reader *reader, part_record *record, hone_error *error)
{
    if (record->size > PART_RECORD_MAX || record->side_size > PART_SIDE_MAX ||
        record->size + record->side_size > reader->left)
        return fail_damaged(error);
    if (!make_room(reader, record->size + record->side_size, error))
        return false;
    uint8_t *data = reader->room, *side = record->size ? data + record->size : data; /* without data there is no room */
    record->data = data;
    record->side = side;
    return read_bytes(reader, data, record->size, error) && read_bytes(reader, side, record->side_size, error) &&
           check_hash(reader, error);
}

static bool fits(const part_head *head, const part_record *record)
{
    switch (record->kind) {
    case PART_RECORD_PICTURE:
        return head->content == PART_PICTURES;
    case PART_RECORD_PACKET:
        return head->content == PART_PACKETS;
    case PART_RECORD_SOUND:
        return head->sound > 0;
    }
    return false;
}

/* A part is whole if it has all its records and all its pictures, and the file ends there. */
static bool check_end(const part_reader *reader, const part_record *end, hone_error *error)
{
    part_range range = part_range_of(reader->head.part, reader->head.parts, reader->head.total);
    bool whole = end->pts == reader->records && end->duration == reader->pictures && reader->left == 0 &&
                 end->size == 0 && end->side_size == 0 && reader->pictures == range.end - range.begin;
    return whole || fail_damaged(error);
}

bool part_reader_next(part_reader *reader, part_record *record, bool *ended, hone_error *error)
{
    uint8_t bytes[PART_RECORD_SIZE];
    *ended = false;
    if (!read_bytes(reader, bytes, sizeof bytes, error))
        return false;
    part_record_read(bytes, record);
    if (!read_data(reader, record, error))
        return false;
    *ended = (uint32_t)record->kind == PART_RECORD_END;
    if (*ended)
        return check_end(reader, record, error);
    reader->records++;
    reader->pictures += record->kind != PART_RECORD_SOUND;
    return fits(&reader->head, record) || fail_damaged(error);
}

bool part_reader_check(part_reader *reader, hone_error *error)
{
    part_record record;
    bool ended = false, ok = true;
    while (ok && !ended) ok = part_reader_next(reader, &record, &ended, error);
    return ok;
}
