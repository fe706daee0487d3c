/* Compares with hashes.txt: this machine and this compiler give the same bits as all others. `test_same_bits print`
 * prints the table for this machine. */
#include "bits/bits.h"
#include "support/support.h"
#include <hone/physics.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char expected[] = HONE_SOURCE_DIR "/tests/bits/hashes.txt";

/* Returns whether the file has the line; what it says. */
static bool find_line(const char *name, uint64_t *hash)
{
    char line[128], word[64];
    FILE *file = fopen(expected, "r");
    bool found = false;
    assert_non_null(file);
    while (!found && fgets(line, sizeof line, file))
        found = sscanf(line, "%63s %" SCNx64, word, hash) == 2 && strcmp(word, name) == 0;
    fclose(file);
    return found;
}

static void print_line(void *user, const char *name, uint64_t hash)
{
    (void)user;
    printf("%-40s %016" PRIx64 "\n", name, hash);
}

static void compare_line(void *user, const char *name, uint64_t hash)
{
    uint64_t want = 0;
    uint32_t *wrong = user;
    bool found = find_line(name, &want);
    if (found && want == hash)
        return;
    ++*wrong;
    print_message("%s: %016" PRIx64 " instead of %016" PRIx64 "%s\n", name, hash, want,
                  found ? "" : ", which hashes.txt lacks");
}

static void check(void (*part)(bits_line *line, void *user))
{
    uint32_t wrong = 0;
    part(compare_line, &wrong);
    assert_int_equal(wrong, 0);
}

static void maths_has_the_same_bits_everywhere(void **state)
{
    (void)state;
    check(bits_of_maths);
}

static void poses_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    check(bits_of_poses);
}

static void what_is_computed_ahead_has_the_same_bits_everywhere(void **state)
{
    (void)state;
    check(bits_of_offline);
}

static void automatic_rigs_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    check(bits_of_rigging);
}

static void physics_has_the_same_bits_everywhere(void **state)
{
    (void)state;
    if (!hone_physics_is_portable())
        skip();
    check(bits_of_physics);
}

static void springs_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    check(bits_of_springs);
}

static void each_kernel_skins_to_the_same_bits_everywhere(void **state)
{
    (void)state;
    check(bits_of_skinning);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maths_has_the_same_bits_everywhere),
        cmocka_unit_test(poses_have_the_same_bits_everywhere),
        cmocka_unit_test(what_is_computed_ahead_has_the_same_bits_everywhere),
        cmocka_unit_test(automatic_rigs_have_the_same_bits_everywhere),
        cmocka_unit_test(physics_has_the_same_bits_everywhere),
        cmocka_unit_test(springs_have_the_same_bits_everywhere),
        cmocka_unit_test(each_kernel_skins_to_the_same_bits_everywhere),
    };
    if (argc < 2 || strcmp(argv[1], "print") != 0)
        return cmocka_run_group_tests(tests, NULL, NULL);
    bits_of_maths(print_line, NULL);
    bits_of_poses(print_line, NULL);
    bits_of_offline(print_line, NULL);
    bits_of_rigging(print_line, NULL);
    bits_of_physics(print_line, NULL);
    bits_of_springs(print_line, NULL);
    bits_of_skinning(print_line, NULL);
    return 0;
}
