/* Replaces the reader where HONE_FORMATS leaves accessory texts out. */
#include "base/error.h"
#include "files/format/readers.h"
#include <hone/project.h>

const hone_format_reader hone_vac_format = {0};

bool hone_vac_read(const void *bytes, size_t size, hone_vac *out, hone_error *error)
{
    (void)bytes, (void)size, (void)out;
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is %s, which this build of hone does not read",
                     "an accessory text of MikuMikuDance");
}
