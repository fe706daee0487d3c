/* The built-in character and its dance: their promised properties, tested on the embedded files. */
#include "samples/samples.h"
#include "support/support.h"

#include <hone/actor.h>
#include <hone/format.h>
#include <hone/image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sample {
    hone_model *model;
    hone_motion *dance;
    hone_actor *actor;
    float (*positions)[3];
} sample;

static int make_sample(void **state)
{
    static sample s;
    hone_error error = {0};
    s.model = hone_sample_character(&error);
    s.dance = hone_sample_dance(&error);
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model}, &error);
    if (!s.actor || !hone_actor_play(s.actor, s.dance, NULL, &error).id) {
        print_error("%s\n", error.message);
        return -1;
    }
    s.positions = calloc(hone_model_mesh(s.model)->vertex_count, sizeof *s.positions);
    *state = &s;
    return s.positions ? 0 : -1;
}

static int drop_sample(void **state)
{
    sample *s = *state;
    hone_actor_destroy(s->actor);
    hone_motion_release(s->dance);
    hone_model_release(s->model);
    free(s->positions);
    return 0;
}

static void skin_at(sample *s, double frame)
{
    hone_error error = {0};
    hone_skin_out out = {.positions = {s->positions, hone_model_mesh(s->model)->vertex_count, sizeof *s->positions}};
    CHECK(hone_actor_update_frame(s->actor, frame, NULL));
    CHECK(hone_actor_skin(s->actor, &out, &error));
}

/* The material that draws each vertex; -1: none. */
static int *vertex_materials(const hone_model_data *data)
{
    int *out = malloc(data->mesh.vertex_count * sizeof *out);
    uint32_t at = 0;
    CHECK(out != NULL);
    for (uint32_t i = 0; i < data->mesh.vertex_count; i++) out[i] = -1;
    for (uint32_t m = 0; m < data->material_count; m++)
        for (uint32_t i = 0; i < data->materials[m].index_count; i++) out[data->mesh.indices[at++]] = (int)m;
    return out;
}

/* ---- files ---- */

static void every_file_is_compiled_in_once(void **state)
{
    (void)state;
    uint32_t count = 0;
    for (const char *name; (name = hone_sample_name(count)) != NULL; count++) {
        size_t size;
        CHECK(hone_sample_file(name, &size) != NULL && size > 0);
        for (uint32_t i = 0; i < count; i++) CHECK(strcmp(hone_sample_name(i), name) != 0);
    }
    CHECK(count > 3);
}

static void unknown_file_is_an_error(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = {0};
    size_t size = 1;
    hone_file_resolver files = hone_sample_files();
    CHECK(hone_sample_file("nothing.tga", &size) == NULL && size == 0);
    CHECK(!files.read(files.user, "nothing.tga", NULL, &bytes, &error));
    CHECK(error.code == HONE_ERROR_IO && bytes.data == NULL);
}

static void files_load_strictly(void **state)
{
    (void)state;
    hone_error error = {0};
    const hone_load_desc strict = {.strict = true};
    size_t size;
    const void *bytes = hone_sample_file("character.pmx", &size);
    hone_model *model = hone_model_load_memory(bytes, size, &strict, &error);
    CHECK(model && hone_model_warnings(model).count == 0);
    hone_model_release(model);
    for (int i = 0; i < 2; i++) {
        bytes = hone_sample_file(i ? "camera.vmd" : "dance.vmd", &size);
        hone_motion *motion = hone_motion_load_memory(bytes, size, &strict, &error);
        CHECK(motion && hone_motion_warnings(motion).count == 0);
        hone_motion_release(motion);
    }
}

static void files_write_back_byte_for_byte(void **state)
{
    sample *s = *state;
    hone_bytes bytes = {0};
    hone_error error = {0};
    size_t size;
    const void *file = hone_sample_file("character.pmx", &size);
    CHECK(hone_model_write_pmx(s->model, NULL, &bytes, &error));
    CHECK(bytes.size == size && !memcmp(bytes.data, file, size));
    hone_bytes_release(&bytes);
    file = hone_sample_file("dance.vmd", &size);
    CHECK(hone_motion_write_vmd(s->dance, NULL, &bytes, &error));
    CHECK(bytes.size == size && !memcmp(bytes.data, file, size));
    hone_bytes_release(&bytes);
}

