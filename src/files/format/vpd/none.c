/* Replaces the reader where HONE_FORMATS leaves VPD out. */
#include "files/format/readers.h"

const hone_format_reader hone_vpd_format = {0};
