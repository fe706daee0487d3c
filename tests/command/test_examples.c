#define _POSIX_C_SOURCE 200809L /* popen */
#include "support/command.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/mannequin.h"
#include "support/make/files/make_pmm.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/make_vrm.h"
#include "support/make/files/make_zip.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define EXAMPLE(name) HONE_BUILD_DIR "/examples/example_" name
#define MODEL HONE_BUILD_DIR "/tests/examples.pmx"
#define MOTION HONE_BUILD_DIR "/tests/examples.vmd"
#define DANCER HONE_BUILD_DIR "/tests/examples-dancer.pmx"
#define DANCE HONE_BUILD_DIR "/tests/examples-dance.vmd"
#define HUMAN HONE_BUILD_DIR "/tests/examples-human.glb"
#define STATUE HONE_BUILD_DIR "/tests/examples-statue.pmx"
#define STATUE_MOTION HONE_BUILD_DIR "/tests/examples-statue.vmd"
#define OUT HONE_BUILD_DIR "/tests/examples-out"

enum { OUTPUT_SIZE = 16384 };

/* Runs a command line and returns its exit status. output: what it wrote to stdout and stderr. */
static int run(const char *command, char output[OUTPUT_SIZE])
{
    char line[2048];
    snprintf(line, sizeof line, "%s 2>&1", command);
    FILE *pipe = popen(line, "r");
    CHECK(pipe != NULL);
    size_t size = fread(output, 1, OUTPUT_SIZE - 1, pipe);
    output[size] = 0;
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void save(const char *path, hone_bytes *bytes)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(bytes->data, 1, bytes->size, file) == bytes->size);
    CHECK(fclose(file) == 0);
    hone_bytes_release(bytes);
}

static void save_model(const char *path, hone_model *model)
{
    hone_bytes bytes;
    CHECK(hone_model_write_pmx(model, NULL, &bytes, NULL));
    save(path, &bytes);
    hone_model_release(model);
}

/* A model, and a motion of its bones. */
static void save_pair(const char *model_path, const char *motion_path, hone_model *model)
{
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 2}, NULL);
    hone_bytes bytes;
    CHECK(hone_motion_write_vmd(motion, NULL, &bytes, NULL));
    save(motion_path, &bytes);
    hone_motion_release(motion);
    save_model(model_path, model);
}

static int write_files(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(2);
    save_pair(MODEL, MOTION, make_pmx_model(&desc, NULL, NULL));
    save_pair(DANCER, DANCE, hone_mmd_default_skeleton(NULL, NULL, NULL));
    hone_bytes human = make_human(&(make_human_desc){0});
    save(HUMAN, &human);
    mannequin human_shape = mannequin_make(&(mannequin_desc){0});
    save_pair(STATUE, STATUE_MOTION, statue_model(&human_shape.mesh));
    statue_release(&human_shape.mesh);
    return 0;
}

/* A file that an example wrote, whole, and then removed. */
static hone_bytes written(const char *path)
{
    hone_bytes out = {0};
    out.data = (uint8_t *)command_file_content(path, &out.size);
    CHECK(out.data != NULL && remove(path) == 0);
    return out;
}

/* ---- transforms, load_model ---- */

static void transforms_carry_the_hand_there_and_back(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    float x = 0, y = 0, z = 0;
    CHECK(run(EXAMPLE("transforms"), output) == 0);
    CHECK(sscanf(output, "hand, in model space %f %f %f", &x, &y, &z) == 3);
    CHECK_NEAR(x, 0, 1e-3); /* up from the shoulder at 1 to the elbow at (1, 2), and back by 1 */
    CHECK_NEAR(y, 2, 1e-3);
    CHECK(sscanf(strstr(output, "the lower arm's"), "the lower arm's %f %f %f", &x, &y, &z) == 3);
    CHECK_NEAR(x, 1, 1e-3);
    CHECK(strstr(output, "with scale: ") != NULL);
    CHECK(sscanf(strstr(output, "arm halved"), "arm halved %f %f %f", &x, &y, &z) == 3);
    CHECK_NEAR(x, 0.5, 1e-3); /* half a unit back from the elbow */
    CHECK_NEAR(y, 2, 1e-3);
    CHECK(strstr(output, "its matrix has the scale 0.500\n") != NULL);
}

/* `./dev cross` compares with the same files. */
static void pose_hash_prints_the_same_on_every_machine(void **state)
{
    (void)state;
    const char *const models = HONE_SOURCE_DIR "/examples/course/models", *const expected =
                                                                              HONE_SOURCE_DIR "/tests/bits";
    char output[OUTPUT_SIZE], line[1024], want[OUTPUT_SIZE];
    snprintf(line, sizeof line, EXAMPLE("pose_hash") " %s/leg.pmx %s/step.vmd", models, models);
    CHECK(run(line, output) == 0);
    snprintf(line, sizeof line, "cat %s/pose_hash.txt", expected);
    CHECK(run(line, want) == 0);
    assert_string_equal(output, want);
    CHECK(run(EXAMPLE("pose_hash") " /nowhere.pmx /nowhere.vmd", output) == 1 && strstr(output, "/nowhere.pmx"));
}

