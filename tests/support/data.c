#include "support/support.h"

#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_readable(const char *name)
{
    const char *dot = strrchr(name, '.');
    bool gltf = dot && (strcmp(dot, ".gltf") == 0 || strcmp(dot, ".glb") == 0 || strcmp(dot, ".vrm") == 0);
    return !gltf || hone_gltf_available();
}

static const char *find(const char *variable, const char *fallback, const char *name, char *buffer, size_t size)
{
    const char *folder = getenv(variable);
    if (!is_readable(name))
        return NULL;
    int length = snprintf(buffer, size, "%s/%s", folder ? folder : fallback, name);
    if (length < 0 || (size_t)length >= size)
        return NULL;
    FILE *file = fopen(buffer, "rb"); /* opens folders, too */
    if (!file)
        return NULL;
    fclose(file);
    return buffer;
}

const char *test_data_path(const char *name, char *buffer, size_t size)
{
    return find("HONE_TEST_DATA", HONE_SOURCE_DIR "/../shared/data", name, buffer, size);
}

const char *test_oracle_path(const char *name, char *buffer, size_t size)
{
    return find("HONE_TEST_ORACLE", HONE_SOURCE_DIR "/../shared/oracle", name, buffer, size);
}
