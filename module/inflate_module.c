/* The module inflate.so: what src calls of libdeflate or zlib. */
#include "module/inflate.h"

HONE_API extern const hone_inflate_module hone_module_table;

const hone_inflate_module hone_module_table = {.head = HONE_INFLATE_MODULE_HEAD,
                                               .release = hone_inflater_release,
                                               .inflate = hone_inflate,
                                               .inflate_after = hone_inflate_after,
                                               .crc32 = hone_crc32};
