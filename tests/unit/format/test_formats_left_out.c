/* Formats that the build option HONE_FORMATS leaves out are refused by their names. */
#include "files/format/formats.h"
#include "support/support.h"
#include <hone/project.h>
#include <stdio.h>
#include <string.h>

static const struct {
    hone_format format;
    const char *bytes, *noun;
} files[] = {
    {HONE_FORMAT_PMX, "PMX ", "PMX"},
    {HONE_FORMAT_PMD, "Pmd", "PMD"},
    {HONE_FORMAT_VMD, "Vocaloid Motion Data 0002", "VMD"},
    {HONE_FORMAT_VPD, "Vocaloid Pose Data file", "VPD"},
    {HONE_FORMAT_X, "xof 0303txt 0032", ".x"},
    {HONE_FORMAT_GLTF, "{\"asset\":{}}", "glTF"},
    {HONE_FORMAT_GLB, "glTF", "glTF"},
    {HONE_FORMAT_HCLIP, "HONECLIP", "a file of packed clips"},
    {HONE_FORMAT_FBX, "Kaydara FBX Binary  ", "FBX"},
    {HONE_FORMAT_FBX, "; FBX 7.7.0 project file", "FBX"},
    {HONE_FORMAT_BVH, "HIERARCHY\n", "BVH"},
    {HONE_FORMAT_PMM, "Polygon Movie maker 0002", "a project of MikuMikuDance"},
    {HONE_FORMAT_VAC, "a hat\nhat.x\n1.0\n", "an accessory text of MikuMikuDance"},
};
enum { FILES = sizeof files / sizeof *files };

static void every_format_has_a_row(void **state)
{
    (void)state;
    bool met[HONE_FORMAT_VAC + 1] = {false};
    for (int i = 0; i < FILES; i++) {
        const hone_format_row *row = hone_format_row_of(files[i].format);
        met[files[i].format] = true;
        CHECK(hone_format_detect(files[i].bytes, strlen(files[i].bytes)) == files[i].format);
        CHECK(row && strcmp(row->noun, files[i].noun) == 0);
        CHECK(strcmp(row->name, hone_format_name(files[i].format)) == 0);
        CHECK(row->reader->built_in == hone_format_available(files[i].format));
    }
    for (int f = HONE_FORMAT_PMX; f <= HONE_FORMAT_VAC; f++) CHECK(met[f]);
    CHECK(!hone_format_row_of(HONE_FORMAT_UNKNOWN) && !hone_format_row_of((hone_format)(HONE_FORMAT_VAC + 1)));
    CHECK(!hone_format_available(HONE_FORMAT_UNKNOWN));
}

static void check_refused(const hone_error *error, const char *noun)
{
    char want[120];
    snprintf(want, sizeof want, "is %s, which this build of hone does not read", noun);
    assert_int_equal(error->code, HONE_ERROR_UNSUPPORTED);
    assert_string_equal(error->message, want);
}

static void formats_that_are_left_out_are_refused_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++) {
        size_t size = strlen(files[i].bytes);
        const char *text = hone_format_unread(files[i].bytes, size);
        hone_error error = {0};
        if (hone_format_available(files[i].format)) {
            CHECK(!text);
            continue;
        }
        assert_null(hone_model_load_memory(files[i].bytes, size, NULL, &error));
        check_refused(&error, files[i].noun);
        assert_string_equal(text, error.message);
        error = (hone_error){0};
        assert_null(hone_motion_load_memory(files[i].bytes, size, NULL, &error));
        check_refused(&error, files[i].noun);
    }
}

static void projects_that_are_left_out_are_refused_by_name(void **state)
{
    (void)state;
    hone_vac vac;
    hone_error error = {0};
    if (!hone_format_available(HONE_FORMAT_VAC)) {
        CHECK(!hone_vac_read("", 0, &vac, &error));
        check_refused(&error, "an accessory text of MikuMikuDance");
    }
    if (hone_format_available(HONE_FORMAT_PMM))
        return;
    error = (hone_error){0};
    assert_null(hone_project_load_memory("", 0, NULL, &error));
    check_refused(&error, "a project of MikuMikuDance");
    error = (hone_error){0};
    assert_null(hone_project_load("dance.pmm", NULL, &error));
    assert_string_equal(error.message,
                        "dance.pmm: is a project of MikuMikuDance, which this build of hone does not read");
    CHECK(hone_project_get(NULL) && hone_project_warnings(NULL).count == 0);
    hone_project_destroy(NULL);
}

TEST_GROUP(test_formats_left_out)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_has_a_row),
        cmocka_unit_test(formats_that_are_left_out_are_refused_by_name),
        cmocka_unit_test(projects_that_are_left_out_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
