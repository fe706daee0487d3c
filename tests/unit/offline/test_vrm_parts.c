/* Parts of a character of MMD that become parts of an avatar: chains that aim, triangles that are turned over,
 * additive sphere maps, and the alpha of single materials. */
#include "samples/samples.h"
#include "support/support.h"
#include <hone/hone.h>
#include <hone/image.h>
#include <hone/vrm.h>
#include <math.h>
#include <string.h>

enum { SIDE = 16, SPHERE = 40 };

/* The built-in character, without morphs, whose parts may be changed. */
typedef struct changed {
    hone_model *from;
    hone_builder *builder;
    hone_model_data data;
    hone_material *materials;
    float (*uvs)[2];
    uint32_t *indices;
} changed;

static void *copy_of(hone_builder *builder, const void *from, size_t count, size_t size)
{
    void *out = hone_builder_array(builder, count, size);
    memcpy(out, from, count * size);
    return out;
}

static void begin(changed *c)
{
    static const char *const textures[] = {"half.png", "soft.png", "sphere.png"};
    c->from = hone_sample_character(NULL);
    c->builder = hone_builder_create(NULL, 0, NULL);
    c->data = *hone_model_get(c->from);
    hone_mesh *mesh = &c->data.mesh;
    c->materials = copy_of(c->builder, c->data.materials, c->data.material_count, sizeof *c->materials);
    c->uvs = copy_of(c->builder, mesh->uvs, mesh->vertex_count, sizeof *c->uvs);
    c->indices = copy_of(c->builder, mesh->indices, mesh->index_count, sizeof *c->indices);
    for (uint32_t m = 0; m < c->data.material_count; m++)
        c->materials[m].texture = c->materials[m].sphere_texture = HONE_NONE;
    c->data.materials = c->materials, mesh->uvs = (const float(*)[2])c->uvs, mesh->indices = c->indices;
    c->data.textures = textures, c->data.texture_count = 3, c->data.pictures = NULL;
    c->data.morph_count = c->data.display_frame_count = c->data.body_count = c->data.joint_count = 0;
    c->data.soft_body_count = 0;
}

/* A picture whose left half is opaque and whose right half is not there; one that is half there; a sphere map. */
static bool read_picture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    (void)user;
    hone_image image;
    if (!hone_image_create(SIDE, SIDE, allocator, &image, error))
        return false;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint8_t alpha = *path == 'h' ? (i % SIDE < SIDE / 2 ? 255 : 0) : path[1] == 'o' ? 128 : 255;
        const uint8_t texel[4] = {SPHERE, 2 * SPHERE, 3 * SPHERE, alpha};
        memcpy(image.pixels + 4 * i, texel, 4);
    }
    bool ok = hone_image_write_png(&image, allocator, out, error);
    hone_image_release(&image);
    return ok;
}

static hone_model *finish(changed *c, hone_to_vrm_report *report)
{
    hone_error error = {0};
    const hone_file_resolver files = {.read = read_picture};
    hone_model *model = hone_model_create(c->builder, &c->data, NULL, &error);
    hone_model *avatar =
        model ? hone_model_to_vrm(model, &(hone_to_vrm_desc){.files = &files, .keep_bones = true}, report, &error)
              : NULL;
    if (!avatar)
        fail_msg("%s", error.message);
    hone_model_release(model);
    hone_model_release(c->from);
    return avatar;
}

/* ---- chains that aim ----------------------------------------------------------------------------------------------
 */

