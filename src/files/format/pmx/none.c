/* Replaces the reader where HONE_FORMATS leaves PMX out. */
#include "files/format/readers.h"

const hone_format_reader hone_pmx_format = {0};
