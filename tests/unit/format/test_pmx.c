#include "support/make/byte_order.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/raw_pmx.h"
#include "support/support.h"
#include <dirent.h>
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes a file from a description. The builder's arrays are freed afterwards. */
static raw_pmx make_file(const make_pmx_desc *desc)
{
    hone_model_data data;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    assert_true(make_pmx_data(builder, desc, &data));
    raw_pmx file = raw_pmx_write(&data);
    hone_builder_destroy(builder);
    return file;
}

static hone_model *load(const uint8_t *bytes, size_t size, bool strict, hone_error *error)
{
    return hone_model_load_memory(bytes, size, &(hone_load_desc){.strict = strict}, error);
}

/* ---- round trips ---- */

/* Loads without a warning, has the values that the independent writer wrote, and is written back unchanged. */
static void check_round_trip(const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    hone_model *model = load(bytes, size, true, &error);
    assert_string_equal(error.message, "");
    assert_non_null(model);
    assert_int_equal(hone_model_warnings(model).count, 0);
    raw_pmx again = raw_pmx_write(hone_model_get(model));
    assert_int_equal(again.size, size);
    assert_memory_equal(again.bytes, bytes, size);
    raw_pmx_release(&again);
    hone_bytes out;
    assert_true(hone_model_write_pmx(model, NULL, &out, &error));
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    hone_bytes_release(&out);
    hone_model_release(model);
}

static void vary(make_pmx_desc *desc, test_random *random)
{
    static const uint8_t sizes[] = {1, 2, 4};
    static const uint8_t extras[] = {9, 8, 7};
    desc->pmx.version = test_random_u32(random) % 4 ? 2.1f : 2.0f;
    desc->pmx.encoding = test_random_u32(random) % 2;
    for (int i = 0; i < 6; i++) desc->pmx.index_sizes[i] = sizes[test_random_u32(random) % 3];
    desc->pmx.extra_count = test_random_u32(random) % 4;
    desc->pmx.extras = extras;
    desc->extra_uv_count = test_random_u32(random) % 5;
    uint32_t *counts[] = {&desc->vertex_count, &desc->triangle_count, &desc->texture_count,       &desc->material_count,
                          &desc->bone_count,   &desc->morph_count,    &desc->display_frame_count, &desc->body_count,
                          &desc->joint_count,  &desc->soft_body_count};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (test_random_u32(random) % 8 == 0)
            *counts[i] = 0;
    if (desc->pmx.version < 2.05f)
        desc->soft_body_count = 0;
}

static void pmx_rich_models_come_back_byte_for_byte(void **state)
{
    (void)state;
    test_random random = {1};
    for (uint64_t seed = 0; seed < 200; seed++) {
        make_pmx_desc desc = make_pmx_rich(seed);
        if (seed)
            vary(&desc, &random);
        raw_pmx file = make_file(&desc);
        check_round_trip(file.bytes, file.size);
        raw_pmx_release(&file);
    }
}

/* Some writers use more of the small indices than the specification allows. */
static void pmx_upper_half_of_small_indices_is_unsigned(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(3);
    desc.bone_count = desc.body_count = desc.morph_count = desc.texture_count = desc.material_count = 255;
    desc.vertex_count = 256;
    desc.triangle_count = 2000;
    raw_pmx file = make_file(&desc);
    check_round_trip(file.bytes, file.size);
    hone_model *model = load(file.bytes, file.size, false, NULL);
    bool upper = false;
    for (uint32_t i = 0; i < 255; i++) upper = upper || hone_model_skeleton(model)->bones[i].parent > 127;
    CHECK(upper);
    hone_model_release(model);
    raw_pmx_release(&file);
}

static void check_chosen(const make_pmx_desc *desc, float version, const uint8_t sizes[6])
{
    hone_bytes out;
    hone_error error = {0};
    hone_model *model = make_pmx_model(desc, NULL, &error);
    assert_string_equal(error.message, "");
    assert_true(hone_model_write_pmx(model, NULL, &out, &error));
    hone_model *again = load(out.data, out.size, true, &error);
    assert_string_equal(error.message, "");
    const hone_pmx_header *header = &hone_model_get(again)->pmx;
    CHECK(header->version == version);
    assert_int_equal(header->encoding, 0);
    assert_memory_equal(header->index_sizes, sizes, 6);
    check_round_trip(out.data, out.size);
    hone_bytes_release(&out);
    hone_model_release(model);
    hone_model_release(again);
}

