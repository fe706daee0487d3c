/* Animations that move materials (KHR_animation_pointer): what hone reads of them, and what it writes of morphs of
 * materials, of expressions, and of what it has read. */
#include "files/format/gltf/pointers.h"
#include "support/make/bodies/make_pointers.h"
#include "support/support.h"
#include "support/written_gltf.h"
#include <hone/hone.h>
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

/* ---- a model that plays ---- */

typedef struct player {
    hone_model *model;
    hone_motion *motion;
    hone_actor *actor;
} player;

static player play(const hone_bytes *bytes)
{
    hone_error error = {0};
    player p = {hone_model_load_memory(bytes->data, bytes->size, NULL, &error),
                hone_motion_load_memory(bytes->data, bytes->size, NULL, &error), NULL};
    if (!p.model || !p.motion)
        fail_msg("%s", error.message);
    p.actor = hone_actor_create(&(hone_actor_desc){.model = p.model}, &error);
    assert_true(p.actor && hone_actor_play(p.actor, p.motion, NULL, &error).id);
    return p;
}

static void stop(player *p)
{
    hone_actor_destroy(p->actor);
    hone_motion_release(p->motion);
    hone_model_release(p->model);
}

static const hone_surface_state *surfaces_at(const player *p, double seconds)
{
    CHECK(hone_actor_update_frame(p->actor, hone_frame_from_seconds(seconds), NULL));
    return hone_actor_morph_result(p->actor)->surfaces;
}

static player play_made(make_gltf *file)
{
    hone_bytes bytes = make_gltf_glb(file);
    player p = play(&bytes);
    hone_bytes_release(&bytes);
    return p;
}

/* ---- reading ---- */

/* Where the pointers of the made file lead, written down a second time. */
static const struct {
    int pointer;
    size_t offset;
} places[] = {{0, offsetof(hone_surface_state, colours[HONE_COLOUR_BASE])},
              {1, offsetof(hone_surface_state, metallic)},
              {2, offsetof(hone_surface_state, roughness)},
              {3, offsetof(hone_surface_state, alpha_cutoff)},
              {4, offsetof(hone_surface_state, normal_scale)},
              {5, offsetof(hone_surface_state, occlusion_strength)},
              {6, offsetof(hone_surface_state, colours[HONE_COLOUR_EMISSION])},
              {7, offsetof(hone_surface_state, emissive_strength)},
              {8, offsetof(hone_surface_state, maps[HONE_MAP_BASE_COLOUR].offset)},
              {9, offsetof(hone_surface_state, maps[HONE_MAP_BASE_COLOUR].rotation)},
              {10, offsetof(hone_surface_state, maps[HONE_MAP_BASE_COLOUR].scale)},
              {11, offsetof(hone_surface_state, maps[HONE_MAP_EMISSIVE].offset)},
              {12, offsetof(hone_surface_state, maps[HONE_MAP_NORMAL].rotation)},
              {13, offsetof(hone_surface_state, colours[HONE_COLOUR_SHADE])},
              {18, offsetof(hone_surface_state, colours[HONE_COLOUR_MATCAP])},
              {20, offsetof(hone_surface_state, rim_power)},
              {23, offsetof(hone_surface_state, outline_width)},
              {24, offsetof(hone_surface_state, colours[HONE_COLOUR_OUTLINE])},
              {27, offsetof(hone_surface_state, uv_scroll[1])},
              {28, offsetof(hone_surface_state, uv_rotation)},
              {29, offsetof(hone_surface_state, maps[HONE_MAP_COUNT + HONE_MTOON_SHADE].scale)},
              {31, offsetof(hone_surface_state, maps[HONE_MAP_COUNT + HONE_MTOON_UV_MASK].rotation)}};

/* What a channel of the made file says at a time. kind: 0 linear, 1 stepped, 2 cubic with level tangents. */
static double expected(int pointer, int c, int kind, double seconds)
{
    int k = seconds < 1 ? 0 : seconds < 2 ? 1 : 2;
    double s = k == 2 || kind == 1 ? 0 : seconds - k, from = (double)make_pointer_value(pointer, k, c),
           to = (double)make_pointer_value(pointer, k == 2 ? 2 : k + 1, c);
    return from + (to - from) * (kind == 2 ? s * s * (3 - 2 * s) : s);
}

