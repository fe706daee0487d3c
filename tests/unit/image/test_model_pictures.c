/* Pictures that the caller decodes: at once, or ahead for a whole model; answers that are no pictures are refused. */
#include "support/image/foreign.h"
#include "support/image/pictures.h"
#include "support/support.h"
#include <hone/pictures.h>
#include <stdlib.h>

static const uint8_t foreign[FOREIGN_SIZE] = FOREIGN(3, 2, 10, 20, 30, 40);
static const hone_encoded_image encoded = {.name = "a.ktx2", .bytes = foreign, .size = sizeof foreign};

/* ---- at once ----------------------------------------------------------------------------------------------------- */

static void formats_are_told_by_the_first_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        hone_image_format format;
    } kinds[] = {{"png", HONE_IMAGE_FORMAT_PNG}, {"jpg", HONE_IMAGE_FORMAT_JPG}, {"bmp", HONE_IMAGE_FORMAT_BMP},
                 {"tga", HONE_IMAGE_FORMAT_TGA}, {"dds", HONE_IMAGE_FORMAT_DDS}, {"webp", HONE_IMAGE_FORMAT_WEBP}};
    for (size_t i = 0; i < TEST_PICTURE_COUNT; i++) {
        hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
        hone_image_format format = hone_image_format_detect(bytes.data, bytes.size);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strncmp(test_pictures[i].name, kinds[k].name, strlen(kinds[k].name)) == 0)
                assert_int_equal(format, kinds[k].format);
        CHECK(format != HONE_IMAGE_FORMAT_UNKNOWN);
        assert_int_equal(hone_image_format_available(format), test_picture_is_built_in(&test_pictures[i]));
        hone_bytes_release(&bytes);
    }
    assert_int_equal(hone_image_format_detect(foreign, sizeof foreign), HONE_IMAGE_FORMAT_KTX2);
    assert_int_equal(hone_image_format_detect("GIF89a", 6), HONE_IMAGE_FORMAT_GIF);
    assert_int_equal(hone_image_format_detect("\0\0\0\x1c"
                                              "ftypavif",
                                              12),
                     HONE_IMAGE_FORMAT_AVIF);
    assert_int_equal(hone_image_format_detect("a text", 6), HONE_IMAGE_FORMAT_UNKNOWN);
    assert_int_equal(hone_image_format_detect(NULL, 0), HONE_IMAGE_FORMAT_UNKNOWN);
    CHECK(!hone_image_format_available(HONE_IMAGE_FORMAT_UNKNOWN) &&
          !hone_image_format_available(HONE_IMAGE_FORMAT_COUNT));
}

