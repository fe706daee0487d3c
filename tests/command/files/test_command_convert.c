/* hone convert: every output format, reading the result back, and errors. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/files/make_pmx.h"
#include "support/samples_write.h"
#include "support/support.h"
#include "support/system.h"
#include <hone/bake.h>
#include <hone/format.h>
#include <hone/image.h>
#include <hone/physics.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The Khronos validator checks the files that are left there: tests/interop. */
#define LEFT HONE_BUILD_DIR "/interop/convert-"

static bool write_model(const char *path, const make_pmx_desc *desc)
{
    hone_bytes bytes = {0};
    hone_model *model = make_pmx_model(desc, NULL, NULL);
    bool ok =
        model && hone_model_write_pmx(model, NULL, &bytes, NULL) && command_file_write(path, bytes.data, bytes.size);
    hone_model_release(model);
    hone_bytes_release(&bytes);
    return ok;
}

/* The built-in character with its dance; a model with all features; one with none. */
static int make_files(void **state)
{
    const make_pmx_desc rich = make_pmx_rich(7), nothing = {.plain = true};
    if (command_folder_enter(state) != 0 || !test_make_folder("left") || !samples_write())
        return -1;
    return write_model("rich.pmx", &rich) && write_model("nothing.pmx", &nothing) ? 0 : -1;
}

static void check_same_files(const char *a, const char *b)
{
    size_t size_a = 0, size_b = 0;
    char *one = command_file_content(a, &size_a), *other = command_file_content(b, &size_b);
    assert_non_null(one);
    assert_non_null(other);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(one, other, size_a);
    free(one);
    free(other);
}

/* Checks rows of three numbers at the same times: the second array is in metres, with the opposite sign of z. */
static void check_same_places(const char *units, const char *metres, double tolerance)
{
    test_array a, b;
    assert_true(test_array_read(units, &a));
    assert_true(test_array_read(metres, &b));
    assert_int_equal(a.count, b.count);
    assert_true(a.count > 0);
    const float *u = a.values, *m = b.values;
    double worst = 0;
    for (size_t i = 0; i < a.count; i++) {
        double wanted = (double)u[i] * (i % 3 == 2 ? -HONE_MMD_METRES : HONE_MMD_METRES);
        double off = wanted > (double)m[i] ? wanted - (double)m[i] : (double)m[i] - wanted;
        worst = off <= worst ? worst : off;
    }
    CHECK(worst <= tolerance);
    test_array_release(&a);
    test_array_release(&b);
}

/* ---- there and back ---- */

static void pmx_comes_back_byte_for_byte(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "character.pmx", "-o", "same.pmx");
    check_same_files("character.pmx", "same.pmx");
    CHECK_RUNS("convert", "nothing.pmx", "-o", "same.pmx");
    check_same_files("nothing.pmx", "same.pmx");
}

static void output_may_be_the_input(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "character.pmx", "-o", "own.pmx");
    CHECK_RUNS("convert", "own.pmx", "-o", "own.pmx");
    check_same_files("character.pmx", "own.pmx");
}

static void a_motion_alone_stays_a_motion(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "dance.vmd", "-o", "one.vmd");
    CHECK_RUNS("convert", "one.vmd", "-o", "two.vmd");
    check_same_files("one.vmd", "two.vmd");
    CHECK_FAILS(1, "convert", "dance.vmd", "-o", "dance.glb");
    CHECK_FAILS(1, "convert", "dance.vmd", "-o", "dance.pmx");
    CHECK_FAILS(1, "convert", "dance.vmd", "camera.vmd", "-o", "both.vmd");
}

static void a_motion_that_is_too_long_is_counted(void **state)
{
    (void)state;
    CHECK_RUNS("motion", "-q", "dance.vmd", "--shift", "1000000", "-o", "far.vmd");
    command_result r = HONE("convert", "character.pmx", "far.vmd", "-o", "far.glb");
    assert_int_equal(r.status, 1);
    unsigned frames = 0, most = 0;
    CHECK(sscanf(r.err, "hone: character.pmx: %u frames are more than %u can be baked", &frames, &most) == 2);
    CHECK(frames > 1000000 && most == 648000);
    command_result_release(&r);
}

