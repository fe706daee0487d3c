/* hone rig, as its users run it. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/puppet.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static void write_puppet(const char *path)
{
    hone_error error = {0};
    assert_true(puppet_write_model(path, puppet_make(&(puppet_desc){.ik = true}, &error), 0));
}

static void it_writes_what_loads(void **state)
{
    (void)state;
    write_puppet("mesh.pmx");
    write_puppet("bones.pmx");
    command_result r = HONE("rig", "mesh.pmx", "--skeleton", "bones.pmx", "-o", "out.pmx", "--json", "-q");
    CHECK(r.status == 0 && r.err_size == 0 && json_is_valid(r.out));
    CHECK(json_number(r.out, "vertices") == PUPPET_VERTICES && json_number(r.out, "scale") == 1);
    command_result_release(&r);
    hone_error error = {0};
    hone_model *model = hone_model_load("out.pmx", &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    CHECK(hone_model_mesh(model)->vertex_count == PUPPET_VERTICES);
    CHECK(hone_model_skeleton(model)->ik_count == 1);
    hone_model_release(model);
    CHECK_RUNS("rig", "mesh.pmx", "--skeleton", "bones.pmx", "--raw", "-q", "-o", "out.glb");
    size_t size;
    char *glb = command_file_content("out.glb", &size);
    CHECK(glb && size > 12 && memcmp(glb, "glTF", 4) == 0);
    free(glb);
}

static void what_it_cannot_do_it_says(void **state)
{
    (void)state;
    hone_error error = {0};
    write_puppet("mesh.pmx");
    assert_true(puppet_write_motion("turn.vmd", puppet_motion(1, &error)));
    CHECK_FAILS(1, "rig", "mesh.pmx", "-o", "no.pmx"); /* a tower has no joints of a human's */
    CHECK_FAILS(2, "rig", "mesh.pmx", "--fit", "none", "-o", "out.pmx");
    CHECK_FAILS(2, "rig", "mesh.pmx", "--skeleton", "mesh.pmx");
    CHECK_FAILS(2, "rig", "mesh.pmx", "--skeleton", "mesh.pmx", "-o", "out.vmd");
    CHECK_FAILS(2, "rig", "mesh.pmx", "--skeleton", "mesh.pmx", "-o", "out.pmx", "--influences", "5");
    CHECK_FAILS(1, "rig", "turn.vmd", "--skeleton", "mesh.pmx", "-o", "no.pmx");
    CHECK_FAILS(1, "rig", "mesh.pmx", "--skeleton", "none.pmx", "-o", "no.pmx");
    CHECK(!command_file_content("no.pmx", &(size_t){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_writes_what_loads),
        cmocka_unit_test(what_it_cannot_do_it_says),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
