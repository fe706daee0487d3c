/* The module draco.so: what src/files/format calls of Draco. */
#include "module/draco.h"

HONE_API extern const hone_draco_module hone_module_table;

const hone_draco_module hone_module_table = {.head = HONE_DRACO_MODULE_HEAD,
                                             .decode = hone_draco_decode,
                                             .components = hone_draco_components,
                                             .read_attribute = hone_draco_read_attribute,
                                             .read_triangles = hone_draco_read_triangles,
                                             .release = hone_draco_release};
