/* PMD files that are cut, damaged or greedy. */
#include "support/pmd_load.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = 0xFFFF };

/* ---- hostile bytes ---- */

static void check_refused(const uint8_t *bytes, size_t size, const char *why)
{
    hone_error error = {0};
    uint8_t *exact = malloc(size + (size == 0)); /* so that a read past the end is detected */
    memcpy(exact, bytes, size);
    assert_null(pmd_load_bytes(exact, size, false, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    CHECK(error.message[0] && !strchr(error.message, '\n') && error.at <= size);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" is not \"%s\"", error.message, why);
    free(exact);
}

static void pmd_cut_anywhere_but_between_tails_is_refused(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    size_t sections[PMD_SECTION_COUNT];
    hone_bytes file = make_pmd_write(&desc, sections);
    unsigned loaded = 0;
    for (size_t size = 0; size < file.size; size++) {
        bool between = size == sections[PMD_ENGLISH] || size == sections[PMD_TOONS] || size == sections[PMD_BODIES] ||
                       size == sections[PMD_JOINTS];
        if (!between) {
            check_refused(file.data, size, "");
            continue;
        }
        hone_model *model = pmd_load_bytes(file.data, size, true, NULL);
        assert_non_null(model);
        hone_model_release(model);
        loaded++;
    }
    assert_int_equal(loaded, 4);
    hone_bytes_release(&file);
}

static void pmd_errors_say_what_and_where(void **state)
{
    (void)state;
    static const struct {
        int section;
        size_t width;
        const char *why;
    } counts[] = {{PMD_VERTICES, 4, "vertices do not fit"},
                  {PMD_FACES, 4, "vertex indices do not fit"},
                  {PMD_MATERIALS, 4, "materials do not fit"},
                  {PMD_BONES, 2, "bones do not fit"},
                  {PMD_IKS, 2, "IK chain"},
                  {PMD_MORPHS, 2, "morphs do not fit"},
                  {PMD_SHOWN, 1, "morphs shown do not fit"},
                  {PMD_FRAMES, 1, "display frames do not fit"},
                  {PMD_ITEMS, 4, "bones shown do not fit"},
                  {PMD_BODIES, 4, "bodies do not fit"},
                  {PMD_JOINTS, 4, "joints do not fit"}};
    make_pmd desc = make_pmd_rich();
    desc.tail_count = 4;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t sections[PMD_SECTION_COUNT];
        hone_bytes file = make_pmd_write(&desc, sections);
        size_t at = sections[counts[i].section];
        size_t size = at + counts[i].width; /* and no bytes after it */
        memset(file.data + at, 0xFF, counts[i].width);
        check_refused(file.data, size, counts[i].why);
        char place[32];
        snprintf(place, sizeof place, "at byte %zu", at);
        if (counts[i].section != PMD_IKS)
            check_refused(file.data, size, place);
        check_refused(file.data, size - 1, "before the count");
        hone_bytes_release(&file);
    }
    check_refused((const uint8_t *)"Pmd", 3, "header is cut short");
}

/* For any bytes: memory is bounded, and strict mode refuses what tolerant mode warns of. */
static hone_code check_whatever(const uint8_t *bytes, size_t size)
{
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_error error = {0};
    hone_load_desc desc = {.allocator = &a.allocator};
    hone_model *model = hone_model_load_memory(bytes, size, &desc, &error);
    CHECK(a.peak_size + size <= 16 * size + (1 << 20));
    CHECK(model || error.code != HONE_OK);
    if (model) {
        hone_bytes out;
        hone_model *strict = pmd_load_bytes(bytes, size, true, NULL);
        CHECK((strict != NULL) == (hone_model_warnings(model).count == 0));
        hone_model_release(strict);
        assert_true(hone_model_write_pmx(model, NULL, &out, NULL));
        hone_model *again = pmd_load_bytes(out.data, out.size, false, NULL);
        assert_non_null(again);
        pmd_check_same_as_pmx(model, again);
        hone_model_release(again);
        hone_bytes_release(&out);
    }
    hone_model_release(model);
    assert_int_equal(a.live, 0);
    return error.code;
}

