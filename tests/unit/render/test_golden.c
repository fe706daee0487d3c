/* Small scenes that were approved by eye. Skipped if there is no EGL driver or no PNG. To renew them:
 * HONE_GOLDEN=write build/release/tests/test_golden, then check each picture. */
#include "base/error.h"
#include "samples/samples.h"
#include "support/image/golden.h"
#include "support/make/balls.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_x.h"
#include "support/make/quads.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 160, HEIGHT = 120, ACTORS_MAX = 3 };

static struct {
    hone_renderer *renderer;
    hone_model *character;
    hone_motion *dance, *camera;
    hone_error error;
} shared;

static int make_shared(void **state)
{
    (void)state;
    shared.renderer = hone_renderer_create(NULL, &shared.error);
    shared.character = hone_sample_character(NULL);
    shared.dance = hone_sample_dance(NULL);
    shared.camera = hone_sample_camera(NULL);
    return shared.character && shared.dance && shared.camera ? 0 : -1;
}

static int drop_shared(void **state)
{
    (void)state;
    hone_motion_release(shared.camera);
    hone_motion_release(shared.dance);
    hone_model_release(shared.character);
    hone_renderer_destroy(shared.renderer);
    return 0;
}

/* ---- a scene: actors and a picture of them --------------------------------------------------------------------- */

typedef struct scene {
    uint32_t count;
    hone_draw_item items[ACTORS_MAX];
    hone_draw_desc desc;
} scene;

static scene begin(void)
{
    if (!shared.renderer || !hone_image_available())
        test_skip(1, "golden picture, without an EGL driver or without PNG");
    return (scene){.desc = {.width = WIDTH,
                            .height = HEIGHT,
                            .background = {0.85f, 0.9f, 0.95f, 1},
                            .camera = HONE_CAMERA_DEFAULT,
                            .shadows = HONE_SHADOWS_OFF}};
}

/* A built-in file; else a picture for a ball: a bright spot on blue, or stripes half of which are transparent. */
static bool read_picture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    (void)user;
    hone_image image;
    bool spot = strcmp(path, "spot") == 0;
    if (!spot && strcmp(path, "stripes") != 0)
        return hone_sample_files().read(hone_sample_files().user, path, allocator, out, error);
    if (!hone_image_create(32, 32, allocator, &image, error))
        return false;
    for (uint32_t i = 0; i < 32 * 32; i++) {
        float x = (float)(i % 32) / 32 - 0.35f, y = (float)(i / 32) / 32 - 0.3f, near = 1 - 4 * (x * x + y * y);
        uint8_t light = (uint8_t)(near > 0 ? 255 * near : 0), *p = image.pixels + 4 * (size_t)i;
        bool clear = i / 32 / 4 % 2 && i % 32 / 4 % 2;
        p[0] = spot ? light : 230, p[1] = spot ? light : (uint8_t)(8 * (i % 32));
        p[2] = spot ? (uint8_t)(light / 2 + 100) : 60, p[3] = spot || !clear ? 255 : 0;
    }
    bool ok = hone_image_write_png(&image, allocator, out, error);
    hone_image_release(&image);
    return ok;
}

/* The scene owns the model from now on. */
static hone_actor *add(scene *s, hone_model *model)
{
    hone_error error = {0};
    const hone_file_resolver files = {.read = read_picture};
    hone_draw_item *p = &s->items[s->count++];
    p->actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    p->gpu_model = p->actor ? hone_gpu_model_create(shared.renderer, model, &files, &error) : NULL;
    hone_model_release(model);
    if (!p->gpu_model)
        fail_msg("%s", error.message);
    return p->actor;
}

static hone_actor *add_dancer(scene *s, double frame)
{
    hone_actor *actor = add(s, hone_model_retain(shared.character));
    CHECK(hone_actor_play(actor, shared.dance, NULL, NULL).id);
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    return actor;
}

