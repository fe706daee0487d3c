/* The command with .x files: their content, which clip plays, ticks, and a picture that is neither mirrored nor inside
 * out. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_x.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/hone.h>
#include <stdlib.h>
#include <string.h>

/* A red quad on the left, a blue one on the right, and behind them a green wall that shows its back. The red quad's
 * texture is light above and dark below. */
static const char walls[] =
    "xof 0303txt 0032"
    "Material red { 1;0;0;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { \"TEX\\\\halves.bmp\"; } }"
    "Material blue { 0;0;1;1;; 0; 0;0;0;; 0;0;0;; }"
    "Mesh { 12; -2;0;0; -2;4;0; 0;4;0; 0;0;0;  0;0;0; 0;4;0; 2;4;0; 2;0;0;  9;9;-1; -9;9;-1; -9;-9;-1; 9;-9;-1;"
    " 3; 4;0,1,2,3; 4;4,5,6,7; 4;8,9,10,11;;"
    " MeshTextureCoords { 12; 0;1; 0;0; 1;0; 1;1; 0;0; 0;0; 0;0; 0;0; 0;0; 0;0; 0;0; 0;0;; }"
    " MeshMaterialList { 2; 3; 0,1,1; { red } { blue } } }";

/* 1 x 2 pixels, the lower one first. */
static const unsigned char halves[] = {'B', 'M', 62, 0, 0, 0, 0, 0,  0, 0, 54, 0, 0,  0,  40, 0, 0,   0,   1,   0, 0,
                                       0,   2,   0,  0, 0, 1, 0, 24, 0, 0, 0,  0, 0,  8,  0,  0, 0,   0,   0,   0, 0,
                                       0,   0,   0,  0, 0, 0, 0, 0,  0, 0, 0,  0, 64, 64, 64, 0, 255, 255, 255, 0};