static void pointers_move_numbers_of_materials(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    for (int mixed = 0; mixed < 2; mixed++) {
        make_gltf_pointers(file, 0, MAKE_POINTERS, mixed, "");
        player p = play_made(file);
        assert_int_equal(hone_model_warnings(p.model).count + hone_motion_warnings(p.motion).count, 0);
        CHECK_NEAR(hone_motion_get(p.motion)->duration, 2, 0);
        for (double t = 0; t <= 2; t += 0.125) {
            const hone_surface_state *at = &surfaces_at(&p, t)[1];
            for (size_t i = 0; i < sizeof places / sizeof *places; i++)
                for (int c = 0; c < make_pointers[places[i].pointer].count; c++) {
                    const float *is = (const float *)((const char *)at + places[i].offset) + c;
                    CHECK_NEAR((double)*is, expected(places[i].pointer, c, mixed ? places[i].pointer % 3 : 0, t), 1e-6);
                }
            assert_int_equal(at->moved_maps, 1u << HONE_MAP_BASE_COLOUR | 1u << HONE_MAP_EMISSIVE |
                                                 1u << HONE_MAP_NORMAL | 1u << (HONE_MAP_COUNT + HONE_MTOON_SHADE) |
                                                 1u << (HONE_MAP_COUNT + HONE_MTOON_MATCAP) |
                                                 1u << (HONE_MAP_COUNT + HONE_MTOON_UV_MASK));
        }
        stop(&p);
    }
    test_free(file);
}

/* All of the list of pointers leads somewhere, each to a place of its own. */
static void each_pointer_of_the_list_has_a_place_of_its_own(void **state)
{
    (void)state;
    uint8_t taken[HONE_SURFACE_NUMBERS] = {0};
    char name[GLTF_POINTER_NAME_SIZE];
    for (int p = 0; p < GLTF_POINTERS; p++) {
        const gltf_pointer *pointer = &hone_gltf_pointers[p];
        CHECK(pointer->path && pointer->count >= 1 && pointer->count <= GLTF_POINTER_NUMBERS_MOST);
        CHECK(pointer->group < GLTF_POINTER_GROUPS && (p == 0 || pointer->group >= pointer[-1].group));
        for (uint32_t c = 0; c < pointer->count; c++) {
            CHECK(pointer->number + c < HONE_SURFACE_NUMBERS && !taken[pointer->number + c]++);
            hone_gltf_pointer_name(pointer, c, name);
            CHECK(*name && strlen(name) < sizeof name - 1);
        }
    }
    hone_gltf_pointer_name(&hone_gltf_pointers[0], 3, name);
    assert_string_equal(name, "baseColorFactor.a");
}

/* A map of which only one part moves keeps the others, and an emitted colour keeps its strength. */
static void what_a_pointer_does_not_move_stays(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_pointers(file, 9, 1, false, "");
    player p = play_made(file);
    const hone_map_state *map = &surfaces_at(&p, 1)[1].maps[HONE_MAP_BASE_COLOUR];
    CHECK_NEAR((double)map->offset[0], 0.5, 0);
    CHECK_NEAR((double)map->scale[0], -2, 0);
    CHECK_NEAR((double)map->scale[1], 3, 0);
    CHECK_NEAR((double)map->rotation, (double)make_pointer_value(9, 1, 0), 1e-6);
    stop(&p);
    make_gltf_pointers(file, 7, 1, false, "");
    p = play_made(file);
    const hone_surface_state *at = &surfaces_at(&p, 2)[1];
    CHECK_NEAR((double)at->colours[HONE_COLOUR_EMISSION][1], 0.5, 0);
    CHECK_NEAR((double)at->emissive_strength, (double)make_pointer_value(7, 2, 0), 1e-6);
    CHECK_NEAR((double)surfaces_at(&p, 0)[0].colours[HONE_COLOUR_BASE][0], 1, 0);
    stop(&p);
    test_free(file);
}