/* The character's coordinates go to 20 units of 8 cm, where floats are 2e-7 m apart. */
static void a_tolerance_below_floats_is_warned_of(void **state)
{
    (void)state;
    static const char *const tolerances[] = {"0.001mm", "0.1mm"};
    NEEDS(compressed_gltf);
    for (int i = 0; i < 2; i++) {
        command_result r = HONE("convert", "character.pmx", "dance.vmd", "--pack", "--json", "--tolerance",
                                tolerances[i], "-o", "p.glb");
        assert_int_equal(r.status, 0);
        CHECK((strstr(r.err, "is too small for the floats") != NULL) == (i == 0));
        CHECK(json_number(r.out, "pack_tolerance_m") > 3e-6);
        CHECK(json_number(r.out, "joint_error_m") + json_number(r.out, "pack_error_m") > (i ? 0.8e-4 : 0));
        command_result_release(&r);
    }
}

static void files_of_all_models_appear_together(void **state)
{
    (void)state;
    CHECK(command_file_write("each-1.glb", "old", 3));
    CHECK(test_make_folder("each-2.glb"));
    CHECK_FAILS(1, "convert", "character.pmx", "character.pmx", "-o", "each-{model}.glb");
    size_t size = 0;
    char *text = command_file_content("each-1.glb", &size);
    CHECK(text && size == 3 && memcmp(text, "old", 3) == 0);
    free(text);
}

/* Checks that the results of `pose` for both files keep the reported bound (plus the loss of floats: 10 um). */
static void check_dance(const char *physics, const char *tolerance, double metres)
{
    const char *frames = "0,7.5,33.25,100,120.75,200.5,301.25,358.75,360";
    command_result r = HONE("convert", "character.pmx", "dance.vmd", "camera.vmd", "--physics", physics, "--tolerance",
                            tolerance, "--json", "-o", LEFT "dance.glb");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    CHECK(json_number(r.out, "joint_error_m") <= metres && json_number(r.out, "vertex_error_m") <= metres);
    CHECK(json_number(r.out, "vertex_error_m") > 0);
    CHECK(json_number(r.out, "times_per_frame") == 4);
    CHECK(json_number(r.out, "joint_error_between_m") <= json_number(r.out, "joint_error_m"));
    CHECK(json_number(r.out, "vertex_error_between_m") <= json_number(r.out, "vertex_error_m"));
    command_result_release(&r);
    CHECK_RUNS("pose", "-q", "character.pmx", "dance.vmd", "--physics", physics, "--skin", "linear", "--frame", frames,
               "--vertices", "source.npy");
    CHECK_RUNS("pose", "-q", LEFT "dance.glb", "--clip", "0", "--frame", frames, "--vertices", "baked.npy");
    check_same_places("source.npy", "baked.npy", metres + 1e-5);
}

static void a_dance_keeps_its_bound(void **state)
{
    (void)state;
    check_dance("off", "0.1mm", 1e-4);
    check_dance("off", "2mm", 2e-3);
    if (hone_physics_available())
        check_dance("on", "0.5mm", 5e-4);
}

/* Checks that the positions of the source, with its own vertex kinds, equal those of the file with only weights and
 * targets. */
