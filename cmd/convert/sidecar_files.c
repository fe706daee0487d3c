/* Files that are written next to the output of -o, and before it. */
#include "cmd/convert/convert.h"
#include "tool/output/output.h"
#include "tool/system/system.h"
#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sidecar_files_open(const char *output, sidecar_files *out, hone_error *error)
{
    *out = (sidecar_files){0};
    if (!hone_folder_of(output, out->folder))
        return hone_fail(error, HONE_ERROR_IO, 0, "the name is too long");
    const char *name = system_path_name(output), *dot = strrchr(name, '.');
    size_t size = dot ? (size_t)(dot - name) : strlen(name);
    out->stem = malloc(size + 1);
    if (!out->stem)
        return hone_fail_memory(error);
    memcpy(out->stem, name, size);
    out->stem[size] = 0;
    return true;
}

void sidecar_files_release(sidecar_files *files)
{
    free(files->stem);
}

bool sidecar_files_write(void *user, const char *name, const void *data, size_t size, hone_error *error)
{
    sidecar_files *to = user;
    char path[2 * HONE_PATH_SIZE];
    const char *between = *to->folder && strcmp(to->folder, "/") != 0 ? "/" : "";
    int length = snprintf(path, sizeof path, "%s%s%s", to->folder, between, name);
    if (length < 0 || (size_t)length >= sizeof path)
        return hone_fail(error, HONE_ERROR_IO, 0, "the name of %s is too long", name);
    if (!hone_file_write(path, data, size, error)) {
        hone_error_prefix(error, name);
        return false;
    }
    to->bytes += size;
    return true;
}