static void pmx_header_of_a_made_model_is_the_smallest_that_holds_it(void **state)
{
    (void)state;
    make_pmx_desc desc = {.seed = 5, .plain = true, .vertex_count = 256, .bone_count = 127, .morph_count = 3};
    check_chosen(&desc, 2.0f, (uint8_t[]){1, 1, 1, 1, 1, 1});
    desc.vertex_count = 257;
    desc.bone_count = 128;
    desc.material_count = 128;
    check_chosen(&desc, 2.0f, (uint8_t[]){2, 1, 2, 2, 1, 1});
    desc.texture_count = 32768;
    desc.vertex_count = 65536;
    desc.body_count = 32767;
    check_chosen(&desc, 2.0f, (uint8_t[]){2, 4, 2, 2, 1, 2});
    desc.vertex_count = 65537;
    desc.soft_body_count = 1; /* needs 2.1 */
    check_chosen(&desc, 2.1f, (uint8_t[]){4, 4, 2, 2, 1, 2});
    make_pmx_desc rich = make_pmx_rich(2);
    rich.pmx.version = 0;
    rich.soft_body_count = 0;
    check_chosen(&rich, 2.1f, (uint8_t[]){1, 1, 1, 1, 1, 1});
}

static void check_real_file(const char *path)
{
    hone_error error = {0};
    hone_bytes out;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static uint8_t bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    hone_model *model = hone_model_load(path, NULL, &error);
    assert_non_null(model);
    assert_int_equal(hone_model_warnings(model).count, 0);
    assert_true(hone_model_write_pmx(model, NULL, &out, &error));
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    hone_bytes_release(&out);
    hone_model_release(model);
}

static void pmx_real_files_come_back_byte_for_byte(void **state)
{
    (void)state;
    static const char *const folders[] = {"mmd/babylon-mmd", "mmd/three-mmd-loader", "mmd/three-mmd-loader/generated",
                                          "mmd/three-mmd-loader/generated/rest-pose",
                                          "mmd/three-mmd-loader/generated/skinning"};
    unsigned found = 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char path[1024], name[2048];
        DIR *folder = test_data_path(folders[i], path, sizeof path) ? opendir(path) : NULL;
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            size_t length = strlen(entry->d_name);
            if (length < 4 || strcmp(entry->d_name + length - 4, ".pmx") != 0)
                continue;
            snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            check_real_file(name);
            found++;
        }
        if (folder)
            closedir(folder);
    }
    if (found == 0)
        test_skip(1, "folders of PMX files");
}

/* ---- hostile bytes ---- */

static void check_refused(const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    uint8_t *exact = malloc(size + (size == 0)); /* so that a read past the end is detected */
    memcpy(exact, bytes, size);
    assert_null(load(exact, size, false, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    CHECK(error.message[0] && !strchr(error.message, '\n') && error.at <= size);
    free(exact);
}

static void pmx_cut_anywhere_is_refused(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(7);
    desc.vertex_count = 8;
    raw_pmx file = make_file(&desc);
    for (size_t size = 0; size < file.size; size++)
        if (size != file.sections[RAW_SOFT_BODIES]) /* the file may end there */
            check_refused(file.bytes, size);
    raw_pmx_release(&file);
}

static void pmx_large_file_cut_is_refused(void **state)
{
    (void)state;
    test_random random = {4};
    make_pmx_desc desc = make_pmx_large();
    desc.vertex_count = 3000;
    raw_pmx file = make_file(&desc);
    for (int i = 0; i < RAW_SOFT_BODIES; i++)
        for (int k = -1; k <= 1; k++)
            if (file.sections[i] + (size_t)k < file.size)
                check_refused(file.bytes, file.sections[i] + (size_t)k);
    for (int i = 0; i < 1000; i++) check_refused(file.bytes, test_random_u32(&random) % file.size);
    raw_pmx_release(&file);
}

static void pmx_impossible_counts_are_refused(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, 0x10000000, 1000000};
    make_pmx_desc desc = make_pmx_rich(7);
    raw_pmx file = make_file(&desc);
    for (int i = RAW_INFO; i <= RAW_SOFT_BODIES; i++) { /* the info section begins with the size of a text */
        uint8_t kept[4], *at = file.bytes + file.sections[i];
        memcpy(kept, at, 4);
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            put_u32(at, counts[k]);
            check_refused(file.bytes, file.size);
        }
        memcpy(at, kept, 4);
    }
    raw_pmx_release(&file);
}