/* Moves the actor's first bone, and lays it on its back if `flat`. */
static void put(hone_actor *actor, float x, float y, float z, bool flat)
{
    hone_transform *root = &hone_actor_writable_pose(actor)->bones[0];
    root->translation[0] += x, root->translation[1] += y, root->translation[2] += z;
    if (flat)
        root->rotation[0] = 0.70710678f, root->rotation[3] = 0.70710678f;
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
}

/* A receiver of shadows at height 0. */
static void add_floor(scene *s)
{
    test_quad q = {.half = 20, .material = test_flat_material(0.5f, 0.5f, 0.45f, 1)};
    for (int i = 0; i < 3; i++) q.material.diffuse[i] = 0.8f;
    q.material.shared_toon = true, q.material.toon = 0;
    q.material.flags = HONE_MATERIAL_RECEIVES_SHADOW;
    hone_actor *actor = add(s, test_quads_model(&q, 1, NULL, HONE_SPACE_MMD));
    hone_actor_sample_frame(actor, 0);
    put(actor, 0, 0, 0, true);
}

static void frame_all(scene *s)
{
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    for (uint32_t i = 0; i < s->count; i++) CHECK(hone_framing_add_actor(&bounds, s->items[i].actor, NULL));
    s->desc.camera = hone_camera_framing(&bounds, (double)WIDTH / HEIGHT);
}

static void finish(scene *s, const char *name)
{
    hone_error error = {0};
    hone_image image = {0};
    s->desc.items = s->items;
    s->desc.item_count = s->count;
    if (!hone_image_create(WIDTH, HEIGHT, NULL, &image, &error) ||
        !hone_renderer_draw_image(shared.renderer, &s->desc, &image, &error))
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < s->count; i++) {
        hone_gpu_model_destroy(s->items[i].gpu_model);
        hone_actor_destroy(s->items[i].actor);
    }
    golden_check(name, &image);
    hone_image_release(&image);
}

static const hone_camera close_up = {{0, 17.2f, 0}, {-0.05f, 0.3f, 0}, -12, 30, false};
static const hone_camera from_above = {{-2, 6, 3}, {-0.5f, -0.5f, 0}, -48, 30, false};

/* ---- the character ---------------------------------------------------------------------------------------------- */

static void toons_and_edges_without_shadows(void **state)
{
    (void)state;
    scene s = begin();
    add_dancer(&s, 60);
    frame_all(&s);
    finish(&s, "plain");
}

static void self_shadow_from_afar(void **state)
{
    (void)state;
    for (int way = 0; way < HONE_GPU_SKIN_DISTANCE; way++) { /* with every way of skinning */
        scene s = begin();
        add_dancer(&s, 135);
        s.desc.gpu_skin = (hone_gpu_skin)way;
        s.desc.shadows = HONE_SHADOWS_SELF;
        s.desc.camera = (hone_camera){{0, 11, 0}, {-0.1f, 0.2f, 0}, -42, 30, false};
        finish(&s, "self-shadow");
    }
}

static void self_shadow_from_close_by(void **state)
{
    (void)state;
    const hone_self_shadow near = {2, 0.02f};
    scene s = begin();
    add_dancer(&s, 30);
    s.desc.shadows = HONE_SHADOWS_SELF;
    s.desc.self_shadow = &near;
    s.desc.camera = close_up;
    finish(&s, "self-shadow-mode-2");
}

static void shadow_on_the_ground(void **state)
{
    (void)state;
    scene s = begin();
    add_dancer(&s, 90);
    s.desc.shadows = HONE_SHADOWS_GROUND;
    s.desc.camera = from_above;
    s.desc.grid = true;
    finish(&s, "ground-shadow");
}

static void shadow_on_a_floor_begins_at_the_feet(void **state)
{
    (void)state;
    scene s = begin();
    add_floor(&s);
    add_dancer(&s, 0);
    s.desc.shadows = HONE_SHADOWS_SELF;
    s.desc.camera = (hone_camera){{-1, 1.5f, 0}, {-0.35f, 0.4f, 0}, -16, 30, false};
    finish(&s, "feet");
}

