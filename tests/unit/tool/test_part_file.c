/* Files of parts: what is written is read again, and any damage is found. */
#include "support/command.h"
#include "support/memory/refuse_memory.h"
#include "support/support.h"
#include "support/system.h"
#include "tool/part/part_file.h"
#include "tool/part/part_layout.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_OF_PART = 1024 };

static const part_head film = {.inputs = 0x1122334455667788,
                               .setup = 5,
                               .part = 2,
                               .parts = 3,
                               .total = 10,
                               .content = PART_PACKETS,
                               .format = 3,
                               .width = 640,
                               .height = 480,
                               .rate = 30000,
                               .divisor = 1001,
                               .quality = 70,
                               .bit_rate = 1000,
                               .codec = 2,
                               .alpha = 1,
                               .sound = 2,
                               .frame = -1.5,
                               .step = 0.5};

static part_record record_of(int i)
{
    static const uint8_t data[] = "0123456789", side[] = "side";
    return (part_record){.kind = i == 1 ? PART_RECORD_SOUND : PART_RECORD_PACKET,
                         .key = i == 0,
                         .pts = 1000 + i,
                         .duration = 7,
                         .side_kind = i == 2 ? 3 : 0,
                         .data = data,
                         .size = (size_t)(10 - 3 * i),
                         .side = side,
                         .side_size = i == 2 ? 4 : 0};
}

/* Part 2 of 3 of ten pictures has three: a packet, sound, and two more packets. */
static size_t write_part(uint8_t out[SIZE_MAX_OF_PART])
{
    part_writer w;
    hone_error error = {0};
    size_t size;
    assert_true(part_writer_begin(&w, "a.part", &film, &error));
    for (int i = 0; i < 4; i++) {
        part_record record = record_of(i);
        assert_true(part_writer_add(&w, &record, &error));
    }
    assert_true(part_writer_commit(&w, &error));
    char *content = command_file_content("a.part", &size);
    assert_true(content && size < SIZE_MAX_OF_PART);
    memcpy(out, content, size);
    free(content);
    return size;
}

/* Reads all of it. Returns whether it is whole. */
static bool is_whole(uint8_t *bytes, size_t size, hone_error *error)
{
    part_reader reader;
    assert_true(command_file_write("read.part", bytes, size));
    FILE *file = test_open("read.part", "rb");
    assert_non_null(file);
    bool ok = part_reader_begin(&reader, file, error) && part_reader_check(&reader, error);
    part_reader_close(&reader);
    return ok;
}

static void the_layout_is_fixed(void **state)
{
    (void)state;
    uint8_t bytes[SIZE_MAX_OF_PART];
    static const uint8_t begin[] = {'h',  'o',  'n',  'e',  'p',  'a',  'r',  't', 1, 0, 0,  0, 0x88,
                                    0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 5,   0, 0, 0,  0, 0,
                                    0,    0,    2,    0,    0,    0,    3,    0,   0, 0, 10, 0};
    size_t size = write_part(bytes);
    assert_memory_equal(bytes, begin, sizeof begin);
    assert_int_equal(size, 112 + 5 * (32 + 8) + 10 + 7 + 4 + 1 + 4);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    uint8_t bytes[SIZE_MAX_OF_PART];
    part_reader reader;
    hone_error error = {0};
    bool ended = false;
    write_part(bytes);
    assert_true(part_reader_open(&reader, "a.part", &error));
    assert_memory_equal(&reader.head, &film, sizeof film);
    for (int i = 0; i < 4; i++) {
        part_record expected = record_of(i), record;
        assert_true(part_reader_next(&reader, &record, &ended, &error) && !ended);
        assert_true(record.kind == expected.kind && record.key == expected.key && record.pts == expected.pts &&
                    record.duration == 7 && record.side_kind == expected.side_kind);
        assert_true(record.size == expected.size && record.side_size == expected.side_size);
        assert_memory_equal(record.data, expected.data, record.size);
        assert_memory_equal(record.side, expected.side, record.side_size);
    }
    part_record record;
    assert_true(part_reader_next(&reader, &record, &ended, &error) && ended);
    part_reader_close(&reader);
}

