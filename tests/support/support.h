/* Shared by all tests. A test is a cmocka function named after the behaviour it checks. The tests of a file are a
 * group, which is named as the file; a program has the groups of a folder (run_groups.c). */
#ifndef HONE_TESTS_SUPPORT_H
#define HONE_TESTS_SUPPORT_H

/* cmocka needs these four before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <hone/base.h>
#include <hone/model.h>
#include <math.h>

/* Begins the function that runs the group of a file, as cmocka_run_group_tests does: TEST_GROUP(test_rig) {...} */
#define TEST_GROUP(name)                                                                                               \
    int name(void);                                                                                                    \
    int name(void)

/* Compare with "is it near", never "is it far": then NaN fails. */
#define CHECK(condition) assert_true(condition)
#define CHECK_NEAR(a, b, tolerance) check_near(a, b, tolerance, #a " ~ " #b, __FILE__, __LINE__)
void check_near(double a, double b, double tolerance, const char *what, const char *file, int line);

/* Repeatable random numbers. */
typedef struct test_random {
    uint64_t state;
} test_random;
uint32_t test_random_u32(test_random *random);
float test_random_float(test_random *random, float low, float high);
void test_random_quat(test_random *random, float out[4]);

/* An allocator that refuses call number fail_at (counted from 0; UINT64_MAX: never) and all later ones, and counts the
 * live allocations. A test that writes behind one of them fails. */
typedef struct test_allocator {
    uint64_t fail_at;
    bool only_once; /* refuses call number fail_at alone; test_allocator_make does not set it */
    uint64_t calls, live, live_size, peak_size;
    hone_allocator allocator; /* pass this on; test_allocator_make sets it */
} test_allocator;
void test_allocator_make(test_allocator *a, uint64_t fail_at); /* `a` must not be moved */

/* How often a long test repeats itself: in an emulator, where programs take tens of times as long, less often. */
#ifdef HONE_TESTS_EMULATED
#define TEST_REPEATS(usual, emulated) (emulated)
#else
#define TEST_REPEATS(usual, emulated) (usual)
#endif

/* Skips a test of processes, pipes, signals or file modes in node, which gives WebAssembly none of them. */
#ifdef __EMSCRIPTEN__
#define NEEDS_POSIX() skip()
#else
#define NEEDS_POSIX() ((void)0)
#endif

/* hone_model_create for valid data: on an error the test fails and prints it. */
hone_model *test_model_create(hone_builder *builder, const hone_model_data *data);

/* The path of a file of third-party data: $HONE_TEST_DATA/NAME, else ../shared/data/NAME beside the sources. NULL if it
 * does not exist, or is a glTF and this build reads none; the test then calls test_skip. The caller provides the
 * buffer. */
const char *test_data_path(const char *name, char *buffer, size_t size);
const char *test_oracle_path(const char *name, char *buffer, size_t size); /* $HONE_TEST_ORACLE, ../shared/oracle */
/* Writes a file into a folder that exists. Returns whether all of it is there. */
bool test_write_file(const char *folder, const char *name, const void *data, size_t size);
/* Prints "SKIPPED: COUNT WHAT" and skips the running cmocka test. */
void test_skip(unsigned count, const char *what);
/* Skips it where a part is not built in: NEEDS(physics) asks hone_physics_available. */
#define NEEDS(part) (hone_##part##_available() ? (void)0 : test_skip(1, "test that needs " #part))

/* A .npy file of little-endian float32 in C order. */
typedef struct test_array {
    uint32_t dimensions, shape[4];
    size_t count;
    float *values;
} test_array;
bool test_array_read(const char *path, test_array *out); /* prints errors */
void test_array_release(test_array *array);

#endif