static void load_model_lists_the_bones(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("load_model") " " DANCER, output) == 0);
    CHECK(strncmp(output, "pmx: 0 vertices, 0 triangles", 28) == 0);
    const char *knee = strstr(output, "左ひざ");
    CHECK(knee != NULL && strncmp(strstr(knee, "parent"), "parent 左足", strlen("parent 左足")) == 0);
    CHECK(run(EXAMPLE("load_model") " /nowhere.pmx", output) == 1 && strstr(output, "/nowhere.pmx"));
    CHECK(run(EXAMPLE("load_model"), output) == 2);
}

/* ---- play, cross_fade ---- */

static void play_says_what_room_the_dance_takes(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("play") " " MODEL " " MOTION, output) == 0);
    CHECK(strncmp(output, "40 vertices between y = ", 24) == 0);
}

static void play_says_what_is_wrong_with_its_files(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("play") " /nowhere.pmx " MOTION, output) == 1);
    CHECK(strstr(output, "/nowhere.pmx"));
    CHECK(run(EXAMPLE("play") " " MODEL " /nowhere.vmd", output) == 1);
    CHECK(strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("play") " " MOTION " " MODEL, output) == 1); /* the wrong order */
    CHECK(strncmp(output, MOTION, strlen(MOTION)) == 0 && strchr(output, '\n') == output + strlen(output) - 1);
    CHECK(run(EXAMPLE("play"), output) == 2);
}

static void cross_fade_says_how_far_bones_go(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    double alone = 0, within = 0;
    unsigned playing = 0;
    CHECK(run(EXAMPLE("cross_fade") " " MODEL " " MOTION " " MOTION, output) == 0);
    CHECK(sscanf(output, "at most %lf a frame, %lf within the cross-fade; %u", &alone, &within, &playing) == 3);
    CHECK(alone > 0 && within > 0 && within < 2 * alone && playing == 1);
    CHECK(run(EXAMPLE("cross_fade") " " MODEL " " MOTION " /nowhere.vmd", output) == 1 &&
          strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("cross_fade") " /nowhere.pmx " MOTION " " MOTION, output) == 1 && strstr(output, "/nowhere.pmx"));
}

static void layers_hears_of_both_motions(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("layers") " " MODEL " " MOTION " " MOTION, output) == 0);
    CHECK(strstr(output, "event 1 of motion 1, weight") && strstr(output, "event 1 of motion 2, weight"));
    CHECK(strstr(output, "% of their length\n") && strstr(output, "2 motions play\n"));
    CHECK(run(EXAMPLE("layers") " " MODEL " " MOTION " /nowhere.vmd", output) == 1 && strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("layers") " /nowhere.pmx " MOTION " " MOTION, output) == 1 && strstr(output, "/nowhere.pmx"));
    CHECK(run(EXAMPLE("layers"), output) == 2);
}

static void crowd_plays_all_members(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("crowd") " " MODEL " " MOTION, output) == 0);
    CHECK(strncmp(output, "400 members of ", 15) == 0 && strstr(output, " slots, each evaluated with a rig\n"));
    CHECK(run(EXAMPLE("crowd") " " MODEL " /nowhere.vmd", output) == 1 && strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("crowd") " /nowhere.pmx " MOTION, output) == 1 && strstr(output, "/nowhere.pmx"));
    CHECK(run(EXAMPLE("crowd"), output) == 2);
}

static void crowd_on_gpu_draws_members(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    if (!hone_render_available() || !hone_image_available() || run("test -x " EXAMPLE("crowd_on_gpu"), output) != 0)
        test_skip(1, "test of an example that draws");
    int status = run(EXAMPLE("crowd_on_gpu") " " MODEL " " MOTION " " OUT ".png 6", output);
    if (status == 1 && strstr(output, "EGL"))
        test_skip(1, "test of an example that draws, without an EGL driver");
    CHECK(status == 0 && strncmp(output, "6 members of 80 bytes, ", 23) == 0);
    CHECK(run(EXAMPLE("crowd_on_gpu") " " MODEL " /nowhere.vmd " OUT ".png", output) == 1);
    CHECK(strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("crowd_on_gpu"), output) == 2);
}

static void rollback_ends_in_the_same_pose(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("rollback") " " MODEL " " MOTION " " MOTION, output) == 0);
    CHECK(strstr(output, "both games end in the same pose\n"));
    CHECK(run(EXAMPLE("rollback") " " MODEL " " MOTION " /nowhere.vmd", output) == 1 && strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("rollback") " /nowhere.pmx " MOTION " " MOTION, output) == 1 && strstr(output, "/nowhere.pmx"));
    CHECK(run(EXAMPLE("rollback"), output) == 2);
}

static void skin_arrays_bends_the_arm(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("skin_arrays"), output) == 0);
    CHECK(strncmp(output, " 0.00  0.10  0.00\n", 18) == 0); /* the shoulder does not move */
    CHECK(strstr(output, " 0.90  1.00  0.00\n") != NULL);   /* the hand points up */
}

/* ---- palettes ---- */