static void the_weight_of_such_a_morph_is_the_number(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_pointers(file, 0, 2, false, "");
    player p = play_made(file);
    int32_t red = hone_model_find_morph(p.model, "cheek: baseColorFactor.r");
    CHECK(red >= 0 && hone_model_get(p.model)->morphs[red].kind == HONE_MORPH_VALUE);
    CHECK_NEAR((double)hone_model_get(p.model)->morphs[red + 1].default_weight, 0.5, 0);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = p.model}, NULL);
    hone_pose *pose = hone_pose_create(p.model, NULL, NULL);
    const float weights[] = {0, 1, -3, 0.125f};
    for (int i = 0; i < 4; i++) {
        pose->morphs[red] = weights[i];
        hone_rig_evaluate(rig, pose);
        const hone_surface_state *at = &hone_rig_apply_morphs(rig)->surfaces[1];
        CHECK_NEAR((double)at->colours[HONE_COLOUR_BASE][0], (double)weights[i], 0);
        CHECK_NEAR((double)at->colours[HONE_COLOUR_BASE][1], 0.5, 0);
    }
    hone_pose_destroy(pose);
    hone_rig_destroy(rig);
    stop(&p);
    test_free(file);
}

static void unknown_pointers_are_named_in_one_warning(void **state)
{
    (void)state;
    static const char *const unknown[] = {"/materials/0/name", "/materials/9/alphaCutoff",
                                          "/materials/1",      "/materials/1/alphaCutoff/",
                                          "/lights/0/color",   "/nodes/0/extensions/x"};
    char others[2000] = "";
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        snprintf(others + strlen(others), sizeof others - strlen(others),
                 ",{\"sampler\": 0, \"target\": {\"path\": \"pointer\", \"extensions\": {\"KHR_animation_pointer\": "
                 "{\"pointer\": \"%s\"}}}}",
                 unknown[i]);
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_pointers(file, 3, 1, false, others);
    player p = play_made(file);
    const hone_warnings warnings = hone_motion_warnings(p.motion);
    assert_int_equal(warnings.count, 1);
    assert_string_equal(warnings.texts[0], "animated values that hone does not know are not played (first "
                                           "\"/materials/0/name\", 6 times)");
    assert_int_equal(hone_motion_get(p.motion)->channel_count, 1);
    CHECK_NEAR((double)surfaces_at(&p, 1)[1].alpha_cutoff, (double)make_pointer_value(3, 1, 0), 1e-6);
    stop(&p);
    test_free(file);
}

/* ---- writing ---- */

static hone_bytes bake_and_write(const player *p, bool pack)
{
    hone_error error = {0};
    uint32_t last = (uint32_t)lround(hone_motion_duration(p->motion) * 30);
    hone_motion *baked =
        hone_bake(&(hone_bake_desc){.actor = p->actor, .last_frame = last, .tolerance = 1e-3f}, NULL, &error);
    if (!baked)
        fail_msg("%s", error.message);
    const hone_gltf_desc desc = {.motion = baked, .motion_name = "blush", .pack = pack};
    hone_bytes glb = gltf_written(p->model, &desc, NULL);
    hone_motion_release(baked);
    return glb;
}

static void check_same(const hone_surface_state *is, const hone_surface_state *was, double near)
{
    for (int p = 0; p < GLTF_POINTERS; p++) {
        const gltf_pointer *pointer = &hone_gltf_pointers[p];
        const float *a = (const float *)is + pointer->number, *b = (const float *)was + pointer->number;
        if (strstr(pointer->path, "mtoon")) /* a plain glTF has no toons */
            continue;
        bool emission = pointer->group == 6; /* colour and strength together */
        for (uint32_t c = 0; c < pointer->count && !emission; c++) CHECK_NEAR((double)a[c], (double)b[c], near);
    }
    for (int c = 0; c < 3; c++)
        CHECK_NEAR((double)(is->colours[HONE_COLOUR_EMISSION][c] * is->emissive_strength),
                   (double)(was->colours[HONE_COLOUR_EMISSION][c] * was->emissive_strength), 3 * near);
}

