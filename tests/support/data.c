#include "support/support.h"
#include "support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *variable, const char *fallback, const char *name, char *buffer, size_t size)
{
    const char *folder = getenv(variable);
    int length = snprintf(buffer, size, "%s/%s", folder ? folder : fallback, name);
    if (length < 0 || (size_t)length >= size)
        return NULL;
    return test_exists(buffer) ? buffer : NULL;
}

const char *test_data_path(const char *name, char *buffer, size_t size)
{
    return find("HONE_TEST_DATA", HONE_SOURCE_DIR "/../shared/data", name, buffer, size);
}

const char *test_oracle_path(const char *name, char *buffer, size_t size)
{
    return find("HONE_TEST_ORACLE", HONE_SOURCE_DIR "/../shared/oracle", name, buffer, size);
}

bool test_write_file(const char *folder, const char *name, const void *data, size_t size)
{
    char path[1024];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = data && length > 0 && (size_t)length < sizeof path ? fopen(path, "wb") : NULL;
    bool ok = file && fwrite(data, 1, size, file) == size;
    if (file)
        ok = fclose(file) == 0 && ok;
    return ok;
}
