/* The tree of an FBX file, from every way in which it is written. */
#include "files/format/fbx/document/document.h"
#include "support/make/fbx/make_fbx_model.h"
#include "support/support.h"

#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 300 };

typedef struct tree {
    hone_bytes file;
    hone_arena *memory;
    fbx_document document;
    hone_error error;
    bool ok;
} tree;

static tree read_bytes(const void *bytes, size_t size)
{
    tree t = {0};
    t.memory = hone_arena_create(NULL, 0, NULL);
    t.ok = hone_fbx_document_read(&t.document, bytes, size, t.memory, &t.error);
    return t;
}

static tree read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

static tree read_file(hone_bytes file)
{
    tree t = read_bytes(file.data, file.size);
    t.file = file;
    return t;
}

static void release(tree *t)
{
    hone_arena_destroy(t->memory);
    hone_bytes_release(&t->file);
}

static const fbx_node *child(const tree *t, const char *name)
{
    const fbx_node *node = hone_fbx_child(t->document.root, name);
    assert_non_null(node);
    return node;
}

/* ---- the same tree in every encoding ---- */

static void write_values(make_fbx *m)
{
    make_fbx_begin(m, "Values");
    make_fbx_letter(m, 'T');
    make_fbx_short(m, -300);
    make_fbx_int(m, -70000);
    make_fbx_long(m, 0x123456789abcdef0);
    make_fbx_float(m, 0.25f);
    make_fbx_real(m, 1e-300);
    make_fbx_text(m, "a \"quoted\"\r\ntext & more &quot");
    make_fbx_name(m, "Cube", "Model");
    make_fbx_text(m, "");
    make_fbx_end(m);
    make_fbx_begin(m, "Content");
    make_fbx_bytes(m, "\0\1\2\3\xff", 5);
    make_fbx_end(m);
}

static void write_arrays(make_fbx *m, uint32_t count)
{
    double doubles[MANY];
    float floats[MANY];
    int32_t ints[MANY];
    int64_t longs[MANY];
    uint8_t bools[MANY];
    for (uint32_t i = 0; i < count; i++) {
        doubles[i] = i % 3 ? 1.0 / (i + 1) : 7;
        floats[i] = (float)i - 0.5f;
        ints[i] = (int32_t)i * 1000 - 5000;
        longs[i] = (int64_t)i << 40;
        bools[i] = i % 2;
    }
    make_fbx_begin(m, "Arrays");
    make_fbx_doubles_node(m, "Doubles", doubles, count);
    make_fbx_floats_node(m, "Floats", floats, count);
    make_fbx_ints_node(m, "Ints", ints, count);
    make_fbx_longs_node(m, "Longs", longs, count);
    make_fbx_begin(m, "Bools");
    make_fbx_bools(m, bools, count);
    make_fbx_end(m);
    make_fbx_begin(m, "None");
    make_fbx_end(m);
    make_fbx_end(m);
}

static hone_bytes sample(const make_fbx_kind *kind, uint32_t count)
{
    make_fbx m = make_fbx_open(kind);
    make_fbx_header(&m);
    write_values(&m);
    write_arrays(&m, count);
    for (int i = 0; i < 3; i++) make_fbx_int_node(&m, i == 1 ? "Other" : "Same", i);
    return make_fbx_close(&m);
}

static void check_values(const tree *t)
{
    const fbx_node *values = child(t, "Values");
    fbx_text name, class_name;
    assert_int_equal(values->value_count, 9);
    CHECK(hone_fbx_integer(values, 0, 0) == 'T' && hone_fbx_integer(values, 1, 0) == -300);
    CHECK(hone_fbx_integer(values, 2, 0) == -70000 && hone_fbx_integer(values, 3, 0) == 0x123456789abcdef0);
    CHECK(hone_fbx_real(values, 1, 0) == -300 && hone_fbx_real(values, 4, 0) == 0.25);
    CHECK(hone_fbx_real(values, 5, 0) == 1e-300 && hone_fbx_integer(values, 5, 9) == 0);
    CHECK(hone_fbx_text_is(hone_fbx_text(values, 6), "a \"quoted\"\r\ntext & more &quot"));
    hone_fbx_split_name(hone_fbx_text(values, 7), &name, &class_name);
    CHECK(hone_fbx_text_is(name, "Cube") && hone_fbx_text_is(class_name, "Model"));
    CHECK(hone_fbx_text_is(hone_fbx_text(values, 8), ""));
    CHECK(hone_fbx_integer(values, 9, 5) == 5 && hone_fbx_integer(values, 6, 5) == 5);
    CHECK(hone_fbx_real(NULL, 0, 2) == 2 && hone_fbx_text(values, 0).size == 0);
    const fbx_node *content = child(t, "Content");
    CHECK(content->value_count == 1 && content->values->kind == FBX_BYTES);
    fbx_text bytes = hone_fbx_text(content, 0);
    CHECK(bytes.size == 5 && memcmp(bytes.data, "\0\1\2\3\xff", 5) == 0);
}

