/* The main function of a test program, which has the tests of several files: all of a floor, or all of a folder. CMake
 * writes the list of the files' groups. */
#include "support/support.h"
#include "test_groups.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_group {
    const char *name;
    int (*run)(void); /* returns the number of tests that failed */
} test_group;

#define GROUP(name) {#name, name},
static const test_group groups[] = {TEST_GROUPS};
#undef GROUP
enum { GROUPS = sizeof groups / sizeof *groups };

static int usage(const char *program)
{
    fprintf(stderr,
            "usage: %s [FILE [PATTERN]]\n"
            "Runs all tests, those of a FILE, or of these the ones whose names match (* and ?). Files:\n",
            program);
    for (size_t i = 0; i < GROUPS; i++) fprintf(stderr, "  %s\n", groups[i].name);
    return 2;
}

int main(int count, char **arguments)
{
    int failed = 0;
    bool found = count == 1;
    if (count > 2)
        cmocka_set_test_filter(arguments[2]);
    for (size_t i = 0; i < GROUPS; i++) {
        if (count > 1 && strcmp(arguments[1], groups[i].name) != 0)
            continue;
        found = true;
        failed += groups[i].run() != 0;
    }
    if (failed) { /* a test that failed has not released what it had, so nobody shall look for leaks at the end */
        fflush(NULL);
        _Exit(1);
    }
    return found ? 0 : usage(arguments[0]);
}
