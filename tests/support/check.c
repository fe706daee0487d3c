#include "support/support.h"

#include <stdio.h>

void check_near(double a, double b, double tolerance, const char *what, const char *file, int line)
{
    if (fabs(a - b) <= tolerance || a == b)
        return; /* a == b: both are the same infinity */
    print_error("%s:%d: %s: %.9g is not within %.3g of %.9g\n", file, line, what, a, tolerance, b);
    _fail(file, line);
}

void test_skip(unsigned count, const char *what)
{
    print_message("SKIPPED: %u %s\n", count, what);
    skip();
}

hone_model *test_model_create(hone_builder *builder, const hone_model_data *data)
{
    hone_error error = {0};
    hone_model *model = hone_model_create(builder, data, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}