static void check_corrective(const char *bound, double metres)
{
    const char *frames = "0,7,100,250,359,360", *path = LEFT "corrective.glb";
    command_result r = HONE("convert", "character.pmx", "dance.vmd", "--deform", "corrective", "--deform-bound", bound,
                            "--json", "-o", path);
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    CHECK(!strstr(r.err, "bound"));
    CHECK(json_number(r.out, "deform_targets") > 0 && json_number(r.out, "deform_bytes") > 0);
    CHECK(json_number(r.out, "deform_error_before_m") > 5e-3);
    CHECK(json_number(r.out, "deform_error_after_m") <= metres);
    CHECK(json_number(r.out, "deform_normal_after_degrees") < json_number(r.out, "deform_normal_before_degrees"));
    double keys = json_number(r.out, "tolerance_m");
    command_result_release(&r);
    CHECK_RUNS("pose", "-q", "character.pmx", "dance.vmd", "--frame", frames, "--vertices", "source.npy");
    CHECK_RUNS("pose", "-q", path, "--clip", "0", "--frame", frames, "--vertices", "baked.npy");
    check_same_places("source.npy", "baked.npy", metres + keys + 1e-5);
}

static void correctives_keep_their_bound(void **state)
{
    (void)state;
    check_corrective("1mm", 1e-3);
    check_corrective("0.1mm", 1e-4);
}

/* Third-party models and motions: linear as linear skinning of the source, corrected as each vertex's own kind. */
static void files_of_others_keep_their_bounds(void **state)
{
    (void)state;
    static const char *const pairs[][3] = {
        {"mmd/three-mmd-loader/yw_test_model.pmx", "mmd/synthetic/synth_yw_test_model.vmd", "0,12,31.0,60"},
        {"mmd/three-mmd-loader/generated/skinning/sdef-two-bone-elbow.pmx",
         "mmd/three-mmd-loader/generated/skinning/bend-two-bone-90.vmd", "0"},
        {"mmd/three-mmd-loader/generated/skinning/qdef-twist-cylinder.pmx",
         "mmd/three-mmd-loader/generated/skinning/twist-four-bone-120.vmd", "0"}};
    unsigned missing = 0;
    for (size_t i = 0; i < 3; i++) {
        char model[1024], motion[1024];
        if (!test_data_path(pairs[i][0], model, sizeof model) || !test_data_path(pairs[i][1], motion, sizeof motion)) {
            missing++;
            continue;
        }
        CHECK_RUNS("convert", "-q", model, motion, "-o", LEFT "other.glb");
        CHECK_RUNS("pose", "-q", model, motion, "--skin", "linear", "--frame", pairs[i][2], "--vertices", "source.npy");
        CHECK_RUNS("pose", "-q", LEFT "other.glb", "--clip", "0", "--frame", pairs[i][2], "--vertices", "baked.npy");
        check_same_places("source.npy", "baked.npy", 1e-4 + 1e-5);
        CHECK_RUNS("convert", "-q", model, motion, "--deform", "corrective", "--deform-bound", "0.2mm", "-o",
                   LEFT "other-corrective.glb");
        CHECK_RUNS("pose", "-q", model, motion, "--frame", pairs[i][2], "--vertices", "source.npy");
        CHECK_RUNS("pose", "-q", LEFT "other-corrective.glb", "--clip", "0", "--frame", pairs[i][2], "--vertices",
                   "baked.npy");
        check_same_places("source.npy", "baked.npy", 3e-4 + 1e-5);
    }
    if (missing)
        test_skip(missing, "models of others");
}

static void a_bound_that_cannot_be_kept_is_warned_of(void **state)
{
    (void)state;
    if (!hone_image_available()) /* else each texture causes a warning, and only the first ten are printed */
        test_skip(1, "pictures are not built in");
    command_result r = HONE("convert", "character.pmx", "dance.vmd", "--deform", "corrective", "--deform-bound",
                            "0.1mm", "--deform-targets", "2", "-o", LEFT "few.glb");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.err, "warning: 2 morph targets do not keep the bound of 0.1 mm") != NULL);
    CHECK(strstr(r.err, "hone: 2 morph targets (") != NULL);
    command_result_release(&r);
}