static void pmd_flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    test_random random = {9};
    make_pmd desc = make_pmd_rich();
    hone_bytes file = make_pmd_write(&desc, NULL);
    uint8_t *bytes = malloc(file.size);
    unsigned loaded = 0;
    for (int round = 0; round < 3000; round++) {
        memcpy(bytes, file.data, file.size);
        for (uint32_t i = test_random_u32(&random) % 4 + 1; i-- > 0;)
            bytes[test_random_u32(&random) % file.size] = (uint8_t)test_random_u32(&random);
        loaded += check_whatever(bytes, file.size) == HONE_OK;
    }
    CHECK(loaded > 1000);
    free(bytes);
    hone_bytes_release(&file);
}

static void pmd_every_failed_allocation_is_reported(void **state)
{
    (void)state;
    static const pmd_ik iks[] = {{7, 6, 40, 0.5f, 2, {3, 2}}, {7, 5, 3, 1, 1, {4}}};
    make_pmd desc = make_pmd_rich();
    desc.iks = iks;
    hone_bytes file = make_pmd_write(&desc, NULL);
    hone_model *model = NULL;
    uint64_t n = 0;
    for (; !model; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        model = hone_model_load_memory(file.data, file.size, &(hone_load_desc){.allocator = &a.allocator}, &error);
        CHECK(model || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        assert_int_equal(a.live, 0);
    }
    CHECK(n > 4);
    hone_bytes_release(&file);
}

/* ---- greedy files ---- */

/* If the time grew with the square of the size, the test would reach its timeout. */
static void check_greedy(const make_pmd *desc, hone_code code)
{
    hone_bytes file = make_pmd_write(desc, NULL);
    test_allocator a;
    hone_error error = {0};
    test_allocator_make(&a, UINT64_MAX);
    hone_model *model =
        hone_model_load_memory(file.data, file.size, &(hone_load_desc){.allocator = &a.allocator}, &error);
    CHECK(a.peak_size + file.size <= 16 * file.size + (1 << 20));
    assert_int_equal(error.code, code);
    hone_model_release(model);
    assert_int_equal(a.live, 0);
    hone_bytes_release(&file);
}

static void pmd_greedy_files_stay_within_memory_and_time(void **state)
{
    (void)state;
    enum { MOST = 65534 };
    pmd_bone *bones = calloc(MOST, sizeof *bones);
    pmd_ik *iks = calloc(MOST, sizeof *iks);
    for (uint32_t i = 0; i < MOST; i++) { /* each is the parent of the one before it and the goal of a chain */
        bones[i] = (pmd_bone){"b", i + 1 < MOST ? (uint16_t)(i + 1) : NONE, 0, 2, 0, {0, 0, 0}, ""};
        iks[i] = (pmd_ik){(uint16_t)i, (uint16_t)((i + 1) % MOST), 1, 1, 1, {(uint16_t)((i + 2) % MOST)}};
    }
    make_pmd desc = {.version = 1, .bones = bones, .bone_count = MOST, .iks = iks, .ik_count = MOST};
    check_greedy(&desc, HONE_OK);
    for (uint32_t i = 0; i < MOST; i++) iks[i].goal = 7; /* one helper for each chain except the first */
    check_greedy(&desc, HONE_ERROR_MEMORY);
    desc.bone_count = 10;
    for (uint32_t i = 0; i < MOST; i++) iks[i].effector = 1, iks[i].links[0] = 2;
    check_greedy(&desc, HONE_ERROR_MEMORY);
    for (uint32_t i = 0; i < MOST; i++) iks[i].link_count = 255;
    check_greedy(&desc, HONE_ERROR_MEMORY);
    free(bones);
    free(iks);
}

static void pmd_many_pictures_are_listed_in_good_time(void **state)
{
    (void)state;
    enum { MOST = 50000 };
    pmd_material *materials = calloc(MOST, sizeof *materials);
    char(*names)[21] = calloc(MOST, sizeof *names);
    for (uint32_t i = 0; i < MOST; i++) {
        snprintf(names[i], sizeof names[i], "%u.bmp*%u.spa", i, i / 3);
        materials[i].pictures = names[i];
    }
    make_pmd desc = {.version = 1, .materials = materials, .material_count = MOST};
    check_greedy(&desc, HONE_OK);
    free(materials);
    free(names);
}

TEST_GROUP(test_pmd_hostile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pmd_cut_anywhere_but_between_tails_is_refused),
        cmocka_unit_test(pmd_errors_say_what_and_where),
        cmocka_unit_test(pmd_flipped_bytes_do_no_harm),
        cmocka_unit_test(pmd_every_failed_allocation_is_reported),
        cmocka_unit_test(pmd_greedy_files_stay_within_memory_and_time),
        cmocka_unit_test(pmd_many_pictures_are_listed_in_good_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
