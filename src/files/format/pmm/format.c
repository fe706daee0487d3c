/* Projects are among the formats that this build reads. project.h has the functions. */
#include "files/format/readers.h"

const hone_format_reader hone_pmm_format = {.built_in = true};