static void what_was_read_comes_back(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    for (int mixed = 0; mixed < 2; mixed++) {
        make_gltf_pointers(file, 0, 13, mixed, "");
        player was = play_made(file);
        hone_bytes glb = bake_and_write(&was, mixed && hone_compressed_gltf_available());
        player is = play(&glb);
        assert_int_equal(hone_motion_warnings(is.motion).count, 0);
        for (double t = 0; t <= 2; t += 1 / 60.0) {
            const hone_surface_state *a = &surfaces_at(&is, t)[1];
            check_same(a, &surfaces_at(&was, t)[1], mixed ? 0.002 : 2e-4);
        }
        const hone_map *a = &hone_model_get(is.model)->materials[1].pbr->maps[HONE_MAP_BASE_COLOUR],
                       *b = &hone_model_get(was.model)->materials[1].pbr->maps[HONE_MAP_BASE_COLOUR];
        for (int i = 0; i < 6; i++) /* which mirrors the picture */
            CHECK_NEAR((double)a->transform[i / 3][i % 3], (double)b->transform[i / 3][i % 3], 1e-5);
        stop(&is);
        stop(&was);
        hone_bytes_release(&glb);
    }
    test_free(file);
}

/* An MMD model of one material, with a morph that multiplies its colour and one that adds to it, and a motion. */
static hone_model *make_blushing(void)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_material *material = hone_builder_array(builder, 1, sizeof *material);
    hone_morph *morphs = hone_builder_array(builder, 2, sizeof *morphs);
    hone_morph_material *parts = hone_builder_array(builder, 2, sizeof *parts);
    *material = (hone_material){.name = "face",
                                .diffuse = {0.5f, 0.4f, 0.3f, 1},
                                .ambient = {0.3f, 0.2f, 0.1f},
                                .texture = HONE_NONE,
                                .sphere_texture = HONE_NONE,
                                .toon = HONE_NONE};
    parts[0] = (hone_morph_material){.material = 0, .diffuse = {1, 0.2f, 0.2f, 0}, .ambient = {1, 0.5f, 0.5f}};
    for (int i = 0; i < 4; i++) parts[0].texture[i] = parts[0].sphere[i] = parts[0].toon[i] = 1;
    parts[1] = (hone_morph_material){.material = HONE_NONE, .add = true, .diffuse = {0.25f, 0, 0, 0}};
    morphs[0] = (hone_morph){.name = "fade", .kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = parts};
    morphs[1] = (hone_morph){.name = "blush", .kind = HONE_MORPH_MATERIAL, .count = 1, .u.materials = parts + 1};
    const hone_model_data data = {
        .name = "face", .material_count = 1, .materials = material, .morph_count = 2, .morphs = morphs};
    return hone_model_create(builder, &data, NULL, NULL);
}

static hone_motion *make_blush(void)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_morph_track *tracks = hone_builder_array(builder, 2, sizeof *tracks);
    hone_morph_key *keys = hone_builder_array(builder, 4, sizeof *keys);
    keys[0] = (hone_morph_key){0, 0}, keys[1] = (hone_morph_key){30, 1};
    keys[2] = (hone_morph_key){0, 1}, keys[3] = (hone_morph_key){20, 0};
    tracks[0] = (hone_morph_track){.name.text = "fade", .key_count = 2, .keys = keys};
    tracks[1] = (hone_morph_track){.name.text = "blush", .key_count = 2, .keys = keys + 2};
    return hone_motion_create(
        builder, &(hone_motion_data){.model_name = "", .morph_track_count = 2, .morph_tracks = tracks}, NULL, NULL);
}