static void light_of_another_colour_from_the_left(void **state)
{
    (void)state;
    const hone_light evening = {{0.9f, 0.5f, 0.3f}, {0.8f, -0.4f, 0.3f}};
    scene s = begin();
    add_dancer(&s, 200);
    s.desc.shadows = HONE_SHADOWS_BOTH;
    s.desc.light = &evening;
    s.desc.camera = (hone_camera){{3, 8, 0}, {-0.3f, 0.1f, 0}, -52, 30, false};
    finish(&s, "evening");
}

static void keyed_camera_shows_the_face(void **state)
{
    (void)state;
    scene s = begin();
    add_dancer(&s, 135);
    s.desc.shadows = HONE_SHADOWS_BOTH;
    CHECK(hone_motion_camera(shared.camera, 135, HONE_CURVE_EXACT, &s.desc.camera));
    finish(&s, "keyed-camera");
}

/* Far away the outlines are as wide as nearby. */
static void edges_near_and_far(void **state)
{
    (void)state;
    scene s = begin();
    put(add_dancer(&s, 0), -5, 0, 0, false);
    put(add_dancer(&s, 0), 16, 0, 60, false);
    s.desc.camera = (hone_camera){{0, 11, 0}, {-0.05f, 0, 0}, -40, 30, false};
    finish(&s, "edges");
}

static void orthographic_on_a_clear_ground(void **state)
{
    (void)state;
    scene s = begin();
    s.desc.gpu_skin = HONE_GPU_SKIN_MATRIX; /* several draws per material */
    s.desc.gpu_max_slots = 20;
    add_dancer(&s, 0);
    memset(s.desc.background, 0, sizeof s.desc.background);
    s.desc.shadows = HONE_SHADOWS_BOTH;
    s.desc.camera = (hone_camera){{0, 10, 0}, {-0.2f, 1.2f, 0}, -45, 30, true};
    finish(&s, "orthographic");
}

/* Three instances of one model, the last in another pose, cast shadows on each other and on the ground. */
static void crowd_with_shadows(void **state)
{
    (void)state;
    for (int way = 0; way < HONE_GPU_SKIN_DISTANCE; way += HONE_GPU_SKIN_TEXTURE) {
        hone_instance instances[3];
        scene s = begin();
        hone_actor *first = add_dancer(&s, 0), *second = add_dancer(&s, 135);
        const hone_palette poses[2] = {*hone_actor_palette(first), *hone_actor_palette(second)};
        for (int i = 0; i < 3; i++)
            instances[i] = (hone_instance){
                {{{1, 0, 0, -7 + 5.0f * (float)i}, {0, 1, 0, 0}, {0, 0, 1, 4.0f * (float)i}}}, i == 2 ? 1 : 0};
        s.items[0].instances = instances, s.items[0].instance_count = 3;
        s.items[0].poses = poses, s.items[0].pose_count = 2;
        s.items[1].instances = instances, s.items[1].instance_count = 0; /* no instance */
        s.desc.gpu_skin = (hone_gpu_skin)way;
        s.desc.shadows = HONE_SHADOWS_BOTH;
        s.desc.camera = (hone_camera){{-4, 7, 4}, {-0.4f, -0.6f, 0}, -62, 30, false};
        finish(&s, "crowd");
    }
}

/* ---- views for analysis ---------------------------------------------------------------------------------------- */