/* If nothing moves or nothing is corrected, the result is as without correctives. */
static void correctives_are_for_what_moves(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "-q", "character.pmx", "--deform", "corrective", "-o", "one.glb");
    CHECK_RUNS("convert", "-q", "character.pmx", "-o", "two.glb");
    check_same_files("one.glb", "two.glb");
    command_result lost = HONE("convert", "character.pmx", "dance.vmd", "--skin", "delta-mush", "-o", "lost.glb");
    CHECK(lost.status == 0 && strstr(lost.err, "--skin has an effect on a glTF with --deform corrective only"));
    command_result_release(&lost);
    command_result r = HONE("convert", "-q", "character.pmx", "dance.vmd", "--skin", "linear", "--deform", "corrective",
                            "--json", "-o", "one.glb");
    CHECK(r.status == 0 && json_number(r.out, "deform_targets") == 0 && json_number(r.out, "deform_bytes") == 0);
    command_result_release(&r);
    CHECK_RUNS("convert", "-q", "nothing.pmx", "dance.vmd", "--deform", "corrective", "-o", LEFT "none.glb");
    CHECK_RUNS("convert", "-q", "rich.pmx", "dance.vmd", "--deform", "corrective", "-o", LEFT "rich-corrective.glb");
}

/* The result with IK off equals the source with IK on. */
static void a_vmd_needs_no_chains(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "-q", "character.pmx", "dance.vmd", "-o", "fk.vmd");
    CHECK_RUNS("pose", "-q", "character.pmx", "dance.vmd", "--skin", "linear", "--frame", "0,50,100,360", "--vertices",
               "ik.npy");
    CHECK_RUNS("pose", "-q", "character.pmx", "fk.vmd", "--ik", "off", "--skin", "linear", "--frame", "0,50,100,360",
               "--vertices", "fk.npy");
    test_array ik, fk;
    assert_true(test_array_read("ik.npy", &ik));
    assert_true(test_array_read("fk.npy", &fk));
    const float *a = ik.values, *b = fk.values;
    for (size_t i = 0; i < ik.count; i++) CHECK_NEAR(a[i], b[i], 1e-4 / HONE_MMD_METRES + 1e-4);
    test_array_release(&ik);
    test_array_release(&fk);
}

static void a_vpd_is_the_pose_of_its_frame(void **state)
{
    (void)state;
    command_result r = HONE("convert", "character.pmx", "dance.vmd", "--frame", "100", "-o", "pose.vpd");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.err, "IK chains switched off") != NULL); /* the dance turns IK off */
    command_result_release(&r);
    CHECK_RUNS("pose", "-q", "character.pmx", "dance.vmd", "--frame", "100", "--vertices", "moved.npy");
    CHECK_RUNS("pose", "-q", "character.pmx", "pose.vpd", "--ik", "off", "--vertices", "posed.npy");
    test_array moved, posed;
    assert_true(test_array_read("moved.npy", &moved));
    assert_true(test_array_read("posed.npy", &posed));
    const float *a = moved.values, *b = posed.values;
    for (size_t i = 0; i < moved.count; i++) CHECK_NEAR(a[i], b[i], 1e-4);
    test_array_release(&moved);
    test_array_release(&posed);
}

static void what_a_format_loses_is_said(void **state)
{
    (void)state;
    if (!hone_image_available()) /* else each texture causes a warning, and only the first ten are printed */
        test_skip(1, "pictures are not built in");
    char said[160];
    hone_model *model = hone_model_load("character.pmx", NULL, NULL);
    const hone_model_data *data = hone_model_get(model);
    uint32_t dynamic = 0;
    for (uint32_t b = 0; b < data->body_count; b++) dynamic += data->bodies[b].mode != HONE_BODY_FOLLOWS;
    command_result r = HONE("convert", "character.pmx", "dance.vmd", "-o", "lost.glb");
    assert_true(data->body_count && data->joint_count && data->skeleton.ik_count && dynamic);
    snprintf(said, sizeof said, "warning: glTF cannot contain IK chains (%u)", data->skeleton.ik_count);
    CHECK(r.status == 0 && strstr(r.err, said));
    snprintf(said, sizeof said, " bodies (%u) and joints (%u): left out; their effect is in the keys", data->body_count,
             data->joint_count);
    CHECK(strstr(r.err, said));
    snprintf(said, sizeof said, "warning: %u bodies do not move in the keys: ", dynamic);
    CHECK(strstr(r.err, said));
    command_result_release(&r);
    /* no warning if the user turned physics off */
    r = HONE("convert", "character.pmx", "dance.vmd", "--physics", "off", "-o", "lost.glb");
    CHECK(r.status == 0 && strstr(r.err, "cannot contain") && !strstr(r.err, "do not move"));
    command_result_release(&r);
    r = HONE("convert", "nothing.pmx", "-o", "kept.glb");
    CHECK(r.status == 0 && !strstr(r.err, "cannot contain"));
    command_result_release(&r);
    hone_model_release(model);
    r = HONE("convert", "lost.glb", "-o", "left/lost.pmx");
    CHECK(r.status == 0 && strstr(r.err, "warning: a PMX cannot contain clips (1)"));
    command_result_release(&r);
}