static double linear(double displayed)
{
    double x = displayed < 0 ? 0 : displayed > 1 ? 1 : displayed;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static void material_morphs_of_mmd_become_colours(void **state)
{
    (void)state;
    player was = {make_blushing(), make_blush(), NULL};
    was.actor = hone_actor_create(&(hone_actor_desc){.model = was.model}, NULL);
    assert_true(was.actor && hone_actor_play(was.actor, was.motion, NULL, NULL).id);
    hone_bytes glb = bake_and_write(&was, false);
    char *json = gltf_json_of(&glb);
    CHECK(strstr(json, "\"BLEND\"") != NULL); /* it becomes translucent */
    test_free(json);
    player is = play(&glb);
    for (int f = 0; f <= 60; f++) {
        double t = f / 60.0, fade = fmin(t, 1), blush = fmax(1 - t * 1.5, 0), light = 154 / 255.0;
        const double diffuse[3] = {0.5 + 0.25 * blush, 0.4 * (1 - 0.8 * fade), 0.3 * (1 - 0.8 * fade)},
                     ambient[3] = {0.3, 0.2 * (1 - 0.5 * fade), 0.1 * (1 - 0.5 * fade)};
        const float *colour = surfaces_at(&is, t)[0].colours[HONE_COLOUR_BASE];
        for (int c = 0; c < 3; c++) CHECK_NEAR((double)colour[c], linear(diffuse[c] * light + ambient[c]), 5e-3);
        CHECK_NEAR((double)colour[3], 1 - fade, 1.1e-2);
    }
    stop(&is);
    stop(&was);
    hone_bytes_release(&glb);
}

/* A motion that gives a morph weights from 0 to 1 in a second. */
static hone_motion *make_rise(const hone_model *model, const char *morph)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_channel *channel = hone_builder_array(builder, 1, sizeof *channel);
    hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
    double *times = hone_builder_array(builder, 2, sizeof *times);
    float *values = hone_builder_array(builder, 2, sizeof *values);
    *target = (hone_channel_target){morph, hone_model_find_morph(model, morph)};
    times[1] = values[1] = 1;
    *channel = (hone_channel){HONE_CHANNEL_WEIGHTS, HONE_INTERPOLATION_LINEAR, 1, target, 2, times, values};
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .model_name = "", .channel_count = 1, .channels = channel};
    return hone_motion_create(builder, &data, NULL, NULL);
}

/* A point of the texture as hone draws it: the map's own transform after that of expressions. */
static void map_point(const hone_surface_state *at, const hone_map *map, const double uv[2], double out[2])
{
    double in[2], m[2][3];
    for (int i = 0; i < 2; i++) in[i] = (double)at->uv_scale[i] * uv[i] + (double)at->uv_offset[i];
    for (int i = 0; i < 6; i++) m[i / 3][i % 3] = (double)map->transform[i / 3][i % 3];
    const hone_map_state *own = &at->maps[HONE_MAP_BASE_COLOUR];
    double c = cos((double)own->rotation), s = sin((double)own->rotation);
    if (at->moved_maps >> HONE_MAP_BASE_COLOUR & 1) {
        const double moved[2][3] = {{c * (double)own->scale[0], s * (double)own->scale[1], (double)own->offset[0]},
                                    {-s * (double)own->scale[0], c * (double)own->scale[1], (double)own->offset[1]}};
        memcpy(m, moved, sizeof m);
    }
    for (int r = 0; r < 2; r++) out[r] = m[r][0] * in[0] + m[r][1] * in[1] + m[r][2];
}