/* Heights at rest, from blue to red, with every way of skinning. */
static void map_of_heights(void **state)
{
    (void)state;
    for (int way = 0; way < HONE_GPU_SKIN_DISTANCE; way++) {
        scene s = begin();
        add_dancer(&s, 60);
        const hone_mesh *mesh = hone_model_mesh(shared.character);
        uint8_t(*colours)[4] = calloc(mesh->vertex_count, sizeof *colours);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            float high = mesh->positions[v][1] / 20, hot = high < 0 ? 0 : high > 1 ? 1 : high;
            colours[v][0] = (uint8_t)(255 * hot), colours[v][1] = (uint8_t)(255 * 4 * hot * (1 - hot));
            colours[v][2] = (uint8_t)(255 * (1 - hot)), colours[v][3] = 255;
        }
        s.items[0].colours = (const uint8_t(*)[4])colours;
        s.desc.gpu_skin = (hone_gpu_skin)way;
        s.desc.no_edges = true;
        frame_all(&s);
        finish(&s, "heat-map");
        free(colours);
    }
}

/* The sides of all triangles, over them a line from each bone to its parent; no hair. */
static void wires_and_bones(void **state)
{
    (void)state;
    scene s = begin();
    const hone_actor *actor = add_dancer(&s, 135);
    const hone_skeleton *skeleton = hone_model_skeleton(shared.character);
    const hone_affine *bones = hone_actor_bones(actor);
    uint32_t count = 0, materials = hone_model_get(shared.character)->material_count;
    bool *hidden = calloc(materials, sizeof *hidden);
    hone_overlay_vertex *lines = calloc(skeleton->bone_count, 2 * sizeof *lines);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t ends[2] = {(int32_t)b, skeleton->bones[b].parent};
        for (int e = 0; e < 2 && ends[1] != HONE_NONE; e++, count++) {
            for (int k = 0; k < 3; k++) lines[count].position[k] = bones[ends[e]].m[k][3];
            memcpy(lines[count].colour, e ? (uint8_t[4]){255, 60, 0, 255} : (uint8_t[4]){255, 220, 0, 255}, 4);
        }
    }
    const hone_overlay overlay = {HONE_OVERLAY_LINES, lines, count, 2, true};
    hidden[materials - 1] = true;
    s.items[0].hidden = hidden, s.items[0].wireframe = true;
    s.desc.overlays = &overlay, s.desc.overlay_count = 1;
    s.desc.camera = (hone_camera){{0, 15, 0}, {-0.1f, 0.4f, 0}, -9, 30, false};
    finish(&s, "wires-and-bones");
    free(hidden), free(lines);
}

/* ---- surfaces --------------------------------------------------------------------------------------------------- */

static void ten_shared_toons(void **state)
{
    (void)state;
    hone_material materials[10];
    scene s = begin();
    for (int i = 0; i < 10; i++) {
        materials[i] = test_ball_material();
        materials[i].toon = i;
    }
    add(&s, test_balls_model(materials, 10, 4, NULL));
    frame_all(&s);
    finish(&s, "toons");
}

/* Multiplied, added, as a second texture; without a toon, with a highlight, with vertex colours; points, lines, an
 * edge. */
static void every_surface(void **state)
{
    (void)state;
    hone_material m[9];
    scene s;
    for (int i = 0; i < 9; i++) m[i] = test_ball_material();
    for (int i = 0; i < 3; i++) m[i].sphere_texture = 0, m[i].sphere_mode = (uint8_t)(HONE_SPHERE_MULTIPLY + i);
    m[3].shared_toon = false, m[3].toon = HONE_NONE;
    m[4].specular_power = 20;
    for (int i = 0; i < 3; i++) m[4].specular[i] = 0.8f;
    m[5].flags = HONE_MATERIAL_VERTEX_COLOUR;
    m[6].flags = HONE_MATERIAL_POINTS, m[6].edge_size = 2;
    m[7].flags = HONE_MATERIAL_LINES;
    m[8].flags = HONE_MATERIAL_EDGE, m[8].edge_size = 8, m[8].edge_colour[0] = 1;
    for (int gpu = 0; gpu < 2; gpu++) {
        s = begin();
        add(&s, test_balls_model(m, 9, 3, "spot"));
        s.desc.gpu_skin = gpu ? HONE_GPU_SKIN_TEXTURE : HONE_GPU_SKIN_OFF;
        frame_all(&s);
        finish(&s, "surfaces");
    }
}