static void engine_skinning_agrees_with_the_kernel(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    double apart = 1;
    CHECK(run(EXAMPLE("engine_skinning") " " MODEL " " MOTION " 1.5", output) == 0);
    CHECK(sscanf(output, "40 vertices, at most %lf apart", &apart) == 1);
    CHECK(apart >= 0 && apart < 1e-3); /* of a model of some tens of units, whose weights may be any */
    CHECK(run(EXAMPLE("engine_skinning") " " MODEL " /nowhere.vmd 1", output) == 1 && strstr(output, "/nowhere.vmd"));
}

static void gpu_palette_is_what_a_shader_reads(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    unsigned slots = 0, bytes = 0, vertex = 0;
    float seen[3];
    CHECK(run(EXAMPLE("gpu_palette") " " MODEL " " MOTION " 1.5", output) == 0);
    CHECK(sscanf(output, "3x4: %u slots, %u bytes", &slots, &bytes) == 2 && slots > 0 && bytes == 48 * slots);
    CHECK(sscanf(strstr(output, "quaternion:"), "quaternion: %u slots, %u bytes", &slots, &bytes) == 2);
    CHECK(bytes == 32 * slots);
    CHECK(sscanf(strstr(output, "vertex "), "vertex %u: %f %f %f", &vertex, seen, seen + 1, seen + 2) == 4);

    hone_model *model = hone_model_load(MODEL, NULL, NULL);
    hone_motion *motion = hone_motion_load(MOTION, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    float positions[40][3];
    CHECK(hone_actor_play(actor, motion, NULL, NULL).id);
    CHECK(hone_actor_update(actor, 1.5, NULL));
    CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {positions, 40, sizeof *positions}}, NULL));
    for (int i = 0; i < 3; i++) CHECK_NEAR(seen[i], positions[vertex][i], 1e-3);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- physics ---- */

static void physics_by_hand_swings_the_ball(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    int status = run(EXAMPLE("physics_by_hand"), output);
    if (!hone_physics_available()) {
        CHECK(status == 1 && strchr(output, '\n') == output + strlen(output) - 1);
        return;
    }
    double seconds = 0, x = 0, y = 0;
    unsigned lines = 0;
    CHECK(status == 0);
    for (const char *line = output; sscanf(line, "%lf s: %lf %lf", &seconds, &x, &y) == 3; lines++) {
        CHECK_NEAR(hypot(x - 1, y - 10), 2, 0.15); /* the string: two units from the handle, which is at (1, 10) */
        line = strchr(line, '\n') + 1;
    }
    CHECK(lines == 6 && seconds == 1);
}

/* ---- parts by hand ---- */

/* The number behind the last `name` of an output. */
static double last_number(const char *output, const char *name)
{
    const char *at = NULL;
    for (const char *next = strstr(output, name); next; next = strstr(next + 1, name)) at = next + strlen(name);
    CHECK(at != NULL);
    return strtod(at, NULL);
}

/* Runs an example, and checks that it says each of the texts, in this order. */
static void check_says(const char *line, const char *const *texts)
{
    char output[OUTPUT_SIZE];
    CHECK(run(line, output) == 0);
    for (const char *at = output; *texts; texts++) {
        at = strstr(at, *texts);
        if (!at)
            print_message("%s: no \"%s\" in\n%s", line, *texts, output);
        CHECK(at != NULL);
    }
}

#define CHECK_SAYS(line, ...) check_says(EXAMPLE(line), (const char *const[]){__VA_ARGS__, NULL})

static void parts_by_hand_agree_with_the_whole(void **state)
{
    (void)state;
    CHECK_SAYS("ik_jobs", "1.000  1.000  0.000, reached\n", "head turned by 22.5 degrees, reached\n", "eyes: reached\n",
               "on the ground\n", "tail: reached\n", "figure: reached\n");
    CHECK_SAYS("blend_by_hand " MODEL " " MOTION " " MOTION, "frame 60: ", "with inertialization 0.0000\n");
    CHECK_SAYS("root_by_hand " DANCER " " DANCE, "センター, ", "left in the pose: ", "turned by ");
    CHECK_SAYS("crowd_by_hand " MODEL " " MOTION, "slots: the job and the crowd differ by 0; with fewer bones by ");
    CHECK_SAYS("rig_by_hand " MODEL " " MOTION " 30", " at ", " morphs of the mesh have acted\n");
    CHECK_SAYS("skin_by_hand " MODEL, "20 slots fit two arrays of uniforms\n", "40 of 40 vertices in a box");
    CHECK_SAYS("weights " HUMAN, "232 vertices; by straight distances ", "over the surface ");
    CHECK_SAYS("animation_rows " MODEL " " MOTION, "frame 15: slots differ by 0, vertices by 0; 16 bytes a texel\n");
    CHECK_SAYS("packed_part", "12 bones alone: ", "weights 0.342 and 0.658\n");
    CHECK_SAYS("insert_key", "key at frame 10, x = 1.041; ", "warning: made by a program");
    CHECK_SAYS("texts 左ひじ", "UTF-16   e6 5d 72 30 58 30\n", "again    左ひじ\n", "CP932    8d b6 82 d0 82 b6\n",
               "again    左ひじ\n", "nothing is lost");
    CHECK_SAYS("texts 𠮷", "not all characters are in both\n");
    CHECK_SAYS("retarget_live " DANCER " " DANCE " " HUMAN, "units for one of the source\n", "frame 60: left hand at ");
}