static void check_arrays(tree *t, uint32_t count)
{
    const fbx_node *arrays = child(t, "Arrays");
    const double *doubles;
    const float *floats;
    const int32_t *ints;
    const int64_t *longs;
    uint32_t n[5];
    CHECK(hone_fbx_doubles(&t->document, hone_fbx_child(arrays, "Doubles"), t->memory, &doubles, &n[0], &t->error));
    CHECK(hone_fbx_floats(&t->document, hone_fbx_child(arrays, "Floats"), t->memory, &floats, &n[1], &t->error));
    CHECK(hone_fbx_integers32(&t->document, hone_fbx_child(arrays, "Ints"), t->memory, &ints, &n[2], &t->error));
    CHECK(hone_fbx_integers64(&t->document, hone_fbx_child(arrays, "Longs"), t->memory, &longs, &n[3], &t->error));
    for (int i = 0; i < 4; i++) assert_int_equal(n[i], count);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(doubles[i] == (i % 3 ? 1.0 / (i + 1) : 7) && floats[i] == (float)i - 0.5f);
        CHECK(ints[i] == (int32_t)i * 1000 - 5000 && longs[i] == (int64_t)i << 40);
    }
    CHECK(hone_fbx_integers32(&t->document, hone_fbx_child(arrays, "Bools"), t->memory, &ints, &n[4], &t->error));
    for (uint32_t i = 0; i < count; i++) CHECK(ints[i] == (int32_t)(i % 2));
    CHECK(hone_fbx_doubles(&t->document, hone_fbx_child(arrays, "None"), t->memory, &doubles, &n[0], &t->error));
    CHECK(n[0] == 0 && n[4] == count);
    CHECK(hone_fbx_doubles(&t->document, NULL, t->memory, &doubles, &n[0], &t->error) && n[0] == 0);
}

static void every_encoding_gives_the_same_tree(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, FBX_FEW, FBX_FEW + 1, MANY};
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts && make_fbx_is_readable(&make_fbx_kinds[k]); c++) {
            tree t = read_file(sample(&make_fbx_kinds[k], counts[c]));
            CHECK(t.ok && t.document.version == make_fbx_kinds[k].version);
            CHECK(t.document.is_text == make_fbx_kinds[k].text);
            check_values(&t);
            check_arrays(&t, counts[c]);
            const fbx_node *same = child(&t, "Same"), *next = hone_fbx_next(same);
            CHECK(hone_fbx_integer(same, 0, -1) == 0 && hone_fbx_integer(next, 0, -1) == 2 && !hone_fbx_next(next));
            CHECK(hone_fbx_integer(hone_fbx_child(child(&t, "FBXHeaderExtension"), "FBXVersion"), 0, 0) ==
                  t.document.version);
            release(&t);
        }
}

