/* Replaces the reader where HONE_FORMATS leaves BVH out. */
#include "files/format/readers.h"

const hone_format_reader hone_bvh_format = {0};