static void write_zoom(const char *path)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_camera_key *keys = hone_builder_array(builder, 3, sizeof *keys);
    assert_non_null(keys);
    for (uint32_t k = 0; k < 3; k++) {
        keys[k] = (hone_camera_key){.frame = 10 * k, .camera = HONE_CAMERA_DEFAULT};
        keys[k].camera.fov = (float[]){30, 12.5f, 45}[k];
    }
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.camera_key_count = 3, .camera_keys = keys}, NULL, NULL);
    hone_bytes bytes;
    assert_true(motion && hone_motion_write_vmd(motion, NULL, &bytes, NULL));
    assert_true(command_file_write(path, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    hone_motion_release(motion);
}

static void what_a_zoom_loses_is_said(void **state)
{
    (void)state;
    write_zoom("zoom.vmd");
    command_result r = HONE("convert", "nothing.pmx", "zoom.vmd", "-o", LEFT "zoom.glb");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.err, "warning: the camera's field of view goes from 1") != NULL && strstr(r.err, "to 45 degrees"));
    CHECK(strstr(r.err, "keep it at 30") != NULL);
    command_result_release(&r);
    r = HONE("convert", "character.pmx", "camera.vmd", "-o", "steady.glb");
    CHECK(r.status == 0 && !strstr(r.err, "field of view"));
    command_result_release(&r);
    r = HONE("convert", "character.pmx", "dance.vmd", "camera.vmd", "-o", "left.vmd");
    CHECK(r.status == 0 && strstr(r.err, "the camera is left out: hone motion FILE --keep camera"));
    command_result_release(&r);
}

/* ---- files ---- */

/* The PMX has the pictures in another order than the glTF, with the same names. */
static void check_same_pictures(const char *stem)
{
    char gltf[64], pmx[64];
    snprintf(gltf, sizeof gltf, "%s.gltf", stem);
    snprintf(pmx, sizeof pmx, "%s.pmx", stem);
    hone_model *a = hone_model_load(gltf, NULL, NULL), *b = hone_model_load(pmx, NULL, NULL);
    assert_true(a && b);
    assert_int_equal(hone_model_get(a)->texture_count, hone_model_get(b)->texture_count);
    for (uint32_t t = 0; t < hone_model_get(b)->texture_count; t++) {
        char path[128];
        snprintf(path, sizeof path, "left/%s", hone_model_get(b)->textures[t]);
        assert_true(test_exists(path));
    }
    hone_model_release(a);
    hone_model_release(b);
}

static void gltf_has_its_files_beside_it(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "-q", "character.pmx", "-o", "left/it's #1 %.gltf");
    assert_true(test_exists("left/it's #1 %.bin"));
    if (hone_image_available())
        assert_true(test_exists("left/it's #1 %-0.png"));
    CHECK_RUNS("convert", "-q", "character.pmx", "-o", LEFT "it's #1 %.gltf"); /* for the validator */
    CHECK_RUNS("convert", "-q", "character.pmx", "-o", "rest.glb");
    CHECK_RUNS("pose", "-q", "left/it's #1 %.gltf", "--vertices", "a.npy");
    CHECK_RUNS("pose", "-q", "rest.glb", "--vertices", "b.npy");
    check_same_files("a.npy", "b.npy");
    CHECK_RUNS("convert", "-q", "left/it's #1 %.gltf", "-o", "left/it's #1 %.pmx"); /* its pictures have these names */
    check_same_pictures("left/it's #1 %");
}

