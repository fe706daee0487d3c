/* Material and UV morphs, as pixels. Skipped only if EGL has no driver. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "support/image/pixels.h"
#include "support/support.h"
#include <hone/render.h>
#include <string.h>

enum { SIZE = 32, SPOTS = 5 }; /* SPOTS: texels of the pictures below, which have one row */

/* ---- a quad that fills the picture ---------------------------------------------------------------------------- */

/* Unlit: its colour is `ambient` times its pictures. Texture 0 is `texture`, 1 is "grey.bmp". */
typedef struct model_desc {
    hone_material material;
    const hone_morph *morph;
    const char *texture;
} model_desc;

static hone_material flat_material(float red, float green, float blue)
{
    return (hone_material){.diffuse = {0, 0, 0, 1},
                           .ambient = {red, green, blue},
                           .edge_colour = {0, 0, 1, 1},
                           .texture = HONE_NONE,
                           .sphere_texture = HONE_NONE,
                           .toon = HONE_NONE,
                           .index_count = 6};
}

static void make_mesh(hone_builder *b, hone_mesh *mesh)
{
    static const float corners[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}; /* clockwise, as seen from -Z */
    static const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
    float(*positions)[3] = hone_builder_array(b, 4, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, 4, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, 4, sizeof *uvs);
    float(*extra)[4] = hone_builder_array(b, 4, sizeof *extra);
    float *scales = hone_builder_array(b, 4, sizeof *scales);
    uint32_t *begin = hone_builder_array(b, 5, sizeof *begin), *indices = hone_builder_array(b, 6, sizeof *indices);
    hone_influence *influences = hone_builder_array(b, 4, sizeof *influences);
    for (uint32_t v = 0; v < 4; v++) {
        for (int c = 0; c < 2; c++) positions[v][c] = 20 * corners[v][c];
        normals[v][2] = -1;
        uvs[v][0] = 0.5f / SPOTS; /* the middle of the first texel, at every corner */
        uvs[v][1] = 0.5f;
        extra[v][0] = 1, extra[v][3] = 1; /* red */
        begin[v + 1] = v + 1;
        influences[v] = (hone_influence){0, 1};
    }
    memcpy(indices, order, sizeof order);
    *mesh = (hone_mesh){.vertex_count = 4,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .extra_uv_count = 1,
                        .extra_uvs = {(const float(*)[4])extra},
                        .edge_scales = scales,
                        .deforms = hone_builder_array(b, 4, 1),
                        .influence_begin = begin,
                        .influence_count = 4,
                        .influences = influences,
                        .index_count = 6,
                        .indices = indices};
}

static hone_morph *copy_morph(hone_builder *b, const hone_morph *morph)
{
    hone_morph *copy = hone_builder_array(b, 1, sizeof *copy);
    size_t size = morph->kind == HONE_MORPH_MATERIAL ? sizeof *morph->u.materials : sizeof *morph->u.uvs;
    void *parts = hone_builder_array(b, morph->count, size);
    memcpy(parts, morph->u.uvs, morph->count * size);
    *copy = *morph;
    copy->u.uvs = parts;
    return copy;
}

