/* Projects of MikuMikuDance on disk and in archives. */
#ifndef HONE_TOOL_PROJECT_PROJECT_FILE_H
#define HONE_TOOL_PROJECT_PROJECT_FILE_H

#include <hone/project.h>

/* As hone_project_load, also in an archive; the message does not begin with the path. */
hone_project *project_file_load(const char *path, bool strict, hone_error *error);

#endif