/* When written and loaded again, a repaired model is the same, and only values that were kept give warnings again. */
static void check_mended_for_good(const hone_model *model)
{
    hone_error error = {0};
    hone_bytes first, second;
    assert_true(hone_model_write_pmx(model, NULL, &first, &error));
    hone_model *again = load(first.data, first.size, false, &error);
    assert_string_equal(error.message, "");
    hone_warnings warnings = hone_model_warnings(again);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (!strstr(warnings.texts[i], "not drawn"))
            fail_msg("not repaired: %s", warnings.texts[i]);
    assert_true(hone_model_write_pmx(again, NULL, &second, &error));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    hone_bytes_release(&first);
    hone_bytes_release(&second);
    hone_model_release(again);
}

/* For any bytes: memory is bounded, and strict mode refuses what tolerant mode warns of. */
static void check_whatever(const uint8_t *bytes, size_t size)
{
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_error error = {0};
    hone_load_desc desc = {.allocator = &a.allocator};
    hone_model *model = hone_model_load_memory(bytes, size, &desc, &error);
    CHECK(a.peak_size + size <= 16 * size + (1 << 20));
    CHECK(model || error.code != HONE_OK);
    if (model) {
        hone_model *strict = load(bytes, size, true, NULL);
        CHECK((strict != NULL) == (hone_model_warnings(model).count == 0));
        hone_model_release(strict);
        check_mended_for_good(model);
    }
    hone_model_release(model);
    assert_int_equal(a.live, 0);
}

static void pmx_flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    test_random random = {9};
    make_pmx_desc desc = make_pmx_rich(8);
    desc.vertex_count = 10;
    raw_pmx file = make_file(&desc);
    uint8_t *bytes = malloc(file.size);
    for (int round = 0; round < 3000; round++) {
        memcpy(bytes, file.bytes, file.size);
        for (uint32_t i = test_random_u32(&random) % 4 + 1; i-- > 0;)
            bytes[test_random_u32(&random) % file.size] = (uint8_t)test_random_u32(&random);
        check_whatever(bytes, file.size);
    }
    free(bytes);
    raw_pmx_release(&file);
}

/* ---- errors in the bytes of a file ----------------------------------------------------------------------------- */

/* Loads with exactly this warning. NULL: without a warning. */
static hone_model *load_odd(const raw_pmx *file, const char *warning)
{
    hone_error error = {0};
    hone_model *model = load(file->bytes, file->size, false, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(hone_model_warnings(model).count, warning ? 1 : 0);
    if (warning && !strstr(hone_model_warnings(model).texts[0], warning))
        fail_msg("\"%s\" is not \"%s\"", hone_model_warnings(model).texts[0], warning);
    return model;
}

static void check_odd(const raw_pmx *file, const char *warning)
{
    hone_model_release(load_odd(file, warning));
}

static void check_error(const raw_pmx *file, hone_code code, const char *why)
{
    hone_error error = {0};
    assert_null(load(file->bytes, file->size, false, &error));
    assert_int_equal(error.code, code);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" is not \"%s\"", error.message, why);
}

static void pmx_header_is_taken_where_it_makes_sense(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(1);
    raw_pmx file = make_file(&desc);
    file.bytes[3] = 0xA0;
    check_odd(&file, "magic number that is not exactly");
    file.bytes[1] = 'm', file.bytes[2] = 'x', file.bytes[3] = ' ';
    check_error(&file, HONE_ERROR_UNSUPPORTED, "PMX 1.0");
    memcpy(file.bytes, "PMX ", 4);
    static const struct {
        float version;
        const char *warning, *error;
    } versions[] = {{2.100001f, "nearly 2.0 or 2.1", NULL},
                    {2.2f, NULL, "version 2.2"},
                    {1, NULL, "version 1"},
                    {NAN, NULL, "version"}};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        put_f32(file.bytes + 4, versions[i].version);
        if (versions[i].error)
            check_error(&file, HONE_ERROR_FORMAT, versions[i].error);
        else
            check_odd(&file, versions[i].warning);
    }
    put_f32(file.bytes + 4, 2.1f);
    static const uint8_t globals[][2] = {{8, 7}, {9, 2}, {10, 5}, {11, 3}, {12, 0}, {16, 8}};
    for (size_t i = 0; i < sizeof globals / sizeof globals[0]; i++) {
        uint8_t was = file.bytes[globals[i][0]];
        file.bytes[globals[i][0]] = globals[i][1];
        check_error(&file, HONE_ERROR_FORMAT, "the header");
        file.bytes[globals[i][0]] = was;
    }
    check_odd(&file, NULL);
    raw_pmx_release(&file);
}