static void numbers_become_those_of_another_type(void **state)
{
    (void)state;
    const double values[] = {-1.75, 3e9, 1e30, -1e30, (double)NAN, 0.5};
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        if (!make_fbx_is_readable(&make_fbx_kinds[k]))
            continue;
        make_fbx m = make_fbx_open(&make_fbx_kinds[k]);
        make_fbx_doubles_node(&m, "Doubles", values, 6);
        tree t = read_file(make_fbx_close(&m));
        const float *floats;
        const int32_t *ints;
        const int64_t *longs;
        uint32_t count;
        CHECK(hone_fbx_floats(&t.document, child(&t, "Doubles"), t.memory, &floats, &count, NULL) && count == 6);
        CHECK(floats[0] == -1.75f && floats[1] == 3e9f && isnan(floats[4]) && floats[5] == 0.5f);
        CHECK(hone_fbx_integers32(&t.document, child(&t, "Doubles"), t.memory, &ints, &count, NULL) && count == 6);
        CHECK(ints[0] == -1 && ints[1] == INT32_MAX && ints[3] == INT32_MIN && ints[4] == 0 && ints[5] == 0);
        CHECK(hone_fbx_integers64(&t.document, child(&t, "Doubles"), t.memory, &longs, &count, NULL) && count == 6);
        CHECK(longs[0] == -1 && longs[1] == 3000000000 && longs[2] == INT64_MAX && longs[3] == INT64_MIN);
        release(&t);
    }
}

/* ---- text ---- */

static void check_doubles(tree *t, const char *name, const double *wanted, uint32_t wanted_count)
{
    const double *values;
    uint32_t count;
    CHECK(hone_fbx_doubles(&t->document, child(t, name), t->memory, &values, &count, &t->error));
    assert_int_equal(count, wanted_count);
    for (uint32_t i = 0; i < count; i++) CHECK(values[i] == wanted[i] || (isnan(values[i]) && isnan(wanted[i])));
}

static void text_may_have_comments_blanks_and_a_byte_order_mark(void **state)
{
    (void)state;
    tree t = read_text("\xEF\xBB\xBF; FBX 7.1.0 project file\r\n; more ; {\r\n\r\n A:1 ,\t-2; no, 3\n , 4{B : {} C:}\n"
                       "D: *3 {\n a: 1, ; } 7\n 2,3\n}\nE: *9 {a: }\nF: *2{a:5,6}");
    CHECK(t.ok && t.document.version == 7100);
    check_doubles(&t, "A", (double[]){1, -2, 4}, 3);
    CHECK(hone_fbx_child(child(&t, "A"), "B") && hone_fbx_child(child(&t, "A"), "C"));
    check_doubles(&t, "D", (double[]){1, 2, 3}, 3);
    check_doubles(&t, "E", NULL, 0);
    check_doubles(&t, "F", (double[]){5, 6}, 2);
    release(&t);
}

static void numbers_of_text_may_be_written_in_many_ways(void **state)
{
    (void)state;
    tree t = read_text("A: 1e3,-2.5E-1,+7,.5,5.,-0,123456789012345678,9223372036854775807,1e400\n"
                       "B: nan,-NaN,1.#QNAN,-1.#IND00,nan(ind),inf,-Infinity,1.#INF,-1.#INF3\n"
                       "C: T,Y,word,True\n"
                       "D: 1,2,s,4,5,6,n,8,9,10,11,12,13,14,15,16,17,inf ; all numbers\nE: 1");
    CHECK(t.ok && t.document.version == 7400);
    check_doubles(&t, "A", (double[]){1000, -0.25, 7, 0.5, 5, 0, 123456789012345678., 9223372036854775807., INFINITY},
                  9);
    const double nan = (double)NAN, inf = (double)INFINITY;
    check_doubles(&t, "B", (double[]){nan, nan, nan, nan, nan, inf, -inf, inf, -inf}, 9);
    CHECK(hone_fbx_integer(child(&t, "C"), 0, 0) == 'T' && hone_fbx_integer(child(&t, "C"), 1, 0) == 'Y');
    CHECK(hone_fbx_text_is(hone_fbx_text(child(&t, "C"), 2), "word"));
    CHECK(hone_fbx_text_is(hone_fbx_text(child(&t, "C"), 3), "True"));
    CHECK(child(&t, "D")->value_count == 1);
    check_doubles(&t, "D", (double[]){1, 2, 's', 4, 5, 6, 'n', 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, inf}, 18);
    CHECK(hone_fbx_integer(child(&t, "A"), 6, 0) == 123456789012345678 && hone_fbx_integer(child(&t, "E"), 0, 0) == 1);
    release(&t);
}