static void parts_by_hand_name_the_file_that_fails(void **state)
{
    (void)state;
    static const char *const lines[] = {EXAMPLE("rig_by_hand") " /nowhere.pmx a 1",
                                        EXAMPLE("blend_by_hand") " " MODEL " " MOTION " /nowhere.pmx",
                                        EXAMPLE("root_by_hand") " " MODEL " /nowhere.pmx",
                                        EXAMPLE("crowd_by_hand") " " MODEL " /nowhere.pmx",
                                        EXAMPLE("skin_by_hand") " /nowhere.pmx",
                                        EXAMPLE("weights") " /nowhere.pmx",
                                        EXAMPLE("fall_by_hand") " /nowhere.pmx",
                                        EXAMPLE("checkpoints") " " MODEL " /nowhere.pmx",
                                        EXAMPLE("retarget_live") " " DANCER " " DANCE " /nowhere.pmx",
                                        EXAMPLE("pick") " /nowhere.pmx 1 1",
                                        EXAMPLE("list_project") " /nowhere.pmx",
                                        EXAMPLE("load_archive") " /nowhere.pmx",
                                        EXAMPLE("load_from_memory") " /nowhere.pmx",
                                        EXAMPLE("decode_pictures") " /nowhere.pmx",
                                        EXAMPLE("restore_context") " /nowhere.pmx",
                                        EXAMPLE("warm_up") " /nowhere.pmx",
                                        EXAMPLE("animation_rows") " /nowhere.pmx a"};
    char output[OUTPUT_SIZE];
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        CHECK(run(lines[i], output) == 1 && strstr(output, "/nowhere.pmx") && !strstr(output, "\n/"));
    CHECK(run(EXAMPLE("skin_by_hand") " " MODEL " nothing", output) == 1 && strstr(output, "is called nothing"));
    CHECK(run(EXAMPLE("texts"), output) == 2 && run(EXAMPLE("pick"), output) == 2);
}