static void every_texture_is_there_and_decodes(void **state)
{
    sample *s = *state;
    const hone_model_data *data = hone_model_get(s->model);
    hone_file_resolver files = hone_sample_files();
    for (uint32_t i = 0; i < data->texture_count; i++) {
        hone_bytes bytes = {0};
        hone_image image = {0};
        hone_error error = {0};
        CHECK(files.read(files.user, data->textures[i], NULL, &bytes, &error));
        CHECK(!hone_image_available() || hone_image_load_memory(bytes.data, bytes.size, NULL, &image, &error));
        hone_image_release(&image);
        hone_bytes_release(&bytes);
    }
}

/* A triangle's normal and those of its corners should agree; hems and pleats may have sharp edges. */

static void character_keeps_its_budget(void **state)
{
    sample *s = *state;
    const hone_mesh *mesh = hone_model_mesh(s->model);
    CHECK(mesh->vertex_count >= 10000 && mesh->vertex_count <= 12000);
    CHECK(mesh->index_count % 3 == 0 && mesh->index_count / 3 <= 24000);
}

static void every_vertex_weighs_one(void **state)
{
    sample *s = *state;
    const hone_mesh *mesh = hone_model_mesh(s->model);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double sum = 0;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++) {
            CHECK(mesh->influences[i].weight >= 0);
            sum += (double)mesh->influences[i].weight;
        }
        CHECK_NEAR(sum, 1, 1e-5);
    }
}

static void normals_are_of_unit_length_and_pictures_cover_uvs(void **state)
{
    sample *s = *state;
    const hone_mesh *mesh = hone_model_mesh(s->model);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *n = mesh->normals[v];
        CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-4);
        for (int k = 0; k < 2; k++) CHECK(mesh->uvs[v][k] >= 0 && mesh->uvs[v][k] <= 1);
    }
}

/* A triangle's own normal and those of its corners should agree; hems and pleats may turn sharply. */
static void triangles_face_outwards(void **state)
{
    sample *s = *state;
    const hone_mesh *mesh = hone_model_mesh(s->model);
    uint32_t bad = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const uint32_t *t = mesh->indices + i;
        float e[2][3], sum[3] = {0};
        for (int k = 0; k < 3; k++) {
            e[0][k] = mesh->positions[t[1]][k] - mesh->positions[t[0]][k];
            e[1][k] = mesh->positions[t[2]][k] - mesh->positions[t[0]][k];
            for (int c = 0; c < 3; c++) sum[k] += mesh->normals[t[c]][k];
        }
        float n[3] = {e[0][1] * e[1][2] - e[0][2] * e[1][1], e[0][2] * e[1][0] - e[0][0] * e[1][2],
                      e[0][0] * e[1][1] - e[0][1] * e[1][0]};
        bad += !(n[0] * sum[0] + n[1] * sum[1] + n[2] * sum[2] > 0);
    }
    CHECK(bad < mesh->index_count / 3 / 20);
}

static void standard_bones_are_there(void **state)
{
    static const char *const middle[] = {"全ての親", "センター", "グルーブ", "腰",   "上半身",
                                         "上半身2",  "首",       "頭",       "両目", "下半身"};
    static const char *const sided[] = {
        "目",     "肩P",    "肩",     "肩C",    "腕",     "腕捩",   "ひじ",   "手捩",   "手首",   "親指０",    "親指１",
        "親指２", "人指１", "人指２", "人指３", "中指１", "中指２", "中指３", "薬指１", "薬指２", "薬指３",    "小指１",
        "小指２", "小指３", "足",     "ひざ",   "足首",   "つま先", "足先EX", "足IK親", "足ＩＫ", "つま先ＩＫ"};
    sample *s = *state;
    for (size_t i = 0; i < sizeof middle / sizeof *middle; i++) CHECK(hone_model_find_bone(s->model, middle[i]) >= 0);
    for (size_t i = 0; i < sizeof sided / sizeof *sided; i++)
        for (int right = 0; right < 2; right++) {
            char name[64];
            snprintf(name, sizeof name, "%s%s", right ? "右" : "左", sided[i]);
            CHECK(hone_model_find_bone(s->model, name) >= 0);
        }
}

