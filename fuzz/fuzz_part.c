/* Reads any bytes as a part of a film. If the input is the beginning of one, its hashes are made right first, so that
 * what is behind them is reached. */
#define _GNU_SOURCE /* fmemopen */
#include "fuzz.h"
#include "tool/part/part_layout.h"

#include <stdlib.h>
#include <string.h>

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

static void use(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return;
    if (size)
        memcpy(copy, data, size);
    read_part(copy, size);
    if (size >= PART_HEAD_SIZE) {
        memcpy(copy, PART_MARK "\1\0\0\0", PART_MARK_SIZE + 4);
        repair(copy, size);
        read_part(copy, size);
    }
    free(copy);
}

static hone_bytes make(unsigned kind)
{
    static const part_head head = {.part = 1,
                                   .parts = 2,
                                   .total = 2,
                                   .width = 8,
                                   .height = 8,
                                   .rate = 30,
                                   .divisor = 1,
                                   .step = 1,
                                   .content = PART_PACKETS};
    uint8_t bytes[PART_HEAD_SIZE + 2 * (PART_RECORD_SIZE + PART_HASH_SIZE) + 3] = {0}, *at = bytes + PART_HEAD_SIZE;
    const part_record record = {.size = 2, .side_size = 1}, end = {.kind = (part_record_kind)PART_RECORD_END};
    (void)kind;
    part_head_write(&head, bytes);
    part_record_write(&record, at);
    part_record_write(&end, at + PART_RECORD_SIZE + 3 + PART_HASH_SIZE);
    return fuzz_bytes(bytes, sizeof bytes);
}

const fuzz_target fuzz_part = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
