#include "support/support.h"
#include "support/system.h"

size_t test_make_long_folder(char path[HONE_PATH_SIZE])
{
    size_t length = (size_t)snprintf(path, HONE_PATH_SIZE, "長い");
    assert_true(test_make_folder(path));
    for (int i = 0; i < 8; i++) {
        length += (size_t)snprintf(path + length, HONE_PATH_SIZE - length, "/");
        for (int k = 0; k < 10; k++) length += (size_t)snprintf(path + length, HONE_PATH_SIZE - length, "長い 道");
        assert_true(test_make_folder(path));
    }
    return length;
}