static void rig_has_ik_append_and_layers(void **state)
{
    sample *s = *state;
    const hone_skeleton *skeleton = hone_model_skeleton(s->model);
    uint32_t appends = 0, layered = 0, limited = 0;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        appends += (skeleton->bones[i].flags & HONE_BONE_APPEND_ROTATION) != 0;
        layered += skeleton->bones[i].layer != 0;
    }
    for (uint32_t i = 0; i < skeleton->ik_count; i++)
        for (uint32_t k = 0; k < skeleton->iks[i].link_count; k++) limited += skeleton->iks[i].links[k].limited;
    CHECK(skeleton->ik_count == 4 && limited == 2 && appends >= 6 && layered >= 2);
}

static uint32_t sdef_vertices_between(const hone_model *model, const char *upper, const char *lower)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    int32_t a = hone_model_find_bone(model, upper), b = hone_model_find_bone(model, lower);
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->sdef_count; i++) {
        const hone_influence *in = mesh->influences + mesh->influence_begin[mesh->sdefs[i].vertex];
        count += (in[0].slot == a && in[1].slot == b) || (in[0].slot == b && in[1].slot == a);
    }
    return count;
}

static void elbows_and_knees_turn_about_their_joints(void **state)
{
    sample *s = *state;
    CHECK(sdef_vertices_between(s->model, "左腕捩", "左ひじ") >= 20);
    CHECK(sdef_vertices_between(s->model, "左足", "左ひざ") >= 20);
    CHECK(sdef_vertices_between(s->model, "右腕捩", "右ひじ") == sdef_vertices_between(s->model, "左腕捩", "左ひじ"));
    CHECK(sdef_vertices_between(s->model, "右足", "右ひざ") == sdef_vertices_between(s->model, "左足", "左ひざ"));
}

static int compare_points(const void *left, const void *right)
{
    const float *a = left, *b = right;
    for (int k = 0; k < 3; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

/* All except hair (the fringe is combed to one side), skirt (made as a whole) and charms. */
static void body_is_its_own_mirror_image(void **state)
{
    sample *s = *state;
    const hone_model_data *data = hone_model_get(s->model);
    int *materials = vertex_materials(data);
    float(*sides[2])[3];
    uint32_t counts[2] = {0, 0};
    for (int k = 0; k < 2; k++) sides[k] = malloc(data->mesh.vertex_count * sizeof **sides);
    for (uint32_t v = 0; v < data->mesh.vertex_count; v++) {
        const float *p = data->mesh.positions[v];
        const char *name = data->materials[materials[v]].english_name;
        if (p[0] == 0 || strstr("hair bone charms petticoat skirt", name))
            continue;
        float *to = sides[p[0] < 0][counts[p[0] < 0]++];
        to[0] = p[1], to[1] = p[2], to[2] = fabsf(p[0]);
    }
    CHECK(counts[0] > 2000 && counts[0] == counts[1]);
    for (int k = 0; k < 2; k++) qsort(sides[k], counts[k], sizeof **sides, compare_points);
    CHECK(!memcmp(sides[0], sides[1], counts[0] * sizeof **sides));
    free(sides[0]), free(sides[1]), free(materials);
}

static void rest_pose_leaves_vertices_where_they_were(void **state)
{
    sample *s = *state;
    hone_error error = {0};
    const hone_mesh *mesh = hone_model_mesh(s->model);
    hone_actor *still = hone_actor_create(&(hone_actor_desc){.model = s->model}, &error);
    CHECK(still &&
          hone_actor_skin(
              still, &(hone_skin_out){.positions = {s->positions, mesh->vertex_count, sizeof *s->positions}}, &error));
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int k = 0; k < 3; k++) CHECK_NEAR(s->positions[v][k], mesh->positions[v][k], 2e-5);
    hone_actor_destroy(still);
}

static void every_morph_changes_something(void **state)
{
    static const char *const wanted[] = {"まばたき", "笑い", "ウィンク", "ウィンク右", "あ", "い", "う", "え", "お"};
    sample *s = *state;
    const hone_model_data *data = hone_model_get(s->model);
    unsigned kinds = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) CHECK(hone_model_find_morph(s->model, wanted[i]) >= 0);
    for (uint32_t m = 0; m < data->morph_count; m++) {
        const hone_morph *morph = &data->morphs[m];
        CHECK(morph->count > 0);
        kinds |= 1u << morph->kind;
        for (uint32_t i = 0; morph->kind == HONE_MORPH_VERTEX && i < morph->count; i++) {
            const float *d = morph->u.vertices[i].offset;
            float square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            CHECK(square > 0 && square < 1);
        }
    }
    CHECK(kinds == (1u << HONE_MORPH_GROUP | 1u << HONE_MORPH_VERTEX | 1u << HONE_MORPH_BONE | 1u << HONE_MORPH_UV |
                    1u << HONE_MORPH_MATERIAL));
}

