/* Replaces the reader where HONE_FORMATS leaves PMD out. */
#include "files/format/readers.h"

const hone_format_reader hone_pmd_format = {0};