static void a_click_finds_the_bone_below_it(void **state)
{
    (void)state;
    hone_model *model = hone_model_load(DANCER, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_bounds box = HONE_BOUNDS_EMPTY;
    CHECK(hone_actor_update(actor, 0, NULL) && hone_framing_add_actor(&box, actor, NULL));
    const hone_camera camera = hone_camera_framing(&box, 1280 / 720.0);
    float joint[3], seen[3];
    hone_affine_origin(&hone_actor_bones(actor)[hone_model_find_bone(model, "左ひじ")], joint);
    CHECK(hone_camera_project(&camera, 1280 / 720.0, joint, seen));
    char line[1024], output[OUTPUT_SIZE];
    snprintf(line, sizeof line, EXAMPLE("pick") " " DANCER " %.1f %.1f", (seen[0] + 1) * 640, (1 - seen[1]) * 360);
    CHECK(run(line, output) == 0 && strstr(output, "looks along z = -1\n") && strstr(output, "左ひじ, at pixel "));
    CHECK(run(EXAMPLE("pick") " " DANCER " 1 1", output) == 0 && strstr(output, "\nnothing\n"));
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void a_project_and_an_archive_are_looked_into(void **state)
{
    (void)state;
    const make_pmm_desc project = {.path = "C:\\MMD\\UserFile\\Model\\examples.pmx", .followed = -1};
    hone_bytes file = make_pmm(&project, NULL);
    save(HONE_BUILD_DIR "/tests/examples.pmm", &file);
    CHECK_SAYS("list_project " HONE_BUILD_DIR "/tests/examples.pmm", ": 1.0 s, found\n");
    size_t size;
    char *model = command_file_content(DANCER, &size);
    const make_zip_entry entries[] = {{.name = "doll/readme.txt", .text = "hello"},
                                      {.name = "doll/doll.pmx", .data = model, .size = size}};
    file = make_zip(&(make_zip_desc){.entries = entries, .count = 2});
    save(HONE_BUILD_DIR "/tests/examples.zip", &file);
    free(model);
    CHECK_SAYS("load_archive " HONE_BUILD_DIR "/tests/examples.zip", "doll/doll.pmx: 0 vertices, ");
}

static void pictures_are_decoded_by_the_program(void **state)
{
    (void)state;
    static const char gltf[] =
        "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"examples.ktx2\"},{\"uri\":\"examples-gone.png\"}],"
        "\"textures\":[{\"source\":0},{\"source\":1}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":"
        "{\"index\":0}},\"emissiveTexture\":{\"index\":1}}],\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/"
        "octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]}],\"nodes\":[{\"mesh\":0}],"
        "\"scenes\":[{\"nodes\":[0]}]}";
    CHECK(hone_file_write(HONE_BUILD_DIR "/tests/examples-pictures.gltf", gltf, sizeof gltf - 1, NULL));
    CHECK(hone_file_write(HONE_BUILD_DIR "/tests/examples.ktx2", "\xabKTX 20", 7, NULL));
    CHECK_SAYS("decode_pictures " HONE_BUILD_DIR "/tests/examples-pictures.gltf",
               "examples.ktx2: 7 bytes of KTX 2.0 are decoded by the program\n", "examples-gone.png: not found\n",
               "examples.ktx2: 1 x 1 pixels, by the program\n");
    CHECK_SAYS("load_from_memory " HONE_BUILD_DIR "/tests/examples-pictures.gltf " HONE_BUILD_DIR
               "/tests/examples.ktx2",
               "examples.ktx2: ", "tests/examples.ktx2\n", "examples-gone.png: not among them\n");
}

static void a_lost_context_changes_no_picture(void **state)
{
    (void)state;
    NEEDS(render);
    CHECK_SAYS("restore_context " HONE_BUILD_DIR "/tests/examples-pictures.gltf",
               "after the loss of the context: the same picture\n");
    CHECK_SAYS("warm_up " HONE_BUILD_DIR "/tests/examples-pictures.gltf", " of ", " programs\n",
               "a picture of 256 x 256 pixels");
}

static void physics_without_an_actor_falls_and_begins_anywhere(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    double stage, below;
    NEEDS(physics);
    CHECK(run(EXAMPLE("fall_by_hand") " " HUMAN, output) == 0 && strncmp(output, "16 parts\n", 9) == 0);
    CHECK(sscanf(output + 9, "hips at %lf on the stage, at %lf below", &stage, &below) == 2);
    CHECK(stage > 0 && stage < 0.5 && below > -1 && below < -0.5);
    CHECK(fabs(last_number(output, "moved to x = ") - 5) < 0.5);
    CHECK_SAYS("checkpoints " MODEL " " MOTION, "actor 1: the same bits\n", "actor 2: the same bits\n");
    CHECK(run(EXAMPLE("checkpoints") " " DANCER " " DANCE, output) == 1 && strstr(output, "has no bodies"));
}

/* ---- offline tools ---- */

static void bake_gltf_writes_a_file_that_loads(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    unsigned long long keys = 0;
    CHECK(run(EXAMPLE("bake_gltf") " " DANCER " " DANCE " " OUT ".glb", output) == 0);
    CHECK(sscanf(output, "%llu keys", &keys) == 1 && keys > 0);
    hone_bytes glb = written(OUT ".glb");
    CHECK(hone_format_detect(glb.data, glb.size) == HONE_FORMAT_GLB);
    hone_motion *motion = hone_motion_load_memory(glb.data, glb.size, NULL, NULL);
    CHECK(hone_motion_get(motion)->channel_count > 0);
    hone_motion_release(motion);
    free(glb.data);
    CHECK(run(EXAMPLE("bake_gltf") " " DANCER " " DANCE " /nowhere/out.glb", output) == 1);
    CHECK(strstr(output, "/nowhere/out.glb"));
}

static void bake_gltf_writes_the_same_bytes_on_every_machine(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE], line[1024];
    const char *models = HONE_SOURCE_DIR "/examples/course/models";
    snprintf(line, sizeof line, EXAMPLE("bake_gltf") " %s/leg.pmx %s/step.vmd " OUT "-leg.glb", models, models);
    CHECK(run(line, output) == 0);
    CHECK(run("cksum <" OUT "-leg.glb | diff " HONE_SOURCE_DIR "/tests/bits/bake_gltf.cksum -", output) == 0);
}

static void retarget_moves_the_hand_of_another(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    unsigned bones = 0;
    CHECK(run(EXAMPLE("retarget") " " DANCER " " DANCE " " HUMAN, output) == 0);
    CHECK(sscanf(output, "%u bones", &bones) == 1 && bones > 15);
    CHECK(strstr(output, "  0 s  source") && strstr(output, "  1 s  source"));
    CHECK(run(EXAMPLE("retarget") " " DANCER " " DANCE " " STATUE, output) == 1); /* which is no humanoid */
}

static void springs_by_hand_come_to_rest(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    make_gltf *file = test_calloc(1, sizeof *file);
    make_vrm0(file);
    hone_bytes bytes = make_gltf_glb(file);
    save(OUT "-springs.vrm", &bytes);
    test_free(file);
    unsigned joints = 0, bones = 0;
    float early[3], late[3], later[3];
    CHECK(run(EXAMPLE("springs") " " OUT "-springs.vrm 1", output) == 0);
    CHECK(sscanf(output, "%u joints, %u bones: %f %f %f", &joints, &bones, early, early + 1, early + 2) == 5);
    CHECK(joints > 0 && bones >= joints);
    CHECK(run(EXAMPLE("springs") " " OUT "-springs.vrm 600", output) == 0);
    CHECK(sscanf(output, "%u joints, %u bones: %f %f %f", &joints, &bones, late, late + 1, late + 2) == 5);
    CHECK(run(EXAMPLE("springs") " " OUT "-springs.vrm 660", output) == 0);
    CHECK(sscanf(output, "%u joints, %u bones: %f %f %f", &joints, &bones, later, later + 1, later + 2) == 5);
    CHECK(hone_vec3_distance(early, late) > 0.001f && hone_vec3_distance(late, later) < 0.001f);
    CHECK(run(EXAMPLE("springs") " " OUT "-springs.vrm", output) == 1);
}

static void goals_are_reached_on_a_slope(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("goals") " " HUMAN, output) == 0);
    CHECK(strstr(output, "feet: reached") && strstr(output, "gaze: reached") && strstr(output, "hand: reached"));
    CHECK(run(EXAMPLE("goals") " " STATUE, output) == 1); /* which is no humanoid */
    CHECK(run(EXAMPLE("goals"), output) == 2);
}