static bool write_x(const char *path, const make_x_desc *desc)
{
    hone_bytes bytes = make_x(desc);
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static int make_files(void **state)
{
    static const char still[] = "xof 0303txt 0032 Frame A { }";
    return command_folder_enter(state) == 0 && write_x("tube.x", &(make_x_desc){0}) &&
                   write_x("tube-bin.x", &(make_x_desc){.binary = true, .wide = true}) &&
                   write_x("dance.x", &(make_x_desc){.no_mesh = true}) &&
                   command_file_write("still.x", still, sizeof still - 1) &&
                   command_file_write("walls.x", walls, sizeof walls - 1) && test_make_folder("tex") &&
                   command_file_write("tex/halves.bmp", halves, sizeof halves) &&
                   puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
                   puppet_write_motion("camera.vmd", puppet_camera(40, NULL)) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

/* ---- info ---- */

static void info_tells_clips_and_counts(void **state)
{
    (void)state;
    command_result r = HONE("info", "--json", "tube.x", "dance.x", "still.x");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_true(json_string_is(r.out, "0.format", "x"));
    assert_int_equal(json_number(r.out, "0.vertices"), 12);
    assert_int_equal(json_number(r.out, "0.triangles"), 16);
    assert_int_equal(json_number(r.out, "0.bones"), MAKE_X_FRAMES);
    assert_int_equal(json_number(r.out, "0.deform.other"), 12);
    assert_int_equal(json_number(r.out, "0.deform.bdef1"), 0);
    assert_int_equal(json_number(r.out, "0.materials"), 2);
    assert_int_equal(json_count(r.out, "0.clips"), MAKE_X_CLIPS);
    assert_true(json_string_is(r.out, "0.clips.0.name", "wave"));
    CHECK(json_number(r.out, "0.clips.1.duration_seconds") == 0.5);
    /* a file without a mesh is a motion: its first clip */
    assert_null(json_find(r.out, "1.vertices"));
    CHECK(json_number(r.out, "1.duration_seconds") == 1);
    assert_int_equal(json_number(r.out, "1.bone_tracks"), 2);
    assert_int_equal(json_number(r.out, "1.bone_keys"), 4);
    assert_int_equal(json_number(r.out, "1.morph_keys"), 0);
    assert_int_equal(json_count(r.out, "1.clips"), MAKE_X_CLIPS);
    assert_int_equal(json_count(r.out, "2.clips"), 0); /* nothing to play, so a model */
    assert_int_equal(json_number(r.out, "2.bones"), 1);
    command_result_release(&r);
    r = HONE("info", "tube.x");
    CHECK(strstr(r.out, "clips") && strstr(r.out, "slide") && strstr(r.out, "0.500 s"));
    command_result_release(&r);
}

/* ---- pose ---- */

static void check_array(const char *path, uint32_t rows, uint32_t bone, const double *x)
{
    test_array a = {0};
    CHECK(test_array_read(path, &a) && a.dimensions == 4 && a.shape[0] == rows && a.shape[1] == MAKE_X_FRAMES);
    for (uint32_t r = 0; r < rows; r++) CHECK_NEAR(a.values[(r * MAKE_X_FRAMES + bone) * 16 + 3], x[r], 1e-6);
    test_array_release(&a);
}

static void clips_and_ticks_choose_what_is_posed(void **state)
{
    (void)state;
    static const double slide[] = {0, 1.5, 3, 3}, rest[] = {0, 0, 0, 0};
    CHECK_RUNS("pose", "-q", "tube.x", "--clip", "slide", "--ticks", "-5,25,50,1000", "--bones", "a.npy");
    check_array("a.npy", 4, 0, slide);
    CHECK_RUNS("pose", "-q", "tube-bin.x", "--clip", "1", "--time", "-1,0.25,0.5,9", "--bones", "b.npy");
    check_array("b.npy", 4, 0, slide);
    CHECK_RUNS("pose", "-q", "tube.x", "--clip=slide", "--frame", "-1,7.5,15,900", "--bones", "c.npy");
    check_array("c.npy", 4, 0, slide);
    CHECK_RUNS("pose", "-q", "tube.x", "--ticks", "0,25,50,9", "--bones", "d.npy");
    check_array("d.npy", 4, 0, rest);
    /* a file after the model, or without a mesh, is a motion: its first clip, or the chosen one */
    CHECK_RUNS("pose", "-q", "tube.x", "tube-bin.x", "--clip", "slide", "--ticks", "-5,25,50,1000", "--bones", "e.npy");
    check_array("e.npy", 4, 0, slide);
    CHECK_RUNS("pose", "-q", "dance.x", "tube.x", "--clip", "1", "--ticks", "-5,25,50,1000", "--bones", "f.npy");
    check_array("f.npy", 4, 0, slide);
    CHECK_RUNS("pose", "-q", "tube.x", "dance.x", "--ticks", "-5,25,50,1000", "--bones", "g.npy");
    check_array("g.npy", 4, 0, rest); /* "wave" does not move Root */
    CHECK_RUNS("pose", "tube.x", "camera.vmd", "--clip", "1", "--ticks", "25", "--bones", "h.npy");
    check_array("h.npy", 1, 0, slide + 1);
    command_result r = HONE("pose", "tube.x", "--clip", "0", "--ticks", "50", "--vertices", "-", "--format", "json");
    CHECK(r.status == 0 && json_string_is(r.out, "unit", "tick") && json_number(r.out, "times.0") == 50);
    command_result_release(&r);
}

static void vertices_are_those_of_the_library(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "tube.x", "--clip", "wave", "--time", "0.5", "--vertices", "v.npy", "--normals", "n.npy");
    hone_model *model = hone_model_load("tube.x", NULL, NULL);
    hone_motion *motion = hone_motion_load("tube.x", &(hone_load_desc){.clip = "wave"}, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_play(actor, motion, NULL, NULL).id);
    CHECK(hone_actor_update(actor, 0.5, NULL));
    float positions[12][3], normals[12][3];
    CHECK(hone_actor_skin(
        actor,
        &(hone_skin_out){.positions = {positions, 12, sizeof *positions}, .normals = {normals, 12, sizeof *normals}},
        NULL));
    test_array v = {0}, n = {0};
    CHECK(test_array_read("v.npy", &v) && test_array_read("n.npy", &n) && v.shape[1] == 12);
    assert_memory_equal(v.values, positions, sizeof positions);
    assert_memory_equal(n.values, normals, sizeof normals);
    test_array_release(&v);
    test_array_release(&n);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void what_cannot_be_fails_with_one_line(void **state)
{
    (void)state;
    CHECK_FAILS(1, "pose", "tube.x", "--clip", "jump");
    CHECK_FAILS(1, "pose", "tube.x", "--clip", "2");
    CHECK_FAILS(1, "pose", "still.x", "--clip", "0");
    CHECK_FAILS(1, "pose", "tower.pmx", "--clip", "0");
    CHECK_FAILS(1, "pose", "tube.x", "dance.x", "--clip", "9");
    CHECK_FAILS(1, "pose", "tube.x", "turn.vmd"); /* in another space */
    CHECK_FAILS(2, "pose", "tower.pmx", "--ticks", "5");
    CHECK_FAILS(2, "pose", "tube.x", "--ticks", "5", "--time", "1");
    CHECK_FAILS(2, "pose", "tube.x", "--ticks", "5", "--frame", "1");
    CHECK_FAILS(2, "pose", "tube.x", "--ticks", "x");
}

static void a_motion_that_moves_nothing_is_warned_of(void **state)
{
    (void)state;
    command_result r = HONE("pose", "still.x", "dance.x");
    CHECK(r.status == 0 && strstr(r.err, "none of its tracks") && command_line_count(r.err) == 1);
    command_result_release(&r);
}

/* ---- render ---- */

static const uint8_t *pixel(const hone_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + 4 * ((size_t)y * image->width + x);
}

static void a_picture_is_neither_mirrored_nor_inside_out(void **state)
{
    (void)state;
    command_result r =
        HONE("render", "walls.x", "-o", "walls.png", "--size", "64x64", "--background", "black", "--msaa", "0");
    if (r.status != 0 && !picture_can_be_made())
        test_skip(1, "test of pixels, without an EGL driver");
    CHECK(r.status == 0 && r.err[0] == '\0'); /* the texture was found */
    command_result_release(&r);
    hone_image image = picture_read("walls.png", 64, 64);
    /* the camera also has the back wall in view, 18 units high: the small quads are in the middle, from 0 to 4 */
    uint8_t light = 0, dark = 255;
    uint32_t light_y = 0, dark_y = 0;
    uint32_t red = 0, blue = 0, last_red = 0, first_blue = 64;
    for (uint32_t y = 0; y < 64; y++)
        for (uint32_t x = 0; x < 64; x++) {
            const uint8_t *p = pixel(&image, x, y);
            if (p[0] > p[2]) {
                if (p[0] > light)
                    light = p[0], light_y = y;
                if (p[0] < dark)
                    dark = p[0], dark_y = y;
                red++, last_red = x > last_red ? x : last_red;
            }
            if (p[2] > p[0])
                blue++, first_blue = x < first_blue ? x : first_blue;
        }
    CHECK(red > 20 && blue > 20 && last_red < first_blue);
    CHECK(red < 600 && blue < 600); /* the wall's back is invisible, although it is in front */
    CHECK(pixel(&image, 1, 1)[2] == 0);
    CHECK(light > 130 && dark < 80 && light_y < dark_y); /* the texture's top is above */
    hone_image_release(&image);
}

TEST_GROUP(test_command_x)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_tells_clips_and_counts),
        cmocka_unit_test(clips_and_ticks_choose_what_is_posed),
        cmocka_unit_test(vertices_are_those_of_the_library),
        cmocka_unit_test(what_cannot_be_fails_with_one_line),
        cmocka_unit_test(a_motion_that_moves_nothing_is_warned_of),
        cmocka_unit_test(a_picture_is_neither_mirrored_nor_inside_out),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
