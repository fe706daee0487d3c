/* The module meshopt.so: what src/files/format calls of meshoptimizer. */
#include "module/meshopt.h"

HONE_API extern const hone_meshopt_module hone_module_table;

const hone_meshopt_module hone_module_table = {.head = HONE_MESHOPT_MODULE_HEAD,
                                               .decode = hone_meshopt_decode_by_library,
                                               .encoded_most = hone_meshopt_encoded_most,
                                               .encode = hone_meshopt_encode,
                                               .filter = hone_meshopt_filter_elements,
                                               .unfilter = hone_meshopt_unfilter};