static void hands_reach_while_the_feet_stay(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("reach") " " HUMAN, output) == 0);
    CHECK(strcmp(output, "hands and feet: reached\ngaze: reached\n") == 0);
    CHECK(run(EXAMPLE("reach") " " STATUE, output) == 1);
    CHECK(run(EXAMPLE("reach"), output) == 2);
}

static void root_motion_goes_somewhere(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("root_motion") " " DANCER " " DANCE " 0", output) == 0);
    CHECK(strcmp(output, "0.0 s: at 0.00 0.00, turned by 0 degrees\n") == 0);
    CHECK(run(EXAMPLE("root_motion") " " DANCER " " DANCE " 4", output) == 0);
    CHECK(strstr(output, "\n4.0 s: at ") && fabs(last_number(output, "at ")) > 0.1);
    CHECK(run(EXAMPLE("root_motion") " " DANCER " /nowhere.vmd 1", output) == 1 && strstr(output, "/nowhere.vmd"));
    CHECK(run(EXAMPLE("root_motion"), output) == 2);
}

static void a_ball_hits_the_character_and_is_swept_aside(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    double x, y, z, lowest = 9;
    NEEDS(physics);
    CHECK(run(EXAMPLE("props") " " HUMAN, output) == 0);
    for (const char *line = output; *line; line = strchr(line, '\n') + 1) {
        CHECK(sscanf(line, "%*f s: ball at %lf %lf %lf", &x, &y, &z) == 3);
        lowest = fmin(lowest, z);
    }
    CHECK(lowest > 0.1 && x > 0.8 && y > 0); /* stopped by the character, then swept aside by the wall */
    CHECK(run(EXAMPLE("props") " /nowhere.glb", output) == 1 && strstr(output, "/nowhere.glb"));
    CHECK(run(EXAMPLE("props"), output) == 2);
}

static void a_ragdoll_falls_and_gets_up(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    NEEDS(physics);
    CHECK(run(EXAMPLE("ragdoll") " " HUMAN, output) == 0);
    double stands = strtod(strstr(output, "0.5 s: hips at ") + 15, NULL);
    const char *end = strstr(output, "5.0 s: hips at ");
    CHECK(stands > 0.6 && end && strtod(end + 15, NULL) < 0.4 * stands);
    CHECK(strtod(strstr(end, "fastest part ") + 13, NULL) < 0.2);
    CHECK_NEAR(last_number(output, "hips at "), stands, 0.011);
    CHECK(run(EXAMPLE("ragdoll") " /nowhere.pmx", output) == 1 && strstr(output, "/nowhere.pmx"));
    CHECK(run(EXAMPLE("ragdoll"), output) == 2);
}

static void rig_mesh_writes_a_humanoid(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    unsigned bones = 0;
    CHECK(run(EXAMPLE("rig_mesh") " " STATUE " " OUT ".pmx", output) == 0);
    CHECK(sscanf(output, "%u bones carry vertices", &bones) == 1 && bones > 15);
    hone_bytes pmx = written(OUT ".pmx");
    hone_model *model = hone_model_load_memory(pmx.data, pmx.size, NULL, NULL);
    CHECK(model != NULL && hone_model_humanoid(model).missing == 0);
    hone_model_release(model);
    free(pmx.data);
    CHECK(run(EXAMPLE("rig_mesh") " " MODEL " " OUT ".pmx", output) == 1); /* has no feet on the ground */
}

/* ---- render ---- */

static void render_png_draws_a_picture(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    CHECK(run(EXAMPLE("render_png") " " STATUE " " MOTION " 0 " OUT ".png", output) == 1); /* it moves another model */
    int status = run(EXAMPLE("render_png") " " STATUE " " STATUE_MOTION " 0 " OUT ".png", output);
    if (!hone_render_available() || !hone_image_available()) {
        CHECK(status == 1 && strchr(output, '\n') == output + strlen(output) - 1);
        return;
    }
    CHECK(status == 0);
    hone_bytes png = written(OUT ".png");
    hone_image image;
    CHECK(hone_image_load_memory(png.data, png.size, NULL, &image, NULL));
    unsigned drawn = 0;
    for (size_t i = 0; i < (size_t)image.width * image.height; i++) drawn += image.pixels[4 * i] < 200;
    CHECK(image.width == 640 && image.height == 480 && drawn > 1000 && drawn < 200000);
    hone_image_release(&image);
    free(png.data);
}

/* ---- crowd_texture ---- */