static void whatever_a_model_lacks(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "-q", "nothing.pmx", "-o", LEFT "nothing.glb");
    CHECK_RUNS("convert", "-q", "rich.pmx", "-o", LEFT "rich.glb");
    CHECK_RUNS("convert", "-q", "nothing.pmx", "dance.vmd", "-o", LEFT "still.glb");
    CHECK_RUNS("convert", "-q", "nothing.pmx", "dance.vmd", "-o", "still.vmd");
    CHECK_RUNS("convert", "-q", "nothing.pmx", "-o", "still.vpd");
}

static void missing_textures_are_warned_of(void **state)
{
    (void)state;
    command_result r = HONE("convert", "rich.pmx", "-o", LEFT "bare.glb");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.err, "warning: texture ") != NULL);
    command_result_release(&r);
}

static void stdout_takes_it_too(void **state)
{
    (void)state;
    command_result r =
        command_run(&(command_run_desc){.out = "piped.pmx"},
                    (const char *const[]){"convert", "character.pmx", "-o", "-", "--format", "pmx", NULL});
    assert_int_equal(r.status, 0);
    command_result_release(&r);
    check_same_files("character.pmx", "piped.pmx");
}

/* ---- errors ---- */

static void usage_is_checked_first(void **state)
{
    (void)state;
    CHECK_FAILS(2, "convert");
    CHECK_FAILS(2, "convert", "character.pmx");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.fbx");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--author", "Me");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.pmx", "--allow-violent", "yes");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "-");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "-", "--format", "gltf");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "-", "--format", "glb", "--json");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--frame", "3");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.vpd", "--frame", "1,2");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--tolerance", "-1mm");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--tolerance", "nan");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--scale", "0");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--deform", "spherical");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--deform-bound", "0");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--deform-bound", "1km");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "a.glb", "--deform-targets", "0");
    CHECK_FAILS(1, "convert", "character.pmx", "rich.pmx", "-o", "a.glb");
    CHECK_FAILS(1, "convert", "no-such.pmx", "-o", "a.glb");
    assert_false(test_exists("a.glb"));
}

static void what_cannot_be_written_is_said_once(void **state)
{
    (void)state;
    command_result r =
        command_run(&(command_run_desc){.out = "/dev/full"},
                    (const char *const[]){"convert", "-q", "character.pmx", "-o", "-", "--format", "glb", NULL});
    assert_int_equal(r.status, 1);
    assert_int_equal(command_line_count(r.err), 1);
    command_result_release(&r);
    CHECK_FAILS(1, "convert", "-q", "character.pmx", "-o", "no-such-folder/a.glb");
    CHECK_FAILS(1, "convert", "-q", "character.pmx", "-o", "no-such-folder/a.gltf");
    CHECK_FAILS(1, "convert", "-q", "character.pmx", "-o", "no-such-folder/a.pmx");
}

