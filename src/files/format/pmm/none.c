/* Replaces the reader where HONE_FORMATS leaves projects of MikuMikuDance out. */
#include "base/error.h"
#include "files/format/readers.h"
#include <hone/project.h>

const hone_format_reader hone_pmm_format = {0};

hone_project *hone_project_load_memory(const void *bytes, size_t size, const hone_project_desc *desc, hone_error *error)
{
    (void)bytes, (void)size, (void)desc;
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is %s, which this build of hone does not read",
              "a project of MikuMikuDance");
    return NULL;
}

hone_project *hone_project_load(const char *path, const hone_project_desc *desc, hone_error *error)
{
    hone_project *project = hone_project_load_memory(NULL, 0, desc, error);
    if (path)
        hone_error_prefix(error, path);
    return project;
}

void hone_project_destroy(hone_project *project)
{
    (void)project;
}

const hone_project_data *hone_project_get(const hone_project *project)
{
    static const hone_project_data none = {.sound = "", .video.path = "", .image.path = ""};
    (void)project;
    return &none;
}

hone_warnings hone_project_warnings(const hone_project *project)
{
    (void)project;
    return (hone_warnings){0};
}