#define TEXTURE HONE_BUILD_DIR "/tests/examples.ktx2"
#define CROWD_TEXTURE EXAMPLE("crowd_texture") " " TEXTURE " " HUMAN " " OUT ".png "

/* Turns every bone a little and back, in a second. */
static hone_motion *swaying(const hone_model *model)
{
    enum { KEYS = 7 };
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    hone_channel *channels = hone_builder_array(b, skeleton->bone_count, sizeof *channels);
    hone_channel_target *targets = hone_builder_array(b, skeleton->bone_count, sizeof *targets);
    double *times = hone_builder_array(b, KEYS, sizeof *times);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        float(*values)[4] = hone_builder_array(b, KEYS, sizeof *values);
        for (int k = 0; k < KEYS; k++) {
            float half = 0.1f * sinf((float)k + (float)i), turn[4] = {0, 0, sinf(half), cosf(half)};
            times[k] = k / 6.0;
            turn[i % 3] = turn[2], turn[2] = i % 3 == 2 ? turn[2] : 0;
            hone_quat_multiply(skeleton->bones[i].rest.rotation, turn, values[k]);
        }
        targets[i] = (hone_channel_target){skeleton->bones[i].name, (int32_t)i};
        channels[i] = (hone_channel){.path = HONE_CHANNEL_ROTATION,
                                     .interpolation = HONE_INTERPOLATION_LINEAR,
                                     .target_count = 1,
                                     .targets = &targets[i],
                                     .key_count = KEYS,
                                     .times = times,
                                     .values = values[0]};
    }
    hone_motion_data data = {.space = HONE_SPACE_GLTF, .channels = channels, .channel_count = skeleton->bone_count};
    return hone_motion_create(b, &data, NULL, NULL);
}

/* Bakes a motion of the human, and returns the model and the motion. */
static hone_model *write_texture(hone_texel_format format, hone_motion **motion)
{
    hone_model *model = hone_model_load(HUMAN, NULL, NULL);
    *motion = swaying(model);
    CHECK(*motion);
    const hone_motion *clips[] = {*motion, NULL};
    const char *const names[] = {"dance", "stand"};
    const hone_animation_bake_desc desc = {.model = model,
                                           .motions = clips,
                                           .names = names,
                                           .motion_count = 2,
                                           .format = format,
                                           .rate = 30,
                                           .loop = HONE_ANIMATION_LOOP_OFF};
    hone_animation_texture *texture = hone_animation_texture_bake(&desc, NULL, NULL);
    hone_bytes file;
    CHECK(texture && hone_animation_texture_write_ktx2(texture, NULL, &file, NULL));
    save(TEXTURE, &file);
    hone_animation_texture_destroy(texture);
    return model;
}

/* The pixels that something is drawn on. */
typedef struct drawn_box {
    double low[2], high[2];
    unsigned count;
} drawn_box;

static void add_to_drawn(drawn_box *box, double x, double y)
{
    const double at[2] = {x, y};
    for (int i = 0; i < 2; i++) {
        box->low[i] = box->count == 0 ? at[i] : fmin(box->low[i], at[i]);
        box->high[i] = box->count == 0 ? at[i] : fmax(box->high[i], at[i]);
    }
    box->count++;
}

static drawn_box find_drawn(void)
{
    drawn_box box = {.count = 0};
    hone_bytes png = written(OUT ".png");
    hone_image image;
    CHECK(hone_image_load_memory(png.data, png.size, NULL, &image, NULL));
    const uint8_t *background = image.pixels;
    for (uint32_t y = 0; y < image.height; y++)
        for (uint32_t x = 0; x < image.width; x++)
            if (memcmp(image.pixels + 4 * ((size_t)y * image.width + x), background, 3) != 0)
                add_to_drawn(&box, x + 0.5, y + 0.5);
    hone_image_release(&image);
    free(png.data);
    return box;
}

/* Where the example's camera sees the vertices of hone's own actor, for one instance. */
static drawn_box expect_drawn(const hone_model *model, const hone_motion *motion, double seconds)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    drawn_box box = {.count = 0};
    hone_bounds rest;
    float edge = 0;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_bounds(actor, HONE_SKIN_LINEAR, &rest, NULL, NULL));
    for (int i = 0; i < 3; i++) edge = fmaxf(edge, rest.max[i] - rest.min[i]);
    float(*p)[3] = calloc(mesh->vertex_count, sizeof *p);
    CHECK(hone_actor_play(actor, motion, NULL, NULL).id && hone_actor_update(actor, seconds, NULL));
    CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {p, mesh->vertex_count, sizeof *p}}, NULL));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double x = (p[v][0] - (rest.min[0] + rest.max[0]) / 2) / edge - 0.5, y = (p[v][1] - rest.min[1]) / edge - 0.4;
        double z = (p[v][2] - (rest.min[2] + rest.max[2]) / 2) / edge, away = 2.25 - 0.5 * y - 0.87 * z;
        add_to_drawn(&box, 640 + 720 * x / away, 360 - 720 * (0.87 * y - 0.5 * z) / away);
    }
    free(p);
    hone_actor_destroy(actor);
    return box;
}