static void pmx_bytes_behind_the_end_are_ignored(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(1);
    raw_pmx file = make_file(&desc);
    size_t whole = file.size;
    file.size--; /* a missing byte is an error */
    check_error(&file, HONE_ERROR_FORMAT, "soft body");
    file.size = file.sections[RAW_SOFT_BODIES];
    check_odd(&file, "ends before its soft bodies");
    raw_pmx_release(&file);
    desc.pmx.version = 2.0f;
    file = make_file(&desc);
    raw_pmx longer = {malloc(file.size + 1), file.size + 1, {0}};
    memcpy(longer.bytes, file.bytes, file.size);
    longer.bytes[file.size] = 0;
    check_odd(&longer, "bytes after the end");
    CHECK(whole > file.size); /* the file has no soft bodies */
    raw_pmx_release(&longer);
    raw_pmx_release(&file);
}

/* An empty model with this name. */
static raw_pmx make_named(const char *name, size_t size, uint8_t encoding)
{
    make_pmx_desc desc = {.plain = true, .pmx = make_pmx_rich(0).pmx};
    desc.pmx.version = 2.0f;
    desc.pmx.encoding = encoding;
    hone_model_data data;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    assert_true(make_pmx_data(builder, &desc, &data));
    data.name = "";
    raw_pmx empty = raw_pmx_write(&data);
    raw_pmx named = {malloc(empty.size + size), empty.size + size, {0}};
    size_t at = empty.sections[RAW_INFO];
    memcpy(named.bytes, empty.bytes, at);
    put_u32(named.bytes + at, (uint32_t)size);
    memcpy(named.bytes + at + 4, name, size);
    memcpy(named.bytes + at + 4 + size, empty.bytes + at + 4, empty.size - at - 4);
    raw_pmx_release(&empty);
    hone_builder_destroy(builder);
    return named;
}

static void check_name(const char *bytes, size_t size, uint8_t encoding, const char *name, const char *warning)
{
    raw_pmx file = make_named(bytes, size, encoding);
    hone_model *model = load_odd(&file, warning);
    assert_string_equal(hone_model_get(model)->name, name);
    hone_model_release(model);
    raw_pmx_release(&file);
}

static void pmx_texts_are_mended(void **state)
{
    (void)state;
    static const char wrong[] = "not in the file's encoding";
    check_name("\xA8\x9A", 2, 0, "骨", NULL);
    check_name("骨", 3, 1, "骨", NULL);
    check_name("\xFF\xFE\xA8\x9A", 4, 0, "骨", "byte order mark");
    check_name("\xEF\xBB\xBF骨", 6, 1, "骨", "byte order mark");
    check_name("\xA8\x9A\x41", 3, 0, "骨", wrong);          /* half of a code unit */
    check_name("\x00\xD8\x41\x00", 4, 0, "\uFFFDA", wrong); /* half of a surrogate pair */
    check_name("a\xFF", 2, 1, "a\uFFFD", wrong);
    check_name("a\0b", 3, 1, "a", "NUL");
    check_name("a\0\0\0b\0", 6, 0, "a", "NUL");
}