/* A weathercock on the head, whose goal is above it, aside by `off`. limited: its link has limits. */
static hone_model *make_cock(float off, bool limited, hone_to_vrm_report *report)
{
    changed c;
    begin(&c);
    const uint32_t first = c.data.skeleton.bone_count, chains = c.data.skeleton.ik_count;
    const int32_t head = hone_model_humanoid(c.from).bones[HONE_HUMANOID_HEAD];
    hone_bone *bones = hone_builder_array(c.builder, first + 3, sizeof *bones);
    hone_ik *iks = hone_builder_array(c.builder, chains + 1, sizeof *iks);
    hone_ik_link *link = hone_builder_array(c.builder, 1, sizeof *link);
    memcpy(bones, c.data.skeleton.bones, first * sizeof *bones);
    memcpy(iks, c.data.skeleton.iks, chains * sizeof *iks);
    for (uint32_t b = 0; b < 3; b++) {
        const float moved[3] = {b == 2 ? off : 0, 2 + (float)b, 0};
        hone_bone *bone = &bones[first + b];
        *bone = bones[head];
        bone->name = b == 0 ? "cock" : b == 1 ? "beak" : "goal", bone->english_name = "";
        bone->parent = b == 1 ? (int32_t)first : head;
        hone_vec3_add(bones[head].position, moved, bone->position);
        float local[3];
        hone_vec3_subtract(bone->position, bones[bone->parent].position, local);
        bone->rest_local = hone_affine_translation(local);
        bone->ik = b == 2 ? (int32_t)chains : HONE_NONE;
    }
    *link = (hone_ik_link){.bone = (int32_t)first, .limited = limited};
    iks[chains] = (hone_ik){(int32_t)first + 2, (int32_t)first + 1, 20, 1, 1, link};
    c.data.skeleton = (hone_skeleton){first + 3, bones, chains + 1, iks};
    return finish(&c, report);
}

static const hone_constraint *aim_of(const hone_model *avatar)
{
    const hone_model_data *data = hone_model_get(avatar);
    for (uint32_t i = 0; i < data->constraint_count; i++)
        if (data->constraints[i].kind == HONE_CONSTRAINT_AIM)
            return &data->constraints[i];
    return NULL;
}

static void chains_of_one_link_aim(void **state)
{
    (void)state;
    hone_to_vrm_report report;
    hone_model *avatar = make_cock(0, false, &report);
    const hone_constraint *aim = aim_of(avatar);
    const uint32_t lost = report.lost[HONE_VRM_LOSS_IK];
    assert_non_null(aim);
    assert_int_equal(aim->axis, 1); /* upwards */
    CHECK_NEAR(aim->weight, 1, 0);
    assert_string_equal(hone_model_get(avatar)->skeleton.bones[aim->bone].name, "cock");
    assert_string_equal(hone_model_get(avatar)->skeleton.bones[aim->source].name, "goal");
    hone_model_release(avatar);
    for (int other = 0; other < 2; other++) { /* it does not point at its goal, or its angles have limits */
        avatar = make_cock(other ? 0 : 1, other, &report);
        CHECK(!aim_of(avatar) && report.lost[HONE_VRM_LOSS_IK] == lost + 1);
        hone_model_release(avatar);
    }
}

/* ---- triangles ----------------------------------------------------------------------------------------------------
 */

/* Counts the triangles of a material whose front is where their normals point away from. */
static uint32_t count_backs(const hone_model *avatar, uint32_t material)
{
    const hone_mesh *mesh = hone_model_mesh(avatar);
    const hone_material *materials = hone_model_get(avatar)->materials;
    uint32_t first = 0, backs = 0;
    for (uint32_t m = 0; m < material; m++) first += materials[m].index_count;
    for (uint32_t i = first; i < first + materials[material].index_count; i += 3) {
        const uint32_t *corner = &mesh->indices[i];
        float a[3], b[3], front[3], side = 0;
        hone_vec3_subtract(mesh->positions[corner[1]], mesh->positions[corner[0]], a);
        hone_vec3_subtract(mesh->positions[corner[2]], mesh->positions[corner[0]], b);
        hone_vec3_cross(a, b, front);
        for (int k = 0; k < 3; k++) side += hone_vec3_dot(front, mesh->normals[corner[k]]);
        backs += side < 0;
    }
    return backs;
}

static void triangles_are_turned_over_where_both_sides_are_seen(void **state)
{
    (void)state;
    uint32_t backs[2];
    for (int both = 0; both < 2; both++) {
        changed c;
        begin(&c);
        hone_material *m = &c.materials[0];
        m->flags = (uint8_t)(both ? m->flags | HONE_MATERIAL_DOUBLE_SIDED : m->flags & ~HONE_MATERIAL_DOUBLE_SIDED);
        for (uint32_t i = 0; i + 2 < m->index_count && i < 30; i += 3) {
            const uint32_t corner = c.indices[i];
            c.indices[i] = c.indices[i + 1], c.indices[i + 1] = corner;
        }
        hone_model *avatar = finish(&c, NULL);
        backs[both] = count_backs(avatar, 0);
        hone_model_release(avatar);
    }
    CHECK(backs[0] >= 10);
    assert_int_equal(backs[1], 0);
}