static void the_caller_is_asked_for_what_hone_does_not_decode(void **state)
{
    (void)state;
    uint32_t calls = 0;
    const hone_image_decoder decoder = {.decode = foreign_decode, .user = &calls};
    for (size_t i = 0; i < TEST_PICTURE_COUNT; i++) {
        hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
        const hone_encoded_image own = {.name = "", .bytes = bytes.data, .size = bytes.size};
        hone_image image;
        uint32_t before = calls;
        bool built_in = test_picture_is_built_in(&test_pictures[i]);
        CHECK(hone_image_decode(&own, &decoder, NULL, &image, NULL) == built_in && calls == before + !built_in);
        CHECK(!built_in || !test_picture_compare(&test_pictures[i], &image));
        hone_image_release(&image);
        hone_bytes_release(&bytes);
    }
    hone_image image;
    hone_error error = {0};
    calls = 0;
    CHECK(hone_image_decode(&encoded, &decoder, NULL, &image, &error) && calls == 1);
    CHECK(image.width == 3 && image.height == 2 && memcmp(image.pixels + 20, foreign + 9, 4) == 0);
    hone_image_release(&image);
    CHECK(!hone_image_decode(&encoded, NULL, NULL, &image, &error) && error.code == HONE_ERROR_UNSUPPORTED);
    CHECK(!hone_image_decode(&encoded, &(hone_image_decoder){0}, NULL, &image, &error));
    CHECK(!hone_image_decode(&(hone_encoded_image){0}, &decoder, NULL, &image, &error) && calls == 1);
    error = (hone_error){0};
    CHECK(!hone_image_decode(NULL, &decoder, NULL, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_image_decode(&encoded, &decoder, NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
}

static void a_picture_that_is_clear_everywhere_becomes_opaque(void **state)
{
    (void)state;
    static const uint8_t clear[FOREIGN_SIZE] = FOREIGN(2, 2, 9, 8, 7, 0);
    const hone_encoded_image of = {.name = "", .bytes = clear, .size = sizeof clear};
    hone_image image;
    CHECK(hone_image_decode(&of, &(hone_image_decoder){.decode = foreign_decode}, NULL, &image, NULL));
    CHECK(image.pixels[0] == 9 && image.pixels[3] == 255);
    hone_image_release(&image);
}

typedef struct answer {
    bool fails;
    hone_code code;     /* of the error; OK: none is set */
    bool pixels, other; /* whether there are pixels, of another allocator */
    uint32_t width, height;
    hone_image kept; /* what hone cannot free */
} answer;

static bool answer_so(void *user, const hone_encoded_image *of, const hone_allocator *allocator, hone_image *out,
                      hone_error *error)
{
    answer *a = user;
    (void)of;
    if (a->pixels)
        CHECK(hone_image_create(4, 4, a->other ? NULL : allocator, out, NULL));
    if (a->other)
        a->kept = *out;
    if (a->width)
        out->width = a->width, out->height = a->height;
    if (a->code)
        hone_fail(error, a->code, 0, "no");
    return !a->fails;
}

static void an_answer_that_is_no_picture_is_one_error(void **state)
{
    (void)state;
    static const answer answers[] = {
        {.fails = true, .code = HONE_ERROR_IO},
        {.fails = true},
        {.fails = true, .pixels = true, .code = HONE_ERROR_MEMORY},
        {0},
        {.code = HONE_ERROR_IO},
        {.width = 5, .height = 5},
        {.pixels = true, .other = true},
    };
    static const hone_code codes[] = {HONE_ERROR_IO,       HONE_ERROR_FORMAT,   HONE_ERROR_MEMORY,  HONE_ERROR_ARGUMENT,
                                      HONE_ERROR_ARGUMENT, HONE_ERROR_ARGUMENT, HONE_ERROR_ARGUMENT};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        answer a = answers[i];
        test_allocator memory;
        hone_image image = {.width = 1};
        hone_error error = {0};
        test_allocator_make(&memory, UINT64_MAX);
        const hone_image_decoder decoder = {.decode = answer_so, .user = &a};
        CHECK(!hone_image_decode(&encoded, &decoder, &memory.allocator, &image, &error));
        CHECK(error.code == codes[i] && error.message[0] && !image.pixels && !image.width && memory.live == 0);
        hone_image_release(&a.kept);
    }
}

/* Larger than a texture may be. */
static bool answer_large(void *user, const hone_encoded_image *of, const hone_allocator *allocator, hone_image *out,
                         hone_error *error)
{
    (void)user, (void)of;
    return hone_image_create(8193, 1, allocator, out, error);
}

static void a_picture_that_is_too_large_is_refused(void **state)
{
    (void)state;
    test_allocator memory;
    hone_image image;
    hone_error error = {0};
    test_allocator_make(&memory, UINT64_MAX);
    const hone_image_decoder decoder = {.decode = answer_large};
    CHECK(!hone_image_decode(&encoded, &decoder, &memory.allocator, &image, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && memory.live == 0);
}

/* ---- ahead, for a model ------------------------------------------------------------------------------------------ */

enum { INSIDE, FILE_A, AGAIN, PLAIN, GONE, UNUSED, TEXTURES };

static const uint8_t inside[FOREIGN_SIZE] = FOREIGN(1, 1, 1, 2, 3, 4);
static const char *const names[TEXTURES] = {"", "tex\\a.ktx2", "", "b.bmp", "gone.png", "unused.png"};

/* Each texture is that of a material, but the last one. */
static hone_model *make_model(hone_format format)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_material *materials = hone_builder_array(builder, TEXTURES, sizeof *materials);
    const char **textures = hone_builder_array(builder, TEXTURES, sizeof *textures);
    hone_blob *blobs = hone_builder_array(builder, TEXTURES, sizeof *blobs);
    for (int i = 0; i < TEXTURES; i++) {
        textures[i] = names[i];
        materials[i] = (hone_material){
            .texture = i == UNUSED ? FILE_A : i, .sphere_texture = UNUSED, .toon = i, .shared_toon = true};
    }
    blobs[INSIDE] = (hone_blob){.data = inside, .size = sizeof inside};
    hone_model_data data = {.format = format,
                            .texture_count = TEXTURES,
                            .textures = textures,
                            .pictures = blobs,
                            .material_count = TEXTURES,
                            .materials = materials};
    return test_model_create(builder, &data);
}

/* A file that is a foreign picture, a bmp of one pixel, a toon; nothing else. */
static bool read_file(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    static const uint8_t bmp[58] = {'B', 'M', [10] = 54, [14] = 40, [18] = 1, [22] = 1, [26] = 1, [28] = 24, [54] = 9};
    (void)user;
    bool a = strcmp(path, "tex\\a.ktx2") == 0, b = strcmp(path, "b.bmp") == 0 || strcmp(path, "toon03.bmp") == 0;
    size_t size = a ? sizeof foreign : sizeof bmp;
    if (!a && !b)
        return hone_fail(error, HONE_ERROR_IO, 0, "not here");
    *out = (hone_bytes){.size = size, .capacity = size, .allocator = hone_allocator_or_default(allocator)};
    out->data = hone_allocate(allocator, size, 1);
    if (!out->data)
        return hone_fail_memory(error);
    memcpy(out->data, a ? foreign : bmp, size);
    return true;
}

static const hone_file_resolver files = {.read = read_file};

static void the_pictures_of_a_model_are_listed(void **state)
{
    (void)state;
    hone_model *model = make_model(HONE_FORMAT_UNKNOWN);
    hone_pictures *pictures = hone_pictures_create(model, &files, NULL, NULL);
    hone_model_release(model);                          /* they keep it */
    assert_int_equal(hone_pictures_count(pictures), 4); /* neither the empty name nor what no material shows */
    static const char *const expected[] = {"", "tex\\a.ktx2", "b.bmp", "gone.png"};
    static const bool wanted[] = {true, true, false, false};
    for (uint32_t i = 0; i < 4; i++) {
        hone_picture picture = hone_pictures_at(pictures, i);
        assert_string_equal(picture.encoded.name, expected[i]);
        assert_int_equal(picture.wanted, wanted[i]);
    }
    CHECK(hone_pictures_at(pictures, 0).encoded.bytes == inside);
    assert_int_equal(hone_pictures_at(pictures, 2).encoded.format, HONE_IMAGE_FORMAT_BMP);
    hone_picture gone = hone_pictures_at(pictures, 3);
    CHECK(gone.missing && !gone.encoded.bytes);
    assert_string_equal(gone.missing, "not here");
    hone_pictures_destroy(pictures);
    model = make_model(HONE_FORMAT_PMD);
    pictures = hone_pictures_create(model, &files, NULL, NULL);
    hone_model_release(model);
    assert_int_equal(hone_pictures_count(pictures), 5);
    assert_string_equal(hone_pictures_at(pictures, 4).encoded.name, "toon03.bmp");
    hone_pictures_destroy(pictures);
    hone_pictures_destroy(NULL);
    CHECK(hone_pictures_count(NULL) == 0 && !hone_pictures_create(NULL, NULL, NULL, NULL));
}

static bool decode_from(hone_file_resolver from, const hone_encoded_image *of, hone_image *out, hone_error *error)
{
    return hone_image_decode(of, from.decoder, NULL, out, error);
}

static void pixels_that_were_set_are_given_again(void **state)
{
    (void)state;
    hone_model *model = make_model(HONE_FORMAT_UNKNOWN);
    hone_pictures *pictures = hone_pictures_create(model, &files, NULL, NULL);
    hone_file_resolver from = hone_pictures_files(pictures);
    uint8_t pixels[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    hone_image given = {.width = 2, .height = 1, .pixels = *pixels}, out;
    hone_error error = {0};
    hone_encoded_image of = hone_pictures_at(pictures, 0).encoded;
    CHECK(!decode_from(from, &of, &out, &error) && error.code == HONE_ERROR_UNSUPPORTED);
    CHECK(hone_pictures_set(pictures, 0, &given, &error) && !hone_pictures_at(pictures, 0).wanted);
    given.width = 1;
    CHECK(hone_pictures_set(pictures, 0, &given, &error)); /* replaces them */
    for (int twice = 0; twice < 2; twice++) {
        CHECK(decode_from(from, &of, &out, &error) && out.width == 1 && memcmp(out.pixels, pixels, 4) == 0);
        hone_image_release(&out);
    }
    hone_bytes bytes = {0};
    CHECK(hone_pictures_set(pictures, 1, &given, &error));
    CHECK(from.read(from.user, "tex\\a.ktx2", NULL, &bytes, &error) && bytes.size == sizeof foreign);
    of = (hone_encoded_image){.name = "tex\\a.ktx2", .bytes = bytes.data, .size = bytes.size}; /* a copy of the file */
    CHECK(decode_from(from, &of, &out, &error) && memcmp(out.pixels, pixels, 4) == 0);
    hone_image_release(&out);
    hone_bytes_release(&bytes);
    CHECK(!from.read(from.user, "gone.png", NULL, &bytes, &error) && error.code == HONE_ERROR_IO);
    assert_string_equal(error.message, "not here");
    CHECK(!from.read(from.user, "", NULL, &bytes, &error) && !from.read(from.user, "else", NULL, &bytes, &error));
    hone_pictures_destroy(pictures);
    hone_model_release(model);
    from = hone_pictures_files(NULL);
    CHECK(!from.read(from.user, "b.bmp", NULL, &bytes, &error) && !from.decoder);
}

static void pixels_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    hone_model *model = make_model(HONE_FORMAT_UNKNOWN);
    hone_pictures *pictures = hone_pictures_create(model, &files, NULL, NULL);
    uint8_t pixels[4] = {0};
    hone_image given = {.width = 1, .height = 1, .pixels = pixels};
    const hone_image wrong[] = {{.width = 1, .height = 1},
                                {.height = 1, .pixels = pixels},
                                {.width = 1, .pixels = pixels},
                                {.width = 8193, .height = 1, .pixels = pixels}};
    hone_error error = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!hone_pictures_set(pictures, 0, &wrong[i], &error) && error.code == HONE_ERROR_ARGUMENT);
        CHECK(hone_pictures_at(pictures, 0).wanted);
    }
    for (uint32_t i = 2; i < 5; i++) { /* hone decodes it; it is missing; there is none */
        error = (hone_error){0};
        CHECK(!hone_pictures_set(pictures, i, &given, &error) && error.code == HONE_ERROR_ARGUMENT);
    }
    CHECK(!hone_pictures_set(NULL, 0, &given, &error) && !hone_pictures_set(pictures, 0, NULL, &error));
    hone_pictures_destroy(pictures);
    hone_model_release(model);
}