static void what_hangs_has_bodies_and_joints(void **state)
{
    sample *s = *state;
    const hone_model_data *data = hone_model_get(s->model);
    uint32_t dynamic = 0;
    for (uint32_t i = 0; i < data->body_count; i++) dynamic += data->bodies[i].mode != HONE_BODY_FOLLOWS;
    CHECK(dynamic >= 40 && data->joint_count >= dynamic);
    for (uint32_t i = 0; i < data->joint_count; i++) CHECK(data->joints[i].body_a != data->joints[i].body_b);
}

/* ---- the dance ---- */

enum { FRAMES = 360, JUMP_FROM = 290, JUMP_TO = 310, SPIN_FROM = 225, SPIN_TO = 285 };

static void dance_is_long_and_alive(void **state)
{
    sample *s = *state;
    const hone_motion_data *data = hone_motion_get(s->dance);
    CHECK(hone_motion_duration(s->dance) >= 8);
    CHECK(data->last_frame == FRAMES);
    for (uint32_t i = 0; i < data->bone_track_count; i++)
        CHECK(hone_model_find_bone(s->model, data->bone_tracks[i].name.text) >= 0);
    for (uint32_t i = 0; i < data->morph_track_count; i++)
        CHECK(hone_model_find_morph(s->model, data->morph_tracks[i].name.text) >= 0);
    hone_motion *camera = hone_sample_camera(NULL);
    CHECK(hone_motion_get(camera)->camera_key_count >= 4 && hone_motion_get(camera)->last_frame == FRAMES);
    hone_motion_release(camera);
}

static void dance_switches_leg_ik_off(void **state)
{
    sample *s = *state;
    const hone_motion_data *data = hone_motion_get(s->dance);
    CHECK(data->property_key_count == 1 && data->property_keys[0].frame == 0);
    CHECK(data->property_keys[0].state_count == hone_model_skeleton(s->model)->ik_count);
    for (uint32_t i = 0; i < data->property_keys[0].state_count; i++) CHECK(!data->property_keys[0].states[i].enabled);
}

static float lowest(const sample *s)
{
    const hone_mesh *mesh = hone_model_mesh(s->model);
    float low = 1e9f;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) low = fminf(low, s->positions[v][1]);
    return low;
}

static void feet_stand_on_the_floor_but_for_the_jump(void **state)
{
    sample *s = *state;
    for (int frame = 0; frame <= FRAMES; frame += 3) {
        skin_at(s, frame);
        float low = lowest(s);
        CHECK(low > -0.25f);
        CHECK(low < 0.25f || (frame > JUMP_FROM && frame < JUMP_TO));
    }
    skin_at(s, 301);
    CHECK(lowest(s) > 0.8f);
}

