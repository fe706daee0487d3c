/* Reads any bytes as a part of a film. If the input is the beginning of one, its hashes are made right first, so that
 * what is behind them is reached. */
#define _GNU_SOURCE /* fmemopen */
#include "tool/part/part_layout.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_hash(uint8_t *to, uint64_t hash)
{
    for (int i = 0; i < PART_HASH_SIZE; i++) to[i] = (uint8_t)(hash >> 8 * i);
}

/* As part_reader.c computes them. */
static void repair(uint8_t *bytes, size_t size)
{
    uint64_t hash = part_hash(0, bytes, PART_HEAD_SIZE - PART_HASH_SIZE);
    write_hash(bytes + PART_HEAD_SIZE - PART_HASH_SIZE, hash);
    hash = part_hash(0, bytes, PART_HEAD_SIZE);
    for (size_t at = PART_HEAD_SIZE; size - at >= PART_RECORD_SIZE + PART_HASH_SIZE;) {
        part_record record;
        part_record_read(bytes + at, &record);
        size_t room = size - at - PART_RECORD_SIZE - PART_HASH_SIZE;
        if (record.size > room || record.side_size > room - record.size)
            return;
        hash = part_hash(hash, bytes + at, PART_RECORD_SIZE);
        at += PART_RECORD_SIZE;
        hash = part_hash(hash, bytes + at, record.size);
        at += record.size;
        hash = part_hash(hash, bytes + at, record.side_size);
        at += record.side_size;
        write_hash(bytes + at, hash);
        hash = part_hash(hash, bytes + at, PART_HASH_SIZE);
        at += PART_HASH_SIZE;
    }
}

static void read_part(uint8_t *bytes, size_t size)
{
    part_reader reader;
    part_record record;
    hone_error error = {0};
    bool ended = false;
    FILE *file = size ? fmemopen(bytes, size, "rb") : NULL;
    bool ok = file && part_reader_begin(&reader, file, &error);
    while (ok && !ended) {
        ok = part_reader_next(&reader, &record, &ended, &error);
        if (ok && !ended && record.size + record.side_size > size)
            abort();
    }
    if (file)
        part_reader_close(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return 0;
    if (size)
        memcpy(copy, data, size);
    read_part(copy, size);
    if (size >= PART_HEAD_SIZE) {
        memcpy(copy, PART_MARK "\1\0\0\0", PART_MARK_SIZE + 4);
        repair(copy, size);
        read_part(copy, size);
    }
    free(copy);
    return 0;
}