/* Bones without names, then materials, morphs and a display frame with one item, found by the ends of the sections. */
static hone_model_data make_flagged(hone_builder *builder)
{
    make_pmx_desc desc = {.plain = true, .material_count = 1, .bone_count = 2, .display_frame_count = 1};
    desc.morph_count = HONE_MORPH_VALUE;
    desc.pmx = make_pmx_rich(0).pmx;
    hone_model_data data;
    assert_true(make_pmx_data(builder, &desc, &data));
    hone_bone *bones = (hone_bone *)data.skeleton.bones;
    hone_ik_link *link = hone_builder_array(builder, 1, sizeof *link);
    hone_frame_item *item = hone_builder_array(builder, 1, sizeof *item);
    hone_morph_material *part = hone_builder_array(builder, 1, sizeof *part);
    link->bone = 1;
    bones[0].flags = HONE_BONE_IK | HONE_BONE_TAIL_IS_BONE;
    bones[1].flags = 0;
    bones[1].name = bones[1].english_name = "";
    ((hone_ik *)data.skeleton.iks)[0] = (hone_ik){.link_count = 1, .links = link};
    ((hone_display_frame *)data.display_frames)[0].item_count = 1;
    ((hone_display_frame *)data.display_frames)[0].items = item;
    ((hone_material *)data.materials)[0].memo = "";
    data.morph_count = 1;
    ((hone_morph *)data.morphs)[0] =
        (hone_morph){.name = "", .english_name = "", .kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = part};
    return data;
}

static void check_odd_byte(raw_pmx *file, size_t at, const char *warning)
{
    uint8_t was = file->bytes[at];
    file->bytes[at] = 2;
    check_odd(file, warning);
    file->bytes[at] = was;
}

static void pmx_flags_beyond_one_are_mended(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model_data data = make_flagged(builder);
    ((hone_material *)data.materials)[0].shared_toon = true;
    ((hone_material *)data.materials)[0].toon = 3;
    raw_pmx file = raw_pmx_write(&data);
    check_odd(&file, NULL);
    size_t second_bone = 2 * 4 + 12 + 1 + 4 + 2 + 12;
    check_odd_byte(&file, file.sections[RAW_MORPHS] - second_bone - 1, "limit flag is greater than 1");
    check_odd_byte(&file, file.sections[RAW_BONES] - 4 - 4 - 1 - 1, "toon flag greater than 1");
    check_odd_byte(&file, file.sections[RAW_FRAMES] - 112 - 1, "morph with a flag greater than 1");
    file.bytes[file.sections[RAW_BODIES] - 2] = 2; /* the kind of an item decides the size of its index */
    check_error(&file, HONE_ERROR_FORMAT, "display frame 0 has an item of the unknown kind 2, at byte");
    raw_pmx_release(&file);
    hone_builder_destroy(builder);
}

static void pmx_errors_say_what_and_where(void **state)
{
    (void)state;
    make_pmx_desc desc = {.plain = true, .vertex_count = 3, .bone_count = 1, .pmx = make_pmx_rich(0).pmx};
    desc.pmx.version = 2.0f;
    hone_model_data data;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    assert_true(make_pmx_data(builder, &desc, &data));
    memset((uint8_t *)data.mesh.deforms, HONE_DEFORM_BDEF1, 3);
    for (uint32_t v = 0; v <= 3; v++) ((uint32_t *)data.mesh.influence_begin)[v] = v;
    raw_pmx file = raw_pmx_write(&data);
    size_t record = 32 + 1 + 1 + 4, kind = file.sections[RAW_VERTICES] + 4 + 2 * record + 32;
    char why[128];
    file.bytes[kind] = 9;
    snprintf(why, sizeof why, "vertex 2 has the unknown deform kind 9, at byte %zu", kind);
    check_error(&file, HONE_ERROR_FORMAT, why);
    file.bytes[kind] = 0;
    put_u32(file.bytes + file.sections[RAW_BONES], 0xFFFFFFFF);
    snprintf(why, sizeof why, "the count of bones is -1, at byte %zu", file.sections[RAW_BONES]);
    check_error(&file, HONE_ERROR_FORMAT, why);
    raw_pmx_release(&file);
    hone_builder_destroy(builder);
}

/* ---- memory ---- */

static void pmx_every_failed_allocation_is_reported(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(11);
    desc.vertex_count = 3000; /* arrays large enough for blocks of their own */
    desc.pmx.index_sizes[0] = 2;
    raw_pmx file = make_file(&desc);
    hone_model *model = NULL;
    for (uint64_t n = 0; !model; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        model = hone_model_load_memory(file.bytes, file.size, &(hone_load_desc){.allocator = &a.allocator}, &error);
        if (!model)
            assert_int_equal(error.code, HONE_ERROR_MEMORY);
        hone_model_release(model); /* before its allocator goes out of scope */
        assert_int_equal(a.live, 0);
    }
    raw_pmx_release(&file);
}