/* ---- materials ----------------------------------------------------------------------------------------------------
 */

/* Moves all texture coordinates of a material to a place. */
static void show_place(changed *c, uint32_t material, float u)
{
    uint32_t first = 0;
    for (uint32_t m = 0; m < material; m++) first += c->materials[m].index_count;
    for (uint32_t i = 0; i < c->materials[material].index_count; i++) {
        float *uv = c->uvs[c->indices[first + i]];
        uv[0] = u, uv[1] = 0.5f;
    }
}

static void alpha_is_that_of_what_a_material_shows(void **state)
{
    (void)state;
    NEEDS(image);
    static const uint8_t wanted[] = {HONE_ALPHA_OPAQUE, HONE_ALPHA_MASK, HONE_ALPHA_BLEND, HONE_ALPHA_BLEND,
                                     HONE_ALPHA_OPAQUE};
    changed c;
    begin(&c);
    assert_true(c.data.material_count >= 5);
    for (uint32_t m = 0; m < 5; m++) {
        c.materials[m].diffuse[3] = m == 3 ? 0.5f : 1;
        c.materials[m].texture = m < 2 ? 0 : m == 2 ? 1 : HONE_NONE;
        show_place(&c, m, m == 1 ? 0.75f : 0.25f);
    }
    hone_model *avatar = finish(&c, NULL);
    for (uint32_t m = 0; m < 5; m++) {
        const hone_material *material = &hone_model_get(avatar)->materials[m];
        assert_int_equal(material->pbr->alpha_mode, wanted[m]);
        CHECK(material->mtoon->transparent_with_z_write == (wanted[m] == HONE_ALPHA_BLEND));
    }
    hone_model_release(avatar);
}

static double linear(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double display(double v)
{
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

/* MMD adds the display values of the sphere map to those of the colour below; MToon adds linear ones. */
static void additive_spheres_are_matcaps(void **state)
{
    (void)state;
    NEEDS(image);
    hone_to_vrm_report report;
    hone_error error = {0};
    changed c;
    begin(&c);
    for (uint32_t m = 0; m < 2; m++) {
        c.materials[m].sphere_texture = 2;
        c.materials[m].sphere_mode = m ? HONE_SPHERE_MULTIPLY : HONE_SPHERE_ADD;
        for (int i = 0; i < 3; i++) c.materials[m].diffuse[i] = 0.1f * (float)(1 + i), c.materials[m].ambient[i] = 0.1f;
    }
    hone_model *avatar = finish(&c, &report);
    const hone_model_data *data = hone_model_get(avatar);
    const int32_t texture = data->materials[0].mtoon->maps[HONE_MTOON_MATCAP].texture;
    assert_true(texture != HONE_NONE && data->materials[1].mtoon->maps[HONE_MTOON_MATCAP].texture == HONE_NONE);
    assert_int_equal(report.lost[HONE_VRM_LOSS_SPHERE], 1);
    const hone_blob *picture = &data->pictures[texture];
    hone_image image;
    assert_true(hone_image_load_memory(picture->data, picture->size, NULL, &image, &error));
    assert_true(image.width == SIDE && image.height == SIDE);
    for (int i = 0; i < 3; i++) {
        const double base = (double)data->materials[0].pbr->base_colour[i], added = (1 + i) * SPHERE / 255.0;
        const double wanted = linear(fmin(display(base) + added, 1)) - base;
        CHECK(base < 0.1);
        CHECK_NEAR(image.pixels[i], display(wanted) * 255, 1.01);
    }
    hone_image_release(&image);
    hone_model_release(avatar);
}

TEST_GROUP(test_vrm_parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_of_one_link_aim),
        cmocka_unit_test(triangles_are_turned_over_where_both_sides_are_seen),
        cmocka_unit_test(alpha_is_that_of_what_a_material_shows),
        cmocka_unit_test(additive_spheres_are_matcaps),
    };
    return cmocka_run_group_tests_name("test_vrm_parts", tests, NULL, NULL);
}