static hone_model *make_model(const model_desc *desc)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    const char **textures = hone_builder_array(b, 2, sizeof *textures);
    *bone = (hone_bone){
        .name = "root", .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    *material = desc->material;
    textures[0] = desc->texture;
    textures[1] = "grey.bmp";
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .skeleton = {.bone_count = 1, .bones = bone},
                            .texture_count = 2,
                            .textures = textures,
                            .material_count = 1,
                            .materials = material,
                            .morph_count = 1,
                            .morphs = copy_morph(b, desc->morph)};
    make_mesh(b, &data.mesh);
    hone_error error = {0};
    hone_model *model = hone_model_create(b, &data, &(hone_model_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* ---- pictures --------------------------------------------------------------------------------------------------- */

/* One row of SPOTS texels as a BMP: "spots": black except for the third, which is green; "white"; "grey": 102 of
 * 255. */
static bool read_texture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    (void)user;
    hone_writer writer = hone_writer_make(allocator);
    hone_write_bytes(&writer, "BM", 2);
    hone_write_zeros(&writer, 8);
    hone_write_u32(&writer, 54);
    hone_write_u32(&writer, 40);
    hone_write_u32(&writer, SPOTS);
    hone_write_u32(&writer, 1);
    hone_write_u16(&writer, 1);
    hone_write_u16(&writer, 24);
    hone_write_zeros(&writer, 24);
    for (int i = 0; i < SPOTS; i++) {
        uint8_t even = path[0] == 'w' ? 255 : path[0] == 'g' ? 102 : 0;
        const uint8_t texel[3] = {even, path[0] == 's' && i == 2 ? 255 : even, even};
        hone_write_bytes(&writer, texel, 3);
    }
    hone_write_zeros(&writer, 1); /* rows are multiples of four bytes */
    return hone_writer_finish(&writer, out, error);
}

static const hone_file_resolver test_files = {.read = read_texture};

/* The pixel in the middle with the morph at `weight`. */
static void shoot(hone_gpu_model *gpu_model, hone_actor *actor, float weight, uint8_t out[4])
{
    hone_error error = {0};
    hone_image image = {0};
    hone_actor_sample_frame(actor, 0);
    hone_actor_writable_pose(actor)->morphs[0] = weight;
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    hone_draw_desc desc = {.width = SIZE,
                           .height = SIZE,
                           .camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true},
                           .items = &item,
                           .item_count = 1};
    if (!hone_image_create(SIZE, SIZE, NULL, &image, &error) ||
        !hone_renderer_draw_image(pixels_renderer(), &desc, &image, &error))
        fail_msg("%s", error.message);
    memcpy(out, image.pixels + 4 * (SIZE / 2 * SIZE + SIZE / 2), 4);
    hone_image_release(&image);
}

static void check_colour(const uint8_t got[4], const int want[4])
{
    for (int c = 0; c < 4; c++)
        if (!(got[c] - want[c] <= 1 && want[c] - got[c] <= 1))
            fail_msg("%d %d %d %d, not %d %d %d %d", got[0], got[1], got[2], got[3], want[0], want[1], want[2],
                     want[3]);
}

typedef struct expected {
    float weight;
    int colour[4];
} expected;