static void pmx_every_failed_allocation_of_the_writer_is_reported(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(12);
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    bool written = false;
    for (uint64_t n = 0; !written; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        hone_bytes out;
        written = hone_model_write_pmx(model, &a.allocator, &out, &error);
        CHECK(written || (error.code == HONE_ERROR_MEMORY && !out.data));
        hone_bytes_release(&out);
        assert_int_equal(a.live, 0);
    }
    hone_model_release(model);
}

static void pmx_large_file_takes_less_than_four_times_its_size(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_large();
    raw_pmx file = make_file(&desc);
    CHECK(file.size > 2000000 && file.size < 2400000);
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_model *model =
        hone_model_load_memory(file.bytes, file.size, &(hone_load_desc){.allocator = &a.allocator}, NULL);
    assert_non_null(model);
    CHECK(a.peak_size + file.size < 4 * file.size);
    hone_model_release(model);
    assert_int_equal(a.live, 0);
    raw_pmx_release(&file);
}

/* A model of the parts that grow most from file to memory. Whether it loads or not, the bound holds. */
static void check_bound(const hone_model_data *data)
{
    raw_pmx file = raw_pmx_write(data);
    CHECK(file.size > 500000);
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_error error = {0};
    hone_load_desc desc = {.allocator = &a.allocator};
    hone_model *model = hone_model_load_memory(file.bytes, file.size, &desc, &error);
    CHECK(model || (error.code == HONE_ERROR_MEMORY && strstr(error.message, "more memory than its size allows")));
    CHECK(a.peak_size + file.size <= 16 * file.size + (1 << 20));
    hone_model_release(model);
    raw_pmx_release(&file);
}

static void pmx_greedy_files_take_no_more_than_sixteen_times_their_size(void **state)
{
    (void)state;
    enum { MANY = 400000, CHAINS = 1000 };
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_model_data none = {.name = "", .english_name = "", .comment = "", .english_comment = ""};
    none.pmx = make_pmx_rich(0).pmx;
    hone_ik_link *links = hone_builder_array(b, MANY, sizeof *links);
    hone_bone *bones = hone_builder_array(b, MANY, sizeof *bones);
    hone_ik *iks = hone_builder_array(b, CHAINS, sizeof *iks);
    hone_morph *morphs = hone_builder_array(b, MANY, sizeof *morphs);
    const char **textures = hone_builder_array(b, MANY, sizeof *textures);
    for (int i = 0; i < MANY; i++) {
        bones[i] = (hone_bone){.name = "", .english_name = "", .flags = i < CHAINS ? 0x21 : 1};
        morphs[i] = (hone_morph){.name = "", .english_name = ""};
        textures[i] = "a";
    }
    static const uint32_t link_counts[] = {1, 300, 410, 511, 512}; /* some fit badly into blocks */
    for (size_t k = 0; k < sizeof link_counts / sizeof link_counts[0]; k++) {
        hone_model_data data = none;
        for (int i = 0; i < CHAINS; i++) iks[i] = (hone_ik){.link_count = link_counts[k], .links = links};
        data.skeleton = (hone_skeleton){link_counts[k] == 1 ? MANY : CHAINS, bones, CHAINS, iks};
        check_bound(&data);
    }
    hone_model_data data = none;
    data.morph_count = MANY, data.morphs = morphs;
    check_bound(&data);
    data = none;
    data.texture_count = MANY, data.textures = textures;
    check_bound(&data);
    hone_builder_destroy(b);
}

/* ---- what is written ---- */