static void any_damage_is_found(void **state)
{
    (void)state;
    uint8_t bytes[SIZE_MAX_OF_PART], copy[SIZE_MAX_OF_PART];
    hone_error error = {0};
    size_t size = write_part(bytes);
    assert_true(is_whole(bytes, size, &error));
    for (size_t i = 0; i < size; i++) {
        memcpy(copy, bytes, size);
        copy[i] ^= 0x10;
        error = (hone_error){0};
        assert_false(is_whole(copy, size, &error));
        assert_true(error.code == HONE_ERROR_FORMAT || error.code == HONE_ERROR_UNSUPPORTED);
        assert_false(is_whole(bytes, i, &error)); /* cut off */
    }
    memcpy(copy, bytes, size);
    copy[size] = 0;
    assert_false(is_whole(copy, size + 1, &error)); /* more after the end */
}

/* For which no memory is taken. */
static void a_record_may_be_empty(void **state)
{
    (void)state;
    part_writer w;
    part_reader reader;
    hone_error error = {0};
    part_head head = film;
    head.part = head.parts = head.total = 1;
    assert_true(part_writer_begin(&w, "a.part", &head, &error));
    assert_true(part_writer_add(&w, &(part_record){.kind = PART_RECORD_PACKET}, &error));
    assert_true(part_writer_commit(&w, &error));
    assert_true(part_reader_open(&reader, "a.part", &error) && part_reader_check(&reader, &error));
    part_reader_close(&reader);
}

/* Heads whose hash is right, but not what they say. */
static void heads_out_of_range_are_refused(void **state)
{
    (void)state;
    part_head bad[] = {film, film, film, film, film, film, film, film, film, film};
    uint8_t bytes[PART_HEAD_SIZE];
    part_head head;
    hone_error error = {0};
    bad[0].part = 0, bad[1].part = 4, bad[2].parts = 0, bad[3].total = 2, bad[4].width = 0;
    bad[5].height = 1 << 20, bad[6].divisor = 0, bad[7].step = 0, bad[8].content = 2, bad[9].sound = 3;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        part_head_write(&bad[i], bytes);
        assert_false(part_head_read(bytes, &head, &error));
    }
    part_head_write(&film, bytes);
    assert_true(part_head_read(bytes, &head, &error));
}

static void each_picture_is_in_one_part(void **state)
{
    (void)state;
    for (uint32_t total = 1; total < 40; total++)
        for (uint32_t parts = 1; parts <= total; parts++) {
            uint32_t next = 0;
            for (uint32_t i = 1; i <= parts; i++) {
                part_range range = part_range_of(i, parts, total);
                assert_int_equal(range.begin, next);
                assert_true(range.end > range.begin);
                next = range.end;
            }
            assert_int_equal(next, total);
        }
    part_range last = part_range_of(100000, 100000, 1000000000);
    assert_true(last.begin == 999990000 && last.end == 1000000000);
}

/* ---- memory ---- */

static void a_lack_of_memory_is_reported(void **state)
{
    (void)state;
    uint8_t bytes[SIZE_MAX_OF_PART];
    hone_error error = {0};
    size_t size = write_part(bytes);
    refuse_memory_from(0);
    bool whole = is_whole(bytes, size, &error);
    refuse_memory_end();
    assert_false(whole);
    assert_int_equal(error.code, HONE_ERROR_MEMORY);
}

TEST_GROUP(test_part_file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_layout_is_fixed),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(any_damage_is_found),
        cmocka_unit_test(a_record_may_be_empty),
        cmocka_unit_test(heads_out_of_range_are_refused),
        cmocka_unit_test(each_picture_is_in_one_part),
        cmocka_unit_test(a_lack_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
