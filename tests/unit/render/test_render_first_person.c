/* What a first person sees of an avatar, and what others see. Pictures are skipped only if EGL has no driver. */
#include "base/memory/builder.h"
#include "core/model/avatar/first_person.h"
#include "support/image/pixels.h"
#include "support/support.h"
#include <string.h>

enum { SIZE = 64, QUADS = 4, VERTICES = 4 * QUADS, ROOT = 0, HEAD = 1, HAT = 2, BONES = 3 };

/* 4 metres wide and high, seen straight from the front. */
static const hone_camera flat_camera = {{0, 0, 0}, {0, 0, 0}, -90, 30, true};

/* Quads side by side, a metre wide, of which each belongs to a bone; the hat is below the head. */
static hone_model *make_row(const uint8_t quad_bones[QUADS], const uint8_t *kinds)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, BONES, sizeof *slots);
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    float(*positions)[3] = hone_builder_array(b, VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, VERTICES, sizeof *uvs);
    float *edge_scales = hone_builder_array(b, VERTICES, sizeof *edge_scales);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, VERTICES, sizeof *influences);
    uint32_t *indices = hone_builder_array(b, (size_t)6 * QUADS, sizeof *indices);
    uint8_t *deforms = hone_builder_array(b, VERTICES, 1);
    uint8_t *first_person = hone_builder_array(b, VERTICES, 1);
    hone_avatar *avatar = hone_builder_array(b, 1, sizeof *avatar);
    for (int i = 0; i < BONES; i++) {
        bones[i] = (hone_bone){.name = "b",
                               .english_name = "",
                               .parent = i == HAT    ? HEAD
                                         : i == HEAD ? ROOT
                                                     : HONE_NONE,
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        slots[i] = (hone_slot){i, HONE_AFFINE_IDENTITY};
    }
    for (uint32_t v = 0; v < VERTICES; v++) {
        uint32_t quad = v / 4, corner = v % 4;
        positions[v][0] = (float)quad - 2 + (float)(corner % 2), positions[v][1] = corner / 2 ? 0.5f : -0.5f;
        normals[v][2] = 1;
        begin[v + 1] = v + 1;
        influences[v] = (hone_influence){quad_bones[quad], 1};
        first_person[v] = kinds ? kinds[quad] : HONE_FIRST_PERSON_AUTO;
        deforms[v] = HONE_DEFORM_LINEAR;
    }
    static const uint32_t corners[6] = {0, 1, 2, 2, 1, 3};
    for (uint32_t i = 0; i < 6 * QUADS; i++) indices[i] = i / 6 * 4 + corners[i % 6];
    *material = (hone_material){.name = "m",
                                .english_name = "",
                                .diffuse = {1, 0, 0, 1},
                                .ambient = {1, 0, 0},
                                .flags = HONE_MATERIAL_DOUBLE_SIDED,
                                .texture = HONE_NONE,
                                .sphere_texture = HONE_NONE,
                                .index_count = 6 * QUADS};
    *avatar = (hone_avatar){.version = 1, .thumbnail = HONE_NONE, .first_person_bone = HEAD};
    avatar->first_person = kinds ? first_person : NULL;
    return test_model_create(b, &(hone_model_data){.space = HONE_SPACE_GLTF,
                                                   .skeleton = {.bone_count = BONES, .bones = bones},
                                                   .mesh = {.vertex_count = VERTICES,
                                                            .positions = (const float(*)[3])positions,
                                                            .normals = (const float(*)[3])normals,
                                                            .uvs = (const float(*)[2])uvs,
                                                            .edge_scales = edge_scales,
                                                            .deforms = deforms,
                                                            .influence_begin = begin,
                                                            .influence_count = VERTICES,
                                                            .influences = influences,
                                                            .slot_count = BONES,
                                                            .slots = slots,
                                                            .index_count = 6 * QUADS,
                                                            .indices = indices},
                                                   .material_count = 1,
                                                   .materials = material,
                                                   .avatar = avatar});
}

static const uint8_t all_bones[QUADS] = {ROOT, HEAD, HAT, ROOT};
static const uint8_t kinds[QUADS] = {HONE_FIRST_PERSON_THIRD_PERSON_ONLY, HONE_FIRST_PERSON_BOTH,
                                     HONE_FIRST_PERSON_AUTO, HONE_FIRST_PERSON_ONLY};

static void check_hidden(const uint8_t *of, bool first_person, const uint8_t expected[QUADS])
{
    hone_model *model = make_row(all_bones, of);
    uint8_t below[BONES], hidden[VERTICES];
    bool any = false;
    for (int i = 0; i < QUADS; i++) any |= expected[i];
    CHECK(hone_first_person_hides(model, first_person, below, hidden) == any);
    for (int v = 0; v < VERTICES; v++) CHECK(hidden[v] == expected[v / 4]);
    hone_model_release(model);
}

static void the_head_is_what_hangs_on_its_bone(void **state)
{
    (void)state;
    check_hidden(NULL, true, (uint8_t[QUADS]){0, 1, 1, 0});
    check_hidden(NULL, false, (uint8_t[QUADS]){0, 0, 0, 0});
}

static void a_file_says_who_sees_a_mesh(void **state)
{
    (void)state;
    check_hidden(kinds, true, (uint8_t[QUADS]){1, 0, 1, 0});
    check_hidden(kinds, false, (uint8_t[QUADS]){0, 0, 0, 1});
}

/* Whether each quad is in the picture, by a pixel in its middle. */
static void check_picture(bool first_person, hone_gpu_skin gpu_skin, const uint8_t hidden[QUADS])
{
    hone_image image = pixels_draw(make_row(all_bones, kinds), (hone_draw_desc){.width = SIZE,
                                                                                .height = SIZE,
                                                                                .background = {0, 0, 1, 1},
                                                                                .camera = flat_camera,
                                                                                .shadows = HONE_SHADOWS_OFF,
                                                                                .samples = 1,
                                                                                .no_edges = true,
                                                                                .gpu_skin = gpu_skin,
                                                                                .first_person = first_person});
    for (uint32_t i = 0; i < QUADS; i++) { /* 16 pixels each */
        const uint8_t *p = pixel(&image, 16 * i + 8, SIZE / 2);
        CHECK((p[0] < p[2]) == hidden[i]);
    }
    hone_image_release(&image);
}

static void pictures_have_what_the_view_sees(void **state)
{
    (void)state;
    pixels_renderer(); /* skips the test if there is none */
    check_picture(false, HONE_GPU_SKIN_OFF, (uint8_t[QUADS]){0, 0, 0, 1});
    check_picture(true, HONE_GPU_SKIN_OFF, (uint8_t[QUADS]){1, 0, 1, 0});
    check_picture(true, HONE_GPU_SKIN_TEXTURE, (uint8_t[QUADS]){1, 0, 1, 0});
}

TEST_GROUP(test_render_first_person)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_is_what_hangs_on_its_bone),
        cmocka_unit_test(a_file_says_who_sees_a_mesh),
        cmocka_unit_test(pictures_have_what_the_view_sees),
    };
    return cmocka_run_group_tests_name("test_render_first_person", tests, pixels_enter, pixels_leave);
}
