/* hone render of models of any size and at any place, and pictures in which nothing of them is seen. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

#define SIZE "--size", "48x48"
enum { SIDE = 48 };

/* A block of a size, `away` of its sizes from the origin. depth: of its size; 0: it is flat. */
static void write_block(const char *path, double size, double away, double depth)
{
    static const uint16_t sides[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    float places[24];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            places[3 * i + k] = (float)(size * (k == 2 ? depth : 1) * (i >> k & 1 ? 0.5 : -0.5) + size * away);
    make_gltf *file = test_calloc(1, sizeof *file);
    int positions = make_gltf_floats(file, "VEC3", places, 8), indices = make_gltf_u16(file, "SCALAR", sides, 36);
    make_gltf_add(file, MAKE_MATERIALS,
                  "{\"doubleSided\":true,\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0,0,1]}}");
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d,\"material\":0}]}", positions,
                  indices);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\":[0]}");
    hone_bytes bytes = make_gltf_glb(file);
    assert_true(command_file_write(path, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    test_free(file);
}

static double drawn(double size, double away, double depth, const char *camera)
{
    write_block("block.glb", size, away, depth);
    CHECK_RUNS("render", "block.glb", "--camera", camera, "-o", "block.png", SIZE, "--shadows", "off");
    return (double)picture_drawn("block.png", SIDE, SIDE);
}

static void models_of_any_size_fill_the_picture_alike(void **state)
{
    (void)state;
    static const char *const cameras[] = {"auto", "side"};
    for (int c = 0; c < 2; c++) {
        double usual = drawn(1, 0, 1, cameras[c]);
        CHECK(usual > SIDE * SIDE / 2.0);
        for (int exponent = -12; exponent <= 12; exponent += 4)
            CHECK_NEAR(drawn(pow(10, exponent), 0, 1, cameras[c]), usual, 0.03 * usual);
    }
}

static void models_far_from_the_origin_and_flat_ones_are_drawn(void **state)
{
    (void)state;
    double usual = drawn(1, 0, 1, "auto");
    for (int exponent = -8; exponent <= 8; exponent += 4) {
        CHECK_NEAR(drawn(pow(10, exponent), 1000, 1, "auto"), usual, 0.1 * usual);
        CHECK(drawn(pow(10, exponent), 0, 0, "auto") > SIDE * SIDE / 2.0);
    }
}

/* Runs a render that must succeed; returns whether it warns of a picture without models. */
static bool warns(const char *const *arguments)
{
    command_result r = command_run(NULL, arguments);
    assert_int_equal(r.status, 0);
    bool says = strstr(r.err, "warning: shows nothing of the models") != NULL;
    CHECK(command_line_count(r.err) == says);
    command_result_release(&r);
    return says;
}

#define WARNS(...) warns((const char *const[]){"render", "tower.pmx", __VA_ARGS__, SIZE, NULL})
#define AWAY "--camera-orbit", "0,0,1", "--look-at", "900,900,0"

static void pictures_without_anything_are_told(void **state)
{
    (void)state;
    CHECK(WARNS(AWAY, "-o", "a.png"));
    CHECK(WARNS(AWAY, "-o", "a.jpg"));
    CHECK(WARNS(AWAY, "-o", "a.png", "--background", "none"));
    CHECK(WARNS(AWAY, "-o", "a.png", "--background", "#336699"));
    CHECK(WARNS(AWAY, "--frames", "0:3", "-o", "{index}.png"));
    CHECK(WARNS(AWAY, "--frames", "0:3", "--jobs", "2", "-o", "{index}.png"));
    CHECK(!WARNS("-o", "a.png"));
    CHECK(!WARNS("--frames", "0:3", "--jobs", "2", "-o", "{index}.png"));
    CHECK(!WARNS(AWAY, "-q", "-o", "a.png"));
}

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0)
               ? 0
               : -1;
}

TEST_GROUP(test_command_extent)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_of_any_size_fill_the_picture_alike),
        cmocka_unit_test(models_far_from_the_origin_and_flat_ones_are_drawn),
        cmocka_unit_test(pictures_without_anything_are_told),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
