/* Writes a part of a film or sequence, with a hash of all that it holds. */
#include "base/files/file.h"
#include "tool/part/part_layout.h"

static bool write_bytes(part_writer *w, const void *bytes, size_t size, hone_error *error)
{
    w->hash = part_hash(w->hash, bytes, size);
    return hone_stream_write(w->draft.file, bytes, size, error);
}

/* The hash is written after what it is made of, and is part of all that follows. */
static bool write_hash(part_writer *w, hone_error *error)
{
    uint8_t bytes[PART_HASH_SIZE];
    for (int i = 0; i < PART_HASH_SIZE; i++) bytes[i] = (uint8_t)(w->hash >> 8 * i);
    return write_bytes(w, bytes, sizeof bytes, error);
}

static bool write_record(part_writer *w, const part_record *record, hone_error *error)
{
    uint8_t bytes[PART_RECORD_SIZE];
    part_record_write(record, bytes);
    return write_bytes(w, bytes, sizeof bytes, error) && write_bytes(w, record->data, record->size, error) &&
           write_bytes(w, record->side, record->side_size, error) && write_hash(w, error);
}

bool part_writer_begin(part_writer *w, const char *path, const part_head *head, hone_error *error)
{
    uint8_t bytes[PART_HEAD_SIZE];
    *w = (part_writer){.draft.file = -1};
    if (!hone_file_draft_begin(&w->draft, path, error))
        return false;
    part_head_write(head, bytes);
    if (write_bytes(w, bytes, sizeof bytes, error))
        return true;
    part_writer_discard(w);
    return false;
}

bool part_writer_add(part_writer *w, const part_record *record, hone_error *error)
{
    if (record->size > PART_RECORD_MAX || record->side_size > PART_SIDE_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a picture of %zu bytes is too large", record->size);
    w->records++;
    w->pictures += record->kind != PART_RECORD_SOUND;
    return write_record(w, record, error);
}

bool part_writer_commit(part_writer *w, hone_error *error)
{
    const part_record end = {.kind = (part_record_kind)PART_RECORD_END, .pts = w->records, .duration = w->pictures};
    if (write_record(w, &end, error))
        return hone_file_draft_commit(&w->draft, error);
    part_writer_discard(w);
    return false;
}

void part_writer_discard(part_writer *w)
{
    if (w->draft.file >= 0)
        hone_file_draft_discard(&w->draft);
    w->draft.file = -1;
}