/* Most numbers are read in a shorter way, which must give what the C library gives. */
static void numbers_of_text_are_the_nearest_doubles(void **state)
{
    (void)state;
    static const char *const texts[] = {"0.1",
                                        "-0.1",
                                        "-0.0",
                                        "0.",
                                        "00012.50",
                                        "1234567890123456789",
                                        "123456789012345678",
                                        "-12345678901234.5678",
                                        "9007199254740993.",
                                        "0.1234567890123456789",
                                        "12345.6789012345678",
                                        ".25",
                                        "-.25",
                                        "3",
                                        "-3",
                                        "0.3e1",
                                        "1e-5"};
    enum { COUNT = sizeof texts / sizeof *texts };
    char text[1024] = "A: ";
    double wanted[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? "," : "", texts[i]);
        wanted[i] = strtod(texts[i], NULL);
    }
    tree t = read_text(text);
    CHECK(t.ok);
    const double *numbers;
    uint32_t count;
    CHECK(hone_fbx_doubles(&t.document, child(&t, "A"), t.memory, &numbers, &count, NULL) && count == COUNT);
    CHECK(memcmp(numbers, wanted, sizeof wanted) == 0);
    release(&t);
}

static void arrays_of_the_same_bytes_are_the_same(void **state)
{
    (void)state;
    tree t = read_text("A: *3 { a: 1,2,3 }\nB: *3 { a: 1,2,3 }\nC: *3 { a: 1,2,4 }\nD: *4 { a: 1,2,3,4 }\nE: 1,2,3");
    CHECK(t.ok && hone_fbx_same_array(child(&t, "A"), child(&t, "B")));
    CHECK(!hone_fbx_same_array(child(&t, "A"), child(&t, "C")) && !hone_fbx_same_array(child(&t, "A"), child(&t, "D")));
    CHECK(!hone_fbx_same_array(child(&t, "E"), child(&t, "E")) && !hone_fbx_same_array(NULL, child(&t, "A")));
    release(&t);
}

static void content_is_joined_from_base64(void **state)
{
    (void)state;
    tree t = read_text("A: { Content: , \"aGVs\",\n \"bG8=\" }\nB: { Content: , \"!?\" }\nC: { Content: \"\" }");
    CHECK(t.ok);
    CHECK(hone_fbx_text_is(hone_fbx_text(hone_fbx_child(child(&t, "A"), "Content"), 0), "hello"));
    CHECK(hone_fbx_text(hone_fbx_child(child(&t, "B"), "Content"), 0).size == 0);
    CHECK(hone_fbx_text(hone_fbx_child(child(&t, "C"), "Content"), 0).size == 0);
    release(&t);
}

static void damaged_text_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "the file is cut short, at byte 0"},
        {"; FBX 7.1.0 project file", "the file is cut short, at byte 24"},
        {"A: {", "the file is cut short, at byte 4"},
        {"A: 1 }", "a node has no name, at byte 5"},
        {"A: \"x", "a text does not end, at byte 3"},
        {"A: 1\nhello", "a node has no name, at byte 5"},
        {"A: 1..2", "a number is damaged, at byte 3"},
        {"A: *3", "an array does not begin with a brace, at byte 3"},
        {"A: *3 { a: 1,2", "an array does not end, at byte 3"},
        {"A: *3 { a: 1 ; x\n hello }", "an array has something else than numbers, at byte 18"},
        {"; FBX 5.8.0 project file\nA: 1", "is FBX version 5.8; hone reads 6.1 to 7.7"},
        {"; FBX 8.0.0 project file\nA: 1", "is FBX version 8.0; hone reads 6.1 to 7.7"},
        {"FBXHeaderExtension: { FBXVersion: 3000 }", "is FBX version 3.0; hone reads 6.1 to 7.7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tree t = read_text(cases[i].text);
        CHECK(!t.ok);
        assert_string_equal(t.error.message, cases[i].message);
        release(&t);
    }
}

static void a_list_with_something_else_is_refused_when_it_is_decoded(void **state)
{
    (void)state;
    const double *values;
    uint32_t count;
    tree t = read_text("A: *3 { a: 1,hello,2 }");
    CHECK(t.ok);
    CHECK(!hone_fbx_doubles(&t.document, child(&t, "A"), t.memory, &values, &count, &t.error));
    assert_string_equal(t.error.message, "a list of numbers has something else in it, at byte 13");
    release(&t);
}

/* ---- damaged files ---- */