/* One model and one actor with all weights in turn: values of one picture must not stay for the next. */
static void check_series(const model_desc *desc, const expected *series, int count)
{
    pixels_renderer(); /* skips the test if there is none */
    hone_model *model = make_model(desc);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_gpu_model *gpu_model = hone_gpu_model_create(pixels_renderer(), model, &test_files, NULL);
    CHECK(actor && gpu_model && hone_gpu_model_warnings(gpu_model).count == 0);
    for (int i = 0; i < count; i++) {
        uint8_t got[4];
        shoot(gpu_model, actor, series[i].weight, got);
        check_colour(got, series[i].colour);
    }
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* Multiplies by 1 or adds 0 everywhere. */
static hone_morph_material neutral_part(bool add)
{
    float v = add ? 0 : 1;
    return (hone_morph_material){.add = add,
                                 .diffuse = {v, v, v, v},
                                 .specular = {v, v, v},
                                 .specular_power = v,
                                 .ambient = {v, v, v},
                                 .edge_colour = {v, v, v, v},
                                 .edge_size = v,
                                 .texture = {v, v, v, v},
                                 .sphere = {v, v, v, v},
                                 .toon = {v, v, v, v}};
}

/* ---- materials -------------------------------------------------------------------------------------------------- */

static void a_material_morph_changes_the_colour(void **state)
{
    (void)state;
    hone_morph_material part = neutral_part(true);
    part.ambient[1] = 0.6f;
    part.diffuse[3] = -0.5f;
    hone_morph morph = {.kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = &part};
    const expected series[] = {{0, {255, 51, 0, 255}},
                               {1, {255, 204, 0, 128}},
                               {0.5f, {255, 128, 0, 191}},
                               {3, {0, 0, 0, 0}}, /* alpha 0: not drawn at all */
                               {0, {255, 51, 0, 255}}};
    check_series(&(model_desc){flat_material(1, 0.2f, 0), &morph, "white.bmp"}, series, 5);
}

static void an_actor_hands_out_materials_as_morphs_leave_them(void **state)
{
    (void)state;
    hone_morph_material part = neutral_part(true);
    part.edge_size = 1;
    hone_morph morph = {.kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = &part};
    model_desc desc = {flat_material(1, 0, 0), &morph, "white.bmp"};
    desc.material.flags = HONE_MATERIAL_EDGE;
    hone_model *model = make_model(&desc);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_morph_result(actor)->materials[0].edge_size == 0);
    hone_actor_writable_pose(actor)->morphs[0] = 2;
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    CHECK(hone_actor_morph_result(actor)->materials[0].edge_size == 2);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* c = mix(1, tex * M, M.a), then clamp(c + (c - 1) * A.a) + A. The texture is 0.4 grey. */
static void texture_factors_multiply_and_add(void **state)
{
    (void)state;
    hone_morph_material parts[2] = {neutral_part(false), neutral_part(true)};
    parts[0].texture[0] = 0.5f, parts[0].texture[3] = 0.5f; /* red: 0.2, mixed half with 1: 0.6; others 0.4: 0.7 */
    parts[1].texture[1] = 0.25f, parts[1].texture[3] = 1;   /* red 0.2, others 0.4; green 0.65 */
    hone_morph morph = {.kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = parts};
    model_desc desc = {flat_material(1, 1, 1), &morph, "grey.bmp"};
    desc.material.texture = 0;
    const expected multiplied[] = {{0, {102, 102, 102, 255}}, {1, {153, 179, 179, 255}}};
    check_series(&desc, multiplied, 2);
    morph.count = 2;
    const expected both[] = {{1, {51, 166, 102, 255}}, {0, {102, 102, 102, 255}}};
    check_series(&desc, both, 2);
    desc.material.texture = HONE_NONE; /* no texture to change */
    const expected plain[] = {{1, {255, 255, 255, 255}}};
    check_series(&desc, plain, 1);
}

/* The same for a sphere map that is added: there black is neutral. It is 0.4 grey. */
static void sphere_factors_know_what_changes_nothing(void **state)
{
    (void)state;
    hone_morph_material part = neutral_part(false);
    part.sphere[3] = 0;
    hone_morph morph = {.kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = &part};
    model_desc desc = {flat_material(0.5f, 0.5f, 0.5f), &morph, "white.bmp"};
    desc.material.sphere_texture = 1;
    desc.material.sphere_mode = HONE_SPHERE_MULTIPLY;
    const expected multiplied[] = {{0, {51, 51, 51, 255}}, {1, {128, 128, 128, 255}}};
    check_series(&desc, multiplied, 2);
    desc.material.sphere_mode = HONE_SPHERE_ADD;
    const expected added[] = {{0, {230, 230, 230, 255}}, {1, {128, 128, 128, 255}}};
    check_series(&desc, added, 2);
    part = neutral_part(true);
    part.sphere[2] = 0.1f, part.sphere[3] = -0.5f; /* c - c / 2, plus 0.1 of blue */
    const expected less[] = {{1, {179, 179, 204, 255}}};
    check_series(&desc, less, 1);
}

static void toon_factors_lighten_the_ramp(void **state)
{
    (void)state;
    hone_morph_material part = neutral_part(false);
    part.toon[0] = 2, part.toon[3] = 1;
    hone_morph morph = {.kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = &part};
    model_desc desc = {flat_material(1, 1, 1), &morph, "white.bmp"};
    desc.material.toon = 1;
    const expected series[] = {{0, {102, 102, 102, 255}}, {1, {204, 102, 102, 255}}};
    check_series(&desc, series, 2);
    part.toon[0] = 0.5f;
    desc.material.toon = HONE_NONE; /* no toon to change */
    const expected plain[] = {{1, {255, 255, 255, 255}}};
    check_series(&desc, plain, 1);
}

/* ---- texture coordinates ---------------------------------------------------------------------------------------- */

static void a_uv_morph_slides_the_texture(void **state)
{
    (void)state;
    hone_morph_uv parts[4];
    for (uint32_t v = 0; v < 4; v++) parts[v] = (hone_morph_uv){v, {1.0f / SPOTS, 0, 9, 9}};
    const hone_morph morph = {.kind = HONE_MORPH_UV, .count = 4, .u.uvs = parts};
    model_desc desc = {flat_material(1, 1, 1), &morph, "spots.bmp"};
    desc.material.texture = 0;
    const expected series[] = {{0, {0, 0, 0, 255}},   {2, {0, 255, 0, 255}}, {1, {0, 0, 0, 255}},
                               {2, {0, 255, 0, 255}}, {0, {0, 0, 0, 255}},   {-3, {0, 255, 0, 255}}};
    check_series(&desc, series, 6);
}

static void a_morph_of_the_first_additional_set_changes_vertex_colours(void **state)
{
    (void)state;
    hone_morph_uv parts[4];
    for (uint32_t v = 0; v < 4; v++) parts[v] = (hone_morph_uv){v, {-1, 1, 0, -0.5f}};
    const hone_morph morph = {.kind = HONE_MORPH_UV1, .count = 4, .u.uvs = parts};
    model_desc desc = {flat_material(1, 1, 1), &morph, "white.bmp"};
    desc.material.flags = HONE_MATERIAL_VERTEX_COLOUR;
    const expected series[] = {{0, {255, 0, 0, 255}}, {1, {0, 255, 0, 128}}, {0, {255, 0, 0, 255}}};
    check_series(&desc, series, 3);
}

/* A model serves several actors; each is drawn with its own coordinates. */
static void actors_of_one_figure_do_not_share_morphs(void **state)
{
    (void)state;
    pixels_renderer(); /* skips the test if there is none */
    hone_morph_uv parts[4];
    for (uint32_t v = 0; v < 4; v++) parts[v] = (hone_morph_uv){v, {2.0f / SPOTS, 0, 0, 0}};
    const hone_morph morph = {.kind = HONE_MORPH_UV, .count = 4, .u.uvs = parts};
    model_desc desc = {flat_material(1, 1, 1), &morph, "spots.bmp"};
    desc.material.texture = 0;
    hone_model *model = make_model(&desc);
    hone_actor *moved = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_actor *still = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_gpu_model *gpu_model = hone_gpu_model_create(pixels_renderer(), model, &test_files, NULL);
    for (int n = 0; n < 3; n++) {
        uint8_t got[4];
        shoot(gpu_model, moved, 1, got);
        check_colour(got, (const int[]){0, 255, 0, 255});
        shoot(gpu_model, still, 0, got);
        check_colour(got, (const int[]){0, 0, 0, 255});
    }
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(moved);
    hone_actor_destroy(still);
    hone_model_release(model);
}

TEST_GROUP(test_render_morphs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_material_morph_changes_the_colour),
        cmocka_unit_test(an_actor_hands_out_materials_as_morphs_leave_them),
        cmocka_unit_test(texture_factors_multiply_and_add),
        cmocka_unit_test(sphere_factors_know_what_changes_nothing),
        cmocka_unit_test(toon_factors_lighten_the_ramp),
        cmocka_unit_test(a_uv_morph_slides_the_texture),
        cmocka_unit_test(a_morph_of_the_first_additional_set_changes_vertex_colours),
        cmocka_unit_test(actors_of_one_figure_do_not_share_morphs),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
