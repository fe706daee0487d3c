/* Replaces the reader where HONE_FORMATS leaves VMD out. */
#include "files/format/readers.h"

const hone_format_reader hone_vmd_format = {0};
