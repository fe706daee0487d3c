/* hone bench: its JSON has every key of the contract, and figures that can be true. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/puppet.h"
#include "support/support.h"

#include <stdio.h>
#include <string.h>

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 &&
                   puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

static double number_at(const char *json, const char *path)
{
    double value = json_number(json, path);
    if (!(value >= 0 && value < 1e9))
        fail_msg("%s is %g", path, value);
    return value;
}

static void json_has_every_key_of_the_contract(void **state)
{
    (void)state;
    static const char *const stages[] = {"sample", "rig", "palette", "skin"};
    command_result r = HONE("bench", "tower.pmx", "turn.vmd", "--json", "--size", "500", "--threads", "1");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_true(json_is_valid(r.out));
    double sum = number_at(r.out, "frame.physics");
    for (int i = 0; i < 4; i++) {
        char path[32];
        snprintf(path, sizeof path, "frame.%s", stages[i]);
        sum += number_at(r.out, path);
    }
    assert_true(sum > 0);
    CHECK_NEAR(number_at(r.out, "frame.total") / sum, 1, 0.5);
    assert_int_equal(json_count(r.out, "skin"), 2);
    assert_true(json_string_is(r.out, "skin.0.method", "linear"));
    assert_true(json_string_is(r.out, "skin.0.kernel", "scalar"));
    assert_true(json_string_is(r.out, "skin.1.method", "dual-quaternion"));
    assert_true(number_at(r.out, "skin.0.threads") == 1);
    assert_true(number_at(r.out, "skin.0.vertices") == 500);
    assert_true(number_at(r.out, "skin.0.ns_per_vertex") > 0);
    assert_true(number_at(r.out, "skin.0.naive_ratio") > 0);
    assert_true(number_at(r.out, "skin.0.roofline_fraction") > 0);
    assert_true(number_at(r.out, "load.bytes") > 2e6);
    assert_true(number_at(r.out, "load.milliseconds") > 0);
    assert_true(number_at(r.out, "load.memory_ratio") < 4);
    assert_true(number_at(r.out, "rig.bones") == 470);
    assert_true(number_at(r.out, "rigs.A.bones") == 120 && number_at(r.out, "rigs.A.chains") == 7);
    assert_true(number_at(r.out, "rigs.B.bones") == 470 && number_at(r.out, "rigs.B.chains") == 4);
    assert_true(number_at(r.out, "rigs.B.appends") == 28);
    assert_true(number_at(r.out, "rigs.A.naive_vertices") > 0);
    assert_true(number_at(r.out, "rigs.A.total") > 0 && number_at(r.out, "rigs.B.total") > 0);
    command_result_release(&r);
}

static void takes_one_model(void **state)
{
    (void)state;
    CHECK_FAILS(1, "bench", "turn.vmd");
    CHECK_FAILS(1, "bench", "tower.pmx", "tower.pmx");
    CHECK_FAILS(1, "bench", "missing.pmx");
    CHECK_FAILS(2, "bench", "--size", "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_has_every_key_of_the_contract),
        cmocka_unit_test(takes_one_model),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