static void want_of_memory_is_an_error(void **state)
{
    (void)state;
    hone_model *model = make_model(HONE_FORMAT_PMD);
    uint8_t pixels[4] = {0};
    hone_image given = {.width = 1, .height = 1, .pixels = pixels};
    bool done = false;
    for (uint64_t at = 0; !done; at++) {
        test_allocator memory;
        hone_error error = {0};
        hone_image out = {0};
        test_allocator_make(&memory, at);
        hone_pictures *pictures = hone_pictures_create(model, &files, &memory.allocator, &error);
        done = pictures && hone_pictures_set(pictures, 0, &given, &error) &&
               hone_pictures_set(pictures, 0, &given, &error);
        if (pictures) {
            hone_encoded_image of = hone_pictures_at(pictures, 0).encoded;
            hone_file_resolver from = hone_pictures_files(pictures);
            done = done && hone_image_decode(&of, from.decoder, &memory.allocator, &out, &error);
        }
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_image_release(&out);
        hone_pictures_destroy(pictures);
        assert_int_equal(memory.live, 0);
    }
    hone_model_release(model);
}

TEST_GROUP(test_model_pictures)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_told_by_the_first_bytes),
        cmocka_unit_test(the_caller_is_asked_for_what_hone_does_not_decode),
        cmocka_unit_test(a_picture_that_is_clear_everywhere_becomes_opaque),
        cmocka_unit_test(an_answer_that_is_no_picture_is_one_error),
        cmocka_unit_test(a_picture_that_is_too_large_is_refused),
        cmocka_unit_test(the_pictures_of_a_model_are_listed),
        cmocka_unit_test(pixels_that_were_set_are_given_again),
        cmocka_unit_test(pixels_that_do_not_fit_are_refused),
        cmocka_unit_test(want_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
