/* On Windows all parts are in libhone.dll, or linked. */
#include "module/module.h"

bool hone_module_is_used(const char *name)
{
    (void)name;
    return false;
}

bool hone_module_find(const char *name, char path[HONE_PATH_SIZE], hone_error *error)
{
    (void)path;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the module %s is not installed", name);
}

const void *hone_module_load(hone_module *module, hone_error *error)
{
    hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the module %s is not installed", module->name);
    return NULL;
}