/* Writes a motion whose bone moves until `frame`. */
static void write_long(const char *path, uint32_t frame)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    assert_true(track && keys);
    keys[0] = (hone_bone_key){.rotation = {0, 0, 0, 1}};
    keys[1] = (hone_bone_key){.frame = frame, .rotation = {0, 0, 0, 1}, .translation = {1, 0, 0}};
    *track = (hone_bone_track){{.text = "センター"}, 2, keys};
    const hone_motion_data data = {.bone_track_count = 1, .bone_tracks = track};
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    hone_bytes bytes;
    assert_true(motion && hone_motion_write_vmd(motion, NULL, &bytes, NULL));
    assert_true(command_file_write(path, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    hone_motion_release(motion);
}

static void six_hours_are_enough(void **state)
{
    (void)state;
    write_long("endless.vmd", HONE_BAKE_MAX_FRAMES);
    CHECK_FAILS(1, "convert", "-q", "character.pmx", "endless.vmd", "-o", "endless.glb");
    CHECK_FAILS(1, "convert", "-q", "character.pmx", "endless.vmd", "-o", "endless.vmd");
}

/* Ctrl-C during a bake, which takes minutes, leaves no file and no part of a file. */
static void interrupted_it_leaves_nothing(void **state)
{
    (void)state;
    write_long("long.vmd", HONE_BAKE_MAX_FRAMES - 1);
    assert_true(test_make_folder("o"));
    command_result r =
        command_run(&(command_run_desc){.signal = SIGINT, .signal_after = 1000},
                    (const char *const[]){"convert", "character.pmx", "long.vmd", "-o", "o/long.gltf", NULL});
    assert_int_equal(r.status, 130);
    assert_int_equal(command_file_count("o"), 0);
    command_result_release(&r);
}

/* ---- avatars ---- */

static void avatars_need_an_author_and_a_licence(void **state)
{
    (void)state;
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "made.vrm");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "made.vrm", "--author", "One");
    CHECK_FAILS(2, "convert", "character.pmx", "-o", "made.vrm", "--author", "One", "--license", "mine");
    CHECK_FAILS(2, "convert", "character.pmx", "dance.vmd", "-o", "made.vrm", "--author", "One", "--license", "CC0");
    command_result refused = HONE("convert", "character.pmx", "-o", "made.vrm");
    assert_non_null(strstr(refused.err, "CC-BY-NC-ND-4.0"));
    command_result_release(&refused);
    assert_null(command_file_content("made.vrm", NULL));
    CHECK_FAILS(1, "convert", "nothing.pmx", "-o", "made.vrm", "--author", "One", "--license", "CC0");
}