/* Transparent parts in the textures of balls that cast shadows on a floor; the second ball is translucent. */
static void textures_with_holes(void **state)
{
    (void)state;
    hone_material m[2];
    scene s = begin();
    for (int i = 0; i < 2; i++) {
        m[i] = test_ball_material();
        m[i].texture = 0;
        m[i].flags = HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW | HONE_MATERIAL_DOUBLE_SIDED;
    }
    m[1].diffuse[3] = 0.5f;
    add_floor(&s);
    hone_actor *balls = add(&s, test_balls_model(m, 2, 2, "stripes"));
    hone_actor_sample_frame(balls, 0);
    put(balls, 0, 3, 0, false);
    s.desc.shadows = HONE_SHADOWS_SELF;
    s.desc.camera = (hone_camera){{0, 2, 0}, {-0.5f, 0, 0}, -24, 30, false};
    finish(&s, "holes");
}

static void translucent_boards_in_order(void **state)
{
    (void)state;
    scene s = begin();
    const test_quad boards[] = {
        {.x = -3, .z = 4, .half = 6, .material = test_flat_material(1, 0.2f, 0.2f, 1)},
        {.x = 3, .y = 2, .z = 0, .half = 5, .material = test_flat_material(0.2f, 1, 0.2f, 0.5f)},
        {.x = 0, .y = -3, .z = 2, .half = 5, .material = test_flat_material(0.2f, 0.2f, 1, 0.5f)}};
    add(&s, test_quads_model(boards, 3, NULL, HONE_SPACE_MMD));
    frame_all(&s);
    s.desc.camera.angles[1] = 0.4f;
    finish(&s, "translucent");
}

/* ---- other formats ---------------------------------------------------------------------------------------------- */

static void add_file(scene *s, hone_bytes bytes)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_actor *actor = add(s, model);
    hone_motion *clip = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!clip || !hone_actor_play(actor, clip, NULL, &error).id)
        fail_msg("%s", error.message);
    CHECK(hone_actor_update(actor, 0.5, NULL));
    hone_motion_release(clip);
    hone_bytes_release(&bytes);
    frame_all(s);
    s->desc.camera.angles[1] = 0.4f;
    s->desc.shadows = HONE_SHADOWS_BOTH;
}

static void directx_tube(void **state)
{
    (void)state;
    scene s = begin();
    add_file(&s, make_x(&(make_x_desc){.rings = 9}));
    finish(&s, "x");
}

static void gltf_with_everything(void **state)
{
    (void)state;
    static make_gltf file;
    scene s = begin();
    make_gltf_rich(&file);
    add_file(&s, make_gltf_glb(&file));
    finish(&s, "gltf");
}

TEST_GROUP(test_golden)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toons_and_edges_without_shadows),
        cmocka_unit_test(self_shadow_from_afar),
        cmocka_unit_test(self_shadow_from_close_by),
        cmocka_unit_test(shadow_on_the_ground),
        cmocka_unit_test(shadow_on_a_floor_begins_at_the_feet),
        cmocka_unit_test(light_of_another_colour_from_the_left),
        cmocka_unit_test(keyed_camera_shows_the_face),
        cmocka_unit_test(edges_near_and_far),
        cmocka_unit_test(orthographic_on_a_clear_ground),
        cmocka_unit_test(crowd_with_shadows),
        cmocka_unit_test(map_of_heights),
        cmocka_unit_test(wires_and_bones),
        cmocka_unit_test(ten_shared_toons),
        cmocka_unit_test(every_surface),
        cmocka_unit_test(textures_with_holes),
        cmocka_unit_test(translucent_boards_in_order),
        cmocka_unit_test(directx_tube),
        cmocka_unit_test(gltf_with_everything),
    };
    return cmocka_run_group_tests(tests, make_shared, drop_shared);
}