static void nodes_may_be_nested_but_not_without_end(void **state)
{
    (void)state;
    for (int text = 0; text < 2; text++)
        for (uint32_t depth = 64; depth <= 66; depth += 2) {
            make_fbx m = make_fbx_open(&(make_fbx_kind){.text = text});
            for (uint32_t i = 0; i < depth; i++) make_fbx_begin(&m, "A");
            for (uint32_t i = 0; i < depth; i++) make_fbx_end(&m);
            tree t = read_file(make_fbx_close(&m));
            CHECK(t.ok == (depth == 64));
            CHECK(t.ok || strstr(t.error.message, "nodes are nested too deeply, at byte "));
            release(&t);
        }
}

/* Decodes everything, so that a sanitizer sees a read past the end. */
static void walk(tree *t, const fbx_node *node)
{
    const double *doubles;
    const int32_t *ints;
    uint32_t count;
    for (; node; node = node->next) {
        hone_fbx_doubles(&t->document, node, t->memory, &doubles, &count, &t->error);
        hone_fbx_integers32(&t->document, node, t->memory, &ints, &count, &t->error);
        hone_fbx_integer(node, 0, 0);
        hone_fbx_text(node, 1);
        walk(t, node->first_child);
    }
}

/* The bytes are copied, so that a sanitizer sees a read past the end. */
static bool try_bytes(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = test_malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    tree t = read_bytes(copy, size);
    CHECK(t.ok || t.error.code != HONE_OK);
    if (t.ok)
        walk(&t, t.document.root);
    bool ok = t.ok;
    release(&t);
    test_free(copy);
    return ok;
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_bytes file = sample(&make_fbx_kinds[k], 20);
        for (size_t size = 0; size < file.size; size++) {
            bool ok = try_bytes(file.data, size);
            CHECK(!ok || make_fbx_kinds[k].text);
        }
        hone_bytes_release(&file);
    }
}

static void a_file_with_any_byte_changed_ends_in_a_tree_or_an_error(void **state)
{
    (void)state;
    test_random random = {5};
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_bytes file = sample(&make_fbx_kinds[k], 20);
        for (size_t i = 0; i < 4 * file.size; i++) {
            uint8_t *at = &file.data[i / 4], before = *at;
            *at = i % 4 == 0 ? 0 : i % 4 == 1 ? 0xff : (uint8_t)test_random_u32(&random);
            try_bytes(file.data, file.size);
            *at = before;
        }
        hone_bytes_release(&file);
    }
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < MAKE_FBX_KINDS; k++) {
        hone_bytes file = sample(&make_fbx_kinds[k], MANY);
        bool done = !make_fbx_is_readable(&make_fbx_kinds[k]);
        for (uint64_t n = 0; !done; n++) {
            test_allocator a;
            test_allocator_make(&a, n);
            tree t = {.file = file};
            const double *doubles;
            uint32_t count;
            t.memory = hone_arena_create(&a.allocator, 0, &t.error);
            done = t.memory && hone_fbx_document_read(&t.document, file.data, file.size, t.memory, &t.error) &&
                   hone_fbx_doubles(&t.document, hone_fbx_child(child(&t, "Arrays"), "Longs"), t.memory, &doubles,
                                    &count, &t.error);
            CHECK(done || t.error.code == HONE_ERROR_MEMORY);
            hone_arena_destroy(t.memory);
            CHECK(a.live == 0);
        }
        hone_bytes_release(&file);
    }
}

/* ---- compressed arrays ---- */

/* A file with one array, whose header is changed: count of numbers, encoding, size in bytes. */
static tree array_with(int field, uint32_t value)
{
    static const double zeros[512];
    make_fbx m = make_fbx_open(&(make_fbx_kind){.deflate = true});
    make_fbx_doubles_node(&m, "A", zeros, 512);
    hone_bytes file = make_fbx_close(&m);
    enum { HEADER = 27 + 13 + 1 + 1 };
    for (int i = 0; i < 4 && field >= 0; i++) file.data[HEADER + 4 * field + i] = (uint8_t)(value >> 8 * i);
    return read_file(file);
}

static void check_decoding(tree *t, const char *message)
{
    const double *values;
    uint32_t count;
    bool ok = t->ok && hone_fbx_doubles(&t->document, child(t, "A"), t->memory, &values, &count, &t->error);
    CHECK(ok == !message);
    if (message)
        CHECK(strstr(t->error.message, message));
    release(t);
}