static void a_licence_fills_the_fields_of_a_vrm(void **state)
{
    (void)state;
    command_result made = HONE("convert", "-q", "character.pmx", "-o", LEFT "avatar.vrm", "--author", "One; Other",
                               "--license", "CC-BY-NC-4.0", "--allow-violent", "no", "--json");
    assert_int_equal(made.status, 0);
    CHECK(json_number(made.out, "human_bones") > 30);
    CHECK(json_number(made.out, "preset_expressions") >= 5);
    command_result_release(&made);
    CHECK_RUNS("convert", "-q", LEFT "avatar.vrm", "-o", "again.vrm", "--modification", "prohibited");
    command_result info = HONE("info", "again.vrm");
    static const char *const lines[] = {"authors: One\n",
                                        "authors: Other\n",
                                        "commercialUsage: personalNonProfit\n",
                                        "allowExcessivelyViolentUsage: false\n",
                                        "allowExcessivelySexualUsage: true\n",
                                        "modification: prohibited\n",
                                        "otherLicenseUrl: https://creativecommons.org/licenses/by-nc/4.0/\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) assert_non_null(strstr(info.out, lines[i]));
    command_result_release(&info);
}

/* ---- VRM animations ---------------------------------------------------------------------------------------------- */

/* A dance as a VRM animation, and back: bones of the character are where they were. The twist of upper arms goes to the
 * bones that are made for it. */
static void a_dance_survives_a_vrm_animation(void **state)
{
    (void)state;
    test_array before, after;
    CHECK_RUNS("convert", "-q", "character.pmx", "dance.vmd", "-o", "dance.vrma");
    CHECK_RUNS("convert", "-q", "character.pmx", "dance.vrma", "-o", "back.vmd");
    CHECK_RUNS("pose", "-q", "character.pmx", "dance.vmd", "--frame", "30,75,200", "--bones", "before.npy");
    CHECK_RUNS("pose", "-q", "character.pmx", "back.vmd", "--frame", "30,75,200", "--bones", "after.npy");
    assert_true(test_array_read("before.npy", &before));
    assert_true(test_array_read("after.npy", &after));
    assert_int_equal(before.count, after.count);
    hone_model *model = hone_model_load("character.pmx", NULL, NULL);
    const hone_humanoid human = hone_model_humanoid(model);
    const size_t bones = hone_model_skeleton(model)->bone_count;
    for (size_t frame = 0; frame < 3; frame++)
        for (int h = HONE_HUMANOID_SPINE; h < HONE_HUMANOID_COUNT; h++) {
            const size_t at = (frame * bones + (size_t)human.bones[h]) * 16;
            bool upper_arm = h == HONE_HUMANOID_UPPER_ARM || h == HONE_HUMANOID_UPPER_ARM + 1;
            for (size_t i = 0; i < 12 && human.bones[h] != HONE_NONE && !upper_arm; i++)
                CHECK_NEAR(before.values[at + i], after.values[at + i], i % 4 == 3 ? 0.005 : 0.002);
        }
    hone_model_release(model);
    test_array_release(&before);
    test_array_release(&after);
}

/* Expressions have VRM's names where there are such; a motion alone is that of a human of MMD's usual build. */
static void a_vrm_animation_has_expressions_and_a_gaze(void **state)
{
    (void)state;
    size_t size = 0;
    CHECK_RUNS("convert", "-q", "dance.vmd", "-o", "alone.vrma");
    char *text = command_file_content("alone.vrma", &size);
    assert_non_null(text);
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(text, size, &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    const hone_model_data *data = hone_model_get(model);
    bool blinks = false;
    assert_non_null(data->vrm_animation);
    for (uint32_t i = 0; i < data->vrm_animation->expression_count; i++)
        blinks |= strcmp(data->morphs[data->vrm_animation->expressions[i].morph].name, "blink") == 0;
    assert_true(blinks);
    assert_int_not_equal(data->vrm_animation->gaze_bone, HONE_NONE);
    assert_int_equal(hone_model_humanoid(model).missing, 0);
    hone_model_release(model);
    free(text);
    CHECK_FAILS(1, "convert", "nothing.pmx", "dance.vmd", "-o", "no.vrma");
    assert_null(command_file_content("no.vrma", NULL));
}

TEST_GROUP(test_command_convert)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(avatars_need_an_author_and_a_licence),
        cmocka_unit_test(a_licence_fills_the_fields_of_a_vrm),
        cmocka_unit_test(pmx_comes_back_byte_for_byte),
        cmocka_unit_test(output_may_be_the_input),
        cmocka_unit_test(a_motion_alone_stays_a_motion),
        cmocka_unit_test(a_motion_that_is_too_long_is_counted),
        cmocka_unit_test(a_tolerance_below_floats_is_warned_of),
        cmocka_unit_test(files_of_all_models_appear_together),
        cmocka_unit_test(a_dance_keeps_its_bound),
        cmocka_unit_test(correctives_keep_their_bound),
        cmocka_unit_test(a_bound_that_cannot_be_kept_is_warned_of),
        cmocka_unit_test(files_of_others_keep_their_bounds),
        cmocka_unit_test(correctives_are_for_what_moves),
        cmocka_unit_test(a_vmd_needs_no_chains),
        cmocka_unit_test(a_vpd_is_the_pose_of_its_frame),
        cmocka_unit_test(gltf_has_its_files_beside_it),
        cmocka_unit_test(whatever_a_model_lacks),
        cmocka_unit_test(what_a_format_loses_is_said),
        cmocka_unit_test(what_a_zoom_loses_is_said),
        cmocka_unit_test(missing_textures_are_warned_of),
        cmocka_unit_test(stdout_takes_it_too),
        cmocka_unit_test(usage_is_checked_first),
        cmocka_unit_test(what_cannot_be_written_is_said_once),
        cmocka_unit_test(a_dance_survives_a_vrm_animation),
        cmocka_unit_test(a_vrm_animation_has_expressions_and_a_gaze),
        cmocka_unit_test(six_hours_are_enough),
        cmocka_unit_test(interrupted_it_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
