#include "support/support.h"

#include <stdio.h>

void check_near(double a, double b, double tolerance, const char *what, const char *file, int line)
{
    if (fabs(a - b) <= tolerance || a == b)
        return; /* a == b: both the same infinity */
    print_error("%s:%d: %s: %.9g is not within %.3g of %.9g\n", file, line, what, a, tolerance, b);
    _fail(file, line);
}

void test_skip(unsigned count, const char *what)
{
    print_message("SKIPPED: %u %s\n", count, what);
    skip();
}