/* One of the two feet stands still, except in spins and jumps. */
static void standing_foot_does_not_slide(void **state)
{
    sample *s = *state;
    const int32_t feet[2] = {hone_model_find_bone(s->model, "左足先EX"), hone_model_find_bone(s->model, "右足先EX")};
    float before[2][2] = {{0}};
    for (int frame = 0; frame <= FRAMES; frame++) {
        float speed[2];
        CHECK(hone_actor_update_frame(s->actor, frame, NULL));
        for (int k = 0; k < 2; k++) {
            const hone_affine *m = &hone_actor_bones(s->actor)[feet[k]];
            speed[k] = hypotf(m->m[0][3] - before[k][0], m->m[2][3] - before[k][1]);
            before[k][0] = m->m[0][3], before[k][1] = m->m[2][3];
        }
        bool free_of_floor = (frame > JUMP_FROM && frame < JUMP_TO) || (frame > SPIN_FROM && frame < SPIN_TO);
        CHECK(frame == 0 || free_of_floor || fminf(speed[0], speed[1]) < 0.08f);
    }
}

static void dance_stays_in_view_and_finite(void **state)
{
    sample *s = *state;
    const hone_mesh *mesh = hone_model_mesh(s->model);
    for (int frame = 0; frame <= FRAMES; frame += 7) {
        skin_at(s, frame + 0.5);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const float *p = s->positions[v];
            CHECK(fabsf(p[0]) < 8 && fabsf(p[2]) < 7 && p[1] < 25);
        }
    }
}

static void dance_ends_where_it_began(void **state)
{
    sample *s = *state;
    const hone_mesh *mesh = hone_model_mesh(s->model);
    float(*first)[3] = malloc(mesh->vertex_count * sizeof *first);
    skin_at(s, 0);
    memcpy(first, s->positions, mesh->vertex_count * sizeof *first);
    skin_at(s, FRAMES);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int k = 0; k < 3; k++) CHECK_NEAR(s->positions[v][k], first[v][k], 0.05);
    free(first);
}

static void everything_that_can_move_moves(void **state)
{
    static const char *const bones[] = {"頭",      "左手首", "右手首", "左ひざ",     "右ひざ",
                                        "上半身2", "左髪５", "右髪５", "スカート1-3"};
    sample *s = *state;
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) {
        int32_t bone = hone_model_find_bone(s->model, bones[i]);
        float low = 1e9f, high = -1e9f;
        for (int frame = 0; frame <= FRAMES; frame += 5) {
            CHECK(hone_actor_update_frame(s->actor, frame, NULL));
            float x = hone_actor_bones(s->actor)[bone].m[0][3];
            low = fminf(low, x), high = fmaxf(high, x);
        }
        CHECK(high - low > 0.8f);
    }
}

TEST_GROUP(test_samples)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_is_compiled_in_once),
        cmocka_unit_test(unknown_file_is_an_error),
        cmocka_unit_test(files_load_strictly),
        cmocka_unit_test(files_write_back_byte_for_byte),
        cmocka_unit_test(every_texture_is_there_and_decodes),
        cmocka_unit_test(character_keeps_its_budget),
        cmocka_unit_test(every_vertex_weighs_one),
        cmocka_unit_test(normals_are_of_unit_length_and_pictures_cover_uvs),
        cmocka_unit_test(triangles_face_outwards),
        cmocka_unit_test(standard_bones_are_there),
        cmocka_unit_test(rig_has_ik_append_and_layers),
        cmocka_unit_test(elbows_and_knees_turn_about_their_joints),
        cmocka_unit_test(body_is_its_own_mirror_image),
        cmocka_unit_test(rest_pose_leaves_vertices_where_they_were),
        cmocka_unit_test(every_morph_changes_something),
        cmocka_unit_test(what_hangs_has_bodies_and_joints),
        cmocka_unit_test(dance_is_long_and_alive),
        cmocka_unit_test(dance_switches_leg_ik_off),
        cmocka_unit_test(feet_stand_on_the_floor_but_for_the_jump),
        cmocka_unit_test(standing_foot_does_not_slide),
        cmocka_unit_test(dance_stays_in_view_and_finite),
        cmocka_unit_test(dance_ends_where_it_began),
        cmocka_unit_test(everything_that_can_move_moves),
    };
    return cmocka_run_group_tests(tests, make_sample, drop_sample);
}