static void expressions_become_colours_and_places_of_maps(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_pointers(file, 1, 1, false, "");
    strcat(file->root, "\"extensions\": {\"VRMC_vrm\": {\"specVersion\": \"1.0\", \"humanoid\": {\"humanBones\": {}}, "
                       "\"expressions\": {\"preset\": {\"happy\": {\"materialColorBinds\": [{\"material\": 1, "
                       "\"type\": \"color\", \"targetValue\": [0, 1, 0.5, 0.5]}, {\"material\": 1, \"type\": "
                       "\"emissionColor\", \"targetValue\": [0, 4, 1, 1]}], \"textureTransformBinds\": [{\"material\": "
                       "1, \"scale\": [2, 0.5], \"offset\": [0.25, 0.5]}]}}}}},");
    hone_bytes bytes = make_gltf_glb(file);
    player was = {hone_model_load_memory(bytes.data, bytes.size, NULL, NULL), NULL, NULL};
    assert_non_null(was.model);
    was.motion = make_rise(was.model, "happy");
    was.actor = hone_actor_create(&(hone_actor_desc){.model = was.model}, NULL);
    assert_true(was.actor && was.motion && hone_actor_play(was.actor, was.motion, NULL, NULL).id);
    hone_bytes glb = bake_and_write(&was, false);
    player is = play(&glb);
    for (double t = 0; t <= 1; t += 1 / 60.0) {
        const hone_surface_state *a = &surfaces_at(&is, t)[1], *b = &surfaces_at(&was, t)[1];
        for (int c = 0; c < 4; c++)
            CHECK_NEAR((double)a->colours[HONE_COLOUR_BASE][c], (double)b->colours[HONE_COLOUR_BASE][c], 2e-3);
        for (int c = 0; c < 3; c++)
            CHECK_NEAR((double)(a->colours[HONE_COLOUR_EMISSION][c] * a->emissive_strength),
                       (double)b->colours[HONE_COLOUR_EMISSION][c], 8e-3);
        for (int corner = 0; corner < 4; corner++) {
            const double uv[2] = {corner % 2, corner / 2}; // NOLINT(bugprone-integer-division)
            double x[2], y[2];
            map_point(a, &hone_model_get(is.model)->materials[1].pbr->maps[HONE_MAP_BASE_COLOUR], uv, x);
            map_point(b, &hone_model_get(was.model)->materials[1].pbr->maps[HONE_MAP_BASE_COLOUR], uv, y);
            for (int i = 0; i < 2; i++) CHECK_NEAR(x[i], y[i], 8e-3);
        }
    }
    stop(&is);
    stop(&was);
    hone_bytes_release(&glb);
    hone_bytes_release(&bytes);
    test_free(file);
}

/* ---- hostile files and failures ---- */

static void each_cut_file_is_refused_or_read(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_pointers(file, 6, 4, true, "");
    hone_bytes bytes = make_gltf_text(file, false);
    for (size_t size = 0; size<bytes.size; size += size> 3000 ? 7 : 1) {
        hone_model_release(hone_model_load_memory(bytes.data, size, NULL, NULL));
        hone_motion_release(hone_motion_load_memory(bytes.data, size, NULL, NULL));
    }
    hone_bytes_release(&bytes);
    test_free(file);
}

static bool load_and_write(const hone_bytes *bytes, const hone_allocator *allocator, hone_error *error)
{
    const hone_load_desc desc = {.allocator = allocator};
    hone_bytes out = {0};
    hone_model *model = hone_model_load_memory(bytes->data, bytes->size, &desc, error);
    hone_motion *motion = model ? hone_motion_load_memory(bytes->data, bytes->size, &desc, error) : NULL;
    bool ok = motion && hone_model_write_gltf(model, &(hone_gltf_desc){.motion = motion, .allocator = allocator}, &out,
                                              NULL, error);
    CHECK(ok || out.data == NULL);
    hone_bytes_release(&out);
    hone_motion_release(motion);
    hone_model_release(model);
    return ok;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_pointers(file, 5, 4, false, "");
    hone_bytes bytes = make_gltf_glb(file);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator memory;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        done = load_and_write(&bytes, &memory.allocator, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        assert_int_equal(memory.live, 0);
    }
    hone_bytes_release(&bytes);
    test_free(file);
}

TEST_GROUP(test_gltf_pointers)
{
    gltf_leave_as("pointers");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_move_numbers_of_materials),
        cmocka_unit_test(each_pointer_of_the_list_has_a_place_of_its_own),
        cmocka_unit_test(what_a_pointer_does_not_move_stays),
        cmocka_unit_test(the_weight_of_such_a_morph_is_the_number),
        cmocka_unit_test(unknown_pointers_are_named_in_one_warning),
        cmocka_unit_test(what_was_read_comes_back),
        cmocka_unit_test(material_morphs_of_mmd_become_colours),
        cmocka_unit_test(expressions_become_colours_and_places_of_maps),
        cmocka_unit_test(each_cut_file_is_refused_or_read),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