/* Skips the test where nothing can be drawn. */
static void check_can_draw(void)
{
    char output[OUTPUT_SIZE];
    if (!hone_render_available() || !hone_image_available() || run("test -x " EXAMPLE("crowd_texture"), output) != 0)
        test_skip(1, "pictures");
}

static void crowd_texture_draws_what_hone_poses(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    check_can_draw();
    for (int format = 0; format < HONE_TEXEL_FORMAT_COUNT; format++) {
        hone_motion *motion;
        hone_model *model = write_texture((hone_texel_format)format, &motion);
        CHECK(run(CROWD_TEXTURE "1 0.5", output) == 0 && strstr(output, "1 instances"));
        drawn_box got = find_drawn(), want = expect_drawn(model, motion, 0.5);
        for (int i = 0; i < 2; i++) {
            double most = format == HONE_TEXEL_RGBA8 ? 12 : 2; /* pixels */
            CHECK_NEAR(got.low[i], fmax(want.low[i], 0), most);
            CHECK_NEAR(got.high[i], fmin(want.high[i], i ? 720 : 1280), most);
        }
        hone_motion_release(motion);
        hone_model_release(model);
    }
}

static void crowd_texture_draws_hundreds(void **state)
{
    (void)state;
    char output[OUTPUT_SIZE];
    check_can_draw();
    hone_motion *motion;
    hone_model *model = write_texture(HONE_TEXEL_RGBA16F, &motion);
    hone_motion_release(motion);
    hone_model_release(model);
    CHECK(run(CROWD_TEXTURE "400 1", output) == 0 && strstr(output, "400 instances") && strstr(output, "2 clips"));
    drawn_box box = find_drawn();
    CHECK(box.high[0] - box.low[0] > 800 && box.high[1] - box.low[1] > 150 && box.count > 10000);
    CHECK(run(EXAMPLE("crowd_texture") " " TEXTURE " " STATUE " " OUT ".png", output) == 1);
    CHECK(strstr(output, "another model") && strchr(output, '\n') == output + strlen(output) - 1);
    CHECK(run(EXAMPLE("crowd_texture") " " HUMAN " " HUMAN " " OUT ".png", output) == 1 && strstr(output, "KTX"));
    hone_bytes file = {0};
    CHECK(hone_file_read(TEXTURE, NULL, &file, NULL));
    for (size_t size = 0; size < 4000 && size < file.size; size += 61) { /* cut files */
        CHECK(hone_file_write(TEXTURE, file.data, size, NULL));
        CHECK(run(EXAMPLE("crowd_texture") " " TEXTURE " " HUMAN " " OUT ".png 1", output) == 1);
    }
    hone_bytes_release(&file);
}

TEST_GROUP(test_examples)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transforms_carry_the_hand_there_and_back),
        cmocka_unit_test(pose_hash_prints_the_same_on_every_machine),
        cmocka_unit_test(load_model_lists_the_bones),
        cmocka_unit_test(play_says_what_room_the_dance_takes),
        cmocka_unit_test(play_says_what_is_wrong_with_its_files),
        cmocka_unit_test(cross_fade_says_how_far_bones_go),
        cmocka_unit_test(layers_hears_of_both_motions),
        cmocka_unit_test(crowd_plays_all_members),
        cmocka_unit_test(crowd_on_gpu_draws_members),
        cmocka_unit_test(rollback_ends_in_the_same_pose),
        cmocka_unit_test(skin_arrays_bends_the_arm),
        cmocka_unit_test(engine_skinning_agrees_with_the_kernel),
        cmocka_unit_test(gpu_palette_is_what_a_shader_reads),
        cmocka_unit_test(physics_by_hand_swings_the_ball),
        cmocka_unit_test(parts_by_hand_agree_with_the_whole),
        cmocka_unit_test(parts_by_hand_name_the_file_that_fails),
        cmocka_unit_test(a_click_finds_the_bone_below_it),
        cmocka_unit_test(a_project_and_an_archive_are_looked_into),
        cmocka_unit_test(pictures_are_decoded_by_the_program),
        cmocka_unit_test(a_lost_context_changes_no_picture),
        cmocka_unit_test(physics_without_an_actor_falls_and_begins_anywhere),
        cmocka_unit_test(bake_gltf_writes_a_file_that_loads),
        cmocka_unit_test(bake_gltf_writes_the_same_bytes_on_every_machine),
        cmocka_unit_test(retarget_moves_the_hand_of_another),
        cmocka_unit_test(springs_by_hand_come_to_rest),
        cmocka_unit_test(goals_are_reached_on_a_slope),
        cmocka_unit_test(hands_reach_while_the_feet_stay),
        cmocka_unit_test(root_motion_goes_somewhere),
        cmocka_unit_test(a_ball_hits_the_character_and_is_swept_aside),
        cmocka_unit_test(a_ragdoll_falls_and_gets_up),
        cmocka_unit_test(rig_mesh_writes_a_humanoid),
        cmocka_unit_test(render_png_draws_a_picture),
        cmocka_unit_test(crowd_texture_draws_what_hone_poses),
        cmocka_unit_test(crowd_texture_draws_hundreds),
    };
    return cmocka_run_group_tests(tests, write_files, NULL);
}
