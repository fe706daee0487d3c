/* Constraints of nodes: what is read and what is repaired. */
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* Two nodes with a constraint each. */
static hone_model *load(const char *first, const char *second, bool strict, hone_error *error)
{
    char text[2048];
    int size = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"extensions\":{\"VRMC_node_constraint\":{"
                        "\"specVersion\":\"1.0\",\"constraint\":{%s}}}},{\"extensions\":{\"VRMC_node_constraint\":{"
                        "\"specVersion\":\"1.0\",\"constraint\":{%s}}}},{}]}",
                        first, second);
    return hone_model_load_memory(text, (size_t)size, &(hone_load_desc){.strict = strict}, error);
}

static void constraints_are_of_three_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint8_t kind, axis;
        float weight;
    } kinds[] = {
        {"\"roll\":{\"source\":2,\"rollAxis\":\"Y\",\"weight\":0.5}", HONE_CONSTRAINT_ROLL, 1, 0.5f},
        {"\"aim\":{\"source\":2,\"aimAxis\":\"PositiveZ\"}", HONE_CONSTRAINT_AIM, 2, 1},
        {"\"aim\":{\"source\":2,\"aimAxis\":\"NegativeY\"}", HONE_CONSTRAINT_AIM, 4, 1},
        {"\"rotation\":{\"source\":2,\"weight\":0.25}", HONE_CONSTRAINT_ROTATION, 0, 0.25f},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        hone_error error = {0};
        hone_model *model = load(kinds[i].text, "\"rotation\":{\"source\":0}", true, &error);
        if (!model)
            fail_msg("%s", error.message);
        const hone_model_data *data = hone_model_get(model);
        assert_int_equal(data->constraint_count, 2);
        assert_int_equal(data->constraints[0].bone, 0);
        assert_int_equal(data->constraints[0].source, 2);
        assert_int_equal(data->constraints[0].kind, kinds[i].kind);
        assert_int_equal(data->constraints[0].axis, kinds[i].axis);
        CHECK_NEAR(data->constraints[0].weight, kinds[i].weight, 0);
        assert_int_equal(data->constraints[1].source, 0);
        hone_model_release(model);
    }
}

static void faults_of_constraints_are_repaired(void **state)
{
    (void)state;
    static const struct {
        const char *first, *warning;
        uint32_t left;
    } faults[] = {
        {"", "without source or axis", 1},
        {"\"rotation\":{}", "without source or axis", 1},
        {"\"rotation\":{\"source\":3}", "without source or axis", 1},
        {"\"roll\":{\"source\":2,\"rollAxis\":\"PositiveX\"}", "without source or axis", 1},
        {"\"rotation\":{\"source\":0}", "its own source", 1},
        {"\"rotation\":{\"source\":1}", "cycle of constraints", 1}, /* the other one follows node 0 */
        {"\"rotation\":{\"source\":2,\"weight\":2}", "a weight outside 0 to 1", 2},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        hone_error error = {0};
        hone_model *model = load(faults[i].first, "\"rotation\":{\"source\":0}", false, &error);
        hone_warnings warnings = hone_model_warnings(model);
        if (!model || warnings.count != 1 || !strstr(warnings.texts[0], faults[i].warning))
            fail_msg("%zu: %s %s", i, error.message, warnings.count ? warnings.texts[0] : "");
        assert_int_equal(hone_model_get(model)->constraint_count, faults[i].left);
        hone_model_release(model);
        assert_null(load(faults[i].first, "\"rotation\":{\"source\":0}", true, NULL));
    }
}

TEST_GROUP(test_vrm_constraints)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_are_of_three_kinds),
        cmocka_unit_test(faults_of_constraints_are_repaired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