static void check_unwritable(hone_model *model, const char *why)
{
    hone_error error = {0};
    hone_bytes out;
    assert_non_null(model);
    assert_false(hone_model_write_pmx(model, NULL, &out, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    CHECK(strstr(error.message, why));
    CHECK(!out.data && out.size == 0);
    hone_model_release(model);
}

static hone_model *make_linear(hone_space space, uint32_t influence_count)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_influence *influences = hone_builder_array(b, influence_count, sizeof *influences);
    uint32_t *begin = hone_builder_array(b, 2, sizeof *begin);
    uint8_t *deforms = hone_builder_array(b, 1, 1);
    hone_slot *slot = hone_builder_array(b, 1, sizeof *slot);
    float(*zeros)[3] = hone_builder_array(b, 1, sizeof *zeros);
    bone->parent = bone->append_source = HONE_NONE;
    for (uint32_t i = 0; i < influence_count; i++) influences[i].weight = 1.0f / (float)influence_count;
    begin[1] = influence_count;
    deforms[0] = HONE_DEFORM_LINEAR;
    hone_model_data data = {.space = space, .skeleton = {.bone_count = 1, .bones = bone}};
    data.mesh = (hone_mesh){.vertex_count = 1,
                            .positions = (const float(*)[3])zeros,
                            .normals = (const float(*)[3])zeros,
                            .uvs = (const float(*)[2])(void *)zeros,
                            .edge_scales = zeros[0],
                            .deforms = deforms,
                            .influence_begin = begin,
                            .influence_count = influence_count,
                            .influences = influences,
                            .slot_count = 1,
                            .slots = slot};
    return hone_model_create(b, &data, NULL, NULL);
}

static void pmx_writer_refuses_what_pmx_cannot_say(void **state)
{
    (void)state;
    check_unwritable(make_linear(HONE_SPACE_GLTF, 1), "space");
    check_unwritable(make_linear(HONE_SPACE_MMD, 5), "5 influences");
    make_pmx_desc desc = make_pmx_rich(1);
    desc.vertex_count = 300; /* and a header that gives indices one byte */
    check_unwritable(make_pmx_model(&desc, NULL, NULL), "does not fit");
    desc = make_pmx_rich(1);
    desc.pmx.version = 2.0f;
    check_unwritable(make_pmx_model(&desc, NULL, NULL), "soft bodies");
    hone_error error = {0};
    assert_false(hone_model_write_pmx(NULL, NULL, &(hone_bytes){0}, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
}

static void pmx_writer_says_up_to_four_weights_as_bdef(void **state)
{
    (void)state;
    for (uint32_t count = 0; count <= 4; count++) {
        hone_bytes out;
        hone_model *model = make_linear(HONE_SPACE_MMD, count);
        assert_true(hone_model_write_pmx(model, NULL, &out, NULL));
        hone_model *again = load(out.data, out.size, true, NULL);
        const hone_mesh *mesh = hone_model_mesh(again);
        assert_int_equal(mesh->deforms[0], count == 1 ? HONE_DEFORM_BDEF1 : HONE_DEFORM_BDEF4);
        for (uint32_t i = 0; i < mesh->influence_count; i++)
            CHECK(mesh->influences[i].weight == (i < count ? 1.0f / (float)count : 0));
        hone_bytes_release(&out);
        hone_model_release(model);
        hone_model_release(again);
    }
}

TEST_GROUP(test_pmx)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pmx_rich_models_come_back_byte_for_byte),
        cmocka_unit_test(pmx_upper_half_of_small_indices_is_unsigned),
        cmocka_unit_test(pmx_header_of_a_made_model_is_the_smallest_that_holds_it),
        cmocka_unit_test(pmx_real_files_come_back_byte_for_byte),
        cmocka_unit_test(pmx_cut_anywhere_is_refused),
        cmocka_unit_test(pmx_large_file_cut_is_refused),
        cmocka_unit_test(pmx_impossible_counts_are_refused),
        cmocka_unit_test(pmx_flipped_bytes_do_no_harm),
        cmocka_unit_test(pmx_header_is_taken_where_it_makes_sense),
        cmocka_unit_test(pmx_bytes_behind_the_end_are_ignored),
        cmocka_unit_test(pmx_texts_are_mended),
        cmocka_unit_test(pmx_flags_beyond_one_are_mended),
        cmocka_unit_test(pmx_errors_say_what_and_where),
        cmocka_unit_test(pmx_every_failed_allocation_is_reported),
        cmocka_unit_test(pmx_every_failed_allocation_of_the_writer_is_reported),
        cmocka_unit_test(pmx_large_file_takes_less_than_four_times_its_size),
        cmocka_unit_test(pmx_greedy_files_take_no_more_than_sixteen_times_their_size),
        cmocka_unit_test(pmx_writer_refuses_what_pmx_cannot_say),
        cmocka_unit_test(pmx_writer_says_up_to_four_weights_as_bdef),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