static void damaged_arrays_are_refused(void **state)
{
    (void)state;
    NEEDS(compressed_fbx);
    static const struct {
        int field;
        uint32_t value;
        const char *message;
    } cases[] = {{-1, 0, NULL},
                 {0, 511, "a compressed array is damaged, at byte 54"},
                 {0, 513, "a compressed array is damaged, at byte 54"},
                 {0, 1000000, "a compressed array cannot have as many numbers as it says, at byte 42"},
                 {1, 2, "an array has an encoding that does not exist, at byte 42"},
                 {1, 0, "a value is longer than its node"},
                 {2, 5, "a compressed array is damaged"},
                 {2, 1000, "a value is longer than its node"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tree t = array_with(cases[i].field, cases[i].value);
        check_decoding(&t, cases[i].message);
    }
}

/* Each array is possible, but together they are more than a file of this size may become. */
static void files_that_become_too_large_are_refused_before_they_are_inflated(void **state)
{
    (void)state;
    enum { COUNT = 100000, ARRAYS = 40 };
    NEEDS(compressed_fbx);
    double *zeros = test_calloc(COUNT, sizeof *zeros);
    make_fbx m = make_fbx_open(&(make_fbx_kind){.deflate = true});
    for (int i = 0; i < ARRAYS; i++) make_fbx_doubles_node(&m, "A", zeros, COUNT);
    tree t = read_file(make_fbx_close(&m));
    CHECK(!t.ok && t.error.code == HONE_ERROR_MEMORY);
    assert_string_equal(t.error.message, "has arrays that become too large for a file of its size");
    release(&t);
    test_free(zeros);
}

static void nodes_without_an_end_are_those_without_children(void **state)
{
    (void)state;
    make_fbx m = make_fbx_open(&(make_fbx_kind){0});
    make_fbx_int_node(&m, "A", 3);
    make_fbx_int_node(&m, "B", 4);
    hone_bytes file = make_fbx_close(&m);
    memset(file.data + 27, 0, 4);
    tree t = read_file(file);
    CHECK(t.ok && hone_fbx_integer(child(&t, "A"), 0, 0) == 3 && hone_fbx_integer(child(&t, "B"), 0, 0) == 4);
    release(&t);
}

static void binary_versions_that_are_not_read_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t version;
        const char *message;
    } cases[] = {{3000, "is FBX version 3.0; hone reads 6.1 to 7.7"},
                 {5800, "is FBX version 5.8; hone reads 6.1 to 7.7"},
                 {8000, "is FBX version 8.0; hone reads 6.1 to 7.7"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_fbx m = make_fbx_open(&(make_fbx_kind){.version = cases[i].version});
        tree t = read_file(make_fbx_close(&m));
        CHECK(!t.ok && t.error.code == HONE_ERROR_UNSUPPORTED);
        assert_string_equal(t.error.message, cases[i].message);
        release(&t);
    }
}

TEST_GROUP(test_fbx_document)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_encoding_gives_the_same_tree),
        cmocka_unit_test(numbers_become_those_of_another_type),
        cmocka_unit_test(text_may_have_comments_blanks_and_a_byte_order_mark),
        cmocka_unit_test(numbers_of_text_may_be_written_in_many_ways),
        cmocka_unit_test(numbers_of_text_are_the_nearest_doubles),
        cmocka_unit_test(arrays_of_the_same_bytes_are_the_same),
        cmocka_unit_test(content_is_joined_from_base64),
        cmocka_unit_test(damaged_text_is_refused_with_its_place),
        cmocka_unit_test(a_list_with_something_else_is_refused_when_it_is_decoded),
        cmocka_unit_test(nodes_may_be_nested_but_not_without_end),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(a_file_with_any_byte_changed_ends_in_a_tree_or_an_error),
        cmocka_unit_test(every_failed_allocation_is_an_error),
        cmocka_unit_test(damaged_arrays_are_refused),
        cmocka_unit_test(files_that_become_too_large_are_refused_before_they_are_inflated),
        cmocka_unit_test(nodes_without_an_end_are_those_without_children),
        cmocka_unit_test(binary_versions_that_are_not_read_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
